/* ir/pass/grid_loops.h -- loops over a grid around the body of a function, which is an instance.
 * LLVM alone.
 *
 * Shared by passes and by backends that run the instances of a leaf one after the other. */
#ifndef HR_GRID_LOOPS_H
#define HR_GRID_LOOPS_H

#include <llvm-c/Core.h>

typedef struct hr_loop_nest {
	LLVMBuilderRef builder;
	unsigned dims;
	LLVMValueRef index[3];             /* i64, of the running instance, in the body */
	LLVMBasicBlockRef head, body, end; /* before the loops, an instance, behind the loops */
	/* The bounds of dimension DIM, i64; the builder stands before its loop. They are not
	 * negative. */
	LLVMValueRef (*begin_of)(struct hr_loop_nest *nest, unsigned dim);
	LLVMValueRef (*end_of)(struct hr_loop_nest *nest, unsigned dim);
	void *data;
} hr_loop_nest;

/* Puts loops around all of FUNCTION, in reference order (N1): what returned goes on with the next
 * instance, and the block behind the loops is empty. Builder, dims, data and the bounds are the
 * caller's; the rest is filled in. Variables of an instance are made once. */
void hr_nest_make(hr_loop_nest *nest, LLVMValueRef function);

#endif
