/* ir/kernel/shared.c -- functions with parameters for shared memory, and the kernel as a leaf (K3).
 *
 * LLVM cannot change a function's type, so that a new function gets the body.
 *
 * Clauses:   K3, K6 (structures by value).
 * Not here:  the nodes that allocate shared memory (convert.c). */
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "ir/kernel/kernel_private.h"
#include "ir/llvm/function.h"

/* One function that is rebuilt. */
typedef struct rebuilt {
	LLVMValueRef old, made;
	unsigned first; /* its first hidden parameter */
} rebuilt;

typedef struct rebuilder {
	hr_kernel *k;
	unsigned variables;
	LLVMTypeRef *types;
	HR_VEC(rebuilt) functions;
} rebuilder;

/* --- which functions -------------------------------------------------------------------------- */

static const rebuilt *find(const rebuilder *r, LLVMValueRef old)
{
	for (size_t i = 0; i < r->functions.count; i++)
		if (r->functions.data[i].old == old)
			return &r->functions.data[i];
	return NULL;
}

static bool refers(const rebuilder *r, LLVMValueRef value, unsigned depth)
{
	if (LLVMIsAFunction(value))
		return find(r, value) != NULL;
	if (LLVMIsAGlobalVariable(value))
		return LLVMGetPointerAddressSpace(LLVMTypeOf(value)) == HR_SPACE_SHARED;
	if (!LLVMIsAConstant(value) || LLVMIsAGlobalValue(value) || !depth)
		return false;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (refers(r, LLVMGetOperand(value, (unsigned)i), depth - 1))
			return true;
	return false;
}

enum { DEEPEST = 16 }; /* nested constant expressions */

static bool needs(const rebuilder *r, LLVMValueRef function)
{
	HR_EACH_BLOCK_INSTRUCTION(function, at)
	for (int i = 0; i < LLVMGetNumOperands(at); i++)
		if (refers(r, LLVMGetOperand(at, (unsigned)i), DEEPEST))
			return true;
	return false;
}

/* The kernel, and with shared variables all functions that use them, themselves or by calls. */
static void choose(rebuilder *r)
{
	size_t before;

	HR_PUSH(&r->functions, (rebuilt){.old = r->k->function});
	do {
		before = r->functions.count;
		for (size_t i = 0; r->variables && i < r->k->reached.count; i++) {
			LLVMValueRef function = r->k->reached.data[i];

			if (!find(r, function) && needs(r, function))
				HR_PUSH(&r->functions, (rebuilt){.old = function});
		}
	} while (r->functions.count > before);
}

/* --- new functions ---------------------------------------------------------------------------- */

static void copy_attributes(LLVMValueRef from, LLVMValueRef to, LLVMAttributeIndex index)
{
	unsigned byval = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
	bool by_value = LLVMGetEnumAttributeAtIndex(from, index, byval) != NULL;

	if (!by_value) /* attributes of a pointer do not fit the structure that it becomes */
		hr_copy_attributes(from, to, index);
}

/* Return TYPE with structures that have no names, by which text about the kernel alone, as backends write it, would not
 * know them. */
static LLVMTypeRef without_names(hr_kernel *k, LLVMTypeRef type)
{
	unsigned count;
	LLVMTypeRef *fields;

	if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
		return LLVMArrayType2(without_names(k, LLVMGetElementType(type)),
				      LLVMGetArrayLength2(type));
	if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
		return type;
	count = LLVMCountStructElementTypes(type);
	fields = hr_arena_array(&k->program->arena, count + 1, sizeof(LLVMTypeRef));
	for (unsigned i = 0; i < count; i++)
		fields[i] = without_names(k, LLVMStructGetTypeAtIndex(type, i));
	return LLVMStructTypeInContext(k->context, fields, count, LLVMIsPackedStruct(type));
}

/* A structure by value becomes a parameter with the structure, which is stored in a variable. */
static void open_structure(hr_kernel *k, LLVMValueRef old, LLVMValueRef made)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(k->context);
	LLVMValueRef first =
		LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetParamParent(made)));
	LLVMTypeRef type = LLVMTypeOf(made);
	LLVMValueRef variable, address;

	LLVMPositionBuilderBefore(builder, first);
	variable = LLVMBuildAlloca(builder, type, "");
	LLVMSetAlignment(variable, 16);
	LLVMBuildStore(builder, made, variable);
	address = LLVMTypeOf(variable) == LLVMTypeOf(old)
			  ? variable
			  : LLVMBuildAddrSpaceCast(builder, variable, LLVMTypeOf(old), "");
	LLVMReplaceAllUsesWith(old, address);
	LLVMDisposeBuilder(builder);
}

