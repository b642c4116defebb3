/* backends/unit/unit_rewrite.c -- rewrites HPVM's calls in a leaf to the few functions that
 * backends provide.
 *
 * In HPVM-C, programs written in C may declare these functions without a prototype, and intrinsics
 * use other integer widths; here all get the same form (backends/backend.h). A return, in either
 * form, stores the outputs and ends the instance.
 * Owns:      nothing.
 * Clauses:   N3, M1, M2, M3, E1 (what an instance returns); H4: --sem fmuladd is applied here.
 * Not here:  the rest of the module (unit.c). */
#include <stdlib.h>
#include <string.h>

#include "backends/shared/edit.h"
#include "backends/unit/unit.h"
#include "ir/program/hpvm_names.h"
#include "src/base/vec.h"

typedef HR_VEC(LLVMValueRef) values;

/* A place where the leaf returns. */
typedef struct exit_point {
	LLVMValueRef at; /* the call of HPVM's return, or the ret instruction */
	bool is_call;
	/* The ret instruction has the outputs, because the leaf does not call HPVM's return. */
	bool stores;
} exit_point;

typedef struct rewriter {
	hr_made_unit *made;
	const hr_program *program;
	const hr_node *leaf;
	LLVMModuleRef module;
	LLVMContextRef context;
	LLVMBuilderRef builder;
	LLVMValueRef function;
	LLVMValueRef outputs; /* the last parameter of the new function */
	HR_VEC(exit_point) exits;
	hr_unit_port *ports; /* ports of the outputs */
} rewriter;

static LLVMTypeRef integer(const rewriter *self, unsigned bits)
{
	return LLVMIntTypeInContext(self->context, bits);
}

static LLVMTypeRef pointer(const rewriter *self)
{
	return LLVMPointerTypeInContext(self->context, 0);
}

static LLVMTypeKind kind_of(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value));
}

/* --- integer widths ------------------------------------------------------------------------ */

/* Return VALUE, an integer or pointer, converted to TYPE, which must be such a type, too; NULL if
 * it is not. */
static LLVMValueRef converted(rewriter *self, LLVMValueRef value, LLVMTypeRef type)
{
	LLVMTypeKind from = kind_of(value), to = LLVMGetTypeKind(type);

	if (LLVMTypeOf(value) == type)
		return value;
	if (from == LLVMIntegerTypeKind && to == LLVMIntegerTypeKind)
		return LLVMBuildIntCast2(self->builder, value, type, 1, "");
	if (from == LLVMPointerTypeKind && to == LLVMIntegerTypeKind)
		return LLVMBuildPtrToInt(self->builder, value, type, "");
	if (from == LLVMIntegerTypeKind && to == LLVMPointerTypeKind)
		return LLVMBuildIntToPtr(self->builder, value, type, "");
	return NULL;
}

static LLVMValueRef operand(rewriter *self, const hr_hpvm_call *call, unsigned i, LLVMTypeRef type)
{
	LLVMValueRef value = hr_hpvm_operand(call, i);

	if (!value)
		return LLVMConstNull(type); /* as in the interpreter */
	value = converted(self, value, type);
	if (!value)
		hr_unit_refuse(self->made, HR_REFUSES_TYPE, "an operand of '%s'", call->name);
	return value ? value : LLVMConstNull(type);
}

/* Replace the call by RESULT. */
static void replace(rewriter *self, const hr_hpvm_call *call, LLVMValueRef result)
{
	LLVMTypeRef type = LLVMTypeOf(call->instruction);

	if (LLVMGetTypeKind(type) != LLVMVoidTypeKind) {
		LLVMValueRef value = result ? converted(self, result, type) : LLVMConstNull(type);

		if (!value)
			hr_unit_refuse(self->made, HR_REFUSES_TYPE, "the result of '%s'",
				       call->name);
		else
			LLVMReplaceAllUsesWith(call->instruction, value);
	}
	if (LLVMGetTypeKind(type) == LLVMVoidTypeKind || !LLVMGetFirstUse(call->instruction))
		LLVMInstructionEraseFromParent(call->instruction);
}

/* --- functions of the backend -------------------------------------------------------------- */

static LLVMValueRef call_backend(rewriter *self, const char *name, LLVMTypeRef type,
				 LLVMValueRef *arguments, unsigned count)
{
	return hr_edit_call(self->module, self->builder, name, type, arguments, count);
}

