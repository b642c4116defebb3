/* backends/crosscheck/stored.c -- finds the types of the values that a unit stores, which decide
 * how its results are compared.
 *
 * The analysis uses the unit's bitcode, which is what every backend gets. A store is attributed to
 * the input from which its address is computed; if that is not evident (the address comes from
 * memory, or the store is in a callee), it is attributed to all memory.
 * Invariant: a set contains every kind that is stored to its memory.
 * Owns:      the sets.
 * Clauses:   none.
 * Not here:  comparing (compare.c). */
#include "backends/crosscheck/stored.h"

#include <string.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>

#include "backends/shared/context.h"
#include "backends/shared/edit.h"

enum { DEPTH = 16 }; /* how many operations a value is traced through */

typedef struct finder {
	hr_stored *stored;
	LLVMValueRef unit; /* the function */
	unsigned inputs;
} finder;

/* --- types ------------------------------------------------------------------------------------ */

static unsigned kind_of_integer(unsigned bits)
{
	return bits <= 8    ? HR_STORED_I8
	       : bits == 16 ? HR_STORED_I16
	       : bits == 32 ? HR_STORED_I32
	       : bits == 64 ? HR_STORED_I64
			    : HR_STORED_OTHER;
}

static unsigned kind_of(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMHalfTypeKind: return HR_STORED_F16;
	case LLVMBFloatTypeKind: return HR_STORED_B16;
	case LLVMFloatTypeKind: return HR_STORED_F32;
	case LLVMDoubleTypeKind: return HR_STORED_F64;
	case LLVMPointerTypeKind: return HR_STORED_POINTER;
	case LLVMIntegerTypeKind: return kind_of_integer(LLVMGetIntTypeWidth(type));
	case LLVMVectorTypeKind:
	case LLVMArrayTypeKind: return kind_of(LLVMGetElementType(type));
	default: return HR_STORED_OTHER;
	}
}

static unsigned size_of(unsigned kind)
{
	return kind & (HR_STORED_I16 | HR_STORED_F16 | HR_STORED_B16)       ? 2
	       : kind & (HR_STORED_I32 | HR_STORED_F32)                     ? 4
	       : kind & (HR_STORED_I64 | HR_STORED_F64 | HR_STORED_POINTER) ? 8
									    : 1;
}

/* --- values ----------------------------------------------------------------------------------- */

static bool starts(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

static const char *called(LLVMValueRef call)
{
	LLVMValueRef function = LLVMGetCalledValue(call);
	size_t length;

	return LLVMIsAFunction(function) ? LLVMGetValueName2(function, &length) : "";
}

/* Return true if the bits of VALUE may come from arithmetic, that is, it was not only copied,
 * negated or given another sign. */
static bool is_computed(LLVMValueRef value, unsigned depth)
{
	if (LLVMIsAConstant(value) || LLVMIsAArgument(value) || LLVMIsALoadInst(value))
		return false;
	if (depth == DEPTH || !LLVMIsAInstruction(value))
		return true;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMBitCast:
		return kind_of(LLVMTypeOf(LLVMGetOperand(value, 0))) >= HR_STORED_F16 &&
		       is_computed(LLVMGetOperand(value, 0), depth + 1);
	case LLVMFNeg: return is_computed(LLVMGetOperand(value, 0), depth + 1);
	case LLVMSelect:
		return is_computed(LLVMGetOperand(value, 1), depth + 1) ||
		       is_computed(LLVMGetOperand(value, 2), depth + 1);
	case LLVMPHI:
		for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
			if (is_computed(LLVMGetIncomingValue(value, i), depth + 1))
				return true;
		return false;
	case LLVMCall:
		if (!starts(called(value), "llvm.fabs") && !starts(called(value), "llvm.copysign"))
			return true;
		return is_computed(LLVMGetOperand(value, 0), depth + 1);
	default: return true;
	}
}

static hr_stored_set set_of(LLVMValueRef value)
{
	hr_stored_set set = {kind_of(LLVMTypeOf(value)), 0};

	if (is_computed(value, 0))
		set.computed = set.kinds;
	return set;
}

/* --- places ----------------------------------------------------------------------------------- */

static hr_stored_set *place_of(finder *self, LLVMValueRef address)
{
	for (unsigned depth = 0; depth < DEPTH; depth++) {
		if (LLVMIsAGetElementPtrInst(address) || LLVMIsABitCastInst(address))
			address = LLVMGetOperand(address, 0);
		else
			break;
	}
	for (unsigned i = 0; i < self->inputs; i++)
		if (address == LLVMGetParam(self->unit, i))
			return &self->stored->inputs[i];
	if (address == LLVMGetParam(self->unit, self->inputs))
		return &self->stored->outputs;
	return LLVMIsAAllocaInst(address) ? NULL : &self->stored->elsewhere;
}

static void note(finder *self, LLVMValueRef address, hr_stored_set set)
{
	hr_stored_set *place = place_of(self, address);

	if (place)
		*place = hr_stored_join(*place, set);
}

