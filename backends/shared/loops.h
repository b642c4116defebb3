/* backends/shared/loops.h -- loops over the instances of a leaf: which is the innermost, and that
 * they are parallel.
 *
 * Shared by the making of units and by modules that use LLVM. */
#ifndef HR_LOOPS_H
#define HR_LOOPS_H

#include <stdint.h>

#include <llvm-c/Core.h>

/* Adds to SCORE, by dimension, how many accesses of LEAF are contiguous along it. Its index are the
 * three parameters from INDEX on. */
void hr_loops_score(LLVMValueRef leaf, unsigned index, int score[3]);
/* The same, where its index are any values; NULL: it has no such dimension. */
void hr_loops_score_of(LLVMValueRef leaf, const LLVMValueRef index[3], int score[3]);
/* The DIMS dimensions, and those that are not there, the outermost loop first. */
void hr_loops_order(const int score[3], uint32_t dims, uint32_t order[3]);
/* The same for a device, whose dimension 0 is the innermost: ORDER gives, by its dimensions, those
 * of the leaf; what is not there comes last. */
void hr_loops_device_order(const int score[3], uint32_t dims, uint32_t order[3]);
/* Accesses of LEAF to memory that is not its own belong to GROUP, of which a parallel loop
 * (`llvm.loop.parallel_accesses`) says that its iterations do not depend on each other (N1, M4). */
void hr_loops_mark(LLVMValueRef leaf, LLVMValueRef group);

#endif