static void add_mark(const rewriter *self, const char *function, const char *mark)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(mark, strlen(mark));

	LLVMAddAttributeAtIndex(LLVMGetNamedFunction(self->module, function),
				(LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMCreateEnumAttribute(self->context, kind, 0));
}

static void barrier(rewriter *self, const hr_hpvm_call *call)
{
	call_backend(self, "hpvm_barrier", LLVMVoidTypeInContext(self->context), NULL, 0);
	add_mark(self, "hpvm_barrier", "convergent");
	add_mark(self, "hpvm_barrier", "noduplicate");
	add_mark(self, "hpvm_barrier", "nounwind");
	self->made->unit.features |= HR_UNIT_BARRIERS;
	replace(self, call, NULL);
}

static void allocate(rewriter *self, const hr_hpvm_call *call)
{
	LLVMValueRef bytes = operand(self, call, 0, integer(self, 64));

	self->made->unit.features |= HR_UNIT_MALLOCS;
	replace(self, call, call_backend(self, "hpvm_malloc", pointer(self), &bytes, 1));
}

static void atomic(rewriter *self, const hr_hpvm_call *call, LLVMAtomicRMWBinOp op, bool by_one)
{
	LLVMValueRef address = operand(self, call, 0, pointer(self));
	LLVMValueRef value = by_one ? LLVMConstInt(integer(self, 32), 1, 0)
				    : operand(self, call, 1, integer(self, 32));

	replace(self, call,
		LLVMBuildAtomicRMW(self->builder, op, address, value, LLVMAtomicOrderingMonotonic,
				   0));
}

/* --- queries ---------------------------------------------------------------------------------- */

/* Store the level that a query is about in *LEVEL. Return false if the query is refused. */
static bool level_of(rewriter *self, const hr_hpvm_call *call, uint32_t *level)
{
	if (!hr_hpvm_level(hr_hpvm_operand(call, 0), level))
		hr_unit_refuse(self->made, HR_REFUSES_QUERY, "'%s'", call->name);
	else if (*level >= self->made->unit.level_count)
		hr_unit_refuse(self->made, HR_REFUSES_QUERY, "'%s' of an ancestor above the root",
			       call->name);
	return self->made->refusal == HR_TAKEN;
}

static void query_dims(rewriter *self, const hr_hpvm_call *call)
{
	uint32_t level;

	if (level_of(self, call, &level))
		replace(self, call,
			LLVMConstInt(integer(self, 32), self->made->unit.dims[level], 0));
}

/* N3: a dimension that a level lacks is an error, which the interpreter reports, or has index 0 and
 * extent 1. */
static void query(rewriter *self, const hr_hpvm_call *call, bool extent, uint32_t dimension)
{
	LLVMValueRef arguments[2];
	uint32_t level;

	if (!level_of(self, call, &level))
		return;
	if (dimension < self->made->unit.dims[level]) {
		arguments[0] = LLVMConstInt(integer(self, 32), level, 0);
		arguments[1] = LLVMConstInt(integer(self, 32), dimension, 0);
		replace(self, call,
			call_backend(self, extent ? "hpvm_extent" : "hpvm_id", integer(self, 64),
				     arguments, 2));
		return;
	}
	if (self->program->sem.value[HR_SEM_query_dimension] == HR_SEM_query_dimension_error)
		hr_unit_refuse(self->made, HR_REFUSES_QUERY,
			       "'%s' in a dimension that the node lacks", call->name);
	else
		replace(self, call, LLVMConstInt(integer(self, 64), extent, 0));
}

/* Remove handles after all queries have been replaced. Any other use of a handle is refused. */
static void drop_handles(rewriter *self, const values *handles)
{
	for (size_t i = handles->count; i-- > 0;) {
		hr_hpvm_call call = hr_hpvm_call_of(handles->data[i]);

		if (LLVMGetFirstUse(handles->data[i]))
			hr_unit_refuse(self->made, HR_REFUSES_QUERY,
				       "the handle from '%s' used as a value", call.name);
		else
			LLVMInstructionEraseFromParent(handles->data[i]);
	}
}

