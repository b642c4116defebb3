/* src/arith/cfunction.h -- what is known of C functions: the rows of cfunction.def, found by name.
 *
 * Rows are constant; any thread may read them.
 * Not here: whether a call has the type of the function; the caller checks that. */
#ifndef HR_CFUNCTION_H
#define HR_CFUNCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The error in ULP is unbounded. */
#define HR_ANY_ULP __builtin_inff()

/* The three floating types of a function: "sin", "sinf", "sinl". */
typedef enum hr_cfunction_form {
	HR_FORM_DOUBLE,
	HR_FORM_FLOAT,
	HR_FORM_LONG_DOUBLE
} hr_cfunction_form;

/* ---- devices --------------------------------------------------------------------------------- */

/* Reasons why a target does not support a function. R(enumerator, text after the function's
 * name) */
#define HR_CFUNCTION_REASONS(R)                                                                    \
	R(NO_REASON, "")                                                                           \
	R(UNKNOWN, "nothing is known about it")                                                    \
	R(NO_KERNEL_CODE, "kernels have no such function")                                         \
	R(NO_BUILTIN, "OpenCL C has no such function")                                             \
	R(OTHER, "OpenCL C's function of that name gives other results")                           \
	R(LOOSE, "OpenCL does not bound its error")                                                \
	R(NAN_BITS, "it depends on the bits of NaNs, which kernels do not preserve")               \
	R(NARROWS, "it rounds to a narrower type")                                                 \
	R(TYPES, "its types differ between C libraries")                                           \
	R(LONG_DOUBLE, "kernels have no long double")                                              \
	R(LATER_C, "it exists only since C23")                                                     \
	R(CHANGES_HEAP, "it allocates or frees memory")                                            \
	R(ACTS_OUTSIDE, "it has effects outside of the program")                                   \
	R(KEEPS_STATE, "later calls depend on it")                                                 \
	R(ENDS_PROCESS, "it ends the process")                                                     \
	R(LEAVES_FRAME, "it leaves its calling function")

typedef enum hr_cfunction_reason {
#define R(name, text) HR_WHY_##name,
	HR_CFUNCTION_REASONS(R)
#undef R
} hr_cfunction_reason;

typedef enum hr_cfunction_how {
	HR_DEVICE_LACKS,       /* `reason` */
	HR_DEVICE_EXACT,       /* exactly one correct result */
	HR_DEVICE_NEAR,        /* error of at most `ulps` ULP */
	HR_DEVICE_OWN,         /* as HR_DEVICE_NEAR, always by code of this project */
	HR_DEVICE_AS,          /* as LLVM's intrinsic NAME */
	HR_DEVICE_PARTS,       /* one result is returned, the others are stored through pointers */
	HR_DEVICE_INSTRUCTION, /* the row's intrinsic is an instruction */
} hr_cfunction_how;

typedef struct hr_cfunction_device {
	hr_cfunction_how how;
	const char *name; /* name of the device's function; NULL: the row's name */
	float ulps[2];    /* indexed by HR_FORM_DOUBLE and HR_FORM_FLOAT */
	hr_cfunction_reason reason;
} hr_cfunction_device;

/* ---- effects --------------------------------------------------------------------------------- */

enum {
	HR_CFUNCTION_ACCESSES = 3,
	/* lengths that are not the number of an argument */
	HR_LENGTH_TEXT = -1,   /* up to the first 0 */
	HR_LENGTH_BYTES = -2,  /* `bytes` bytes */
	HR_LENGTH_NUMBER = -3, /* one number of the form's floating type */
	HR_LENGTH_ANY = -4,    /* through any pointer, of any length */
	HR_TIMES_ONCE = -1,
};

/* What is known of the length of an access. */
typedef enum hr_cfunction_how_much {
	HR_HOW_EXACTLY, /* a text that is written: it is there before the call */
	HR_HOW_AT_MOST,
	HR_HOW_RETURNS, /* `length` is the most; the function returns how many, <= 0: none */
	HR_HOW_AFTER,   /* the text that is there after a call that does not return 0 */
	HR_HOW_COPIES,  /* as long as the text of argument `source` */
	HR_HOW_APPENDS, /* that text behind the one that is there */
	HR_HOW_PRINTS,  /* what the format, argument `source`, and the following arguments say */
} hr_cfunction_how_much;

/* An access to what argument POINTER, counted from 0, points to. */
typedef struct hr_cfunction_access {
	enum { HR_ACCESSES_NONE, HR_ACCESSES_READS, HR_ACCESSES_WRITES } kind;
	/* numbers of arguments; HR_LENGTH_... and HR_TIMES_ONCE; `times` of a text: the largest number
	 * of bytes */
	int8_t pointer, length, times;
	uint8_t bytes;
	hr_cfunction_how_much how;
	int8_t source; /* HR_HOW_COPIES, HR_HOW_APPENDS, HR_HOW_PRINTS: number of the argument */
} hr_cfunction_access;

/* State that remains between calls. */
typedef enum hr_cfunction_state {
	HR_STATE_NOTHING,     /* none but errno, which is thread-local */
	HR_STATE_SIGNGAM,     /* the variable of that name, which each call sets */
	HR_STATE_HEAP,        /* blocks of memory */
	HR_STATE_OUTSIDE,     /* files, clocks, the environment: the order of calls is visible */
	HR_STATE_ENVIRONMENT, /* the floating-point environment: each instance has its own */
	HR_STATE_KEEPS,       /* state in the library or thread that later calls depend on */
} hr_cfunction_state;