static void look_at_call(finder *self, LLVMValueRef call)
{
	const char *name = called(call);

	if (starts(name, "llvm.minnum") || starts(name, "llvm.maxnum") || starts(name, "fmin") ||
	    starts(name, "fmax"))
		self->stored->chooses_zeros = true;
	if (starts(name, "llvm.mem"))
		note(self, LLVMGetOperand(call, 0), (hr_stored_set){HR_STORED_OTHER, 0});
	else if (!starts(name, "llvm.") && !starts(name, "hpvm_") &&
		 LLVMIsAFunction(LLVMGetCalledValue(call)) &&
		 LLVMIsDeclaration(LLVMGetCalledValue(call)))
		for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
			if (kind_of(LLVMTypeOf(LLVMGetOperand(call, i))) == HR_STORED_POINTER)
				note(self, LLVMGetOperand(call, i),
				     (hr_stored_set){HR_STORED_OTHER, 0});
}

static void look_at(finder *self, LLVMValueRef at)
{
	if (LLVMCanValueUseFastMathFlags(at) &&
	    LLVMGetFastMathFlags(at) & LLVMFastMathNoSignedZeros)
		self->stored->chooses_zeros = true;
	switch (LLVMGetInstructionOpcode(at)) {
	case LLVMStore: note(self, LLVMGetOperand(at, 1), set_of(LLVMGetOperand(at, 0))); break;
	case LLVMAtomicRMW:
		self->stored->sums_floats |= LLVMGetAtomicRMWBinOp(at) == LLVMAtomicRMWBinOpFAdd ||
					     LLVMGetAtomicRMWBinOp(at) == LLVMAtomicRMWBinOpFSub;
		note(self, LLVMGetOperand(at, 0), set_of(LLVMGetOperand(at, 1)));
		break;
	case LLVMAtomicCmpXchg:
		note(self, LLVMGetOperand(at, 0), set_of(LLVMGetOperand(at, 1)));
		break;
	case LLVMCall: look_at_call(self, at); break;
	default: break;
	}
}

/* --- finding all stores -------------------------------------------------------------------- */

static void look_at_all(finder *self, LLVMModuleRef module)
{
	hr_instructions all = {0};

	hr_edit_list(module, &all);
	for (size_t i = 0; i < all.count; i++)
		look_at(self, all.data[i]);
	HR_VEC_FREE(&all);
}

void hr_stored_find(const hr_unit *unit, hr_stored *stored)
{
	LLVMContextRef context = hr_context_new();
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
		unit->bitcode, unit->bitcode_bytes, "unit", false);
	finder self = {.stored = stored, .inputs = unit->input_count};
	LLVMModuleRef module;

	memset(stored, 0, sizeof(*stored));
	stored->inputs = hr_alloc_zero((unit->input_count + 1) * sizeof(*stored->inputs));
	if (LLVMParseBitcodeInContext2(context, buffer, &module))
		hr_bug("cannot read back the unit of '%s'", unit->name);
	self.unit = LLVMGetNamedFunction(module, "hpvm_unit");
	look_at_all(&self, module);
	LLVMDisposeModule(module);
	LLVMDisposeMemoryBuffer(buffer);
	hr_context_free(context);
}

void hr_stored_free(hr_stored *stored)
{
	hr_free(stored->inputs);
	stored->inputs = NULL;
}

hr_stored_set hr_stored_join(hr_stored_set a, hr_stored_set b)
{
	return (hr_stored_set){a.kinds | b.kinds, a.computed | b.computed};
}

static hr_element element_of(unsigned kind)
{
	hr_element element = hr_element_of_npy(HR_NPY_FLOAT, size_of(kind));

	if (kind == HR_STORED_B16)
		element.con = HR_C_B16;
	return element;
}

static unsigned smallest(unsigned kinds)
{
	unsigned least = 8;

	for (unsigned kind = 1; kind <= HR_STORED_OTHER; kind *= 2)
		if (kinds & kind && size_of(kind) < least)
			least = size_of(kind);
	return least;
}

hr_compare_rule hr_stored_rule(const hr_stored *stored, hr_stored_set set)
{
	bool one = (set.kinds & (set.kinds - 1)) == 0;
	hr_compare_rule rule = {.bytes = set.kinds ? smallest(set.kinds) : 1};

	rule.floating = one && set.kinds >= HR_STORED_F16 && set.kinds <= HR_STORED_F64;
	if (!rule.floating) {
		rule.numbers = (set.computed & HR_STORED_F16 ? 2 : 0) |
			       (set.computed & HR_STORED_F32 ? 4 : 0) |
			       (set.computed & HR_STORED_F64 ? 8 : 0);
		return rule;
	}
	rule.element = element_of(set.kinds);
	rule.nans_alike = set.computed != 0;
	rule.zeros_alike = stored->chooses_zeros;
	return rule;
}

static unsigned kind_of_port(const hr_unit_port *port)
{
	if (port->kind == HR_UNIT_FLOAT)
		return port->bits == 16   ? HR_STORED_F16
		       : port->bits == 32 ? HR_STORED_F32
		       : port->bits == 64 ? HR_STORED_F64
					  : HR_STORED_OTHER;
	return HR_STORED_OTHER;
}

hr_compare_rule hr_stored_output_rule(const hr_stored *stored, const hr_unit_port *port)
{
	unsigned kind = kind_of_port(port);
	hr_compare_rule rule =
		hr_stored_rule(stored, (hr_stored_set){kind, stored->outputs.computed & kind});

	rule.bytes = port->bytes;
	return rule;
}
