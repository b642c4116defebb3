/* ir/pass/grid_loops.h -- puts loops over a grid around the body of a function, which is one
 * instance. Depends on LLVM alone.
 *
 * Shared by passes and by backends that run the instances of a leaf one after the other. */
#ifndef HR_GRID_LOOPS_H
#define HR_GRID_LOOPS_H

#include <llvm-c/Core.h>

typedef struct hr_loop_nest {
	LLVMBuilderRef builder;
	unsigned dims;
	LLVMValueRef index[3]; /* i64, index of the running instance, valid in the body */
	LLVMBasicBlockRef head, body, end; /* before the loops, an instance, after the loops */
	/* Return the bounds of dimension DIM, i64, not negative; the builder is before its loop. */
	LLVMValueRef (*begin_of)(struct hr_loop_nest *nest, unsigned dim);
	LLVMValueRef (*end_of)(struct hr_loop_nest *nest, unsigned dim);
	void *data;
} hr_loop_nest;

/* Put loops around the body of FUNCTION, in reference order (N1): where it returned, it continues
 * with the next instance, and the block after the loops is empty. The caller sets builder, dims,
 * data and the bounds; the rest is filled in. Variables of an instance are allocated once. */
void hr_nest_make(hr_loop_nest *nest, LLVMValueRef function);

#endif
