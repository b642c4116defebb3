/* ir/kernel/amdgcn/buffer.c -- accesses through buffer resources: a pointer, and a number of bytes behind which loads give 0 and stores
 * do nothing.
 *
 * What lies within that number is checked as any other access of the pointer (M6).
 *
 * Clauses:   K4, M6.
 * Not here:  resources that are not made in the same function, strides, structured buffers, copies to LDS: they stay, and are refused by
 *            name. */
#include <stdio.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "ir/kernel/amdgcn/amdgcn_private.h"
#include "ir/llvm/passes.h"

typedef struct buffer_access {
	hr_amdgcn *a;
	LLVMTypeRef type;     /* of what is accessed */
	LLVMValueRef pointer; /* its address */
	LLVMValueRef within;  /* an i1 */
	unsigned align;
} buffer_access;

static LLVMValueRef extend(const hr_amdgcn *a, LLVMValueRef value)
{
	return LLVMBuildIntCast2(a->builder, value, a->i64, false, "");
}

static bool is_constant(LLVMValueRef value, uint64_t number)
{
	return LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value) == number;
}

/* Set the address that the operands from FIRST on are: the resource, two offsets. */
static bool find(buffer_access *x, unsigned first, LLVMTypeRef type)
{
	hr_amdgcn *a = x->a;
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(a->module);
	LLVMValueRef resource = hr_amdgcn_operand(a, first), offset, end,
		     made = LLVMIsACallInst(resource) ? LLVMGetCalledValue(resource) : NULL;
	LLVMTypeRef byte = LLVMInt8TypeInContext(a->context);

	if (!hr_amdgcn_bits(a, type) || !made || !LLVMIsAFunction(made) ||
	    !strstr(LLVMGetValueName(made), "llvm.amdgcn.make.buffer.rsrc.") ||
	    !is_constant(LLVMGetOperand(resource, 1), 0))
		return false;
	x->type = type;
	x->align = LLVMABIAlignmentOfType(layout, type);
	x->align = x->align < 4 ? x->align : 4; /* all that a buffer promises */
	offset = LLVMBuildAdd(a->builder, extend(a, hr_amdgcn_operand(a, first + 1)),
			      extend(a, hr_amdgcn_operand(a, first + 2)), "");
	end = LLVMBuildAdd(a->builder, offset,
			   LLVMConstInt(a->i64, LLVMStoreSizeOfType(layout, type), false), "");
	x->within = LLVMBuildICmp(a->builder, LLVMIntULE, end,
				  extend(a, LLVMGetOperand(resource, 2)), "");
	x->pointer = LLVMBuildGEP2(a->builder, byte, LLVMGetOperand(resource, 0), &offset, 1, "");
	return true;
}

/* --- loads and stores ------------------------------------------------------------------------- */

/* Return the vector type, with as many elements as TYPE has, whose masked accesses stand for those of TYPE, and set MASK. */
static LLVMTypeRef masked_type(const buffer_access *x, LLVMValueRef *mask)
{
	const hr_amdgcn *a = x->a;
	const bool vector = LLVMGetTypeKind(x->type) == LLVMVectorTypeKind;
	LLVMTypeRef type = vector ? x->type : LLVMVectorType(x->type, 1);
	const unsigned count = LLVMGetVectorSize(type);

	*mask = LLVMGetPoison(LLVMVectorType(a->i1, count));
	for (unsigned i = 0; i < count; i++)
		*mask = LLVMBuildInsertElement(a->builder, *mask, x->within,
					       LLVMConstInt(a->i32, i, false), "");
	return type;
}

/* Build a call of the masked intrinsic NAME for the vector TYPE. */
static LLVMValueRef call_masked(const buffer_access *x, const char *name, LLVMTypeRef type,
				LLVMValueRef *arguments)
{
	const hr_amdgcn *a = x->a;
	const bool stores = !strcmp(name, "llvm.masked.store");
	LLVMTypeRef types[2] = {type, LLVMTypeOf(x->pointer)};
	const unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMValueRef function = LLVMGetIntrinsicDeclaration(a->module, id, types, 2), call;
	const unsigned count = LLVMCountParams(function);
	LLVMTypeRef signature = LLVMGlobalGetValueType(function);
	LLVMValueRef given[4];
	unsigned n = 0;

	/* before LLVM 22, the alignment is an operand */
	for (unsigned i = 0; i < 3; i++) {
		if (count == 4 && i == (stores ? 2 : 1))
			given[n++] = LLVMConstInt(a->i32, x->align, false);
		given[n++] = arguments[i];
	}
	call = LLVMBuildCall2(a->builder, signature, function, given, count, "");
	if (count == 3)
		LLVMSetInstrParamAlignment(call, stores ? 2 : 1, x->align);
	return call;
}

static LLVMValueRef as_vector(const buffer_access *x, LLVMValueRef value, LLVMTypeRef type)
{
	const hr_amdgcn *a = x->a;

	if (LLVMTypeOf(value) == type)
		return value;
	return LLVMBuildInsertElement(a->builder, LLVMGetPoison(type), value,
				      LLVMConstInt(a->i32, 0, false), "");
}

static LLVMValueRef load(buffer_access *x)
{
	const hr_amdgcn *a = x->a;
	LLVMValueRef mask, got;
	LLVMTypeRef type;

	if (!find(x, 0, LLVMTypeOf(a->call)))
		return NULL;
	type = masked_type(x, &mask);
	got = call_masked(x, "llvm.masked.load", type,
			  (LLVMValueRef[]){x->pointer, mask, LLVMConstNull(type)});
	return type == x->type ? got
			       : LLVMBuildExtractElement(a->builder, got,
							 LLVMConstInt(a->i32, 0, false), "");
}

