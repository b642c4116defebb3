/* ir/lift/lift_machine.h -- the machine that runs an internal node function on abstract values;
 * private to internal.c (control), values.c (values, memory, integers), calls.c (graph calls).
 *
 * A function that finds an error in the current instruction reports it and returns
 * HR_AM_NOTHING. */
#ifndef HR_LIFT_MACHINE_H
#define HR_LIFT_MACHINE_H

#include <llvm-c/Core.h>

#include "ir/lift/lift.h"
#include "src/base/map.h"

typedef enum hr_am_kind {
	HR_AM_NOTHING,   /* unknown; the reason has been reported */
	HR_AM_INTEGER,   /* expr, 1 to 64 bits */
	HR_AM_CHILD,     /* handle of child `index` */
	HR_AM_EDGE,      /* handle of an edge */
	HR_AM_LOCAL,     /* address: byte `offset` of local variable `index` */
	HR_AM_PARAMETER, /* parameter `index` that is not an integer of 1 to 64 bits */
	HR_AM_CONSTANT,  /* llvm; if it is a global variable, byte `offset` of it */
	HR_AM_OTHER,     /* a value that must not be used, such as a partial result */
} hr_am_kind;

typedef struct hr_am_value {
	hr_am_kind kind;
	uint32_t index;
	int64_t offset;
	const hr_expr *expr;
	LLVMValueRef llvm;
} hr_am_value;

typedef struct hr_am_cell {
	hr_am_value value;
	uint64_t size;
} hr_am_cell;

typedef struct hr_am {
	hr_lift *lift;
	hr_program *program;
	hr_arena *arena;
	hr_function *function;
	LLVMValueRef instruction; /* the current one */
	LLVMBasicBlockRef block, previous;
	hr_map values; /* instruction to index in pool */
	HR_VEC(hr_am_value) pool;
	hr_map cells_at; /* local and offset to index in cells */
	HR_VEC(hr_am_cell) cells;
	uint32_t locals;
	uint32_t steps; /* instructions that have run */
	HR_VEC(hr_child) children;
	HR_VEC(hr_edge) edges;
	HR_VEC(hr_bind) input_binds, output_binds;
	HR_VEC(void *) edge_calls, input_bind_calls, output_bind_calls;
	bool broken;
} hr_am;

/* Bytes for the name of an instruction or callee in a diagnostic. */
enum { HR_AM_TEXT = 64 };

static const hr_am_value hr_am_nothing = {.kind = HR_AM_NOTHING};

/* Report internal-node-computes at the current instruction. */
hr_am_value hr_am_computes(hr_am *m, const char *what);
hr_am_value hr_am_computes_instruction(hr_am *m);
/* Report bad-graph-call, and mark the shape as broken. */
hr_am_value hr_am_bad_call(hr_am *m, const hr_hpvm_call *call, const char *why);

/* Return the value of LLVM, a constant, a parameter or an instruction that has run. */
hr_am_value hr_am_value_of(hr_am *m, LLVMValueRef llvm);
hr_am_value hr_am_operand(hr_am *m, unsigned i); /* operand of the current instruction */

/* Run the current instruction, by kind. */
void hr_am_store(hr_am *m);
hr_am_value hr_am_load(hr_am *m);
hr_am_value hr_am_element(hr_am *m); /* the address of an element of a variable */
/* Run a copy of a constant to a local variable, as for `int order[] = {2, 0, 1}`. Return false if it
 * is another copy. */
bool hr_am_copy_constant(hr_am *m);
hr_am_value hr_am_conversion(hr_am *m, hr_expr_op op);
hr_am_value hr_am_comparison(hr_am *m);
hr_am_value hr_am_selection(hr_am *m);
/* Return its result as OP of two values. */
hr_am_value hr_am_binary(hr_am *m, hr_expr_op op, hr_am_value a, hr_am_value b);

/* Forget values that overlap bytes [offset, offset + size) of a local variable. */
void hr_am_forget(hr_am *m, uint32_t local, int64_t offset, uint64_t size);
/* Return EXPR as a value; if it is NULL, because the expression was too large, report that. */
hr_am_value hr_am_made(hr_am *m, const hr_expr *expr);
/* Find the HR_X_ operation of a binary instruction; return false if it has none. */
bool hr_am_binary_op(LLVMOpcode opcode, hr_expr_op *op);

/* Run CALL, which creates a child, an edge or a bind. */
hr_am_value hr_am_graph_call(hr_am *m, const hr_hpvm_call *call);

#endif