static bool rewrite_query(rewriter *self, const hr_hpvm_call *call)
{
	switch (call->op) {
	case HR_H_get_dims: query_dims(self, call); return true;
	case HR_H_id_x:
	case HR_H_id_y:
	case HR_H_id_z: query(self, call, false, (uint32_t)(call->op - HR_H_id_x)); return true;
	case HR_H_extent_x:
	case HR_H_extent_y:
	case HR_H_extent_z:
		query(self, call, true, (uint32_t)(call->op - HR_H_extent_x));
		return true;
	default: return false;
	}
}

static bool rewrite_memory(rewriter *self, const hr_hpvm_call *call)
{
	switch (call->op) {
	case HR_H_malloc: allocate(self, call); return true;
	case HR_H_barrier: barrier(self, call); return true;
	case HR_H_atomic_add: atomic(self, call, LLVMAtomicRMWBinOpAdd, false); return true;
	case HR_H_atomic_sub: atomic(self, call, LLVMAtomicRMWBinOpSub, false); return true;
	case HR_H_atomic_min: atomic(self, call, LLVMAtomicRMWBinOpMin, false); return true;
	case HR_H_atomic_max: atomic(self, call, LLVMAtomicRMWBinOpMax, false); return true;
	case HR_H_atomic_xchg: atomic(self, call, LLVMAtomicRMWBinOpXchg, false); return true;
	case HR_H_atomic_and: atomic(self, call, LLVMAtomicRMWBinOpAnd, false); return true;
	case HR_H_atomic_or: atomic(self, call, LLVMAtomicRMWBinOpOr, false); return true;
	case HR_H_atomic_xor: atomic(self, call, LLVMAtomicRMWBinOpXor, false); return true;
	case HR_H_atomic_inc: atomic(self, call, LLVMAtomicRMWBinOpAdd, true); return true;
	case HR_H_atomic_dec: atomic(self, call, LLVMAtomicRMWBinOpSub, true); return true;
	default: return false;
	}
}

static void rewrite_call(rewriter *self, LLVMValueRef instruction, values *handles)
{
	hr_hpvm_call call = hr_hpvm_call_of(instruction);

	LLVMPositionBuilderBefore(self->builder, instruction);
	if (call.op == HR_H_NONE || call.op == HR_H_return_ || rewrite_query(self, &call) ||
	    rewrite_memory(self, &call))
		return;
	if (call.op == HR_H_get_node || call.op == HR_H_get_parent)
		HR_PUSH(handles, instruction);
	else if (call.op == HR_H_hint || call.op == HR_H_attributes || call.op == HR_H_node_id)
		replace(self, &call, NULL);
	else if (call.op == HR_H_warp)
		hr_unit_refuse(self->made, HR_REFUSES_INSTRUCTION, "a collective of a warp");
	else
		hr_unit_refuse(self->made,
			       hr_hpvm_class_of(call.op) == HR_HC_TENSOR ? HR_REFUSES_TENSOR
									 : HR_REFUSES_INSTRUCTION,
			       "'%s'", call.name);
}

/* --- returns ---------------------------------------------------------------------------------- */

static bool has_returns(LLVMValueRef function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at))
			if (LLVMIsACallInst(at) && hr_hpvm_call_of(at).op == HR_H_return_)
				return true;
	return false;
}

/* Return field INDEX of the structure WHOLE if the instructions show it, else NULL. */
static LLVMValueRef field(LLVMValueRef whole, unsigned index)
{
	for (; LLVMIsAInsertValueInst(whole); whole = LLVMGetOperand(whole, 0))
		if (LLVMGetNumIndices(whole) == 1 && *LLVMGetIndices(whole) == index)
			return LLVMGetOperand(whole, 1);
	return NULL;
}

/* Return the value of output I at WAY, or NULL if it is not returned there. The fields of a
 * returned structure are the outputs; any other value is the only output. */
static LLVMValueRef returned(rewriter *self, const exit_point *point, unsigned i)
{
	unsigned count = self->leaf->output_count;
	LLVMValueRef value, seen;

	if (point->is_call)
		return i + 1 < LLVMGetNumArgOperands(point->at) ? LLVMGetOperand(point->at, i + 1)
								: NULL;
	if (!point->stores || !LLVMGetNumOperands(point->at))
		return NULL;
	value = LLVMGetOperand(point->at, 0);
	if (kind_of(value) != LLVMStructTypeKind)
		return i == 0 ? value : NULL;
	if (LLVMCountStructElementTypes(LLVMTypeOf(value)) != count) {
		hr_unit_refuse(self->made, HR_REFUSES_TYPE, "its return type");
		return NULL;
	}
	seen = field(value, i);
	LLVMPositionBuilderBefore(self->builder, point->at);
	return seen ? seen : LLVMBuildExtractValue(self->builder, value, i, "");
}

