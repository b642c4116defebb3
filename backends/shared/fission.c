/* backends/shared/fission.c -- barriers by loop fission: a leaf becomes a function that runs from
 * one barrier to the next.
 *
 * All instances run one region before any instance runs the next region, each from where its last
 * region ended. A value that lives across a barrier is stored in an array with one element for each
 * instance, or once if it is the same for all instances; within a region LLVM promotes it to
 * registers again. No instance needs a thread or a stack.
 * Invariant: only values that are read later are stored.
 * Owns:      nothing.
 * Clauses:   M3.
 * Not here:  which values are the same for all instances (uniform.c) or are recomputed
 *            (recompute.c), loops over instances, checks that instances meet at the same
 *            barrier. */
#include "backends/shared/fission.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/Error.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "backends/shared/edit.h"
#include "src/base/vec.h"

/* A variable of the function: either holds a value that crosses blocks, or is an array of the
 * program. */
typedef struct fission_slot {
	LLVMValueRef variable; /* the alloca */
	LLVMTypeRef type;
	uint64_t bytes;
	bool plain;   /* only loaded and stored as a whole */
	bool uniform; /* PLAIN, and the same in all instances */
	/* plain: offset of its array, in units of the number of instances; uniform: offset in the
	 * shared part; otherwise offset in the instance's part */
	uint64_t offset;
} fission_slot;

typedef struct fission {
	LLVMContextRef context;
	LLVMTargetDataRef layout;
	LLVMValueRef step;
	LLVMBuilderRef builder;
	HR_VEC(fission_slot) slots;
	HR_VEC(LLVMBasicBlockRef) blocks;
	HR_VEC(LLVMBasicBlockRef) goes_on; /* by region q: the block behind barrier q - 1 */
	/* By block and slot: read later, seen from the beginning of the block. */
	bool *live;
	uint64_t plain_bytes, uniform_bytes, other_bytes;
} fission;

static LLVMValueRef parameter(const fission *self, unsigned which)
{
	return LLVMGetParam(self->step, LLVMCountParams(self->step) - HR_STEP_PARAMETERS + which);
}

static bool is_barrier(LLVMValueRef at)
{
	size_t length;

	return LLVMIsACallInst(at) && LLVMIsAFunction(LLVMGetCalledValue(at)) &&
	       strcmp(LLVMGetValueName2(LLVMGetCalledValue(at), &length), "hpvm_barrier") == 0;
}

/* --- the cuts --------------------------------------------------------------------------------- */

/* Split blocks behind each barrier; the block with the barrier ends in a jump to the new block. */
static void cut(fission *self)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(self->step); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at)) {
			LLVMBasicBlockRef behind;

			if (!is_barrier(at))
				continue;
			behind = hr_edit_split_after(at, "goes.on");
			HR_PUSH(&self->goes_on, behind);
			LLVMPositionBuilderAtEnd(self->builder, block);
			LLVMBuildBr(self->builder, behind);
			LLVMInstructionEraseFromParent(at);
			break;
		}
}

/* --- slots ------------------------------------------------------------------------------------ */

static bool is_plain(LLVMValueRef variable, LLVMTypeRef type)
{
	for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		bool load = LLVMIsALoadInst(user) && LLVMTypeOf(user) == type;
		bool store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable &&
			     LLVMGetOperand(user, 0) != variable &&
			     LLVMTypeOf(LLVMGetOperand(user, 0)) == type;

		if (!load && !store)
			return false;
	}
	return true;
}

static bool find_slots(fission *self)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(self->step);

	for (LLVMBasicBlockRef block = entry; block; block = LLVMGetNextBasicBlock(block)) {
		HR_PUSH(&self->blocks, block);
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at)) {
			fission_slot found = {.variable = at};

			if (!LLVMIsAAllocaInst(at))
				continue;
			if (block != entry || !LLVMIsAConstantInt(LLVMGetOperand(at, 0)))
				return false;
			found.type = LLVMGetAllocatedType(at);
			found.bytes = LLVMABISizeOfType(self->layout, found.type) *
				      LLVMConstIntGetZExtValue(LLVMGetOperand(at, 0));
			found.plain = found.bytes <= 16 && found.bytes &&
				      (found.bytes & (found.bytes - 1)) == 0 &&
				      is_plain(at, found.type);
			HR_PUSH(&self->slots, found);
		}
	}
	return true;
}

static int larger_first(const void *left, const void *right)
{
	const fission_slot *a = left, *b = right;

	return a->bytes > b->bytes ? -1 : a->bytes < b->bytes;
}

static void find_uniform(fission *self, const bool *varies)
{
	size_t count = self->slots.count, plain = 0;
	LLVMValueRef *variables = hr_alloc_array(count, sizeof(LLVMValueRef));
	bool *uniform = hr_alloc_array(count, sizeof(bool));

	for (size_t i = 0; i < count; i++)
		if (self->slots.data[i].plain)
			variables[plain++] = self->slots.data[i].variable;
	memset(uniform, true, plain);
	hr_uniform_slots(self->step, varies, variables, plain, uniform);
	plain = 0;
	for (size_t i = 0; i < count; i++)
		if (self->slots.data[i].plain)
			self->slots.data[i].uniform = uniform[plain++];
	hr_free(variables);
	hr_free(uniform);
}

