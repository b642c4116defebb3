/* ir/program/constant.c -- scalar constants: integers up to 128 bits, floats bit for bit,
 * addresses.
 *
 * A scalar constant is bits plus at most two symbols, which represents an address plus a number and
 * the difference of two addresses; whatever else is computed from addresses needs code.
 *
 * Invariant: bits are truncated to the type's width.
 * Owns:      nothing.
 * Not here:  aggregates (constant_image.c, ir/lower/value.c). */
#include "ir/program/constant.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "ir/program/lookup.h"
#include "ir/program/types.h"

static hr_u128 low_bits(hr_u128 value, unsigned bits)
{
	return bits >= 128 ? value : value & (((hr_u128)1 << bits) - 1);
}

/* LLVM's C API returns 64 bits of an integer; wider ones are read from their text, "i80 -12". */
static hr_u128 wide_int(LLVMValueRef c, unsigned bits)
{
	char *text = LLVMPrintValueToString(c);
	const char *digits = strchr(text, ' ');
	bool negative = false;
	hr_u128 value = 0;

	digits = digits ? digits + 1 : "";
	if (!strcmp(digits, "true"))
		value = 1;
	if (*digits == '-') {
		negative = true;
		digits++;
	}
	for (; *digits >= '0' && *digits <= '9'; digits++)
		value = value * 10 + (unsigned)(*digits - '0');
	LLVMDisposeMessage(text);
	return low_bits(negative ? -value : value, bits);
}

hr_u128 hr_constant_int(LLVMValueRef c)
{
	unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(c));

	return bits <= 64 ? LLVMConstIntGetZExtValue(c) : wide_int(c, bits);
}

static unsigned float_bits(LLVMTypeKind kind)
{
	switch (kind) {
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind: return 16;
	case LLVMFloatTypeKind: return 32;
	case LLVMDoubleTypeKind: return 64;
	case LLVMX86_FP80TypeKind: return 80;
	case LLVMFP128TypeKind: return 128;
	default: return 0;
	}
}

/* Return the width of a scalar type in bits; 0 if it is not a scalar. */
static unsigned scalar_bits(LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	if (kind == LLVMIntegerTypeKind)
		return LLVMGetIntTypeWidth(type);
	return kind == LLVMPointerTypeKind || kind == LLVMTargetExtTypeKind ? 64 : float_bits(kind);
}

static bool float_atom(LLVMValueRef c, hr_atom *atom)
{
	LLVMTypeRef type = LLVMTypeOf(c);
	unsigned bits = float_bits(LLVMGetTypeKind(type));
	LLVMValueRef as_int;

	if (!bits)
		return false;
	as_int = LLVMConstBitCast(c, LLVMIntTypeInContext(LLVMGetTypeContext(type), bits));
	if (!LLVMIsAConstantInt(as_int))
		return false;
	atom->bits = hr_constant_int(as_int);
	return true;
}

static bool symbol_atom(hr_program *program, LLVMValueRef c, hr_atom *atom)
{
	hr_symbol symbol;

	if (!hr_symbol_of(program, c, &symbol))
		return false;
	atom->bits = (uint64_t)symbol.addend;
	atom->symbol_count = 1;
	atom->symbols[0] = (hr_atom_symbol){
		.kind = symbol.is_function ? HR_RELOC_FUNCTION : HR_RELOC_GLOBAL,
		.index = symbol.id,
		.thread_local_ = !symbol.is_function && program->globals[symbol.id]->thread_local_,
	};
	return true;
}

static bool block_atom(hr_program *program, LLVMValueRef c, hr_atom *atom)
{
	LLVMValueRef function = LLVMGetBlockAddressFunction(c);
	LLVMBasicBlockRef wanted = LLVMGetBlockAddressBasicBlock(c);
	hr_function *owner = hr_function_of(program, function);
	uint32_t number = 0;

	if (!owner)
		return false;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b && b != wanted;
	     b = LLVMGetNextBasicBlock(b))
		number++;
	atom->symbol_count = 1;
	atom->symbols[0] =
		(hr_atom_symbol){.kind = HR_RELOC_BLOCK, .index = number, .function = owner->id};
	return true;
}

/* --- expressions ------------------------------------------------------------------------------ */

static void add_symbol(hr_atom *atom, hr_atom_symbol symbol)
{
	for (unsigned i = 0; i < atom->symbol_count; i++) {
		hr_atom_symbol *other = &atom->symbols[i];

		if (other->kind == symbol.kind && other->index == symbol.index &&
		    other->function == symbol.function && other->subtract != symbol.subtract) {
			*other = atom->symbols[--atom->symbol_count];
			return;
		}
	}
	atom->symbols[atom->symbol_count++] = symbol;
}

static bool sum_atom(hr_atom *atom, const hr_atom *a, const hr_atom *b, bool subtract)
{
	if (a->symbol_count + b->symbol_count > 2)
		return false;
	*atom = *a;
	atom->bits = subtract ? a->bits - b->bits : a->bits + b->bits;
	for (unsigned i = 0; i < b->symbol_count; i++) {
		hr_atom_symbol symbol = b->symbols[i];

		symbol.subtract ^= subtract;
		add_symbol(atom, symbol);
	}
	return true;
}

