/* backends/opencl/translate/homes.c -- coalesces values with phis: finds values that are computed
 * directly in the variable of a phi.
 *
 * `next = i + 1; ... i = next;` becomes `i = i + 1;` if the old `i` is not read afterwards, and
 * `next` is read only where `i` still has this value. Loops then look as if written by hand, and
 * compilers that keep variables in memory for each instance of a group need half as many.
 *
 * A value V of block A, which phi P of block B gets from A, is kept in P's variable if
 *  - P is not read behind V in A, nor in a block that can be reached from A without passing B;
 *  - V is read only in A, or in blocks that can be reached from A without passing B, but not from B
 *    without passing A, and that write no phi of B.
 * Of several such values of P, none may be read behind the place where another is written.
 * A value is read where the text of its user is written; if the user is folded into the text of
 * another instruction, it is read there.
 * Invariant: decided from the unchanged function, before any of its text is written.
 * Owns:      nothing.
 * Not here:  the assignments (statements.c), those that are left at the ends of blocks
 *            (control.c). */
#include <stdlib.h>
#include <string.h>

#include "backends/opencl/translate/opencl_translate.h"

enum { LONGEST_CHAIN = 16, MOST_BLOCKS = 4096 };

typedef struct homes {
	ocl_writer *writer;
	hr_map numbers;            /* numbers of blocks */
	LLVMBasicBlockRef *blocks; /* owned */
	unsigned count;
	bool *ahead, *again;     /* owned: reachable from A without B; from B without A */
	unsigned *stack;         /* owned */
	LLVMValueRef phi, value; /* the pair that is being examined */
	unsigned a, b;
} homes;

static unsigned number_of(const homes *self, LLVMBasicBlockRef block)
{
	uint64_t number = 0;

	(void)hr_map_get(&self->numbers, hr_map_key(block), &number);
	return (unsigned)number;
}

/* Mark the blocks that can be reached from block FROM without passing block WITHOUT. */
static void reach(const homes *self, unsigned from, unsigned without, bool *marks)
{
	unsigned depth = 0;

	memset(marks, 0, self->count * sizeof(*marks));
	self->stack[depth++] = from;
	while (depth) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(self->blocks[self->stack[--depth]]);

		for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
			unsigned next = number_of(self, LLVMGetSuccessor(end, i));

			if (next == without || marks[next])
				continue;
			marks[next] = true;
			self->stack[depth++] = next;
		}
	}
}

static bool is_behind(LLVMValueRef at, LLVMValueRef before)
{
	while (at && at != before)
		at = LLVMGetPreviousInstruction(at);
	return at != NULL;
}

/* Return true if the phi may be read at AT or, if FROM is not NULL, at the end of FROM. */
static bool may_read_phi(const homes *self, LLVMValueRef at, LLVMBasicBlockRef from)
{
	unsigned block = number_of(self, from ? from : LLVMGetInstructionParent(at));

	if (block == self->a)
		return !from && at != self->value && !is_behind(at, self->value);
	return !self->ahead[block];
}

static bool writes_phi(const homes *self, unsigned block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(self->blocks[block]);

	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
		if (number_of(self, LLVMGetSuccessor(end, i)) == self->b)
			return true;
	return false;
}

/* The same for the value. */
static bool may_read_value(const homes *self, LLVMValueRef at, LLVMBasicBlockRef from)
{
	unsigned block = number_of(self, from ? from : LLVMGetInstructionParent(at));

	if (block == self->a)
		return true;
	return self->ahead[block] && !self->again[block] && !writes_phi(self, block);
}

typedef bool home_rule(const homes *self, LLVMValueRef at, LLVMBasicBlockRef from);

/* Return true if MAY holds for all reads of READ, including those by instructions into which its
 * users are folded. */
static bool may_all(const homes *self, LLVMValueRef read, home_rule *may, unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(read); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (!LLVMIsAInstruction(user) || depth == 0)
			return false;
		if (LLVMIsAPHINode(user)) {
			for (unsigned i = 0; i < LLVMCountIncoming(user); i++)
				if (LLVMGetIncomingValue(user, i) == read &&
				    !(user == self->phi && read != self->phi) &&
				    !may(self, user, LLVMGetIncomingBlock(user, i)))
					return false;
			continue;
		}
		if (user == self->value && read != self->value)
			continue; /* its operands are read before it is written */
		if (!may(self, user, NULL))
			return false;
		if (ocl_folds(self->writer, user) && !may_all(self, user, may, depth - 1))
			return false;
	}
	return true;
}

