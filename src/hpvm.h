/* hpvm.h -- HPVM-C: what a C or C++ program calls to describe, launch and feed HPVM graphs.
 *
 * The calls are never linked: the tool that loads the program's bitcode reads the graph from them.
 * In a node function they describe the node; in host code they drive the runtime. Functions are
 * passed to variadic calls, so that F, &F and (void *)F all work in both languages. A letter and a
 * number in brackets, as in [G7], is a clause of the semantics.
 *
 * Parameters have no names here, so that no macro of a program can break this header; the comments
 * name them. Sizes are bytes; extents, identifiers and dimensions count from 0.
 *
 * Not here: struct Tensor, and files of weights and labels (tensorUtils.h). */
#ifndef HPVM_H
#define HPVM_H

#include <stddef.h>

/* Targets of a hint. The numbers are part of the program's bitcode: only append. */
#ifdef __cplusplus
namespace hpvm
{
#endif
enum Target {
	None = 0,
	CPU_TARGET = 1,
	GPU_TARGET = 2,
	CUDNN_TARGET = 3,
	TENSOR_TARGET = 4,
	CPU_OR_GPU_TARGET = 5,
	FPGA_TARGET = 6
};
#ifdef __cplusplus
}
#define HPVM_TARGET_ hpvm::Target
#else
#define HPVM_TARGET_ enum Target
#endif

/* The last argument of edges and binds, and the first of launch. */
#ifndef HPVM_STREAMING
#define HPVM_STREAMING 1
#endif
#ifndef HPVM_NONSTREAMING
#define HPVM_NONSTREAMING 0
#endif

/* All instances meet at the same barrier: no optimiser may duplicate it or make it depend on more
 * conditions than the source does. */
/* A helper function that contains calls for node functions is an error [G10], even after
 * optimisation: a function that calls a returns_twice function is never inlined, so the tool still
 * finds it. */
#ifdef __clang__
#define HPVM_OF_NODES_ __attribute__((returns_twice))
#else
#define HPVM_OF_NODES_
#endif

#ifdef __has_attribute
#if __has_attribute(convergent)
#define HPVM_CONVERGENT_ __attribute__((convergent))
#endif
#if __has_attribute(noduplicate)
#define HPVM_NODUPLICATE_ __attribute__((noduplicate))
#endif
#endif
#ifndef HPVM_CONVERGENT_
#define HPVM_CONVERGENT_
#endif
#ifndef HPVM_NODUPLICATE_
#define HPVM_NODUPLICATE_
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Any node function ---- */

/* hint(target): where the node should run; a hint never changes a result. */
void __hpvm__hint(HPVM_TARGET_) HPVM_OF_NODES_;
/* attributes(ni, in..., no, out...): the pointer parameters that the node reads, then those that it
 * writes; a parameter in both lists is read and written [M5]. */
void __hpvm__attributes(unsigned, ...) HPVM_OF_NODES_;
/* return(n, value...): sets the node's outputs 0 to n-1 and ends the instance. Variadic rules
 * apply: a float is passed as double, a char or short as int. n may be 0 [G6]. */
void __hpvm__return(unsigned, ...) HPVM_OF_NODES_;

/* ---- Internal node functions: the child graph [G1-G9] ---- */

/* createNodeND(dims, function, extent...): creates a child replicated in 0 to 3 dimensions, with
 * one size_t extent for each; returns the child's handle [G7]. */
void *__hpvm__createNodeND(unsigned, ...) HPVM_OF_NODES_;
/* edge(source, sink, replication, output, input, is_stream): copies the output of a child to the
 * input of another; replication 0 is one-to-one, else all-to-all; returns a handle [G4-G8,
 * E1-E3]. */
void *__hpvm__edge(void *, void *, unsigned, unsigned, unsigned, unsigned) HPVM_OF_NODES_;
/* bindIn(child, input_of_parent, input_of_child, is_stream): the parent's input comes first
 * [E4]. */
void __hpvm__bindIn(void *, unsigned, unsigned, unsigned) HPVM_OF_NODES_;
/* bindOut(child, output_of_child, output_of_parent, is_stream): the child's output comes first
 * [E4]. */
void __hpvm__bindOut(void *, unsigned, unsigned, unsigned) HPVM_OF_NODES_;

/* ---- Leaf node functions: queries [N3] ---- */