static void move_parameters(rebuilder *r, const rebuilt *f, bool kernel)
{
	for (unsigned i = 0; i < f->first; i++) {
		LLVMValueRef old = LLVMGetParam(f->old, i), made = LLVMGetParam(f->made, i);
		size_t length;
		const char *name = LLVMGetValueName2(old, &length);

		LLVMSetValueName2(made, name, length);
		copy_attributes(f->old, f->made, i + 1);
		if (!kernel || !hr_kernel_byval(f->old, i))
			LLVMReplaceAllUsesWith(old, made);
	}
	for (unsigned v = 0, i = f->first; v < r->k->shared.count; v++)
		if (r->k->shared.data[v].variable) {
			const char *name = r->k->shared.data[v].name;

			LLVMSetValueName2(LLVMGetParam(f->made, i++), name, strlen(name));
		}
}

/* Make the function of F, with the body; calls and names of variables are still the old ones. */
static void make(rebuilder *r, rebuilt *f)
{
	bool kernel = f->old == r->k->function;
	LLVMTypeRef type = LLVMGlobalGetValueType(f->old), *params;

	f->first = LLVMCountParams(f->old);
	params = hr_arena_array(&r->k->program->arena, f->first + r->variables + 1,
				sizeof(LLVMTypeRef));
	LLVMGetParamTypes(type, params);
	for (unsigned i = 0; kernel && i < f->first; i++) {
		LLVMTypeRef structure = hr_kernel_byval(f->old, i);

		if (structure)
			params[i] = without_names(r->k, structure);
	}
	memcpy(params + f->first, r->types, r->variables * sizeof(LLVMTypeRef));
	f->made = LLVMAddFunction(
		r->k->module, "",
		LLVMFunctionType(LLVMGetReturnType(type), params, f->first + r->variables, false));
	LLVMSetFunctionCallConv(f->made, kernel ? LLVMCCallConv : LLVMGetFunctionCallConv(f->old));
	copy_attributes(f->old, f->made, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
	copy_attributes(f->old, f->made, LLVMAttributeReturnIndex);
	hr_copy_metadata(f->old, f->made);
	hr_move_body(f->old, f->made);
	move_parameters(r, f, kernel);
	for (unsigned i = 0; kernel && i < f->first; i++)
		if (hr_kernel_byval(f->old, i))
			open_structure(r->k, LLVMGetParam(f->old, i), LLVMGetParam(f->made, i));
}

/* --- uses of variables ------------------------------------------------------------------------ */

static LLVMValueRef parameter_of(const rebuilder *r, const rebuilt *f, LLVMValueRef variable)
{
	unsigned number = f->first;

	for (size_t i = 0; i < r->k->shared.count; i++) {
		if (r->k->shared.data[i].variable == variable)
			return LLVMGetParam(f->made, number);
		number += r->k->shared.data[i].variable != NULL;
	}
	return NULL;
}

/* Return VALUE, a constant that refers to shared variables, as an instruction; NULL if that is not
 * supported. */
static LLVMValueRef as_instruction(const rebuilder *r, const rebuilt *f, LLVMBuilderRef builder,
				   LLVMValueRef value, unsigned depth)
{
	LLVMValueRef operands[16];
	LLVMOpcode opcode;
	int count;

	if (!refers(r, value, depth))
		return value;
	if (LLVMIsAGlobalVariable(value))
		return parameter_of(r, f, value);
	count = LLVMGetNumOperands(value);
	if (!LLVMIsAConstantExpr(value) || count > 16 || !depth)
		return NULL;
	for (int i = 0; i < count; i++) {
		operands[i] = as_instruction(r, f, builder, LLVMGetOperand(value, (unsigned)i),
					     depth - 1);
		if (!operands[i])
			return NULL;
	}
	opcode = LLVMGetConstOpcode(value);
	switch (opcode) {
	case LLVMGetElementPtr:
		return LLVMBuildGEPWithNoWrapFlags(builder, LLVMGetGEPSourceElementType(value),
						   operands[0], operands + 1, (unsigned)count - 1,
						   "", LLVMGEPGetNoWrapFlags(value));
	case LLVMAddrSpaceCast:
	case LLVMBitCast:
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMTrunc: return LLVMBuildCast(builder, opcode, operands[0], LLVMTypeOf(value), "");
	case LLVMAdd:
	case LLVMSub:
	case LLVMXor: return LLVMBuildBinOp(builder, opcode, operands[0], operands[1], "");
	default: return NULL;
	}
}

/* Place BUILDER where operand I of AT is needed. */
static void place(LLVMBuilderRef builder, LLVMValueRef at, unsigned i)
{
	if (LLVMIsAPHINode(at))
		LLVMPositionBuilderBefore(builder,
					  LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(at, i)));
	else
		LLVMPositionBuilderBefore(builder, at);
	LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(at));
}

static hr_status refuse(const rebuilder *r, const char *what)
{
	return hr_report(r->k->program->diags, HR_D_kernel_needs, NULL, r->k->name, what);
}

