/* ir/program/origin.h -- where the address of a memory access comes from, as far as the function
 * itself says.
 *
 * Safe from several threads. */
#ifndef HR_ORIGIN_H
#define HR_ORIGIN_H

#include "ir/program/program.h"

typedef enum hr_origin_kind {
	HR_ORIGIN_UNKNOWN,  /* loaded, returned by a call, or one of several */
	HR_ORIGIN_ARGUMENT, /* `index`: the function's parameter */
	HR_ORIGIN_GLOBAL,   /* `index`: id of the global, `bytes` long */
	HR_ORIGIN_STACK, /* an alloca of this function, `bytes` long; 0: not fixed in the frame */
} hr_origin_kind;

typedef struct hr_origin {
	hr_origin_kind kind;
	uint32_t index;
	uint64_t bytes;
	bool constant;  /* a global that is never written */
	uint32_t place; /* HR_ORIGIN_STACK: where in the frame */
	uint32_t word;  /* HR_ORIGIN_STACK with bytes: the operation that makes it */
} hr_origin;

/* What the access at WORD goes through. SECOND: the source of a copy, else its destination. */
hr_origin hr_origin_of_access(const hr_code *code, uint32_t word, bool second);
/* Where argument ARGUMENT of the call at WORD comes from. */
hr_origin hr_origin_of_argument(const hr_code *code, uint32_t word, uint32_t argument);
/* The alignment that the load, store, fill or copy at WORD relies on; 1 when it says nothing. An
 * odd integer is moved in pieces, lowest first, each aligned as its place leaves it; of the parts
 * of a vector or an aggregate the first is aligned as the whole is. SECOND: of the source of a
 * copy. */
uint32_t hr_origin_align(const hr_code *code, uint32_t word, bool second);
/* Whether the load or store at WORD moves floating-point values. */
bool hr_origin_floating(const hr_code *code, uint32_t word);
/* A number for the place in the source that the operation at WORD comes from, the same for all that
 * a compiler made of it in one function: file, line, column, kind of instruction. 0: it is not
 * known. */
uint64_t hr_origin_source(const hr_code *code, uint32_t word);
/* Whether the operation at WORD is one of those that store a vector, part by part: they are the
 * words from *FIRST to before *END. */
bool hr_origin_vector_store(const hr_code *code, uint32_t word, uint32_t *first, uint32_t *end);
/* The store, or copy of a constant size, that an operation is of, and what is stored side by side
 * with it in its block: as an aggregate is that is copied field by field. */
typedef struct hr_beside {
	uint32_t instruction; /* its first word */
	/* of ALL bytes the instruction stores BYTES, which come after BEFORE; 0: nothing lies
	 * beside it */
	uint64_t before, bytes, all;
} hr_beside;

hr_beside hr_origin_beside(const hr_code *code, uint32_t word);
/* The instruction (LLVMValueRef) that the operation at WORD is of, NULL: none; *FIRST: its first
 * word. */
void *hr_origin_instruction(const hr_code *code, uint32_t word, uint32_t *first);
/* Name of the variable that is made at WORD, in the source or else in the IR, or NULL; lives as
 * long as the program. */
const char *hr_origin_variable(const hr_code *code, uint32_t word);

/* Through which of its parameters a function writes memory, by way of what it calls, too. C's
 * functions that are not seen to write count as writing nothing. */
typedef struct hr_writes {
	uint64_t parameters; /* a bit for each */
	bool elsewhere;      /* through other pointers as well; not counting its own variables */
} hr_writes;
hr_writes hr_writes_of(const hr_function *function);

#endif