/* Place the arrays with the largest elements first, so that all are aligned. Slots that are not
 * plain are in a separate part for each instance, behind the arrays. */
static void place_slots(fission *self)
{
	if (self->slots.count)
		qsort(self->slots.data, self->slots.count, sizeof(fission_slot), larger_first);
	for (size_t i = 0; i < self->slots.count; i++) {
		fission_slot *at = &self->slots.data[i];

		if (at->uniform) {
			at->offset = self->uniform_bytes;
			self->uniform_bytes += at->bytes;
		} else if (at->plain) {
			at->offset = self->plain_bytes;
			self->plain_bytes += at->bytes;
		} else {
			at->offset = self->other_bytes;
			self->other_bytes += (at->bytes + 63) & ~UINT64_C(63);
		}
	}
	self->plain_bytes = (self->plain_bytes + 63) & ~UINT64_C(63);
	self->uniform_bytes = (self->uniform_bytes + 63) & ~UINT64_C(63);
}

/* --- liveness ------------------------------------------------------------------------------ */

static bool *live_at(const fission *self, LLVMBasicBlockRef block)
{
	size_t i = 0;

	while (self->blocks.data[i] != block)
		i++;
	return self->live + i * self->slots.count;
}

/* Return 1 if BLOCK reads the slot before it writes it, -1 if it writes it first, 0 if it does
 * neither. */
static int first_access(LLVMBasicBlockRef block, LLVMValueRef variable)
{
	for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
	     at = LLVMGetNextInstruction(at)) {
		if (LLVMIsALoadInst(at) && LLVMGetOperand(at, 0) == variable)
			return 1;
		if (LLVMIsAStoreInst(at) && LLVMGetOperand(at, 1) == variable)
			return -1;
	}
	return 0;
}

static bool live_behind(const fission *self, LLVMBasicBlockRef block, size_t s)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);

	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
		if (live_at(self, LLVMGetSuccessor(end, i))[s])
			return true;
	return false;
}

static void find_live(fission *self)
{
	bool changed = true;

	self->live = hr_alloc_array(self->blocks.count * (self->slots.count + 1), sizeof(bool));
	while (changed) {
		changed = false;
		for (size_t b = self->blocks.count; b-- > 0;)
			for (size_t s = 0; s < self->slots.count; s++) {
				LLVMBasicBlockRef block = self->blocks.data[b];
				bool *live = &self->live[b * self->slots.count + s];
				int access;

				if (*live || !self->slots.data[s].plain)
					continue;
				access = first_access(block, self->slots.data[s].variable);
				*live = access > 0 || (access == 0 && live_behind(self, block, s));
				changed |= *live;
			}
	}
}

/* --- the context ------------------------------------------------------------------------------ */

static LLVMValueRef constant(const fission *self, uint64_t value)
{
	return LLVMConstInt(LLVMInt64TypeInContext(self->context), value, 0);
}

static LLVMValueRef element(const fission *self, LLVMTypeRef type, LLVMValueRef base,
			    LLVMValueRef number)
{
	return LLVMBuildInBoundsGEP2(self->builder, type, base, &number, 1, "");
}

/* context + offset * count + number * bytes */
static LLVMValueRef plain_place(const fission *self, const fission_slot *at)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(self->context);
	LLVMValueRef base = LLVMBuildNUWMul(self->builder, parameter(self, HR_STEP_COUNT),
					    constant(self, at->offset), "");

	return element(self, at->type, element(self, byte, parameter(self, HR_STEP_CONTEXT), base),
		       parameter(self, HR_STEP_INDEX));
}

static LLVMValueRef uniform_place(const fission *self, const fission_slot *at, unsigned which)
{
	return element(self, LLVMInt8TypeInContext(self->context), parameter(self, which),
		       constant(self, at->offset));
}

/* The address of a slot in the instance's part, behind all arrays. */
static LLVMValueRef other_place(const fission *self, const fission_slot *at)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(self->context);
	LLVMValueRef arrays = LLVMBuildNUWMul(self->builder, parameter(self, HR_STEP_COUNT),
					      constant(self, self->plain_bytes), "");
	LLVMValueRef part = LLVMBuildNUWMul(self->builder, parameter(self, HR_STEP_INDEX),
					    constant(self, self->other_bytes), "");
	LLVMValueRef sum = LLVMBuildNUWAdd(self->builder, arrays, part, "");

	return element(self, byte, parameter(self, HR_STEP_CONTEXT),
		       LLVMBuildNUWAdd(self->builder, sum, constant(self, at->offset), ""));
}

static void keep(const fission *self, const fission_slot *at)
{
	LLVMValueRef value = LLVMBuildLoad2(self->builder, at->type, at->variable, "");

	LLVMBuildStore(self->builder, value,
		       at->uniform ? uniform_place(self, at, HR_STEP_AFTER)
				   : plain_place(self, at));
}