/* Returns the node of the running instance. Handles belong to the graph and are never freed. */
void *__hpvm__getNode(void) HPVM_OF_NODES_;
/* getParentNode(node): returns the internal node that contains it. */
void *__hpvm__getParentNode(void *) HPVM_OF_NODES_;
/* getNumDims(node): returns its number of dimensions, 0 to 3. */
int __hpvm__getNumDims(void *) HPVM_OF_NODES_;
/* getNodeInstanceID_{x,y,z}(node): returns the index of the running instance (or of the ancestor's
 * instance that contains it) in a dimension of the node; 0 to extent-1. */
long __hpvm__getNodeInstanceID_x(void *) HPVM_OF_NODES_;
long __hpvm__getNodeInstanceID_y(void *) HPVM_OF_NODES_;
long __hpvm__getNodeInstanceID_z(void *) HPVM_OF_NODES_;
/* getNumNodeInstances_{x,y,z}(node): returns the extent of a dimension of the node. */
long __hpvm__getNumNodeInstances_x(void *) HPVM_OF_NODES_;
long __hpvm__getNumNodeInstances_y(void *) HPVM_OF_NODES_;
long __hpvm__getNumNodeInstances_z(void *) HPVM_OF_NODES_;

/* ---- Leaf node functions: memory and synchronisation ---- */

/* malloc(bytes): allocates an object that lives until the graph's execution ends; the program never
 * frees it. A leaf that only does this is an allocation node: local memory on a GPU [M1]. */
void *__hpvm__malloc(long) HPVM_OF_NODES_;
/* barrier(): waits for all instances of this leaf within one instance of its parent [M3]. */
void __hpvm__barrier(void) HPVM_OF_NODES_ HPVM_CONVERGENT_ HPVM_NODUPLICATE_;

/* atomic_OP(address, value): *address = *address OP value, atomic among the instances of this leaf;
 * wraps, min and max are signed; returns the old *address [M2]. */
int __hpvm__atomic_add(int *, int) HPVM_OF_NODES_;
int __hpvm__atomic_sub(int *, int) HPVM_OF_NODES_;
int __hpvm__atomic_min(int *, int) HPVM_OF_NODES_;
int __hpvm__atomic_max(int *, int) HPVM_OF_NODES_;
int __hpvm__atomic_xchg(int *, int) HPVM_OF_NODES_;
int __hpvm__atomic_and(int *, int) HPVM_OF_NODES_;
int __hpvm__atomic_or(int *, int) HPVM_OF_NODES_;
int __hpvm__atomic_xor(int *, int) HPVM_OF_NODES_;
/* atomic_{inc,dec}(address): the same with add 1 and subtract 1 [M2]. */
int __hpvm__atomic_inc(int *) HPVM_OF_NODES_;
int __hpvm__atomic_dec(int *) HPVM_OF_NODES_;
/* atomic_{umin,umax}(address, value): min and max of unsigned numbers; atomic_cmpxchg(address,
 * expected, value): stores the value if *address is as expected. They return the old *address
 * [M2]. */
int __hpvm__atomic_umin(int *, int);
int __hpvm__atomic_umax(int *, int);
int __hpvm__atomic_cmpxchg(int *, int, int);

/* ---- Arithmetic, in any function ---- */

/* rsqrt(x): 1 / sqrt(x), rounded once. */
float __hpvm__floor(float);
float __hpvm__sqrt(float);
float __hpvm__rsqrt(float);
float __hpvm__sin(float);
float __hpvm__cos(float);
/* getVectorLength(): number of lanes of a vector; 1 here. */
int __hpvm__getVectorLength(void);

/* ---- Host code: runs of graphs [H1-H3, S1-S5] ---- */

/* Call each once, before and after all other calls of this section [H1]. */
void __hpvm__init(void);
void __hpvm__cleanup(void);
/* launch(is_stream, root_function, arguments): starts a graph and returns its handle. The arguments
 * are a packed struct with every argument of the root; without streaming, it ends with the struct
 * of the root's outputs, which is set after wait. The caller owns the struct, which must stay alive
 * until wait [H2, S1]. */
void *__hpvm__launch(unsigned, ...);
/* wait(graph): returns when the graph has run; ends a stream: no push is allowed afterwards [H3,
 * S5]. */
void __hpvm__wait(void *);
/* push(graph, arguments): starts another execution of a stream. The struct is that of launch
 * without outputs, and is copied; blocks while the pipeline is full [S1, S4]. */