static void find_exits(rewriter *self, LLVMValueRef function)
{
	bool calls = has_returns(function);

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef at = LLVMGetFirstInstruction(block);

		while (at && !(LLVMIsACallInst(at) && hr_hpvm_call_of(at).op == HR_H_return_))
			at = LLVMGetNextInstruction(at);
		if (at)
			HR_PUSH(&self->exits, (exit_point){at, true, true});
		else if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(block)))
			HR_PUSH(&self->exits,
				(exit_point){LLVMGetBasicBlockTerminator(block), false, !calls});
	}
}

static int32_t parameter_number(LLVMValueRef function, LLVMValueRef value)
{
	for (unsigned i = 0; value && i < LLVMCountParams(function); i++)
		if (LLVMGetParam(function, i) == value)
			return (int32_t)i;
	return -1;
}

/* Find outputs that equal the same input wherever the leaf returns. */
static void find_same(rewriter *self, LLVMValueRef function)
{
	for (unsigned i = 0; i < self->leaf->output_count && self->exits.count; i++) {
		int32_t same = parameter_number(function, returned(self, &self->exits.data[0], i));

		for (size_t w = 1; w < self->exits.count && same >= 0; w++)
			if (parameter_number(function, returned(self, &self->exits.data[w], i)) !=
			    same)
				same = -1;
		if (same >= 0 && self->leaf->inputs[same].type == self->leaf->outputs[i].type)
			self->ports[i].same_as = same;
	}
}

static LLVMTypeRef float_type(const rewriter *self, const hr_type *type)
{
	switch (type->con) {
	case HR_C_F16: return LLVMHalfTypeInContext(self->context);
	case HR_C_B16: return LLVMBFloatTypeInContext(self->context);
	case HR_C_F32: return LLVMFloatTypeInContext(self->context);
	case HR_C_F64: return LLVMDoubleTypeInContext(self->context);
	case HR_C_F80: return LLVMX86FP80TypeInContext(self->context);
	default: return LLVMFP128TypeInContext(self->context);
	}
}

static bool is_float(LLVMTypeKind kind)
{
	return kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind ||
	       kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ||
	       kind == LLVMX86_FP80TypeKind || kind == LLVMFP128TypeKind;
}

/* Convert VALUE to the form in which the image stores it; return NULL if that is not possible.
 * Integers are extended to their container. */
static LLVMValueRef as_output(rewriter *self, LLVMValueRef value, const hr_type *type)
{
	LLVMTypeKind kind = kind_of(value);

	if (type->kind == HR_T_INT) {
		value = converted(self, value, integer(self, type->bits));
		return value ? LLVMBuildZExt(self->builder, value,
					     integer(self, 8 * hr_con_size(type->con)), "")
			     : NULL;
	}
	if (type->kind == HR_T_PTR)
		return converted(self, value, pointer(self));
	if (type->kind == HR_T_FLOAT)
		return is_float(kind)
			       ? LLVMBuildFPCast(self->builder, value, float_type(self, type), "")
			       : NULL;
	return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind || is_float(kind) ? NULL
											    : value;
}

static void store_outputs(rewriter *self, const exit_point *point)
{
	for (unsigned i = 0; i < self->leaf->output_count; i++) {
		const hr_port *port = &self->leaf->outputs[i];
		LLVMValueRef offset = LLVMConstInt(integer(self, 64), port->offset, 0), value,
			     store;

		value = self->ports[i].same_as < 0 ? returned(self, point, i) : NULL;
		if (!value)
			continue;
		value = as_output(self, value, port->type);
		if (!value) {
			hr_unit_refuse(self->made, HR_REFUSES_TYPE, "output %u", i);
			return;
		}
		store = LLVMBuildStore(self->builder, value,
				       LLVMBuildInBoundsGEP2(self->builder, integer(self, 8),
							     self->outputs, &offset, 1, ""));
		LLVMSetAlignment(store, 16);
	}
}