typedef enum hr_cfunction_stops {
	HR_STOPS_NOT,
	HR_STOPS_MAY,    /* may end the process if used wrongly */
	HR_STOPS_ENDS,   /* ends the process */
	HR_STOPS_JUMPS,  /* jumps to another frame */
	HR_STOPS_RAISES, /* raises an exception */
} hr_cfunction_stops;

/* Functions that allocate or free memory, by their parameters: what a call must look like to be
 * one. */
typedef enum hr_cfunction_heap {
	HR_HEAP_NONE,
	HR_HEAP_UNKNOWN,      /* may allocate or free, it is unknown what */
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
	HR_HEAP_FREE_ALIGNED, /* the same, for blocks that HR_HEAP_FREE does not accept */
} hr_cfunction_heap;

typedef enum hr_cfunction_block {
	HR_BLOCK_NONE,
	HR_BLOCK_COPIES,
	HR_BLOCK_FILLS
} hr_cfunction_block;

/* Functions that order threads, by the object at argument 0 (M8). */
typedef enum hr_cfunction_sync {
	HR_SYNC_NOT,
	HR_SYNC_ACQUIRES,
	HR_SYNC_TRIES, /* acquires it if the result is 0 */
	HR_SYNC_RELEASES,
	HR_SYNC_ONCE, /* acquires and releases it */
} hr_cfunction_sync;

/* Whether a program in the sandbox may call it, and what holds besides its accesses. */
typedef enum hr_cfunction_sandbox {
	HR_SANDBOX_REFUSED,
	HR_SANDBOX_ALLOWED,   /* it follows no pointer but those of its accesses */
	HR_SANDBOX_STREAM,    /* argument `sandbox_argument` is a stream */
	HR_SANDBOX_CALLING,   /* argument `sandbox_argument` is a function of the program */
	HR_SANDBOX_CHARACTER, /* the argument is EOF or an unsigned char */
	HR_SANDBOX_TABLE,   /* the result points to a table of `sandbox_argument` bytes an entry */
	HR_SANDBOX_OPENING, /* it opens a file */
	HR_SANDBOX_OPAQUE,  /* it does not follow its pointers */
} hr_cfunction_sandbox;

/* ---- numbers --------------------------------------------------------------------------------- */

/* How errors of arguments propagate to the result: `moves` in cfunction.def. */
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
	size_t length;         /* length of the name */
	const char *signature; /* its letters are explained in cfunction.def */
	const char *same_as;   /* name of the aliased row, or NULL */
	bool forms;
	bool not_c;
	hr_cfunction_device opencl, nvidia;
	float glibc[2]; /* error in ULP, indexed by HR_FORM_DOUBLE and HR_FORM_FLOAT */
	hr_cfunction_moves moves;
	bool lanes;            /* a batch computes 16 float lanes at once */
	const char *intrinsic; /* LLVM intrinsic with the same meaning, "llvm.floor", or NULL */
	bool instruction;      /* processors have it as an instruction */
	bool either_zero;
	hr_cfunction_access
		access[HR_CFUNCTION_ACCESSES]; /* unused entries at the end are HR_ACCESSES_NONE */
	hr_cfunction_state state;
	hr_cfunction_stops stops;
	hr_cfunction_heap heap;
	const char *shown; /* name in diagnostics of the memory that it allocates: "malloc" */
	const char *plain; /* HR_HEAP_FREE: the function that does the same with the block alone */
	hr_cfunction_block block;
	bool apart; /* what it reads and what it writes must not overlap */
	hr_cfunction_sync sync;
	bool calls_back;
	hr_cfunction_sandbox sandbox;
	uint8_t sandbox_argument;
} hr_cfunction;

/* Return the row of the function NAME, LENGTH characters; NULL if the function is unknown. Unless
 * FORM is NULL, set *FORM to the form of the row that NAME is. */
const hr_cfunction *hr_cfunction_named(const char *name, size_t length, hr_cfunction_form *form);
const hr_cfunction *hr_cfunction_find(const char *name);
/* Return the row of the intrinsic NAME, LENGTH characters between "llvm." and the types: for
 * "maxnum" that of fmax. */
const hr_cfunction *hr_cfunction_of_intrinsic(const char *name, size_t length);
/* Return row NUMBER, in the order of the table; NULL after the last row. */
const hr_cfunction *hr_cfunction_at(size_t number);

/* The following functions accept NULL for an unknown function. */

/* Return true if a call has no effects beyond errno and its listed accesses, and depends on no
 * other state: calls may run at once, in any order, and repeatedly. */
bool hr_cfunction_keeps_nothing(const hr_cfunction *row);
/* Return true if it accesses memory other than that of a BLOCK. */
bool hr_cfunction_follows_pointers(const hr_cfunction *row);
/* Return true if it writes or moves memory. */
bool hr_cfunction_writes(const hr_cfunction *row);
/* Return the number of bytes of an ACCESS whose length is not an argument, a text or arbitrary. */
uint64_t hr_cfunction_bytes(const hr_cfunction_access *access, hr_cfunction_form form);
/* Return the number of parameters in the signature before ".". */
unsigned hr_cfunction_parameters(const hr_cfunction *row);
/* Return why instances that run at once, on threads of this process, may not call it;
 * HR_WHY_NO_REASON if they may. */
hr_cfunction_reason hr_cfunction_why_not_native(const hr_cfunction *row);
/* Return why kernels do not support the function; HR_WHY_NO_REASON if they do. DEVICE is the row's
 * column, NULL if the row is NULL. */
hr_cfunction_reason hr_cfunction_why_not_kernel(const hr_cfunction *row,
						const hr_cfunction_device *device,
						hr_cfunction_form form);
/* Return the text of a reason: "OpenCL C has no such function" */
const char *hr_cfunction_reason_text(hr_cfunction_reason reason);

#endif
