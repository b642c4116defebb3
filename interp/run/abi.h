/* interp/run/abi.h -- the C calling convention of x86-64 (System V), as LLVM applies it to its
 * types.
 *
 * A plan gives for every scalar argument its position in an image of the argument area: six general
 * registers, eight vector registers, then the stack. A native call loads this image, a closure
 * receives it, and it has the layout of the register save area and the overflow area of a
 * va_list. */
#ifndef HR_ABI_H
#define HR_ABI_H

#include "ir/code/code.h"
#include "src/base/arena.h"

/* 1 if the calling convention of this machine is implemented here. */
#ifndef HR_ABI_KNOWN
#ifdef __x86_64__
#define HR_ABI_KNOWN 1
#else
#define HR_ABI_KNOWN 0
#endif
#endif

enum {
	HR_ABI_GP = 0,
	HR_ABI_GP_END = 48, /* rdi rsi rdx rcx r8 r9 */
	HR_ABI_FP = 48,
	HR_ABI_FP_END = 176, /* xmm0 to xmm7, 16 bytes each */
	HR_ABI_STACK = 176,
	HR_ABI_MAX_STACK = 64 * 1024, /* bytes of arguments on the stack */
};

/* The registers that return a result. */
typedef enum hr_abi_result {
	HR_ABI_NOTHING,
	HR_ABI_INT,     /* rax */
	HR_ABI_INT_INT, /* rax, rdx */
	HR_ABI_FLOAT,   /* xmm0, up to 16 bytes */
	HR_ABI_FLOATS,  /* xmm0, xmm1, 8 bytes each */
	HR_ABI_MIXED,   /* rax and xmm0 (8 bytes) */
	HR_ABI_X87,     /* st0 */
	HR_ABI_X87_X87, /* st0, st1 */
} hr_abi_result;

typedef struct hr_abi_place {
	uint32_t reg; /* offset in the frame */
	uint32_t at;  /* offset in the image */
	uint32_t bytes;
	uint32_t byval; /* != 0: the bytes at the address in the register go to the stack */
	uint64_t mask;  /* valid bits, up to 64; the bits above are unspecified */
	uint8_t sext;   /* != 0: a signed value of that many bits */
} hr_abi_place;

/* Offsets of the result registers: rax at 0, rdx at 8, xmm0 at 16, xmm1 at 32, st0 at 48, st1 at
 * 64. */
enum {
	HR_ABI_RAX = 0,
	HR_ABI_RDX = 8,
	HR_ABI_XMM0 = 16,
	HR_ABI_XMM1 = 32,
	HR_ABI_ST0 = 48,
	HR_ABI_ST1 = 64,
	HR_ABI_RESULT_BYTES = 80,
};

typedef struct hr_abi {
	hr_abi_place *args, *results;
	uint32_t arg_count, result_count;
	uint32_t stack_bytes;                     /* a multiple of 16 */
	uint32_t gp, fp;                          /* number of registers used */
	uint32_t fixed_gp, fixed_fp, fixed_stack; /* used by the fixed parameters alone */
	hr_abi_result result;
} hr_abi;

/* Return a plan to pass PARAMS (scalars ARGS, flattened) and RESULTS of type RESULT. Return NULL
 * and set *why (static text) if the convention is not implemented for these types. */
hr_abi *hr_abi_plan(hr_arena *arena, const hr_param *params, uint32_t param_count, uint32_t fixed,
		    const hr_scalar *args, const hr_type *result, const hr_scalar *results,
		    uint32_t result_count, const char **why);

/* Store the registers of FRAME in IMAGE, the image of the argument area, which has HR_ABI_STACK +
 * stack_bytes bytes. */
void hr_abi_store(const hr_abi *abi, const uint8_t *frame, uint8_t *image);

/* Copy results from RESULT, the image of the result registers, to FRAME. */
void hr_abi_take(const hr_abi_place *places, uint32_t count, const uint8_t *result, uint8_t *frame);

/* Return the size of a vector that is passed in one vector register; 0 if TYPE is not (wider
 * vectors, bit-packed ones, and those of one element, which is passed as a scalar). */
uint32_t hr_abi_vector_bytes(const hr_type *type);
/* Return true if TYPE is or contains a vector. */
bool hr_abi_has_vector(const hr_type *type);

typedef struct hr_va_list {
	uint32_t gp_offset, fp_offset;
	void *overflow, *save;
} hr_va_list;

#endif