static LLVMValueRef store(buffer_access *x)
{
	LLVMValueRef value = hr_amdgcn_operand(x->a, 0), mask;
	LLVMTypeRef type;

	if (!find(x, 1, LLVMTypeOf(value)))
		return NULL;
	type = masked_type(x, &mask);
	return call_masked(x, "llvm.masked.store", type,
			   (LLVMValueRef[]){as_vector(x, value, type), x->pointer, mask});
}

/* --- atomic operations ------------------------------------------------------------------------ */

/* Return a function (pointer, value, expected, within) that does the operation if within; else it returns 0. */
static LLVMValueRef make_atomic(buffer_access *x, LLVMAtomicRMWBinOp operation, bool exchanges)
{
	hr_amdgcn *a = x->a;
	LLVMTypeRef types[] = {LLVMTypeOf(x->pointer), x->type, x->type, a->i1};
	LLVMValueRef function = LLVMAddFunction(a->module, "hpvm.amdgcn.buffer.atomic",
						LLVMFunctionType(x->type, types, 4, false));
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(a->context, function, ""),
			  does = LLVMAppendBasicBlockInContext(a->context, function, ""),
			  not = LLVMAppendBasicBlockInContext(a->context, function, "");
	LLVMBuilderRef b = LLVMCreateBuilderInContext(a->context);
	LLVMValueRef pointer = LLVMGetParam(function, 0), value = LLVMGetParam(function, 1), old;

	LLVMSetLinkage(function, LLVMInternalLinkage);
	LLVMPositionBuilderAtEnd(b, entry);
	LLVMBuildCondBr(b, LLVMGetParam(function, 3), does, not);
	LLVMPositionBuilderAtEnd(b, does);
	if (exchanges) {
		old = LLVMBuildAtomicCmpXchg(b, pointer, LLVMGetParam(function, 2), value,
					     LLVMAtomicOrderingMonotonic,
					     LLVMAtomicOrderingMonotonic, false);
		old = LLVMBuildExtractValue(b, old, 0, "");
	} else {
		old = LLVMBuildAtomicRMW(b, operation, pointer, value, LLVMAtomicOrderingMonotonic,
					 false);
	}
	LLVMBuildRet(b, old);
	LLVMPositionBuilderAtEnd(b, not);
	LLVMBuildRet(b, LLVMConstNull(x->type));
	LLVMDisposeBuilder(b);
	hr_mark_inline(function);
	a->inlines = true;
	return function;
}

static LLVMValueRef atomic(buffer_access *x, const char *operation)
{
	static const struct {
		const char *name;
		LLVMAtomicRMWBinOp operation;
	} known[] = {{"swap", LLVMAtomicRMWBinOpXchg}, {"add", LLVMAtomicRMWBinOpAdd},
		     {"sub", LLVMAtomicRMWBinOpSub},   {"smin", LLVMAtomicRMWBinOpMin},
		     {"umin", LLVMAtomicRMWBinOpUMin}, {"smax", LLVMAtomicRMWBinOpMax},
		     {"umax", LLVMAtomicRMWBinOpUMax}, {"and", LLVMAtomicRMWBinOpAnd},
		     {"or", LLVMAtomicRMWBinOpOr},     {"xor", LLVMAtomicRMWBinOpXor},
		     {"fadd", LLVMAtomicRMWBinOpFAdd}, {"fmin", LLVMAtomicRMWBinOpFMin},
		     {"fmax", LLVMAtomicRMWBinOpFMax}};
	const bool exchanges = hr_amdgcn_after(operation, "cmpswap") != NULL;
	LLVMAtomicRMWBinOp how = LLVMAtomicRMWBinOpXchg;
	LLVMTypeRef type = LLVMTypeOf(x->a->call);
	bool is_known = exchanges;
	LLVMValueRef function, arguments[4];

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (hr_amdgcn_after(operation, known[i].name)) {
			how = known[i].operation;
			is_known = true;
		}
	if (!is_known || LLVMGetTypeKind(type) == LLVMVectorTypeKind ||
	    !find(x, exchanges ? 2 : 1, type))
		return NULL;
	function = make_atomic(x, how, exchanges);
	arguments[0] = x->pointer;
	arguments[1] = hr_amdgcn_operand(x->a, 0);
	arguments[2] = exchanges ? hr_amdgcn_operand(x->a, 1) : arguments[1];
	arguments[3] = x->within;
	return LLVMBuildCall2(x->a->builder, LLVMGlobalGetValueType(function), function, arguments,
			      4, "");
}

LLVMValueRef hr_amdgcn_buffer(hr_amdgcn *a)
{
	static const char start[] = "raw.ptr.buffer.", atomics[] = "atomic.";
	const char *name = a->name + strlen(start);
	buffer_access x = {.a = a};

	if (strncmp(a->name, start, strlen(start)) != 0)
		return NULL;
	if (!strncmp(name, atomics, strlen(atomics)))
		return atomic(&x, name + strlen(atomics));
	if (hr_amdgcn_after(name, "load") && !strstr(name, ".lds"))
		return load(&x);
	return hr_amdgcn_after(name, "store") ? store(&x) : NULL;
}
