/* backends/opencl/translate/atomics.c -- atomic operations: by the device's operation if there is
 * one, otherwise by a loop with compare-and-exchange; those on 8 and 16 bits operate on the word
 * that contains them.
 *
 * Clauses:   M2.
 * Not here:  atomic loads and stores (memory.c). */
#include <string.h>

#include "backends/opencl/translate/opencl_memory.h"

static const char *device_operation(LLVMAtomicRMWBinOp op)
{
	switch (op) {
	case LLVMAtomicRMWBinOpXchg: return "xchg";
	case LLVMAtomicRMWBinOpAdd: return "add";
	case LLVMAtomicRMWBinOpSub: return "sub";
	case LLVMAtomicRMWBinOpAnd: return "and";
	case LLVMAtomicRMWBinOpOr: return "or";
	case LLVMAtomicRMWBinOpXor: return "xor";
	case LLVMAtomicRMWBinOpMax:
	case LLVMAtomicRMWBinOpUMax: return "max";
	case LLVMAtomicRMWBinOpMin:
	case LLVMAtomicRMWBinOpUMin: return "min";
	default: return NULL;
	}
}

static bool is_signed(LLVMAtomicRMWBinOp op)
{
	return op == LLVMAtomicRMWBinOpMax || op == LLVMAtomicRMWBinOpMin;
}

/* Return the expression for OP applied to OLD, of TYPE, and VALUE. */
static const char *updated(ocl_writer *self, LLVMAtomicRMWBinOp op, LLVMTypeRef type,
			   const char *old, const char *value)
{
	unsigned bits = ocl_bits(type);
	const char *word = ocl_unsigned(bits), *a = old, *b = value, *text;

	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) {
		a = ocl_float_of(self, a, type);
		b = ocl_float_of(self, b, type);
		switch (op) {
		case LLVMAtomicRMWBinOpXchg: return value;
		case LLVMAtomicRMWBinOpFAdd: text = OCL_PRINT(self, "(%s + %s)", a, b); break;
		case LLVMAtomicRMWBinOpFSub: text = OCL_PRINT(self, "(%s - %s)", a, b); break;
		case LLVMAtomicRMWBinOpFMax: text = OCL_PRINT(self, "fmax(%s, %s)", a, b); break;
		case LLVMAtomicRMWBinOpFMin: text = OCL_PRINT(self, "fmin(%s, %s)", a, b); break;
		default:
			ocl_refuse(self, HR_REFUSES_ATOMIC,
				   "an atomic operation that OpenCL lacks");
			return old;
		}
		return ocl_of_float(self, text, type);
	}
	if (is_signed(op)) {
		a = ocl_as_signed(self, a, bits);
		b = ocl_as_signed(self, b, bits);
	}
	switch (op) {
	case LLVMAtomicRMWBinOpXchg: return value;
	case LLVMAtomicRMWBinOpAdd: text = OCL_PRINT(self, "(%s + %s)", a, b); break;
	case LLVMAtomicRMWBinOpSub: text = OCL_PRINT(self, "(%s - %s)", a, b); break;
	case LLVMAtomicRMWBinOpAnd: text = OCL_PRINT(self, "(%s & %s)", a, b); break;
	case LLVMAtomicRMWBinOpNand: text = OCL_PRINT(self, "~(%s & %s)", a, b); break;
	case LLVMAtomicRMWBinOpOr: text = OCL_PRINT(self, "(%s | %s)", a, b); break;
	case LLVMAtomicRMWBinOpXor: text = OCL_PRINT(self, "(%s ^ %s)", a, b); break;
	case LLVMAtomicRMWBinOpMax:
	case LLVMAtomicRMWBinOpUMax: text = OCL_PRINT(self, "(%s)max(%s, %s)", word, a, b); break;
	case LLVMAtomicRMWBinOpMin:
	case LLVMAtomicRMWBinOpUMin: text = OCL_PRINT(self, "(%s)min(%s, %s)", word, a, b); break;
	case LLVMAtomicRMWBinOpUIncWrap:
		text = OCL_PRINT(self, "(%s >= %s ? 0 : %s + 1)", a, b, a);
		break;
	case LLVMAtomicRMWBinOpUDecWrap:
		text = OCL_PRINT(self, "(%s == 0 || %s > %s ? %s : %s - 1)", a, a, b, b, a);
		break;
	default:
		ocl_refuse(self, HR_REFUSES_ATOMIC, "an atomic operation that OpenCL lacks");
		return old;
	}
	return ocl_cut(self, text, bits);
}

