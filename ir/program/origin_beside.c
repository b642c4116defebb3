/* ir/program/origin_beside.c -- adjacent stores in one block.
 *
 * Considers stores and copies whose addresses are the same value plus constants. Those that are
 * adjacent, with gaps as wide as padding may be, are assumed to be parts of one aggregate that is
 * copied, if another of them is a copy, too, or is aligned such that there may be padding.
 *
 * Owns:     nothing.
 * Clauses:  M6 (uninitialised; what may be padding).
 * Not here: the use of the result (interp/check/uninit/find.c). */
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "ir/program/lookup.h"
#include "ir/program/origin.h"
#include "ir/program/tables.h"

enum {
	WIDEST_GAP = 15,   /* no type has an alignment above 16 bytes by default */
	MOST = 64,         /* maximum number of fields to consider */
	LARGEST = 1 << 16, /* maximum size of a field */
	DEEPEST = 4,
};

/* BYTES bytes at BASE + OFFSET. */
typedef struct field {
	LLVMValueRef instruction, base;
	int64_t offset, bytes;
} field;

static bool is_copied(LLVMValueRef value, unsigned depth)
{
	const bool chosen = LLVMIsAPHINode(value) || LLVMIsASelectInst(value);

	if (LLVMIsALoadInst(value) || !depth)
		return LLVMIsALoadInst(value);
	if (LLVMIsABitCastInst(value) || LLVMIsAFreezeInst(value))
		return is_copied(LLVMGetOperand(value, 0), depth - 1);
	for (int i = LLVMIsASelectInst(value) ? 1 : 0; chosen && i < LLVMGetNumOperands(value); i++)
		if (is_copied(LLVMGetOperand(value, (unsigned)i), depth - 1))
			return true;
	return false;
}

/* Return true if OTHER shows that the BYTES adjacent to it may be a part of a copied aggregate:
 * OTHER is a copy itself, or is aligned to more than BYTES. */
static bool tells(const field *other, int64_t bytes)
{
	LLVMValueRef in = other->instruction;

	if (!LLVMIsAStoreInst(in))
		return LLVMIsAMemCpyInst(in) || LLVMIsAMemMoveInst(in);
	return LLVMGetAlignment(in) > bytes || is_copied(LLVMGetOperand(in, 0), DEEPEST);
}

static LLVMValueRef destination_of(LLVMValueRef in)
{
	if (LLVMIsAStoreInst(in))
		return LLVMGetOperand(in, 1);
	return LLVMIsAMemIntrinsic(in) ? LLVMGetOperand(in, 0) : NULL;
}

static int64_t bytes_of(const hr_program *program, LLVMValueRef in)
{
	LLVMValueRef size;

	if (LLVMIsAStoreInst(in))
		return (int64_t)LLVMStoreSizeOfType(program->layout,
						    LLVMTypeOf(LLVMGetOperand(in, 0)));
	size = LLVMGetOperand(in, 2);
	return LLVMIsAConstantInt(size) ? LLVMConstIntGetSExtValue(size) : 0;
}

/* Return false if IN stores nothing, or an unknown number of bytes. */
static bool field_of(const hr_program *program, LLVMValueRef in, field *at)
{
	int64_t step;

	*at = (field){.instruction = in, .base = destination_of(in)};
	if (!at->base)
		return false;
	at->bytes = bytes_of(program, in);
	while (LLVMIsAGetElementPtrInst(at->base) && hr_constant_offset(program, at->base, &step) &&
	       step > -LARGEST && step < LARGEST) {
		at->offset += step;
		at->base = LLVMGetOperand(at->base, 0);
	}
	return at->bytes > 0 && at->bytes < LARGEST;
}

/* Find the fields of BLOCK with the same base as OWN. */
static unsigned find_others(const hr_program *program, LLVMBasicBlockRef block, const field *own,
			    field others[MOST])
{
	unsigned count = 0;

	for (LLVMValueRef in = LLVMGetFirstInstruction(block); in && count < MOST;
	     in = LLVMGetNextInstruction(in))
		if (field_of(program, in, &others[count]) && others[count].base == own->base)
			count++;
	return count;
}

/* Extend [*LOW, *HIGH) by every field that is adjacent, possibly after a gap. */
static void spread(const field *fields, unsigned count, int64_t *low, int64_t *high)
{
	bool grew;

	do {
		grew = false;
		for (unsigned i = 0; i < count; i++) {
			const int64_t begin = fields[i].offset, end = begin + fields[i].bytes;

			if (begin - *high > WIDEST_GAP || *low - end > WIDEST_GAP ||
			    (begin >= *low && end <= *high))
				continue;
			*low = begin < *low ? begin : *low;
			*high = end > *high ? end : *high;
			grew = true;
		}
	} while (grew);
}

static bool is_aggregate(const field *fields, unsigned count, const field *own, int64_t low,
			 int64_t high)
{
	for (unsigned i = 0; i < count; i++)
		if (fields[i].instruction != own->instruction && fields[i].offset >= low &&
		    fields[i].offset < high && tells(&fields[i], own->bytes))
			return true;
	return false;
}

hr_beside hr_origin_beside(const hr_code *code, uint32_t word)
{
	hr_beside beside = {0};
	LLVMValueRef in = hr_origin_instruction(code, word, &beside.instruction);
	field own, others[MOST];
	int64_t low, high;
	unsigned count;

	if (!in || !LLVMIsAInstruction(in))
		return beside;
	hr_program_lock();
	if (field_of(code->program, in, &own)) {
		count = find_others(code->program, LLVMGetInstructionParent(in), &own, others);
		low = own.offset;
		high = own.offset + own.bytes;
		spread(others, count, &low, &high);
		beside.before = (uint64_t)(own.offset - low);
		beside.bytes = (uint64_t)own.bytes;
		beside.all =
			is_aggregate(others, count, &own, low, high) ? (uint64_t)(high - low) : 0;
	}
	hr_program_unlock();
	return beside;
}
