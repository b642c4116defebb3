/* backends/cuda/translate/place.c -- computes the indices of a kernel's instances, answers their
 * queries, and replaces barriers.
 *
 * Threads are numbered in 32 bits: a launch is never larger (kernel.c).
 * Owns:      nothing.
 * Clauses:   N1, N3, M3. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "backends/cuda/translate/kernel.h"
#include "backends/shared/edit.h"

static LLVMValueRef special(kernel *self, const char *what, uint32_t k)
{
	char name[48];

	snprintf(name, sizeof(name), "llvm.nvvm.read.ptx.sreg.%s.%c", what, "xyz"[k]);
	return hr_edit_intrinsic(self->writer->module, self->writer->builder, name, NULL, 0, NULL,
				 0);
}

static LLVMValueRef widened(kernel *self, LLVMValueRef value)
{
	LLVMValueRef wide = BUILD(ZExt, value, integer(self, 64));

	if (LLVMIsAInstruction(wide))
		LLVMSetNNeg(wide, 1);
	return wide;
}

/* Return the number of the thread in the launch, or in its group, in the device's dimension K: less
 * than 2^31. */
static LLVMValueRef thread_number(kernel *self, uint32_t k)
{
	const cuda_code *code = self->writer->code;
	LLVMValueRef block, start;

	if (code->barriers || (code->groups && !code->spread))
		return special(self, "tid", k);
	block = special(self, "ctaid", k);
	if (code->spread)
		block = BUILD(URem, block, parameter(self, self->chunks_at[k]));
	start = BUILD(NSWMul, block, special(self, "ntid", k));
	return BUILD(NSWAdd, start, special(self, "tid", k));
}

static LLVMValueRef from_begin(kernel *self, uint32_t dim, LLVMValueRef number)
{
	return BUILD(NSWAdd, parameter(self, self->begin_at[dim]), widened(self, number));
}

LLVMValueRef cuda_place_threads(kernel *self)
{
	const cuda_code *code = self->writer->code;
	LLVMValueRef beyond = NULL, number, over;

	for (uint32_t k = 0; k < 3; k++) {
		uint32_t d = code->order[k];

		if (d >= leaf_dims(self))
			continue;
		number = thread_number(self, k);
		if (code->groups) {
			self->index[d] = widened(self, number);
			if (!code->spread)
				continue;
			over = BUILD(ICmp, LLVMIntSGE, number,
				     parameter(self, self->inner_count_at[d]));
			beyond = beyond ? BUILD(Or, beyond, over) : over;
			continue;
		}
		if (self->begin_at[d] != NONE)
			self->index[d] = from_begin(self, d, number);
		if (self->count_at[d] == NONE)
			continue;
		over = BUILD(ICmp, LLVMIntSGE, number, parameter(self, self->count_at[d]));
		beyond = beyond ? BUILD(Or, beyond, over) : over;
	}
	return beyond;
}

/* --- answering queries --------------------------------------------------------------------- */

static void answer(LLVMValueRef call, LLVMValueRef value)
{
	if (!call)
		return;
	LLVMReplaceAllUsesWith(call, value);
	LLVMInstructionEraseFromParent(call);
}

static uint32_t place_of(const uint32_t order[3], uint32_t d)
{
	uint32_t k = 0;

	while (order[k] != d)
		k++;
	return k;
}

/* Return the number of the group in the launch, in the device's dimension K. */
static LLVMValueRef group_number(kernel *self, uint32_t k)
{
	LLVMValueRef block = special(self, "ctaid", k);

	return self->writer->code->spread ? BUILD(UDiv, block, parameter(self, self->chunks_at[k]))
					  : block;
}

static LLVMValueRef inner_extent(kernel *self, uint32_t d)
{
	const cuda_code *code = self->writer->code;

	return code->spread ? parameter(self, self->inner_count_at[d])
			    : special(self, "ntid", place_of(code->order, d));
}

static void answer_own(kernel *self)
{
	const cuda_code *code = self->writer->code;

	for (uint32_t d = 0; d < 3; d++) {
		if (self->id[0][d] && code->groups)
			answer(self->id[0][d],
			       from_begin(self, d,
					  group_number(self, place_of(code->group_order, d))));
		else
			answer(self->id[0][d], self->index[d]);
		answer(self->inner_id[d], self->index[d]);
		if (self->inner_extent[d])
			answer(self->inner_extent[d], widened(self, inner_extent(self, d)));
	}
}

void cuda_answer_queries(kernel *self)
{
	answer_own(self);
	for (uint32_t level = 0; level < MOST_LEVELS; level++)
		for (uint32_t d = 0; d < 3; d++) {
			if (level > 0 && self->id[level][d])
				answer(self->id[level][d], parameter(self, self->id_at[level][d]));
			if (self->extent[level][d])
				answer(self->extent[level][d],
				       parameter(self, self->extent_at[level][d]));
		}
}

void cuda_replace_barriers(kernel *self)
{
	LLVMValueRef function = LLVMGetNamedFunction(self->writer->module, "hpvm_barrier");
	LLVMValueRef barrier = LLVMConstInt(integer(self, 32), 0, 0);
	LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL;
	const char *name = "llvm.nvvm.barrier.cta.sync.aligned.all";
	bool new = LLVMLookupIntrinsicID(name, strlen(name)) != 0; /* since LLVM 20 */

	while (use) {
		LLVMValueRef call = LLVMGetUser(use);

		use = LLVMGetNextUse(use);
		LLVMPositionBuilderBefore(self->writer->builder, call);
		hr_edit_intrinsic(self->writer->module, self->writer->builder,
				  new ? name : "llvm.nvvm.barrier0", NULL, 0, &barrier,
				  new ? 1 : 0);
		LLVMInstructionEraseFromParent(call);
	}
}
