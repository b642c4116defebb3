/* backends/shared/fission.h -- barriers: a function of one instance becomes one that runs from
 * barrier to barrier.
 *
 * Shared by the making of units and by modules that use LLVM. */
#ifndef HR_FISSION_H
#define HR_FISSION_H

#include <stdbool.h>
#include <stdint.h>

#include <llvm-c/Core.h>

enum { HR_FISSION_RETURNED = -1 };

/* The last parameters of a step: which region to run; memory for values that live across barriers,
 * which is aligned to 64: COUNT times each_bytes, and shared_bytes of what is the same for all
 * instances, as the last region left it and as this one leaves it; how many instances there are,
 * and the number of this one. */
enum {
	HR_STEP_REGION,  /* i32 */
	HR_STEP_CONTEXT, /* ptr */
	HR_STEP_BEFORE,  /* ptr */
	HR_STEP_AFTER,   /* ptr */
	HR_STEP_COUNT,   /* i64 */
	HR_STEP_INDEX,   /* i64 */
	HR_STEP_PARAMETERS
};

typedef struct hr_fission {
	/* region 0 begins with the instance, region q behind its q-th barrier */
	uint32_t region_count;
	uint32_t each_bytes, shared_bytes;
} hr_fission;

/* STEP returns an i32, HR_FISSION_RETURNED, and calls hpvm_barrier: makes it run one region, and
 * return the number of the next. VARIES: by parameter, whether instances get different values.
 * False: variables of a size that is not known before. */
bool hr_fission_cut(LLVMModuleRef module, LLVMValueRef step, const bool *varies, hr_fission *made);

/* recompute.c. Whole numbers and addresses that follow from parameters and phis are computed again
 * in each block that uses them, so that they need not be kept, and what they say of an address is
 * still to be seen. */
void hr_recompute(LLVMValueRef function);

/* uniform.c. A call of hpvm_id or hpvm_extent: by then, of what all instances that meet share. */
bool hr_is_query(LLVMValueRef at);
/* Clears UNIFORM of those SLOTS (allocas that are only loaded and stored as a whole) in which
 * instances may find different values. No block has phis. */
void hr_uniform_slots(LLVMValueRef function, const bool *varies, const LLVMValueRef *slots,
		      size_t count, bool *uniform);

#endif
