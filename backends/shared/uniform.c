/* backends/shared/uniform.c -- finds the variables of a leaf that have the same value in all its
 * instances (uniform variables).
 *
 * Instances that take different directions at a branch meet again where all paths join (at the
 * post-dominator). Until then, what they store is not uniform. A loop that instances leave after
 * different numbers of iterations is such a branch, too. Everything is assumed to be uniform until
 * something shows the contrary: an index, memory, a call, or a store on one of these paths.
 *
 * Invariant: a uniform variable has one value for all instances that meet at a barrier (M3).
 * Owns:      nothing.
 * Clauses:   M3.
 * Not here:  the use of the result (fission.c). */
#include <string.h>

#include "backends/shared/fission.h"
#include "src/base/map.h"
#include "src/base/vec.h"

enum { MOST_BLOCKS = 512 };

typedef struct analysis {
	LLVMValueRef function;
	const bool *varies;
	const LLVMValueRef *slots;
	size_t slot_count;
	bool *uniform;  /* by slot */
	hr_map varying; /* instructions */
	hr_map numbers; /* numbers of blocks and slots */
	HR_VEC(LLVMBasicBlockRef) blocks;
	/* Matrix by block and block: the second is on all paths from the first (post-dominates
	 * it). */
	bool *behind;
	bool *divided; /* by block: possibly only some instances are there */
	bool changed;
} analysis;

static size_t number(const analysis *self, const void *what)
{
	uint64_t found = SIZE_MAX;

	hr_map_get(&self->numbers, hr_map_key(what), &found);
	return (size_t)found;
}

/* --- post-dominators ----------------------------------------------------------------------- */

static bool *behind(const analysis *self, size_t block)
{
	return self->behind + block * self->blocks.count;
}

/* A block that post-dominates all successors post-dominates the block. */
static bool narrow(const analysis *self, size_t b)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(self->blocks.data[b]);
	unsigned count = LLVMGetNumSuccessors(end);
	bool changed = false;

	for (size_t other = 0; other < self->blocks.count; other++) {
		bool all = count > 0;

		for (unsigned i = 0; i < count; i++)
			all &= behind(self, number(self, LLVMGetSuccessor(end, i)))[other];
		all |= other == b;
		changed |= behind(self, b)[other] != all;
		behind(self, b)[other] = all;
	}
	return changed;
}

static void find_behind(analysis *self)
{
	size_t count = self->blocks.count;
	bool changed = true;

	self->behind = hr_alloc_array(count * count + 1, sizeof(bool));
	memset(self->behind, true, count * count);
	while (changed) {
		changed = false;
		for (size_t b = count; b-- > 0;)
			changed |= narrow(self, b);
	}
}

/* Mark everything from the end of block FROM to the block where all its paths join as divided. */
static void divide(analysis *self, size_t from)
{
	bool *seen = hr_alloc_array(self->blocks.count, sizeof(bool));
	HR_VEC(size_t) waiting = {0};

	HR_PUSH(&waiting, from);
	while (waiting.count) {
		size_t at = HR_LAST(&waiting);
		LLVMValueRef end = LLVMGetBasicBlockTerminator(self->blocks.data[at]);

		waiting.count--;
		for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
			size_t next = number(self, LLVMGetSuccessor(end, i));

			if (seen[next] || (next != from && behind(self, from)[next]))
				continue;
			seen[next] = true;
			self->changed |= !self->divided[next];
			self->divided[next] = true;
			HR_PUSH(&waiting, next);
		}
	}
	HR_VEC_FREE(&waiting);
	hr_free(seen);
}

/* --- values ----------------------------------------------------------------------------------- */

static bool varies(const analysis *self, LLVMValueRef value)
{
	if (LLVMIsAArgument(value)) {
		for (unsigned i = 0; i < LLVMCountParams(self->function); i++)
			if (LLVMGetParam(self->function, i) == value)
				return self->varies[i];
		return true;
	}
	return LLVMIsAInstruction(value) && hr_map_get(&self->varying, hr_map_key(value), NULL);
}

static bool some_operand_varies(const analysis *self, LLVMValueRef at)
{
	for (int i = 0; i < LLVMGetNumOperands(at); i++)
		if (varies(self, LLVMGetOperand(at, (unsigned)i)))
			return true;
	return false;
}

/* Return true for intrinsics that compute a number from numbers: llvm.umin, llvm.fma and the
 * like. */
static bool is_pure(LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	size_t length;

	if (!LLVMIsAFunction(callee) ||
	    strncmp(LLVMGetValueName2(callee, &length), "llvm.", 5) != 0)
		return false;
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind)
			return false;
	return true;
}

bool hr_is_query(LLVMValueRef at)
{
	LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;
	size_t length;
	const char *name =
		callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";

	return strcmp(name, "hpvm_id") == 0 || strcmp(name, "hpvm_extent") == 0;
}

static bool result_varies(const analysis *self, LLVMValueRef at)
{
	size_t slot;

	switch (LLVMGetInstructionOpcode(at)) {
	case LLVMLoad:
		slot = number(self, LLVMGetOperand(at, 0));
		return slot == SIZE_MAX || !self->uniform[slot];
	case LLVMCall: return !hr_is_query(at) && (!is_pure(at) || some_operand_varies(self, at));
	case LLVMAlloca: return number(self, at) == SIZE_MAX;
	case LLVMPHI:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
	case LLVMVAArg:
	case LLVMInvoke: return true;
	default: return some_operand_varies(self, at);
	}
}

static void look_at_store(analysis *self, LLVMValueRef at, size_t block)
{
	size_t slot = number(self, LLVMGetOperand(at, 1));

	if (slot == SIZE_MAX || !self->uniform[slot] ||
	    (!self->divided[block] && !varies(self, LLVMGetOperand(at, 0))))
		return;
	self->uniform[slot] = false;
	self->changed = true;
}

static void look_at_block(analysis *self, size_t block)
{
	for (LLVMValueRef at = LLVMGetFirstInstruction(self->blocks.data[block]); at;
	     at = LLVMGetNextInstruction(at)) {
		if (LLVMIsAStoreInst(at)) {
			look_at_store(self, at, block);
		} else if (LLVMIsATerminatorInst(at)) {
			if (LLVMGetNumSuccessors(at) > 1 && some_operand_varies(self, at))
				divide(self, block);
		} else if (!varies(self, at) && result_varies(self, at)) {
			hr_map_put(&self->varying, hr_map_key(at), 1);
			self->changed = true;
		}
	}
}

void hr_uniform_slots(LLVMValueRef function, const bool *varies_, const LLVMValueRef *slots,
		      size_t count, bool *uniform)
{
	analysis self = {.function = function,
			 .varies = varies_,
			 .slots = slots,
			 .slot_count = count,
			 .uniform = uniform,
			 .changed = true};

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block)) {
		hr_map_put(&self.numbers, hr_map_key(block), self.blocks.count);
		HR_PUSH(&self.blocks, block);
	}
	for (size_t i = 0; i < count; i++)
		hr_map_put(&self.numbers, hr_map_key(slots[i]), i);
	if (self.blocks.count > MOST_BLOCKS) {
		memset(uniform, false, count);
	} else {
		find_behind(&self);
		self.divided = hr_alloc_array(self.blocks.count, sizeof(bool));
		while (self.changed) {
			self.changed = false;
			for (size_t b = 0; b < self.blocks.count; b++)
				look_at_block(&self, b);
		}
	}
	hr_map_free(&self.varying);
	hr_map_free(&self.numbers);
	HR_VEC_FREE(&self.blocks);
	hr_free(self.behind);
	hr_free(self.divided);
}
