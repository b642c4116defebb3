/* src/arith/cfunction.h -- what is known of functions of C: the rows of cfunction.def, found by
 * name.
 *
 * Rows are constant; all may be read by any thread.
 * Not here: whether a call has the type of the function; who asks looks at that. */
#ifndef HR_CFUNCTION_H
#define HR_CFUNCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Off by any number of ULP. */
#define HR_ANY_ULP __builtin_inff()

/* Which of the three floating types a function is for: "sin", "sinf", "sinl". */
typedef enum hr_cfunction_form {
	HR_FORM_DOUBLE,
	HR_FORM_FLOAT,
	HR_FORM_LONG_DOUBLE
} hr_cfunction_form;

/* ---- devices --------------------------------------------------------------------------------- */

/* Why something does not run a function. R(enumerator, what is said behind its name) */
#define HR_CFUNCTION_REASONS(R)                                                                    \
	R(NO_REASON, "")                                                                           \
	R(UNKNOWN, "nothing is known of it")                                                       \
	R(NO_KERNEL_CODE, "kernels have no such function")                                         \
	R(NO_BUILTIN, "OpenCL C has no such function")                                             \
	R(OTHER, "OpenCL C's function of that name gives other results")                           \
	R(LOOSE, "OpenCL lets it be off by anything")                                              \
	R(NAN_BITS, "it is about bits of NaNs, which kernels do not keep")                         \
	R(NARROWS, "it rounds to a narrower type")                                                 \
	R(TYPES, "its types differ between C libraries")                                           \
	R(LONG_DOUBLE, "kernels have no long double")                                              \
	R(LATER_C, "C has it since C23 only")                                                      \
	R(CHANGES_HEAP, "it gives or takes memory")                                                \
	R(ACTS_OUTSIDE, "it has effects outside of the program")                                   \
	R(KEEPS_STATE, "later calls depend on it")                                                 \
	R(ENDS_PROCESS, "it ends the process")                                                     \
	R(LEAVES_FRAME, "it leaves the function that calls it")

typedef enum hr_cfunction_reason {
#define R(name, text) HR_WHY_##name,
	HR_CFUNCTION_REASONS(R)
#undef R
} hr_cfunction_reason;

typedef enum hr_cfunction_how {
	HR_DEVICE_LACKS,       /* `reason` */
	HR_DEVICE_EXACT,       /* one right result */
	HR_DEVICE_NEAR,        /* off by as many ULP as `ulps` says */
	HR_DEVICE_OWN,         /* the same, by code of ours in any case */
	HR_DEVICE_AS,          /* as the intrinsic NAME of LLVM */
	HR_DEVICE_PARTS,       /* one result is returned, the others are stored */
	HR_DEVICE_INSTRUCTION, /* the row's intrinsic */
} hr_cfunction_how;

typedef struct hr_cfunction_device {
	hr_cfunction_how how;
	const char *name; /* of the device's function; NULL: the row's */
	float ulps[2];    /* of HR_FORM_DOUBLE and HR_FORM_FLOAT */
	hr_cfunction_reason reason;
} hr_cfunction_device;

/* ---- effects --------------------------------------------------------------------------------- */

enum {
	HR_CFUNCTION_ACCESSES = 3,
	/* lengths, where it is not the number of an argument */
	HR_LENGTH_TEXT = -1,   /* to the first 0 */
	HR_LENGTH_BYTES = -2,  /* `bytes` */
	HR_LENGTH_NUMBER = -3, /* one of the form's floating type */
	HR_LENGTH_ANY = -4,    /* through any pointer, of any length */
	HR_TIMES_ONCE = -1,
};

/* Of what argument POINTER, counted from 0, points to. */
typedef struct hr_cfunction_access {
	enum { HR_ACCESSES_NONE, HR_ACCESSES_READS, HR_ACCESSES_WRITES } kind;
	int8_t pointer, length, times; /* arguments; HR_LENGTH_... and HR_TIMES_ONCE */
	uint8_t bytes;
} hr_cfunction_access;

/* What remains between calls. */
typedef enum hr_cfunction_state {
	HR_STATE_NOTHING, /* but errno, which each thread has for itself */
	HR_STATE_SIGNGAM, /* the variable of that name, which each call sets */
	HR_STATE_HEAP,    /* blocks of memory */
	HR_STATE_OUTSIDE, /* files, clocks, the environment: all see the order of calls */
	HR_STATE_KEEPS, /* something in the library, or in the thread, that later calls depend on */
} hr_cfunction_state;

typedef enum hr_cfunction_stops {
	HR_STOPS_NOT,
	HR_STOPS_MAY,    /* the process, where it is used wrongly */
	HR_STOPS_ENDS,   /* the process */
	HR_STOPS_JUMPS,  /* to another frame */
	HR_STOPS_RAISES, /* an exception */
} hr_cfunction_stops;

