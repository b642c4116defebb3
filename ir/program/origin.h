/* ir/program/origin.h -- where the address of a memory access comes from, as far as the function
 * itself shows.
 *
 * Safe from several threads. */
#ifndef HR_ORIGIN_H
#define HR_ORIGIN_H

#include "ir/program/program.h"

typedef enum hr_origin_kind {
	HR_ORIGIN_UNKNOWN,  /* loaded, returned by a call, or one of several values */
	HR_ORIGIN_ARGUMENT, /* `index`: the function's parameter */
	HR_ORIGIN_GLOBAL,   /* `index`: id of the global, which may be thread-local, `bytes` long */
	/* an alloca of this function, `bytes` long; 0: not at a fixed place in the frame */
	HR_ORIGIN_STACK,
} hr_origin_kind;

typedef struct hr_origin {
	hr_origin_kind kind;
	uint32_t index;
	uint64_t bytes;
	bool constant;  /* a global that is never written */
	uint32_t place; /* HR_ORIGIN_STACK: offset in the frame */
} hr_origin;

/* Return the origin of the address of the access at WORD. SECOND: the source of a copy, else its
 * destination. */
hr_origin hr_origin_of_access(const hr_code *code, uint32_t word, bool second);
/* Return the origin of argument ARGUMENT of the call at WORD. */
hr_origin hr_origin_of_argument(const hr_code *code, uint32_t word, uint32_t argument);
/* Return the alignment that the load, store, fill or copy at WORD relies on; 1 if none. An odd
 * integer is moved in pieces, lowest first, each with the alignment of its offset; of the parts of
 * a vector or an aggregate, the first has the alignment of the whole. SECOND: of the source of a
 * copy. */
uint32_t hr_origin_align(const hr_code *code, uint32_t word, bool second);
/* Return true if the load or store at WORD moves floating-point values. */
bool hr_origin_floating(const hr_code *code, uint32_t word);
/* The instances that an atomic operation or a fence orders: itself, its warp, its group, all of the
 * device, all. */
typedef enum hr_sync_scope {
	HR_SCOPE_ITEM,
	HR_SCOPE_WARP,
	HR_SCOPE_GROUP,
	HR_SCOPE_DEVICE,
	HR_SCOPE_SYSTEM,
} hr_sync_scope;

typedef struct hr_ordering {
	bool acquires, releases;
	bool changes; /* it reads and writes */
	hr_sync_scope scope;
} hr_ordering;

/* The kind of the metadata of a fence of a kernel, an i32, that is its scope. */
#define HR_SCOPE_METADATA "hpvm.scope"
/* Return how the atomic operation or fence at WORD orders; all false for another one. */
hr_ordering hr_origin_ordering(const hr_code *code, uint32_t word);
/* The memory that a barrier or fence of a kernel orders (M8): shared memory of the group, and all other
 * memory. */
enum { HR_ORDERS_SHARED = 1, HR_ORDERS_OTHER = 2, HR_ORDERS_ALL = 3 };
/* The kind of the metadata that says so, an i32; without it, the instruction orders all memory. */
#define HR_ORDERS_METADATA "hpvm.orders"
/* Return what the barrier or fence at WORD orders. */
unsigned hr_origin_orders(const hr_code *code, uint32_t word);
/* Return the memory that the address of the access at WORD points to by its type (K2); SECOND: the address of the
 * source of a copy. */
hr_memory_kind hr_origin_memory(const hr_code *code, uint32_t word, bool second);
/* Return the memory in which GLOBAL lies. */
hr_memory_kind hr_global_memory(const hr_program *program, const hr_global *global);
/* Return a number for the place in the source of the operation at WORD, the same for all operations
 * that a compiler made of it in one function: file, line, column, kind of instruction. 0 if it is
 * unknown. */
uint64_t hr_origin_source(const hr_code *code, uint32_t word);
/* Return true if the operation at WORD belongs to the store of a vector, which is split into
 * elements: its words are from *FIRST to before *END. */
bool hr_origin_vector_store(const hr_code *code, uint32_t word, uint32_t *first, uint32_t *end);
/* The store, or copy of a constant size, that an operation belongs to, and the adjacent stores in
 * its block, as when an aggregate is copied field by field. */
typedef struct hr_beside {
	uint32_t instruction; /* its first word */
	/* of ALL adjacent bytes the instruction stores BYTES, after BEFORE others; 0: nothing is
	 * adjacent */
	uint64_t before, bytes, all;
} hr_beside;

/* Return what is stored beside the operation at WORD of CODE. */
hr_beside hr_origin_beside(const hr_code *code, uint32_t word);
/* Return the instruction (LLVMValueRef) of the operation at WORD, NULL if there is none; set *FIRST
 * to its first word. */
void *hr_origin_instruction(const hr_code *code, uint32_t word, uint32_t *first);
/* Return the name of VARIABLE of CODE, in the source or else in the IR, or NULL; valid as long as
 * the program. */
const char *hr_origin_variable(const hr_code *code, const hr_variable *variable);

/* The parameters through which a function writes memory, including by calls. C functions that are
 * not known to write count as writing nothing. */
typedef struct hr_writes {
	uint64_t parameters; /* one bit for each parameter */
	bool elsewhere;      /* through other pointers as well, except to its own variables */
} hr_writes;

/* Return the writes of FUNCTION. */
hr_writes hr_writes_of(const hr_function *function);

#endif
