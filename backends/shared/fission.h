/* backends/shared/fission.h -- barriers by loop fission: the function of one instance is cut into
 * regions between barriers.
 *
 * Shared by the construction of units and by modules that use LLVM. */
#ifndef HR_FISSION_H
#define HR_FISSION_H

#include <stdbool.h>
#include <stdint.h>

#include <llvm-c/Core.h>

enum { HR_FISSION_RETURNED = -1 };

/* The last parameters of a step function: the number of the region to run; the context, which is
 * memory for values that live across barriers, aligned to 64 bytes, with each_bytes for each of
 * COUNT instances; shared_bytes of values that are the same for all instances, as the previous
 * region left them (BEFORE) and as this region leaves them (AFTER); the number of instances; the
 * number of this instance. */
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
	uint32_t region_count; /* region 0 begins at the entry, region q behind the q-th barrier */
	uint32_t each_bytes, shared_bytes;
} hr_fission;

/* Turn STEP, a function that calls hpvm_barrier, into one that runs a single region and returns the
 * number of the next region, or HR_FISSION_RETURNED. STEP returns i32. VARIES says for each
 * parameter whether its value differs between instances. Return false if STEP has variables whose
 * size is not known at compile time. */
bool hr_fission_cut(LLVMModuleRef module, LLVMValueRef step, const bool *varies, hr_fission *made);

/* recompute.c. Recompute integers and addresses that depend only on parameters and phis in each
 * block that uses them, so that they need not be saved across barriers and later analyses still see
 * how an address is computed. */
void hr_recompute(LLVMValueRef function);

/* uniform.c. Return true if AT is a call of hpvm_id or hpvm_extent. At this stage such a call
 * concerns only levels whose value all instances at a barrier share. */
bool hr_is_query(LLVMValueRef at);
/* Clear UNIFORM for those SLOTS (allocas that are only loaded and stored as a whole) whose value
 * can differ between instances. The function must have no phis. */
void hr_uniform_slots(LLVMValueRef function, const bool *varies, const LLVMValueRef *slots,
		      size_t count, bool *uniform);

#endif
