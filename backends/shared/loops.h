/* backends/shared/loops.h -- loops over the instances of a leaf: the loop order, and the metadata
 * that marks them as parallel.
 *
 * Shared by the construction of units and by modules that use LLVM. */
#ifndef HR_LOOPS_H
#define HR_LOOPS_H

#include <stdint.h>

#include <llvm-c/Core.h>

/* Add to SCORE, for each dimension, the number of accesses of LEAF that are contiguous along that
 * dimension. The three index parameters of LEAF start at parameter INDEX. */
void hr_loops_score(LLVMValueRef leaf, unsigned index, int score[3]);
/* Like hr_loops_score(), with arbitrary values as indices. INDEX[d] is NULL if the leaf lacks
 * dimension d. */
void hr_loops_score_of(LLVMValueRef leaf, const LLVMValueRef index[3], int score[3]);
/* Store in ORDER the dimensions sorted for a loop nest, outermost loop first. All three are listed,
 * also those beyond DIMS. */
void hr_loops_order(const int score[3], uint32_t dims, uint32_t order[3]);
/* The same for a device, whose dimension 0 varies fastest: ORDER[d] is the dimension of the leaf
 * that becomes dimension d of the device. Dimensions beyond DIMS come last. */
void hr_loops_device_order(const int score[3], uint32_t dims, uint32_t order[3]);
/* Put the accesses of LEAF to memory other than its own variables into access group GROUP. A
 * parallel loop with `llvm.loop.parallel_accesses` on GROUP declares that its iterations are
 * independent (N1, M4). */
void hr_loops_mark(LLVMValueRef leaf, LLVMValueRef group);

#endif