static bool is_scalar(LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	return kind != LLVMVectorTypeKind && kind != LLVMStructTypeKind &&
	       kind != LLVMArrayTypeKind;
}

static bool is_candidate(const homes *self, LLVMValueRef value, LLVMBasicBlockRef from)
{
	return LLVMIsAInstruction(value) && !LLVMIsAPHINode(value) && !LLVMIsAAllocaInst(value) &&
	       is_scalar(LLVMTypeOf(value)) && LLVMGetInstructionParent(value) == from &&
	       !hr_map_get(&self->writer->homes, hr_map_key(value), NULL);
}

static unsigned incoming_count(LLVMValueRef phi, LLVMValueRef value)
{
	unsigned count = 0;

	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
		count += LLVMGetIncomingValue(phi, i) == value;
	return count;
}

static void look_at(homes *self, LLVMValueRef value)
{
	self->value = value;
	self->a = number_of(self, LLVMGetInstructionParent(value));
	reach(self, self->a, self->b, self->ahead);
}

/* Return true if VALUE does not conflict with the values that are kept in the phi's variable
 * already. */
static bool gets_along(homes *self, LLVMValueRef value)
{
	for (unsigned i = 0; i < LLVMCountIncoming(self->phi); i++) {
		LLVMValueRef other = LLVMGetIncomingValue(self->phi, i);

		if (ocl_home_of(self->writer, other) != self->phi)
			continue;
		look_at(self, other);
		if (!may_all(self, value, may_read_phi, LONGEST_CHAIN))
			return false;
		look_at(self, value);
		if (!may_all(self, other, may_read_phi, LONGEST_CHAIN))
			return false;
	}
	return true;
}

static bool may_live(homes *self, LLVMValueRef value)
{
	if (!gets_along(self, value))
		return false;
	look_at(self, value);
	if (self->a == self->b)
		memset(self->again, 0, self->count * sizeof(*self->again));
	else
		reach(self, self->b, self->a, self->again);
	return may_all(self, self->phi, may_read_phi, LONGEST_CHAIN) &&
	       may_all(self, value, may_read_value, LONGEST_CHAIN);
}

/* Return true if VALUE is computed behind the phi: it is the phi's value in the next iteration. */
static bool is_next(homes *self, LLVMValueRef value)
{
	unsigned block = number_of(self, LLVMGetInstructionParent(value));

	reach(self, self->b, self->count, self->ahead);
	return block == self->b || self->ahead[block];
}

static void find_homes_of(homes *self, LLVMValueRef phi, bool next)
{
	self->phi = phi;
	self->b = number_of(self, LLVMGetInstructionParent(phi));
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		LLVMValueRef value = LLVMGetIncomingValue(phi, i);

		if (is_candidate(self, value, from) && incoming_count(phi, value) == 1 &&
		    (!next || is_next(self, value)) && may_live(self, value))
			hr_map_put(&self->writer->homes, hr_map_key(value), hr_map_key(phi));
	}
}

void ocl_find_homes(ocl_writer *writer, LLVMValueRef function)
{
	homes self = {.writer = writer, .count = LLVMCountBasicBlocks(function)};
	unsigned number = 0;

	if (self.count > MOST_BLOCKS)
		return;
	self.blocks = hr_alloc_array(self.count, sizeof(LLVMBasicBlockRef));
	self.ahead = hr_alloc_array(self.count, sizeof(bool));
	self.again = hr_alloc_array(self.count, sizeof(bool));
	self.stack = hr_alloc_array(self.count + 1, sizeof(unsigned));
	LLVMGetBasicBlocks(function, self.blocks);
	for (; number < self.count; number++)
		hr_map_put(&self.numbers, hr_map_key(self.blocks[number]), number);
	/* Values for the next iteration of a loop come first, so that the loop can end with
	 * `while`. */
	for (number = 0; number < 2 * self.count; number++)
		for (LLVMValueRef at = LLVMGetFirstInstruction(self.blocks[number % self.count]);
		     at && LLVMIsAPHINode(at); at = LLVMGetNextInstruction(at))
			if (is_scalar(LLVMTypeOf(at)))
				find_homes_of(&self, at, number < self.count);
	hr_free(self.blocks);
	hr_free(self.ahead);
	hr_free(self.again);
	hr_free(self.stack);
	hr_map_free(&self.numbers);
}

LLVMValueRef ocl_home_of(const ocl_writer *writer, LLVMValueRef value)
{
	uint64_t phi;

	return hr_map_get(&writer->homes, hr_map_key(value), &phi) ? (LLVMValueRef)(uintptr_t)phi
								   : NULL;
}