void __hpvm__push(void *, void *);
/* pop(graph): returns the outputs of the oldest execution not yet popped, one field for each output
 * of the root, by index; blocks until they exist. The caller owns the struct and may free() it
 * [S2]. */
void *__hpvm__pop(void *);

/* ---- Host code: memory that graphs may use [M7]. Two names for each call. ---- */

/* trackMemory(address, bytes): allows graphs to use the object. The caller still owns it, and
 * untracks it before freeing it. */
void __hpvm__trackMemory(void *, size_t);
void llvm_hpvm_track_mem(void *, size_t);
/* untrackMemory(address): ends tracking; the address is the one that was tracked. */
void __hpvm__untrackMemory(void *);
void llvm_hpvm_untrack_mem(void *);
/* requestMemory(address, bytes): afterwards the host reads what graphs last wrote. */
void __hpvm__requestMemory(void *, size_t);
void llvm_hpvm_request_mem(void *, size_t);

/* ---- Leaf node functions: tensors. FP32, NCHW; each call returns a new tensor [T1-T6]. ---- */

/* add(x, b): equal rank; a dimension of size 1 broadcasts [T1]. */
void *__hpvm__tensor_add(void *, void *) HPVM_OF_NODES_;
/* mul(x, w): x as (dim0, product of the rest) times w as (k, last dim); returns (m, n, 1, 1)
 * [T2]. */
void *__hpvm__tensor_mul(void *, void *) HPVM_OF_NODES_;
/* Elementwise; clipped_relu clips to [0, 6] [T6]. */
void *__hpvm__tensor_relu(void *) HPVM_OF_NODES_;
void *__hpvm__tensor_clipped_relu(void *) HPVM_OF_NODES_;
void *__hpvm__tensor_tanh(void *) HPVM_OF_NODES_;
void *__hpvm__tensor_sigmoid(void *) HPVM_OF_NODES_;
/* softmax(x): over the channels of every (n, h, w) [T6]. */
void *__hpvm__tensor_softmax(void *) HPVM_OF_NODES_;
/* convolution(x, filter, vertical_pad, horizontal_pad, vertical_stride, horizontal_stride):
 * cross-correlation; output size floor((in + 2 pad - k) / stride) + 1 [T3]. */
void *__hpvm__tensor_convolution(void *, void *, int, int, int, int) HPVM_OF_NODES_;
/* group_convolution(as convolution, mode, groups): the number of groups divides the channels
 * [T4]. */
void *__hpvm__tensor_group_convolution(void *, void *, int, int, int, int, int, int) HPVM_OF_NODES_;
/* batchnorm(x, gamma, beta, mean, variance, epsilon): with the given statistics [T6]. */
void *__hpvm__tensor_batchnorm(void *, void *, void *, void *, void *, double) HPVM_OF_NODES_;
/* pool_OP(x, window_height, window_width, vertical_pad, horizontal_pad, vertical_stride,
 * horizontal_stride): padding is never counted, NaN propagates [T5]. */
void *__hpvm__tensor_pool_max(void *, int, int, int, int, int, int) HPVM_OF_NODES_;
void *__hpvm__tensor_pool_min(void *, int, int, int, int, int, int) HPVM_OF_NODES_;
void *__hpvm__tensor_pool_mean(void *, int, int, int, int, int, int) HPVM_OF_NODES_;
/* node_id(number): the node's place in a linear order of the tensor nodes. */
void *__hpvm__node_id(int) HPVM_OF_NODES_;

/* Calls of the pass wrapper-api, each for several operations. The first operand is the node's
 * number as text. Activations: -1 none, 0 tanh, 1 relu, 2 clipped_relu. Pools: 0 max, 1 mean, 2
 * min. The last two numbers of a layer are ranges of quantised activations, which have no effect
 * here.
 * ConvLayer2(id, x, filter, bias or NULL, 4 numbers of convolution, pool, 6 numbers of pool (no
 * pool if the window's height is 0), activation, least, most): convolution, add, activation,
 * pool. */
void *wrapper_ConvLayer2(const char *, void *, void *, void *, int, int, int, int, int, int, int,
			 int, int, int, int, int, float, float);