/* --- words in memory that instances share ----------------------------------------------------- */

/* How a value of 32 or 64 bits, or a part of a word of 32 bits, is read and compare-exchanged. */
typedef struct atomic_cell {
	const char *word;         /* the type of the word, for example "uint" */
	const char *pointer;      /* a pointer to it */
	const char *swap;         /* the function, for example "atomic_cmpxchg" */
	const char *shift, *mask; /* position of a part of a word; NULL: the whole word */
} atomic_cell;

static bool open_cell(ocl_writer *self, LLVMValueRef pointer, unsigned bytes, atomic_cell *out)
{
	ocl_space space = ocl_space_of(self, pointer);
	const char *words = ocl_space_word(space), *address, *name;

	*out = (atomic_cell){.word = bytes == 8 ? "ulong" : "uint",
			     .swap = bytes == 8 ? "atom_cmpxchg" : "atomic_cmpxchg"};
	if (space == OCL_SEVERAL || space == OCL_CONSTANT || space == OCL_NOWHERE || bytes > 8) {
		ocl_refuse(self, HR_REFUSES_ATOMIC, "an atomic operation on this kind of memory");
		return false;
	}
	if (bytes == 8 && !self->target->int64_atomics) {
		ocl_refuse(self, HR_REFUSES_ATOMIC, "the device has no cl_khr_int64_base_atomics");
		return false;
	}
	if (bytes >= 4) {
		out->pointer = OCL_PRINT(self, "(volatile %s%s *)%s", words, out->word,
					 ocl_operand(self, pointer));
		return true;
	}
	address = OCL_PRINT(self, "(ulong)%s", ocl_operand(self, pointer));
	name = ocl_temporary(self, OCL_PRINT(self, "volatile %suint *", words));
	out->shift = ocl_temporary(self, "uint");
	ocl_line_of(self, "%s = (volatile %suint *)(%s & ~3ul);", name, words, address);
	ocl_line_of(self, "%s = (uint)(%s & 3) * 8;", out->shift, address);
	out->pointer = name;
	out->mask = bytes == 1 ? "0xffu" : "0xffffu";
	return true;
}

/* Return the part of the word WHOLE that the cell occupies, as TYPE. */
static const char *part_of(ocl_writer *self, const atomic_cell *at, const char *whole,
			   LLVMTypeRef type)
{
	const char *text =
		at->mask ? OCL_PRINT(self, "(%s >> %s & %s)", whole, at->shift, at->mask) : whole;

	if (LLVMGetTypeKind(type) == LLVMFloatTypeKind)
		return OCL_PRINT(self, "as_float(%s)", text);
	if (LLVMGetTypeKind(type) == LLVMDoubleTypeKind)
		return OCL_PRINT(self, "as_double(%s)", text);
	return at->mask ? OCL_PRINT(self, "(%s)%s", ocl_type(self, type), text) : text;
}

/* Return WHOLE with that part replaced by VALUE. */
static const char *with_part(ocl_writer *self, const atomic_cell *at, const char *whole,
			     LLVMTypeRef type, const char *value)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind)
		value = OCL_PRINT(self, "as_%s(%s)", at->word, ocl_bare(self, value));
	return at->mask ? OCL_PRINT(self, "((%s & ~(%s << %s)) | ((uint)%s & %s) << %s)", whole,
				    at->mask, at->shift, value, at->mask, at->shift)
			: value;
}

static void loop(ocl_writer *self, LLVMValueRef at, LLVMTypeRef type, const char *value)
{
	const char *old, *next, *name;
	atomic_cell memory;

	if (!open_cell(self, LLVMGetOperand(at, 0), (unsigned)ocl_store_bytes(self, type), &memory))
		return;
	name = ocl_declare(self, at);
	old = ocl_temporary(self, memory.word);
	next = ocl_temporary(self, memory.word);
	ocl_line_of(self, "do {");
	self->depth++;
	ocl_line_of(self, "%s = *%s;", old, memory.pointer);
	ocl_line_of(self, "%s = %s;", name, part_of(self, &memory, old, type));
	ocl_line_of(self, "%s = %s;", next,
		    with_part(self, &memory, old, type,
			      updated(self, LLVMGetAtomicRMWBinOp(at), type, name, value)));
	self->depth--;
	ocl_line_of(self, "} while (%s(%s, %s, %s) != %s);", memory.swap, memory.pointer, old, next,
		    old);
}