static bool binary_atom(hr_program *program, LLVMValueRef c, LLVMOpcode opcode, hr_atom *atom)
{
	hr_atom a = {0}, b = {0};

	if (!hr_constant_atom(program, LLVMGetOperand(c, 0), &a) ||
	    !hr_constant_atom(program, LLVMGetOperand(c, 1), &b) || a.undef || b.undef)
		return false;
	if (opcode == LLVMAdd || opcode == LLVMSub)
		return sum_atom(atom, &a, &b, opcode == LLVMSub);
	if (a.symbol_count || b.symbol_count)
		return false;
	switch (opcode) {
	case LLVMMul: atom->bits = a.bits * b.bits; return true;
	case LLVMXor: atom->bits = a.bits ^ b.bits; return true;
	case LLVMAnd: atom->bits = a.bits & b.bits; return true;
	case LLVMOr: atom->bits = a.bits | b.bits; return true;
	default: return false;
	}
}

static int64_t signed_index(const hr_atom *index, unsigned bits)
{
	uint64_t value = (uint64_t)index->bits;

	if (bits < 64 && value >> (bits - 1) & 1)
		value |= ~UINT64_C(0) << bits;
	return (int64_t)value;
}

/* Add one step of a getelementptr into *TYPE by INDEX to *OFFSET. */
static bool gep_step(hr_program *program, LLVMTypeRef *type, LLVMValueRef index, bool first,
		     uint64_t *offset)
{
	hr_atom atom = {0};
	LLVMTypeKind kind = LLVMGetTypeKind(*type);
	LLVMTargetDataRef layout = program->layout;

	if (!hr_constant_atom(program, index, &atom) || atom.symbol_count)
		return false;
	if (!first && kind == LLVMStructTypeKind) {
		*offset += LLVMOffsetOfElement(layout, *type, (unsigned)atom.bits);
		*type = LLVMStructGetTypeAtIndex(*type, (unsigned)atom.bits);
		return true;
	}
	if (!first)
		*type = LLVMGetElementType(*type);
	*offset += (uint64_t)signed_index(&atom, scalar_bits(LLVMTypeOf(index))) *
		   LLVMABISizeOfType(layout, *type);
	return true;
}

static bool gep_atom(hr_program *program, LLVMValueRef c, hr_atom *atom)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(c);
	uint64_t offset = 0;
	int count = LLVMGetNumOperands(c);

	if (LLVMGetTypeKind(LLVMTypeOf(c)) != LLVMPointerTypeKind ||
	    !hr_constant_atom(program, LLVMGetOperand(c, 0), atom))
		return false;
	for (int i = 1; i < count; i++)
		if (!gep_step(program, &type, LLVMGetOperand(c, (unsigned)i), i == 1, &offset))
			return false;
	atom->bits = (uint64_t)(atom->bits + offset);
	return true;
}

static bool cast_atom(hr_program *program, LLVMValueRef c, LLVMOpcode opcode, hr_atom *atom)
{
	LLVMValueRef from = LLVMGetOperand(c, 0);
	unsigned bits = scalar_bits(LLVMTypeOf(from));

	if (!bits || !hr_constant_atom(program, from, atom))
		return false;
	if (atom->symbol_count && scalar_bits(LLVMTypeOf(c)) > 64)
		return false; /* the sum has 64 bits and could wrap */
	if (opcode == LLVMSExt && bits < 128 && atom->bits >> (bits - 1) & 1)
		atom->bits |= ~(hr_u128)0 << bits;
	return (opcode != LLVMSExt && opcode != LLVMZExt) || !atom->symbol_count;
}

static bool expression_atom(hr_program *program, LLVMValueRef c, hr_atom *atom)
{
	LLVMOpcode opcode = LLVMGetConstOpcode(c);

	switch (opcode) {
	case LLVMGetElementPtr: return gep_atom(program, c, atom);
	case LLVMTrunc:
	case LLVMZExt:
	case LLVMSExt:
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
#if LLVM_VERSION_MAJOR >= 22
	case LLVMPtrToAddr:
#endif
		return cast_atom(program, c, opcode, atom);
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMXor:
	case LLVMAnd:
	case LLVMOr: return binary_atom(program, c, opcode, atom);
	default: return false;
	}
}

static bool any_atom(hr_program *program, LLVMValueRef c, hr_atom *atom)
{
	switch (LLVMGetValueKind(c)) {
	case LLVMConstantIntValueKind: atom->bits = hr_constant_int(c); return true;
	case LLVMConstantFPValueKind: return float_atom(c, atom);
	case LLVMConstantPointerNullValueKind:
	case LLVMConstantTargetNoneValueKind:
	case LLVMConstantAggregateZeroValueKind: return true;
	case LLVMUndefValueValueKind:
	case LLVMPoisonValueValueKind:
		atom->undef = true;
		atom->poison = LLVMIsPoison(c);
		return true;
	case LLVMBlockAddressValueKind: return block_atom(program, c, atom);
	case LLVMFunctionValueKind:
	case LLVMGlobalVariableValueKind:
	case LLVMGlobalAliasValueKind: return symbol_atom(program, c, atom);
	case LLVMConstantExprValueKind: return expression_atom(program, c, atom);
	default: return false;
	}
}

bool hr_constant_atom(hr_program *program, LLVMValueRef c, hr_atom *atom)
{
	hr_atom result = {0};
	unsigned bits = scalar_bits(LLVMTypeOf(c));

	if (!bits || !any_atom(program, c, &result))
		return false;
	result.bits = low_bits(result.bits, bits);
	*atom = result;
	return true;
}