static void rewrite_exits(rewriter *self)
{
	for (size_t i = 0; i < self->exits.count; i++) {
		const exit_point *point = &self->exits.data[i];
		LLVMBasicBlockRef block = LLVMGetInstructionParent(point->at);

		LLVMPositionBuilderBefore(self->builder, point->at);
		store_outputs(self, point);
		if (point->is_call)
			hr_edit_cut_after(point->at);
		LLVMInstructionEraseFromParent(point->at);
		LLVMPositionBuilderAtEnd(self->builder, block);
		LLVMBuildRetVoid(self->builder);
	}
}

/* --- the function ----------------------------------------------------------------------------- */

static bool has_mark(LLVMValueRef function, unsigned parameter, const char *mark)
{
	return LLVMGetEnumAttributeAtIndex(function, parameter + 1,
					   LLVMGetEnumAttributeKindForName(mark, strlen(mark))) !=
	       NULL;
}

static void make_function(rewriter *self, LLVMValueRef leaf)
{
	unsigned count = LLVMCountParams(leaf);
	LLVMTypeRef *types = hr_alloc_array(count + 1, sizeof(*types));

	LLVMGetParamTypes(LLVMGlobalGetValueType(leaf), types);
	types[count] = pointer(self);
	self->function = LLVMAddFunction(
		self->module, "hpvm_unit",
		LLVMFunctionType(LLVMVoidTypeInContext(self->context), types, count + 1, 0));
	hr_free(types);
	for (unsigned i = 0; i < count; i++) {
		hr_edit_copy_marks(leaf, i, self->function, i);
		if (has_mark(leaf, i, "byval") || has_mark(leaf, i, "inalloca") ||
		    has_mark(leaf, i, "swifterror"))
			hr_unit_refuse(self->made, HR_REFUSES_ARGUMENT,
				       "input %u is passed by value", i);
	}
	self->outputs = LLVMGetParam(self->function, count);
}

static void rewrite_calls(rewriter *self)
{
	values calls = {0}, handles = {0};

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(self->function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at))
			if (LLVMIsACallInst(at))
				HR_PUSH(&calls, at);
	for (size_t i = 0; i < calls.count; i++)
		rewrite_call(self, calls.data[i], &handles);
	if (self->made->refusal == HR_TAKEN)
		drop_handles(self, &handles);
	HR_VEC_FREE(&calls);
	HR_VEC_FREE(&handles);
}

/* --- other instructions -------------------------------------------------------------------- */

static LLVMValueRef permit(LLVMValueRef value, LLVMFastMathFlags flags)
{
	if (flags && LLVMIsAInstruction(value))
		LLVMSetFastMathFlags(value, flags);
	return value;
}

/* H4: whether `a * b + c` is rounded once or twice is a choice of the semantics, not of the
 * backend. */
static void settle_fmuladd(rewriter *self, LLVMValueRef at)
{
	bool fused = self->program->sem.value[HR_SEM_fmuladd] == HR_SEM_fmuladd_fused;
	LLVMFastMathFlags flags = LLVMGetFastMathFlags(at);
	LLVMTypeRef type = LLVMTypeOf(at);
	LLVMValueRef operands[3], result;

	for (unsigned i = 0; i < 3; i++)
		operands[i] = LLVMGetOperand(at, i);
	LLVMPositionBuilderBefore(self->builder, at);
	if (fused) {
		unsigned id = LLVMLookupIntrinsicID("llvm.fma", strlen("llvm.fma"));
		LLVMValueRef fma = LLVMGetIntrinsicDeclaration(self->module, id, &type, 1);

		result = permit(LLVMBuildCall2(self->builder, LLVMGlobalGetValueType(fma), fma,
					       operands, 3, ""),
				flags);
	} else {
		result = permit(LLVMBuildFMul(self->builder, operands[0], operands[1], ""), flags);
		result = permit(LLVMBuildFAdd(self->builder, result, operands[2], ""), flags);
	}
	LLVMReplaceAllUsesWith(at, result);
	LLVMInstructionEraseFromParent(at);
}

static bool mentions_function(LLVMValueRef value)
{
	if (LLVMIsAFunction(value))
		return true;
	if (!LLVMIsAConstantExpr(value) && !LLVMIsAConstantStruct(value) &&
	    !LLVMIsAConstantArray(value) && !LLVMIsAConstantVector(value))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (mentions_function(LLVMGetOperand(value, (unsigned)i)))
			return true;
	return false;
}