/* By their parameters: what a call must look like to be one. */
typedef enum hr_cfunction_heap {
	HR_HEAP_NONE,
	HR_HEAP_UNKNOWN,      /* may do so, and nobody hears of what */
	HR_HEAP_SIZE,         /* void *(size_t bytes) */
	HR_HEAP_SIZE_QUIET,   /* void *(size_t bytes, const void *nothrow) */
	HR_HEAP_SIZE_ALIGN,   /* void *(size_t bytes, size_t align) */
	HR_HEAP_ALIGN_SIZE,   /* void *(size_t align, size_t bytes) */
	HR_HEAP_COUNT_SIZE,   /* void *(size_t count, size_t bytes) */
	HR_HEAP_POSIX,        /* int (void **block, size_t align, size_t bytes) */
	HR_HEAP_REALLOC,      /* void *(void *block, size_t bytes) */
	HR_HEAP_REALLOC_MANY, /* void *(void *block, size_t count, size_t bytes) */
	HR_HEAP_STRING,       /* char *(const char *, ...) */
	HR_HEAP_USABLE,       /* size_t (void *block) */
	HR_HEAP_FREE,         /* void (void *block, ...) */
	HR_HEAP_FREE_ALIGNED, /* the same, of blocks that HR_HEAP_FREE does not take */
} hr_cfunction_heap;

typedef enum hr_cfunction_block {
	HR_BLOCK_NONE,
	HR_BLOCK_COPIES,
	HR_BLOCK_FILLS
} hr_cfunction_block;

/* ---- numbers --------------------------------------------------------------------------------- */

/* By how much a result moves when arguments are off: `moves` in cfunction.def. */
/* clang-format off */
#define HR_CFUNCTION_MOVES(M)                                                                      \
	M(OPEN)                                                                                    \
	M(NOT) M(SAME) M(SIGN) M(FUSED) M(EITHER) M(STEP) M(MONOTONE) M(WAVE) M(BOTH) M(TAN)       \
		M(COSH) M(POW) M(ATAN2) M(EXPONENT) M(QUOTIENT)
/* clang-format on */

typedef enum hr_cfunction_moves {
#define M(name) HR_MOVES_##name,
	HR_CFUNCTION_MOVES(M)
#undef M
} hr_cfunction_moves;

/* ---- rows ------------------------------------------------------------------------------------ */

typedef struct hr_cfunction {
	const char *name;
	size_t length;         /* of the name */
	const char *signature; /* cfunction.def has the letters */
	const char *same_as;   /* an alias: the row's name */
	bool forms;
	bool not_c;
	hr_cfunction_device opencl, nvidia;
	float glibc[2]; /* ULP; of HR_FORM_DOUBLE and HR_FORM_FLOAT */
	hr_cfunction_moves moves;
	bool lanes;            /* batches do 16 lanes of floats at once */
	const char *intrinsic; /* LLVM's, of the same meaning; "llvm.floor" */
	bool instruction;      /* which processors have */
	bool either_zero;
	hr_cfunction_access
		access[HR_CFUNCTION_ACCESSES]; /* the last ones may be HR_ACCESSES_NONE */
	hr_cfunction_state state;
	hr_cfunction_stops stops;
	hr_cfunction_heap heap;
	const char *shown; /* in diagnostics, of memory that it gives: "malloc" */
	const char *plain; /* HR_HEAP_FREE: the function that does the same with the block alone */
	hr_cfunction_block block;
	bool calls_back;
} hr_cfunction;

/* The row of a function of that NAME, LENGTH characters; NULL: nothing is known of such a function.
 * *FORM, unless FORM is NULL, becomes which one of the row it is. */
const hr_cfunction *hr_cfunction_named(const char *name, size_t length, hr_cfunction_form *form);
const hr_cfunction *hr_cfunction_find(const char *name);
/* The row of the intrinsic that NAME, LENGTH characters between "llvm." and the types, is: of
 * "maxnum" that of fmax. */
const hr_cfunction *hr_cfunction_of_intrinsic(const char *name, size_t length);
/* Row NUMBER, in the order of the table; NULL: there are no more. */
const hr_cfunction *hr_cfunction_at(size_t number);

/* The following take NULL for a function of which nothing is known. */

/* Whether nothing but errno remains of a call, nor shows it, but what accesses say: calls may be
 * made at once, in any order, and again. */
bool hr_cfunction_keeps_nothing(const hr_cfunction *row);
/* Whether other memory than that of a BLOCK is accessed. */
bool hr_cfunction_follows_pointers(const hr_cfunction *row);
/* Whether memory is written, or moved. */
bool hr_cfunction_writes(const hr_cfunction *row);
/* Of a length that is no argument, of a text or of anything: how many bytes it is. */
uint64_t hr_cfunction_bytes(const hr_cfunction_access *access, hr_cfunction_form form);
/* How many parameters the signature has before ".". */
unsigned hr_cfunction_parameters(const hr_cfunction *row);
/* Why instances that run at once, on threads of this process, may not call it; HR_WHY_NO_REASON:
 * they may. */
hr_cfunction_reason hr_cfunction_why_not_native(const hr_cfunction *row);
/* Why a kernel has no such function; DEVICE is the row's column, NULL when the row is. */
hr_cfunction_reason hr_cfunction_why_not_kernel(const hr_cfunction *row,
						const hr_cfunction_device *device,
						hr_cfunction_form form);
/* "OpenCL C has no such function" */
const char *hr_cfunction_reason_text(hr_cfunction_reason reason);

#endif
