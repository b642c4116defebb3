/* ir/pass/pass_private.h -- what passes share: child graphs that can be changed, and calls in new
 * code. Private to ir/pass/. */
#ifndef HR_PASS_PRIVATE_H
#define HR_PASS_PRIVATE_H

#include <llvm-c/Core.h>

#include "ir/lift/tensor_leaf.h"
#include "ir/pass/pass.h"
#include "src/base/vec.h"

/* The passes. Each makes one change and sets *MORE, initially false, if more may be possible once
 * graphs are lifted again. */
hr_status hr_pass_fuse_tensors(hr_program *program, bool *more) HR_MUST_CHECK;
hr_status hr_pass_wrap_tensors(hr_program *program, bool *more) HR_MUST_CHECK;
hr_status hr_pass_sequentialise(hr_program *program, bool *more) HR_MUST_CHECK;
hr_status hr_pass_sequentialise_all(hr_program *program, bool *more) HR_MUST_CHECK;

/* --- code.c: new code ---------------------------------------------------------------------- */

typedef struct hr_pass_code {
	hr_program *program;
	LLVMModuleRef module;
	LLVMContextRef context;
	LLVMBuilderRef builder; /* owns */
	LLVMTypeRef i32, i64, ptr;
} hr_pass_code;

/* Begin new code at the end of a new block of FUNCTION. */
void hr_pass_code_begin(hr_pass_code *code, hr_program *program, LLVMValueRef function);
void hr_pass_code_end(hr_pass_code *code);
LLVMValueRef hr_pass_int(const hr_pass_code *code, int64_t value); /* an i32 */
/* Return a call of the function NAME, declared with TYPE unless the module has it already; integer
 * arguments are converted to the width of its parameters. */
LLVMValueRef hr_pass_call(const hr_pass_code *code, const char *name, LLVMTypeRef type,
			  const LLVMValueRef *arguments, unsigned count);
/* Write __hpvm__hint and __hpvm__attributes for PORTS, the parameters of FUNCTION. */
void hr_pass_say(const hr_pass_code *code, LLVMValueRef function, hr_target hint,
		 const hr_port *ports, unsigned count);
/* Write the same operations on INPUTS, indexed by input of LEAF; set RESULTS to one value for each
 * step. */
void hr_pass_steps(const hr_pass_code *code, const hr_tensor_leaf *leaf, const LLVMValueRef *inputs,
		   LLVMValueRef *results);
LLVMValueRef hr_pass_value(hr_step_value value, const LLVMValueRef *inputs,
			   const LLVMValueRef *results);
/* Write __hpvm__return with the outputs of LEAF, and end the function. */
void hr_pass_return(const hr_pass_code *code, const hr_tensor_leaf *leaf,
		    const LLVMValueRef *inputs, const LLVMValueRef *results);
/* Return a new function NAME without a body, which takes COUNT inputs of TYPES and returns void. */
LLVMValueRef hr_pass_function(hr_program *program, const char *name, const LLVMTypeRef *types,
			      const hr_port *ports, unsigned count);
/* Mark FUNCTION with an attribute as made by a pass, HOW. */
void hr_pass_mark_ours(LLVMValueRef function, const char *how);
bool hr_pass_is_ours(LLVMValueRef function, const char *how);
/* FUNCTION is no longer a node: delete it unless its address is used. */
void hr_pass_forget(LLVMValueRef function);

/* --- shape.c: child graphs ----------------------------------------------------------------- */

typedef struct hr_pass_child {
	LLVMValueRef function;
	const hr_node *node; /* the child before the pass; borrowed */
	bool alone;          /* it has lost its dimensions */
} hr_pass_child;

typedef struct hr_pass_shape {
	hr_program *program;
	const hr_node *node;
	HR_VEC(hr_pass_child) children;
	HR_VEC(hr_edge) edges;
	HR_VEC(hr_bind) input_binds, output_binds;
} hr_pass_shape;

/* Read the child graph of NODE's function; the caller frees SHAPE. */
void hr_pass_shape_read(hr_program *program, const hr_node *node, hr_pass_shape *shape);
void hr_pass_shape_free(hr_pass_shape *shape);
/* Rewrite the function so that it describes SHAPE. */
void hr_pass_shape_write(const hr_pass_shape *shape);

/* Return the value of X for the parent's INPUTS. */
LLVMValueRef hr_pass_expression(const hr_pass_code *code, const LLVMValueRef *inputs,
				const hr_expr *x);

/* Call VISIT with one node of each internal node function until it returns true. Return whether it
 * did. */
bool hr_pass_each(hr_program *program,
		  bool (*visit)(void *data, hr_program *program, const hr_node *node), void *data);

#endif