static void fetch(const fission *self, const fission_slot *at)
{
	LLVMValueRef value = LLVMBuildLoad2(
		self->builder, at->type,
		at->uniform ? uniform_place(self, at, HR_STEP_BEFORE) : plain_place(self, at), "");

	LLVMBuildStore(self->builder, value, at->variable);
}

/* --- regions ---------------------------------------------------------------------------------- */

/* End a region in each block that jumps behind barrier NUMBER - 1. */
static void end_region(const fission *self, LLVMBasicBlockRef behind, uint32_t number)
{
	LLVMValueRef jump = NULL;
	const bool *live = live_at(self, behind);

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(self->step); block;
	     block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(block);

		if (LLVMGetNumSuccessors(end) == 1 && LLVMGetSuccessor(end, 0) == behind)
			jump = end;
	}
	LLVMPositionBuilderBefore(self->builder, jump);
	for (size_t s = 0; s < self->slots.count; s++)
		if (live[s])
			keep(self, &self->slots.data[s]);
	LLVMBuildRet(self->builder, LLVMConstInt(LLVMInt32TypeInContext(self->context), number, 0));
	LLVMInstructionEraseFromParent(jump);
}

static LLVMBasicBlockRef begin_region(const fission *self, LLVMBasicBlockRef behind)
{
	LLVMBasicBlockRef block = LLVMInsertBasicBlockInContext(self->context, behind, "fetch");
	const bool *live = live_at(self, behind);

	LLVMPositionBuilderAtEnd(self->builder, block);
	for (size_t s = 0; s < self->slots.count; s++)
		if (live[s])
			fetch(self, &self->slots.data[s]);
	LLVMBuildBr(self->builder, behind);
	return block;
}

/* Make an entry block that selects the region. The variables must be in the entry block, or LLVM
 * does not promote them to registers. */
static void make_entry(const fission *self)
{
	LLVMBasicBlockRef old = LLVMGetEntryBasicBlock(self->step);
	LLVMBasicBlockRef entry = LLVMInsertBasicBlockInContext(self->context, old, "entry");
	LLVMValueRef choice;

	LLVMPositionBuilderAtEnd(self->builder, entry);
	for (size_t s = 0; s < self->slots.count; s++) {
		const fission_slot *at = &self->slots.data[s];

		if (at->plain) {
			LLVMInstructionRemoveFromParent(at->variable);
			LLVMInsertIntoBuilder(self->builder, at->variable);
		} else {
			LLVMReplaceAllUsesWith(at->variable, other_place(self, at));
			LLVMInstructionEraseFromParent(at->variable);
		}
	}
	choice = LLVMBuildSwitch(self->builder, parameter(self, HR_STEP_REGION), old,
				 (unsigned)self->goes_on.count);
	for (size_t i = 0; i < self->goes_on.count; i++) {
		LLVMBasicBlockRef first = begin_region(self, self->goes_on.data[i]);

		LLVMAddCase(choice, LLVMConstInt(LLVMInt32TypeInContext(self->context), i + 1, 0),
			    first);
	}
}

/* Remove lifetime markers: they hold for an instance, which now consists of several calls. */
static void forget_lifetimes(const fission *self)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(self->step); block;
	     block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef at = LLVMGetFirstInstruction(block), next;

		for (; at; at = next) {
			size_t length;

			next = LLVMGetNextInstruction(at);
			if (LLVMIsACallInst(at) && LLVMIsAFunction(LLVMGetCalledValue(at)) &&
			    strncmp(LLVMGetValueName2(LLVMGetCalledValue(at), &length),
				    "llvm.lifetime.", 14) == 0)
				LLVMInstructionEraseFromParent(at);
		}
	}
}

static void make_slots(LLVMModuleRef module)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();

	LLVMConsumeError(LLVMRunPasses(module, "function(reg2mem)", NULL, options));
	LLVMDisposePassBuilderOptions(options);
}

bool hr_fission_cut(LLVMModuleRef module, LLVMValueRef step, const bool *varies, hr_fission *made)
{
	fission self = {.context = LLVMGetModuleContext(module),
			.step = step,
			.layout = LLVMGetModuleDataLayout(module)};
	bool known;

	self.builder = LLVMCreateBuilderInContext(self.context);
	forget_lifetimes(&self);
	cut(&self);
	hr_recompute(step);
	make_slots(module);
	known = find_slots(&self);
	if (known) {
		find_uniform(&self, varies);
		place_slots(&self);
		find_live(&self);
		for (size_t i = 0; i < self.goes_on.count; i++)
			end_region(&self, self.goes_on.data[i], (uint32_t)i + 1);
		make_entry(&self);
		made->region_count = (uint32_t)self.goes_on.count + 1;
		made->each_bytes = (uint32_t)(self.plain_bytes + self.other_bytes);
		made->shared_bytes = (uint32_t)self.uniform_bytes;
	}
	LLVMDisposeBuilder(self.builder);
	HR_VEC_FREE(&self.slots);
	HR_VEC_FREE(&self.blocks);
	HR_VEC_FREE(&self.goes_on);
	hr_free(self.live);
	return known;
}