static bool mentions_thread_local(LLVMValueRef value)
{
	return LLVMIsAGlobalVariable(value) && LLVMIsThreadLocal(value);
}

static const char *opcode_refused(LLVMOpcode opcode)
{
	switch (opcode) {
	case LLVMInvoke:
	case LLVMLandingPad:
	case LLVMResume:
	case LLVMCleanupRet:
	case LLVMCatchRet:
	case LLVMCatchPad:
	case LLVMCleanupPad:
	case LLVMCatchSwitch: return "exceptions";
	case LLVMIndirectBr:
	case LLVMCallBr: return "an indirect jump";
	case LLVMVAArg: return "variable arguments";
	default: return NULL;
	}
}

static void look_at_operands(rewriter *self, LLVMValueRef at)
{
	int count = LLVMGetNumOperands(at);
	bool call = LLVMIsACallInst(at) != NULL;

	for (int i = 0; i < count; i++) {
		LLVMValueRef value = LLVMGetOperand(at, (unsigned)i);

		if (!(call && i == count - 1) && mentions_function(value))
			hr_unit_refuse(self->made, HR_REFUSES_POINTER_CALL,
				       "a function as a value");
		if (mentions_thread_local(value))
			hr_unit_refuse(self->made, HR_REFUSES_VARIABLE, "thread-local '%s'",
				       LLVMGetValueName2(value, &(size_t){0}));
		if (LLVMIsABlockAddress(value))
			hr_unit_refuse(self->made, HR_REFUSES_INSTRUCTION,
				       "the address of a label");
	}
	if (!call || LLVMIsAFunction(LLVMGetCalledValue(at)))
		return;
	if (LLVMIsAInlineAsm(LLVMGetCalledValue(at)))
		hr_unit_refuse(self->made, HR_REFUSES_INSTRUCTION, "inline assembly");
	else
		hr_unit_refuse(self->made, HR_REFUSES_POINTER_CALL, "a call through a pointer");
}

static void look_at_instruction(rewriter *self, LLVMValueRef at)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(at);
	const char *refused = opcode_refused(opcode);
	LLVMValueRef callee = opcode == LLVMCall ? LLVMGetCalledValue(at) : NULL;

	if (refused)
		hr_unit_refuse(self->made, HR_REFUSES_INSTRUCTION, "%s", refused);
	if (opcode == LLVMAtomicRMW || opcode == LLVMAtomicCmpXchg || opcode == LLVMFence ||
	    ((opcode == LLVMLoad || opcode == LLVMStore) &&
	     LLVMGetOrdering(at) != LLVMAtomicOrderingNotAtomic))
		self->made->unit.features |= HR_UNIT_ATOMICS;
	look_at_operands(self, at);
	if (callee && LLVMIsAFunction(callee) &&
	    strncmp(LLVMGetValueName2(callee, &(size_t){0}), "llvm.fmuladd.", 13) == 0)
		settle_fmuladd(self, at);
}

static void look_at_code(rewriter *self)
{
	for (LLVMValueRef function = LLVMGetFirstFunction(self->module); function;
	     function = LLVMGetNextFunction(function))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		     block = LLVMGetNextBasicBlock(block)) {
			LLVMValueRef at = LLVMGetFirstInstruction(block), next;

			for (; at; at = next) {
				next = LLVMGetNextInstruction(at);
				look_at_instruction(self, at);
			}
		}
}

void hr_unit_rewrite(hr_made_unit *made, const hr_program *program, const hr_node *leaf,
		     struct LLVMOpaqueModule *module)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	rewriter self = {.made = made,
			 .program = program,
			 .leaf = leaf,
			 .module = module,
			 .context = context,
			 .builder = LLVMCreateBuilderInContext(context),
			 .ports = (hr_unit_port *)(uintptr_t)made->unit.outputs};
	LLVMValueRef function = LLVMGetNamedFunction(module, HR_UNIT_LEAF);

	make_function(&self, function);
	find_exits(&self, function);
	find_same(&self, function);
	hr_edit_move_body(function, self.function);
	rewrite_calls(&self);
	if (made->refusal == HR_TAKEN)
		rewrite_exits(&self);
	if (made->refusal == HR_TAKEN)
		look_at_code(&self);
	HR_VEC_FREE(&self.exits);
	LLVMDisposeBuilder(self.builder);
}
