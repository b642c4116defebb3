/* headers.c -- checks driver.h against NVIDIA's cuda.h. Compiled, not run, if that header is
 * installed.
 *
 * First our types are declared, to compare their sizes; then their names are redefined as NVIDIA's,
 * so that each row of driver.def declares a function with NVIDIA's types, which must match NVIDIA's
 * declaration. */
#include "backends/nvidia/driver.h"

/* O(ours, theirs) */
#define TYPES(O)                                                                                   \
	O(nv_result, CUresult)                                                                     \
	O(nv_device, CUdevice)                                                                     \
	O(nv_address, CUdeviceptr)                                                                 \
	O(nv_context, CUcontext)                                                                   \
	O(nv_module, CUmodule)                                                                     \
	O(nv_function, CUfunction)                                                                 \
	O(nv_stream, CUstream)                                                                     \
	O(nv_event, CUevent)                                                                       \
	O(nv_link, CUlinkState)                                                                    \
	O(nv_graph, CUgraph)                                                                       \
	O(nv_graph_exec, CUgraphExec)                                                              \
	O(nv_graph_node, CUgraphNode)                                                              \
	O(nv_kernel_node, CUDA_KERNEL_NODE_PARAMS_v1)                                              \
	O(nv_device_attribute, CUdevice_attribute)                                                 \
	O(nv_function_attribute, CUfunction_attribute)                                             \
	O(nv_jit_option, CUjit_option)                                                             \
	O(nv_jit_input, CUjitInputType)                                                            \
	O(nv_capture_mode, CUstreamCaptureMode)                                                    \
	O(nv_capture_status, CUstreamCaptureStatus)                                                \
	O(nv_uuid, CUuuid)                                                                         \
	O(nv_block_bytes, CUoccupancyB2DSize)
#define SIZE_OF_OURS(ours, theirs) enum { bytes_of_##ours = sizeof(ours), align_of_##ours = _Alignof(ours) };
TYPES(SIZE_OF_OURS)
enum {
	block_of_ours = offsetof(nv_kernel_node, block), dynamic_of_ours = offsetof(nv_kernel_node, dynamic_bytes),
	parameters_of_ours = offsetof(nv_kernel_node, parameters),
};

/* Declare all versions of all functions, each under its own name. */
#define __CUDA_API_VERSION_INTERNAL 1
#include <cuda.h>

#define SAME_SIZE(ours, theirs)                                                                    \
	_Static_assert((int)bytes_of_##ours == (int)sizeof(theirs), "size of " #ours);             \
	_Static_assert((int)align_of_##ours == (int)_Alignof(theirs), "alignment of " #ours);
TYPES(SAME_SIZE)
_Static_assert(block_of_ours == offsetof(CUDA_KERNEL_NODE_PARAMS_v1, blockDimX), "block of nv_kernel_node");
_Static_assert(dynamic_of_ours == offsetof(CUDA_KERNEL_NODE_PARAMS_v1, sharedMemBytes), "bytes of nv_kernel_node");
_Static_assert(parameters_of_ours == offsetof(CUDA_KERNEL_NODE_PARAMS_v1, kernelParams), "parameters of nv_kernel_node");

#define V(ours, theirs, value) _Static_assert((long)(theirs) == (value), #theirs);
#include "backends/nvidia/values.def"
#undef V

#define nv_result CUresult
#define nv_device CUdevice
#define nv_address CUdeviceptr
#define nv_context CUcontext
#define nv_module CUmodule
#define nv_function CUfunction
#define nv_stream CUstream
#define nv_event CUevent
#define nv_link CUlinkState
#define nv_graph CUgraph
#define nv_graph_exec CUgraphExec
#define nv_graph_node CUgraphNode
#define nv_kernel_node CUDA_KERNEL_NODE_PARAMS_v1
#define nv_device_attribute CUdevice_attribute
#define nv_function_attribute CUfunction_attribute
#define nv_jit_option CUjit_option
#define nv_jit_input CUjitInputType
#define nv_capture_mode CUstreamCaptureMode
#define nv_capture_status CUstreamCaptureStatus
#define nv_uuid CUuuid
#define nv_block_bytes CUoccupancyB2DSize
#define X(field, symbol, parameters)                                                               \
	_Static_assert(__builtin_types_compatible_p(__typeof__(&symbol), CUresult(*) parameters),  \
		       #symbol);
#include "backends/nvidia/driver.def"
