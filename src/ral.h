/* ral.h -- the runtime layer of compiled tensor programs: what stands between a library that
 * hpvm-import --emit=library has written and the device it runs on.
 *
 *	#include <ral.h>
 *	#include "network.h"             cc rows.c ./network.so $(pkg-config --cflags --libs hpvm-ral)
 *
 *	ral *r = ral_open(NULL);
 *	ral_tensor *in = ral_tensor_new(r, RAL_F32, 2, (int64_t[]){n, 3}, data), *out;
 *	if (network_run(r, &in, &out) == 0)
 *		ral_read(r, out, result, ral_bytes(out));
 *	else
 *		fprintf(stderr, "%s\n", ral_error(r));
 *	ral_close(r);
 *
 * A program is made of calls of rows, the operations of tensor programs (docs/tensor-programs.md). For
 * each call the layer computes the shape of the result from those of the operands, and then uses, in
 * this order: a library that the application provides (ral_provide()); the program's kernel, launched
 * on the device; or the reference implementation, on the host, for operations that compute shapes and
 * for those that have no kernel. So shapes may differ from run to run.
 *
 * Functions that return a pointer return NULL if they fail, the others a number that is not 0; ral_error()
 * then has the reason. Memory: what is passed is borrowed for the call, unless the function says otherwise.
 * Threads: one thread at a time may use a context and its tensors; contexts are independent of one
 * another. */
#ifndef RAL_H
#define RAL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- contexts --------------------------------------------------------------------------------- */

typedef struct ral ral;               /* a device, tensors, constants, libraries */
typedef struct ral_tensor ral_tensor; /* type, extents, and a buffer on the device */
typedef struct ral_device ral_device;

/* Open a context on DEVICE, which is copied. NULL: the device that the environment variable RAL_DEVICE
 * names, else the CPU:
 *
 *	cpu[:THREADS]           kernels as native code (default: one thread)
 *	hpvm[:OPTION[=VALUE]]...  kernels as HPVM graphs in the interpreter of hpvm-run, with its options:
 *	                        "hpvm:check=all" finds what is wrong with kernels and buffers,
 *	                        "hpvm:backend=opencl" runs kernels on a backend. Needs libhpvm-ral-hpvm.
 *
 * Return NULL, with the reason in ral_error(NULL), if there is no such device. */
ral *ral_open(const ral_device *device);
/* Close R, with its tensors and constants. NULL is ignored. */
void ral_close(ral *r);
/* Return the reason why the last function on R failed, "" if none did. It is valid until the next call of
 * a function on R. NULL: of the last ral_open() of this thread. */
const char *ral_error(const ral *r);

/* --- tensors ---------------------------------------------------------------------------------- */

enum { RAL_RANK_MOST = 8 };

typedef enum ral_type {
	RAL_NONE,
	RAL_F16,
	RAL_BF16,
	RAL_F32,
	RAL_F64,
	RAL_I8,
	RAL_U8,
	RAL_I16,
	RAL_U16,
	RAL_I32,
	RAL_U32,
	RAL_I64,
	RAL_BOOL /* one byte: 0 or 1 */
} ral_type;

/* Make a tensor of RANK extents, the last of which is contiguous, with the elements DATA. The caller
 * drops it. */
ral_tensor *ral_tensor_new(ral *r, ral_type type, unsigned rank, const int64_t *extents,
			   const void *data);
/* End the caller's use of TENSOR. NULL is ignored. */
void ral_drop(ral *r, ral_tensor *tensor);
/* Return the type, the rank, an extent, the number of elements, the size in bytes. */
ral_type ral_type_of(const ral_tensor *tensor);
unsigned ral_rank(const ral_tensor *tensor);
int64_t ral_extent(const ral_tensor *tensor, unsigned axis);
int64_t ral_count(const ral_tensor *tensor);
size_t ral_bytes(const ral_tensor *tensor);
/* Wait for TENSOR and copy its elements to DATA, of BYTES bytes, which must be ral_bytes(). */
int ral_read(ral *r, const ral_tensor *tensor, void *data, size_t bytes);

/* --- libraries -------------------------------------------------------------------------------- */

/* A call of a row: "dot", "convolution group=1 strides=2,2". */
typedef struct ral_call {
	size_t size;                       /* of this struct */
	const char *row;                   /* its name: "convolution" */
	const char *text;                  /* with attributes */
	const char *where;                 /* the operator of the program: "Conv_3" */
	unsigned count;                    /* of operands */
	const ral_tensor *const *operands; /* NULL: omitted */
	ral_tensor *result; /* has its type and extents, and a buffer without values */
} ral_call;

/* Compute CALL. Return 0; 1 to decline it, for its shapes or types; or -1 if it failed. */
typedef int ral_library(void *data, ral *r, const ral_call *call);
/* Let FUNCTION, with DATA, compute calls of the row named ROW, "dot". The last one that was provided is
 * asked first. Its operands have bound memory on the device: ral_buffer(). */
