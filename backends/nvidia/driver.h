/* backends/nvidia/driver.h -- the part of the CUDA driver API that hpvm-run uses, loaded at run
 * time.
 *
 * The declarations are our own: types here, functions in driver.def, constants in values.def. A
 * test compares them with NVIDIA's headers if these are installed.
 * Threads:   the table is read-only after nv_driver_open(); the library's functions may be called
 *            from several threads. All but the first group require a current context in the calling
 *            thread (context_set).
 * Errors:    each function returns an nv_result; nv_error_text() describes it. */
#ifndef HR_NV_DRIVER_H
#define HR_NV_DRIVER_H

#include "backends/nvidia/dynamic_library.h"

typedef int nv_result;
typedef int nv_device;                 /* an ordinal, from device_get */
typedef unsigned long long nv_address; /* an address of device memory */
typedef struct nv_context_object *nv_context;
typedef struct nv_module_object *nv_module;
typedef struct nv_function_object *nv_function;
typedef struct nv_stream_object *nv_stream; /* NULL: the default stream */
typedef struct nv_event_object *nv_event;
typedef struct nv_link_object *nv_link;
typedef struct nv_graph_object *nv_graph;
typedef struct nv_graph_exec_object *nv_graph_exec;
typedef struct nv_graph_node_object *nv_graph_node;
typedef int nv_device_attribute, nv_function_attribute, nv_jit_option, nv_jit_input;
typedef int nv_capture_mode, nv_capture_status;
typedef struct nv_uuid {
	char bytes[16];
} nv_uuid;
/* A launch in a graph; its parameters are read when the node is added.
 * CUDA_KERNEL_NODE_PARAMS_v1. */
typedef struct nv_kernel_node {
	nv_function function;
	unsigned grid[3], block[3], dynamic_bytes;
	void **parameters, **extra;
} nv_kernel_node;
/* Dynamic shared memory of a block of THREADS threads. */
typedef size_t (*nv_block_bytes)(int threads);

enum {
#define V(ours, theirs, value) ours = value,
#include "backends/nvidia/values.def"
#undef V
};

/* As returned by cuDriverGetVersion: 1000 * major + 10 * minor. CUDA 11.4 has all functions of
 * driver.def. */
enum { NV_DRIVER_LEAST = 11040 };

typedef struct nv_driver {
	void *handle; /* of the library; owned */
	int version;  /* as returned by driver_version */
#define X(field, symbol, parameters) nv_result(*field) parameters;
#include "backends/nvidia/driver.def"
#undef X
} nv_driver;

/* Loads FILE, or libcuda.so.1 if that is NULL, and initialises it. False: TEXT says in one line why
 * there is none (no library, too old, no device), and *driver is zeroed. A process that forks after
 * this cannot use the driver in its child. */
bool nv_driver_open(nv_driver *driver, const char *file, char text[HR_BACKEND_TEXT]);
/* All that was made with it has been destroyed. */
void nv_driver_close(nv_driver *driver);

/* Write a description such as "out of memory (CUDA_ERROR_OUT_OF_MEMORY)" to TEXT (BYTES bytes) and
 * return TEXT. */
const char *nv_error_text(const nv_driver *driver, nv_result result, char *text, size_t bytes);
/* Return true if every later call in the context returns RESULT again: memory, modules and streams
 * are lost. NVIDIA's cuda.h says of most such errors "To continue using CUDA, the process must be
 * terminated and relaunched", of NV_ASSERT that the context must be destroyed, and of the two
 * uncorrectable ones that they were detected during execution. hpvm-run considers the process lost
 * after each of them. */
bool nv_is_sticky(nv_result result);
/* Return true if RESULT means that less memory is available than was requested; a smaller request
 * may succeed. */
bool nv_is_memory_error(nv_result result);

enum { NV_DEVICE_NAME = 128 };
/* The device that WANTED says, by its number or any part of its name, or the first if that is NULL;
 * gives NAME, too. False: TEXT says why there is none. */
bool nv_device_choose(const nv_driver *driver, const char *wanted, nv_device *device,
		      char name[NV_DEVICE_NAME], char text[HR_BACKEND_TEXT]);
/* The compute capability, as 10 * major + minor: 90. 0: it cannot be had. */
int nv_device_capability(const nv_driver *driver, nv_device device);
/* Return the value of ATTRIBUTE; 0 if the query fails. */
int nv_device_number(const nv_driver *driver, nv_device device, nv_device_attribute attribute);

#endif
