/* heterocc.h -- Hetero-C++ (HPVM 2.0): what a C or C++ program calls to mark tasks and parallel
 * loops, and to launch them.
 *
 * The calls are never linked: the tool that loads the program's bitcode reads the graph from them
 * (docs/hetero.md). A list of inputs or outputs begins with its length; a pointer, followed by its
 * size in bytes, counts as one, and so does a scalar. Outputs are pointers. Letter and number in
 * brackets, as in [G7], are a clause of the semantics.
 *
 * Parameters have no names here, so that no macro of a program can break this header.
 *
 * Not here: HPVM-C (hpvm.h), which may be used as well. */
#ifndef HETEROCC_H
#define HETEROCC_H

#include <stddef.h>
#include <stdlib.h>

/* Targets of __hetero_hint. They differ from those of __hpvm__hint. In C the names are those of
 * hpvm.h, which must then be included first, and whose numbers count. */
#ifdef __cplusplus
namespace hetero
{
#endif
#if defined(__cplusplus) || !defined(HPVM_H)
enum Target {
	None = 0,
	CPU_TARGET = 1,
	GPU_TARGET = 2,
	CUDNN_TARGET = 3,
	TENSOR_TARGET = 4,
	CPU_OR_GPU_TARGET = 5,
	CPU_OR_SPIR_TARGET = 6,
	FPGA_TARGET = 7,
	NUM_TARGETS = 8
};
#endif
#ifdef __cplusplus
}
#endif

/* No optimiser may duplicate a mark, move it under another condition, or inline a function with
 * marks into another. */
#ifdef __clang__
#define HETERO_MARK_ __attribute__((returns_twice, noduplicate, convergent))
#else
#define HETERO_MARK_
#endif

#ifdef __cplusplus
#define HETERO_NOEXCEPT_ noexcept
extern "C" {
#else
#define HETERO_NOEXCEPT_
#endif

/* ---- Host code ---- */

/* launch(root_function, ni, inputs..., no, outputs...): starts the graph of a function, whose
 * parameters are the inputs; returns a handle. */
void *__hetero_launch(void *, ...) HETERO_NOEXCEPT_;
/* wait(handle): returns when the graph has run; then the outputs may be read [H3]. */
void __hetero_wait(void *) HETERO_NOEXCEPT_;
/* launch_begin(ni, inputs..., no, outputs...) to launch_end(handle): the same for the code between
 * them; launch_end waits. */
void *__hetero_launch_begin(unsigned, ...) HETERO_NOEXCEPT_ HETERO_MARK_;
void __hetero_launch_end(void *) HETERO_NOEXCEPT_ HETERO_MARK_;
/* Memory: malloc(bytes), free(address), copy_mem(destination, source, bytes), request_mem(address,
 * bytes) */
void *__hetero_malloc(size_t) HETERO_NOEXCEPT_;
void __hetero_free(void *) HETERO_NOEXCEPT_;
void __hetero_copy_mem(void *, void *, size_t) HETERO_NOEXCEPT_;
void __hetero_request_mem(void *, size_t) HETERO_NOEXCEPT_;

/* ---- Functions that describe a graph ---- */

/* section_begin() to section_end(handle): contains tasks and parallel loops only [G2]. */
void *__hetero_section_begin(void) HETERO_NOEXCEPT_ HETERO_MARK_;
void __hetero_section_end(void *) HETERO_NOEXCEPT_ HETERO_MARK_;
/* task_begin(ni, inputs..., no, outputs...[, name]) to task_end(handle): a node with one
 * instance. */
void *__hetero_task_begin(unsigned, ...) HETERO_NOEXCEPT_ HETERO_MARK_;
void __hetero_task_end(void *) HETERO_NOEXCEPT_ HETERO_MARK_;
/* parallel_loop(loops, ni, inputs..., no, outputs...[, name]): the 1 to 3 loops around the call are a
 * node with an instance for each iteration [G7]. */
void __hetero_parallel_loop(unsigned, ...) HETERO_NOEXCEPT_ HETERO_MARK_;

/* ---- In a task or parallel loop ---- */

/* hint(target): where it should run; a hint never changes a result. */
void __hetero_hint(int) HETERO_NOEXCEPT_ HETERO_MARK_;
/* priv(n, pointer[, bytes]...): each instance has its own variables. */
void __hetero_priv(unsigned, ...) HETERO_NOEXCEPT_ HETERO_MARK_;
/* isNonZeroLoop(index, ...): the loop around the call has at least one iteration. */
void __hetero_isNonZeroLoop(long, ...) HETERO_NOEXCEPT_ HETERO_MARK_;

/* ---- Older names ---- */

void *__hpvm_launch(void *, ...) HETERO_NOEXCEPT_;
void __hpvm_wait(void *) HETERO_NOEXCEPT_;
void *__hpvm_launch_begin(unsigned, ...) HETERO_NOEXCEPT_ HETERO_MARK_;
void __hpvm_launch_end(void *) HETERO_NOEXCEPT_ HETERO_MARK_;
void *__hpvm_parallel_section_begin(void) HETERO_NOEXCEPT_ HETERO_MARK_;
void __hpvm_parallel_section_end(void *) HETERO_NOEXCEPT_ HETERO_MARK_;
void *__hpvm_task_begin(unsigned, ...) HETERO_NOEXCEPT_ HETERO_MARK_;
void __hpvm_task_end(void *) HETERO_NOEXCEPT_ HETERO_MARK_;
void __hpvm_parallel_loop(unsigned, ...) HETERO_NOEXCEPT_ HETERO_MARK_;
void __hpvm_priv(unsigned, ...) HETERO_NOEXCEPT_ HETERO_MARK_;
void __hpvm__isNonZeroLoop(long, ...) HETERO_NOEXCEPT_ HETERO_MARK_;

#ifdef __cplusplus
}
#endif

#endif