static hr_status replace_variables(rebuilder *r, const rebuilt *f)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(r->k->context);
	hr_status status = HR_OK;

	HR_EACH_BLOCK_INSTRUCTION(f->made, at)
	for (int i = 0; i < LLVMGetNumOperands(at); i++) {
		LLVMValueRef value = LLVMGetOperand(at, (unsigned)i), made;

		if (LLVMIsAFunction(value) || !refers(r, value, DEEPEST))
			continue;
		place(builder, at, (unsigned)i);
		made = as_instruction(r, f, builder, value, DEEPEST);
		if (made)
			LLVMSetOperand(at, (unsigned)i, made);
		else
			status = refuse(r, "a constant made of addresses in shared memory");
	}
	LLVMDisposeBuilder(builder);
	return status;
}

/* --- calls ------------------------------------------------------------------------------------ */

static void copy_call_attributes(LLVMValueRef from, LLVMValueRef to, LLVMAttributeIndex index)
{
	unsigned count = LLVMGetCallSiteAttributeCount(from, index);
	LLVMAttributeRef *all = hr_alloc_array(count + 1, sizeof(LLVMAttributeRef));

	LLVMGetCallSiteAttributes(from, index, all);
	for (unsigned i = 0; i < count; i++)
		LLVMAddCallSiteAttribute(to, index, all[i]);
	hr_free(all);
}

/* Replace CALL of F's function. CALLER is the function that contains it, or NULL if the kernel does
 * not reach it: then it never runs. */
static void replace_call(rebuilder *r, LLVMValueRef call, const rebuilt *f, const rebuilt *caller)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(r->k->context);
	LLVMValueRef *arguments = hr_arena_array(&r->k->program->arena, f->first + r->variables + 1,
						 sizeof(LLVMValueRef));
	LLVMValueRef made;

	for (unsigned i = 0; i < f->first; i++)
		arguments[i] = LLVMGetOperand(call, i);
	for (unsigned v = 0; v < r->variables; v++)
		arguments[f->first + v] = caller ? LLVMGetParam(caller->made, caller->first + v)
						 : LLVMGetPoison(r->types[v]);
	LLVMPositionBuilderBefore(builder, call);
	LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
	made = LLVMBuildCall2(builder, LLVMGlobalGetValueType(f->made), f->made, arguments,
			      f->first + r->variables, "");
	LLVMSetInstructionCallConv(made, LLVMGetFunctionCallConv(f->made));
	copy_call_attributes(call, made, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
	for (unsigned i = 0; i <= f->first; i++)
		copy_call_attributes(call, made, i);
	LLVMReplaceAllUsesWith(call, made);
	LLVMInstructionEraseFromParent(call);
	LLVMDisposeBuilder(builder);
}

static const rebuilt *made_as(const rebuilder *r, LLVMValueRef function)
{
	for (size_t i = 0; i < r->functions.count; i++)
		if (r->functions.data[i].made == function)
			return &r->functions.data[i];
	return NULL;
}

static hr_status replace_calls(rebuilder *r, const rebuilt *f)
{
	LLVMUseRef use = LLVMGetFirstUse(f->old), next;

	for (; use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);

		next = LLVMGetNextUse(use);
		if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == f->old)
			replace_call(r, user, f,
				     made_as(r, LLVMGetBasicBlockParent(
							LLVMGetInstructionParent(user))));
		else if (f->old != r->k->function)
			return refuse(r,
				      hr_arena_printf(&r->k->program->arena,
						      "a pointer to '%s', which uses shared memory",
						      LLVMGetValueName(f->old)));
	}
	return HR_OK;
}

/* --- the whole -------------------------------------------------------------------------------- */

static void take_name(const rebuilt *f)
{
	size_t length;
	const char *text = LLVMGetValueName2(f->old, &length);
	char *name = hr_strdup(text);

	LLVMReplaceAllUsesWith(f->old, f->made);
	LLVMDeleteFunction(f->old);
	LLVMSetValueName2(f->made, name, length);
	hr_free(name);
}

hr_status hr_kernel_rebuild(hr_kernel *k)
{
	rebuilder r = {.k = k};
	hr_status status = HR_OK;

	r.types = hr_arena_array(&k->program->arena, k->shared.count + 1, sizeof(LLVMTypeRef));
	for (size_t i = 0; i < k->shared.count; i++)
		if (k->shared.data[i].variable)
			r.types[r.variables++] = LLVMTypeOf(k->shared.data[i].variable);
	choose(&r);
	for (size_t i = 0; i < r.functions.count; i++)
		make(&r, &r.functions.data[i]);
	for (size_t i = 0; i < r.functions.count && status == HR_OK; i++)
		status = replace_variables(&r, &r.functions.data[i]);
	for (size_t i = 0; i < r.functions.count && status == HR_OK; i++)
		status = replace_calls(&r, &r.functions.data[i]);
	if (status == HR_OK) {
		k->function = r.functions.data[0].made;
		for (size_t i = 0; i < r.functions.count; i++)
			take_name(&r.functions.data[i]);
	}
	HR_VEC_FREE(&r.functions);
	return status;
}