/* FCLayer(id, x, weights, bias or NULL, activation, least, most): mul, add, activation. */
void *wrapper_FCLayer(const char *, void *, void *, void *, int, float, float);
/* One operation each; Pooling(id, x, pool, 6 numbers of pool). */
void *wrapper_tensorGroupConvolution(const char *, void *, void *, int, int, int, int, int, int);
void *wrapper_tensorBatchNorm(const char *, void *, void *, void *, void *, void *, double);
void *wrapper_tensorAdd(const char *, void *, void *);
void *wrapper_tensorPooling(const char *, void *, int, int, int, int, int, int, int);
void *wrapper_tensorRelu(const char *, void *);
void *wrapper_tensorClippedRelu(const char *, void *);
void *wrapper_tensorTanh(const char *, void *);
void *wrapper_tensorSigmoid(const char *, void *);
void *wrapper_tensorSoftmax(const char *, void *);

/* ---- Host code: tensors. Handles; types: 0 float, 1 double, 2 half, 3 int8; formats: 0 NCHW, 1
 * NHWC. ---- */

/* create4DTensor(type, format, n, c, h, w): returns a tensor without values, which the caller owns
 * until freeTensor(). The others are create2DTensor(type, dimensions...) and create3DTensor(type,
 * dimensions...), NCHW. */
void *create2DTensor(int, size_t, size_t);
void *create3DTensor(int, size_t, size_t, size_t);
void *create4DTensor(int, int, size_t, size_t, size_t, size_t);
/* initTensorData(tensor, values, bytes): copies all values into the tensor. */
void initTensorData(void *, const void *, size_t);
/* hpvm_request_tensor(tensor, place): place 0: afterwards the host may read its host_data; 1 or
 * more: a device reads it. */
void hpvm_request_tensor(void *, int);
/* tensorCopy(source, target): copies the values of a tensor to another one of the same size. */
void tensorCopy(const void *, void *);
/* freeTensor(tensor): frees it. freeOutputTensors(): frees all results of operations.
 * freeBatchMemory(): frees these, and all tensors made since startMemTracking(). */
void freeTensor(void *);
void startMemTracking(void);
void freeBatchMemory(void);
void freeOutputTensors(void);
/* Operations without a graph. tensorConvolution(x, filter, as group_convolution: with 1 group as
 * convolution); tensorPooling(x, 0 max, 1 mean or 2 min, 6 numbers of pool); tensorGemm... is mul.
 * tensorAdd, GemmBias, BatchNorm, Relu, Relu2 (x, least, most), Tanh and Softmax change x and
 * return it. tensorHalf... are computed in single precision. */
void *tensorConvolution(void *, void *, int, int, int, int, int, int);
void *tensorHalfConvolution(void *, void *, int, int, int, int, int, int);
void *tensorPooling(void *, int, int, int, int, int, int, int);
void *tensorHalfPooling(void *, int, int, int, int, int, int, int);
void *tensorBatchNorm(void *, void *, void *, void *, void *, double);
void *tensorHalfBatchNorm(void *, void *, void *, void *, void *, double);
void *tensorGemm(void *, void *);
void *tensorGemmCPU(void *, void *);
void *tensorGemmGPU(void *, void *);
void *tensorHalfGemm(void *, void *);
void *tensorHalfGemmGPU(void *, void *);
void *tensorGemmBias(void *, void *);
void *tensorAdd(void *, void *);
void *tensorHalfAdd(void *, void *);
void *tensorRelu(void *);
void *tensorHalfRelu(void *);
void *tensorRelu2(void *, float, float);
void *tensorHalfRelu2(void *, float, float);
void *tensorTanh(void *);
void *tensorHalfTanh(void *);
void *tensorSoftmax(void *);
/* From HPVM 1.0's runtime for approximations; all but the last do nothing here.
 * invokeRtControl(result, labels, start, end): prints the percentage of rows of the result whose
 * greatest value is at the label, for labels START to END - 1 of a file of 32-bit numbers, and
 * writes it to the file final_accuracy. */
void clearTensorMap(void);
void tensor_set_node_id(unsigned);
void llvm_hpvm_initTensorRt(int);
void llvm_hpvm_cleanupTensorRt(void);
void llvm_hpvm_initializeRuntimeController(const char *);
void llvm_hpvm_invokeRtControl(void *, const char *, int, int);

#ifdef __cplusplus
}
#endif

#undef HPVM_TARGET_
#undef HPVM_CONVERGENT_
#undef HPVM_NODUPLICATE_

#endif