int ral_provide(ral *r, const char *row, ral_library *function, void *data);
/* Return the buffer of TENSOR on the device; on the CPU, the address of its elements. A wide tensor, whose
 * elements are those of a composite operator in the making, has f32 where its type is f16 or bf16. */
void *ral_buffer(const ral_tensor *tensor);

/* --- devices ---------------------------------------------------------------------------------- */

/* Run the instances of a kernel with begin[i] <= id[i] < end[i]. BUFFERS: the result, then operands, with
 * their sizes in BYTES. */
typedef void ral_code(const int64_t begin[3], const int64_t end[3], void *const *buffers,
		      const int64_t *bytes, const int64_t *numbers);

typedef struct ral_kernel {
	const char *name;
	ral_code *code; /* native */
} ral_kernel;

typedef struct ral_launch {
	size_t size;
	const ral_kernel *kernel;
	const char *
		module; /* path of the module that has all kernels as HPVM graphs; NULL: there is none */
	const char *where;
	unsigned dims;
	int64_t grid[3]; /* 1 where there are fewer dimensions; none is 0 */
	unsigned buffer_count, number_count;
	void *const *buffers;
	const int64_t *bytes, *numbers;
} ral_launch;

/* A device. Functions return 0, or set a text with ral_device_failed() and return another number (NULL). Calls
 * of one context come one at a time. */
struct ral_device {
	size_t size; /* of this struct */
	const char *name;
	void *state;
	int host;   /* not 0: buffers are memory of the host */
	int checks; /* not 0: ral_end() checks that the program has released its values */
	/* BYTES, at least 1, aligned to 64. */
	void *(*allocate)(void *state, size_t bytes);
	void (*release)(void *state, void *buffer, size_t bytes);
	int (*write)(void *state, void *buffer, const void *from, size_t bytes);
	int (*read)(void *state, const void *buffer, void *to, size_t bytes);
	/* Use the memory of a constant, which never changes, as a buffer; NULL: it has to be written. */
	void *(*share)(void *state, const void *memory, size_t bytes);
	/* Begin a kernel, after those before it. read() waits. */
	int (*launch)(void *state, const ral_launch *launch);
	/* End the device; what is still allocated is not used any more. */
	void (*close)(void *state);
};

/* Keep a text, which is copied, as the reason why a function of a device fails on this thread. Return
 * -1. */
int ral_device_failed(const char *format, ...)
#ifdef __GNUC__
	__attribute__((format(printf, 1, 2)))
#endif
	;

/* --- for programs that hpvm-import writes --------------------------------------------------------- */

typedef struct ral_program {
	size_t size; /* of this struct */
	const char *name;
	const char *needs; /* inputs' types and extents, and what operators need of them */
	unsigned input_count, output_count;
	unsigned site_count;       /* calls in the code */
	const ral_kernel *kernels; /* in order of name */
	unsigned kernel_count;
	const char *processor; /* that kernels' native code needs: "x86-64-v3"; "": any */
	const char *module;    /* file with the kernels as HPVM graphs, beside the library */
} ral_program;

typedef struct ral_run ral_run; /* one execution of a program */

/* Begin and end an execution. The inputs are checked against the program's needs. end() frees all of the
 * execution's tensors but OUTPUTS, which become the caller's, and returns 0 if nothing has failed; else
 * all of them. */
ral_run *ral_begin(ral *r, const ral_program *program, ral_tensor *const *inputs);
int ral_end(ral_run *run, ral_tensor *const *values, ral_tensor **outputs);
/* The calls that follow are of the operator WHERE. */
void ral_at(ral_run *run, const char *where);
/* Call the row TEXT on COUNT operands (ral_tensor *, NULL: omitted). SITE numbers the call in the
 * program. Return NULL, and do nothing in later calls, if it fails. The execution owns the result until
 * ral_done(). */
ral_tensor *ral_apply(ral_run *run, unsigned site, const char *text, unsigned count, ...);
/* A constant: the same tensor in each execution; ral_done() keeps it. */
ral_tensor *ral_constant(ral_run *run, unsigned site, const char *text);
/* A tensor of one i64. */
ral_tensor *ral_scalar(ral_run *run, int64_t value);
/* One more value stands for TENSOR: a state of a loop. NULL is ignored. */
ral_tensor *ral_same(ral_run *run, ral_tensor *tensor);
/* No later call uses this value. NULL is ignored. */
void ral_done(ral_run *run, ral_tensor *tensor);
/* Return the only element, an integer or truth value, of TENSOR; 0 if the execution has failed. */
int64_t ral_integer(ral_run *run, const ral_tensor *tensor);
/* Return 1 if something has failed. */
int ral_failed(const ral_run *run);

#ifdef __cplusplus
}
#endif

#endif