void ocl_atomic(ocl_writer *self, LLVMValueRef at)
{
	LLVMValueRef pointer = LLVMGetOperand(at, 0);
	LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(at);
	LLVMTypeRef type = LLVMTypeOf(at);
	const char *value = ocl_operand(self, LLVMGetOperand(at, 1)), *name = device_operation(op),
		   *text;
	unsigned bits = ocl_bits(type);
	ocl_space space = ocl_space_of(self, pointer);
	ocl_place place;

	if (space == OCL_PRIVATE) { /* no other instance can access it */
		const char *element = ocl_access_type(self, type);

		place = ocl_place_of(self, pointer, 1, false);
		if (!element) {
			ocl_refuse(self, HR_REFUSES_ATOMIC, "an atomic operation of this width");
			return;
		}
		text = ocl_declare(self, at);
		ocl_line_of(self, "%s = *%s;", text, ocl_pointer_as(self, pointer, element));
		ocl_write_scalar(self, &place, 0, type, updated(self, op, type, text, value));
		return;
	}
	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || !name || (bits != 32 && bits != 64)) {
		loop(self, at, type, value);
		return;
	}
	if (bits == 64 && !self->target->int64_atomics)
		ocl_refuse(self, HR_REFUSES_ATOMIC, "the device has no cl_khr_int64_base_atomics");
	if (space == OCL_SEVERAL || space == OCL_CONSTANT)
		ocl_refuse(self, HR_REFUSES_ATOMIC, "an atomic operation on this kind of memory");
	text = OCL_PRINT(self, "%s_%s((volatile %s%s *)%s, %s)", bits == 64 ? "atom" : "atomic",
			 name, ocl_space_word(space),
			 is_signed(op) ? ocl_signed(bits) : ocl_unsigned(bits),
			 ocl_operand(self, pointer),
			 is_signed(op) ? ocl_as_signed(self, value, bits) : ocl_bare(self, value));
	if (!LLVMGetFirstUse(at))
		ocl_line_of(self, "%s;", text);
	else
		ocl_line_of(self, "%s = %s;", ocl_declare(self, at), text);
}

/* --- compare and exchange --------------------------------------------------------------------- */

void ocl_exchange(ocl_writer *self, LLVMValueRef at)
{
	LLVMValueRef pointer = LLVMGetOperand(at, 0), expected = LLVMGetOperand(at, 1);
	LLVMTypeRef type = LLVMTypeOf(expected);
	const char *wanted = ocl_operand(self, expected),
		   *value = ocl_operand(self, LLVMGetOperand(at, 2));
	const char *name, *old;
	atomic_cell memory;

	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) {
		ocl_refuse(self, HR_REFUSES_ATOMIC,
			   "an exchange of a value that is not an integer");
		return;
	}
	if (ocl_space_of(self, pointer) == OCL_PRIVATE) {
		const char *place = ocl_pointer_as(self, pointer, ocl_access_type(self, type));

		name = ocl_declare(self, at);
		ocl_line_of(self, "%s.f0 = *%s;", name, place);
		ocl_line_of(self, "%s.f1 = %s.f0 == %s;", name, name, wanted);
		ocl_line_of(self, "if (%s.f1)", name);
		ocl_line_of(self, "\t*%s = %s;", place, value);
		return;
	}
	if (!open_cell(self, pointer, (unsigned)ocl_store_bytes(self, type), &memory))
		return;
	name = ocl_declare(self, at);
	if (!memory.mask) {
		ocl_line_of(self, "%s.f0 = %s(%s, %s, %s);", name, memory.swap, memory.pointer,
			    ocl_bare(self, wanted), ocl_bare(self, value));
		ocl_line_of(self, "%s.f1 = %s.f0 == %s;", name, name, wanted);
		return;
	}
	old = ocl_temporary(self, memory.word);
	ocl_line_of(self, "do {");
	self->depth++;
	ocl_line_of(self, "%s = *%s;", old, memory.pointer);
	ocl_line_of(self, "%s.f0 = %s;", name, part_of(self, &memory, old, type));
	ocl_line_of(self, "%s.f1 = %s.f0 == %s;", name, name, wanted);
	self->depth--;
	ocl_line_of(self, "} while (%s.f1 && %s(%s, %s, %s) != %s);", name, memory.swap,
		    memory.pointer, old, with_part(self, &memory, old, type, value), old);
}
