/* backends/shared/edit.c -- transformations of LLVM IR that LLVM's C interface has no function for.
 *
 * The C interface cannot change the incoming blocks of a phi, so phis are created again.
 * Invariant: when a function returns, every phi has exactly the predecessors of its block.
 * Owns:      nothing.
 * Not here:  what the transformations are used for. */
#include "backends/shared/edit.h"

#include <string.h>

#include "src/base/alloc.h"
#include "src/base/map.h"
#include "src/base/status.h"

void hr_edit_list(LLVMModuleRef module, hr_instructions *all)
{
	for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
	     function = LLVMGetNextFunction(function))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
		     block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
			     at = LLVMGetNextInstruction(at))
				HR_PUSH(all, at);
}

/* --- phis ------------------------------------------------------------------------------------- */

/* Create PHI again with incoming block NEW in place of OLD, or without OLD if NEW is NULL. */
static void renew_phi(LLVMValueRef phi, LLVMBasicBlockRef old, LLVMBasicBlockRef new)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(phi)));
	LLVMValueRef renewed;

	LLVMPositionBuilderBefore(builder, phi);
	renewed = LLVMBuildPhi(builder, LLVMTypeOf(phi), "");
	LLVMDisposeBuilder(builder);
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
		LLVMValueRef value = LLVMGetIncomingValue(phi, i);

		if (block == old)
			block = new;
		if (block)
			LLVMAddIncoming(renewed, &value, &block, 1);
	}
	if (LLVMCountIncoming(renewed) == 0) {
		LLVMReplaceAllUsesWith(phi, LLVMGetPoison(LLVMTypeOf(phi)));
		LLVMInstructionEraseFromParent(renewed);
	} else {
		LLVMReplaceAllUsesWith(phi, renewed);
	}
	LLVMInstructionEraseFromParent(phi);
}

static void renew_phis(LLVMBasicBlockRef block, LLVMBasicBlockRef old, LLVMBasicBlockRef new)
{
	LLVMValueRef at = LLVMGetFirstInstruction(block), next;

	for (; at && LLVMIsAPHINode(at); at = next) {
		bool concerned = false;

		next = LLVMGetNextInstruction(at);
		for (unsigned i = 0; i < LLVMCountIncoming(at); i++)
			concerned |= LLVMGetIncomingBlock(at, i) == old;
		if (concerned)
			renew_phi(at, old, new);
	}
}

static void renew_successors(LLVMValueRef terminator, LLVMBasicBlockRef old, LLVMBasicBlockRef new)
{
	for (unsigned i = 0; i < LLVMGetNumSuccessors(terminator); i++)
		renew_phis(LLVMGetSuccessor(terminator, i), old, new);
}

/* --- blocks ----------------------------------------------------------------------------------- */

void hr_edit_cut_after(LLVMValueRef instruction)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
	LLVMValueRef last;

	renew_successors(LLVMGetBasicBlockTerminator(block), block, NULL);
	while ((last = LLVMGetLastInstruction(block)) != instruction) {
		LLVMTypeRef type = LLVMTypeOf(last);

		if (LLVMGetTypeKind(type) != LLVMVoidTypeKind && LLVMGetFirstUse(last))
			LLVMReplaceAllUsesWith(last, LLVMGetPoison(type));
		LLVMInstructionEraseFromParent(last);
	}
}

LLVMBasicBlockRef hr_edit_split_after(LLVMValueRef instruction, const char *name)
{
	LLVMBasicBlockRef old = LLVMGetInstructionParent(instruction);
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(LLVMBasicBlockAsValue(old)));
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMBasicBlockRef new =
		LLVMAppendBasicBlockInContext(context, LLVMGetBasicBlockParent(old), name);
	LLVMValueRef at, next;

	LLVMMoveBasicBlockAfter(new, old);
	renew_successors(LLVMGetBasicBlockTerminator(old), old, new);
	LLVMPositionBuilderAtEnd(builder, new);
	for (at = LLVMGetNextInstruction(instruction); at; at = next) {
		next = LLVMGetNextInstruction(at);
		LLVMInstructionRemoveFromParent(at);
		LLVMInsertIntoBuilder(builder, at);
	}
	LLVMDisposeBuilder(builder);
	return new;
}

void hr_edit_move_body(LLVMValueRef from, LLVMValueRef to)
{
	LLVMBasicBlockRef block;

	while ((block = LLVMGetFirstBasicBlock(from)) != NULL) {
		LLVMRemoveBasicBlockFromParent(block);
		LLVMAppendExistingBasicBlock(to, block);
	}
	for (unsigned i = 0; i < LLVMCountParams(from); i++)
		LLVMReplaceAllUsesWith(LLVMGetParam(from, i), LLVMGetParam(to, i));
	if (!LLVMGetFirstUse(from))
		LLVMDeleteFunction(from);
}

/* --- marks ------------------------------------------------------------------------------------ */

static void strip_attributes(LLVMValueRef function)
{
	static const char *const texts[] = {
		"target-cpu",
		"tune-cpu",
		"target-features",
		"no-infs-fp-math",
		"no-nans-fp-math",
		"no-signed-zeros-fp-math",
		"unsafe-fp-math",
		"approx-func-fp-math",
		"denormal-fp-math",
		"denormal-fp-math-f32",
		"frame-pointer",
		"probe-stack",
		"stack-protector-buffer-size",
		"min-legal-vector-width",
		"prefer-vector-width",
	};
	static const char *const kinds[] = {
		"optnone",          "noinline",        "ssp",
		"sspstrong",        "sspreq",          "uwtable",
		"sanitize_address", "sanitize_thread", "sanitize_memory",
		"minsize",          "optsize",         "optdebug",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		LLVMRemoveStringAttributeAtIndex(function,
						 (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
						 texts[i], (unsigned)strlen(texts[i]));
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		unsigned kind = LLVMGetEnumAttributeKindForName(kinds[i], strlen(kinds[i]));

		if (kind)
			LLVMRemoveEnumAttributeAtIndex(
				function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
	}
}

/* Build an instruction like AT without flags. The C interface can only add flags to an instruction,
 * not remove them. */
static LLVMValueRef build_plain(LLVMBuilderRef builder, LLVMValueRef at)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(at);
	LLVMValueRef first = LLVMGetOperand(at, 0);
	LLVMTypeRef type = LLVMTypeOf(at);

	switch (opcode) {
	case LLVMFNeg: return LLVMBuildFNeg(builder, first, "");
	case LLVMFCmp:
		return LLVMBuildFCmp(builder, LLVMGetFCmpPredicate(at), first,
				     LLVMGetOperand(at, 1), "");
	case LLVMSelect:
		return LLVMBuildSelect(builder, first, LLVMGetOperand(at, 1), LLVMGetOperand(at, 2),
				       "");
	case LLVMFPTrunc:
	case LLVMFPExt: return LLVMBuildCast(builder, opcode, first, type, "");
	case LLVMFAdd:
	case LLVMFSub:
	case LLVMFMul:
	case LLVMFDiv:
	case LLVMFRem: return LLVMBuildBinOp(builder, opcode, first, LLVMGetOperand(at, 1), "");
	default: return NULL;
	}
}

static LLVMValueRef build_plain_phi(LLVMBuilderRef builder, LLVMValueRef at)
{
	LLVMValueRef plain = LLVMBuildPhi(builder, LLVMTypeOf(at), "");

	for (unsigned i = 0; i < LLVMCountIncoming(at); i++) {
		LLVMBasicBlockRef block = LLVMGetIncomingBlock(at, i);
		LLVMValueRef value = LLVMGetIncomingValue(at, i);

		LLVMAddIncoming(plain, &value, &block, 1);
	}
	return plain;
}

static LLVMValueRef build_plain_call(LLVMBuilderRef builder, LLVMValueRef at)
{
	unsigned count = LLVMGetNumArgOperands(at);
	LLVMValueRef *arguments = hr_alloc_array(count, sizeof(*arguments)), plain;

	for (unsigned i = 0; i < count; i++)
		arguments[i] = LLVMGetOperand(at, i);
	plain = LLVMBuildCall2(builder, LLVMGetCalledFunctionType(at), LLVMGetCalledValue(at),
			       arguments, count, "");
	hr_free(arguments);
	LLVMSetInstructionCallConv(plain, LLVMGetInstructionCallConv(at));
	return plain;
}

static void make_plain(LLVMValueRef at, LLVMFastMathFlags flags)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(at)));
	LLVMValueRef plain;

	LLVMPositionBuilderBefore(builder, at);
	plain = LLVMIsAPHINode(at)    ? build_plain_phi(builder, at)
		: LLVMIsACallInst(at) ? build_plain_call(builder, at)
				      : build_plain(builder, at);
	LLVMDisposeBuilder(builder);
	if (!plain)
		return;
	if (flags && LLVMIsAInstruction(plain) && LLVMCanValueUseFastMathFlags(plain))
		LLVMSetFastMathFlags(plain, flags);
	LLVMReplaceAllUsesWith(at, plain);
	LLVMInstructionEraseFromParent(at);
}

void hr_edit_strip_function(LLVMValueRef function, LLVMFastMathFlags kept)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMGlobalGetValueType(function));
	unsigned accuracy = LLVMGetMDKindIDInContext(context, "fpmath", 6);
	unsigned loop = LLVMGetMDKindIDInContext(context, "llvm.loop", 9);

	strip_attributes(function);
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block), next; at; at = next) {
			next = LLVMGetNextInstruction(at);
			if (LLVMGetMetadata(at, accuracy))
				LLVMSetMetadata(at, accuracy, NULL);
			if (LLVMGetMetadata(at, loop)) /* clang -O1 disables unrolling */
				LLVMSetMetadata(at, loop, NULL);
			if (LLVMCanValueUseFastMathFlags(at) && LLVMGetFastMathFlags(at) & ~kept)
				make_plain(at, LLVMGetFastMathFlags(at) & kept);
		}
}

static void copy_at(LLVMValueRef from, LLVMAttributeIndex index, LLVMValueRef to,
		    LLVMAttributeIndex as)
{
	unsigned count = LLVMGetAttributeCountAtIndex(from, index);
	LLVMAttributeRef *list = hr_alloc_array(count, sizeof(*list));

	LLVMGetAttributesAtIndex(from, index, list);
	for (unsigned a = 0; a < count; a++)
		LLVMAddAttributeAtIndex(to, as, list[a]);
	hr_free(list);
}

void hr_edit_copy_marks(LLVMValueRef from, unsigned parameter, LLVMValueRef to, unsigned as)
{
	copy_at(from, parameter + 1, to, as + 1);
}

/* Return true if FUNCTION calls WANTED, directly or indirectly. */
static bool reaches(LLVMValueRef function, LLVMValueRef wanted, hr_map *seen)
{
	if (hr_map_get(seen, hr_map_key(function), NULL))
		return false;
	hr_map_put(seen, hr_map_key(function), 1);
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at)) {
			LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;

			if (callee && LLVMIsAFunction(callee) &&
			    (callee == wanted || reaches(callee, wanted, seen)))
				return true;
		}
	return false;
}

static void copy_attributes(LLVMValueRef from, LLVMValueRef to)
{
	const LLVMAttributeIndex whole = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

	copy_at(from, whole, to, whole);
	for (unsigned i = 0; i < LLVMCountParams(from) + 1; i++)
		copy_at(from, i, to, i);
}

LLVMValueRef hr_edit_call(LLVMModuleRef module, LLVMBuilderRef builder, const char *name,
			  LLVMTypeRef result, LLVMValueRef *arguments, unsigned count)
{
	LLVMValueRef function = LLVMGetNamedFunction(module, name);
	LLVMTypeRef types[HR_EDIT_ARGUMENTS], signature;

	if (count > HR_EDIT_ARGUMENTS)
		hr_bug("a call has too many arguments");
	for (unsigned i = 0; i < count; i++)
		types[i] = LLVMTypeOf(arguments[i]);
	signature = LLVMFunctionType(result, types, count, 0);
	if (!function)
		function = LLVMAddFunction(module, name, signature);
	return LLVMBuildCall2(builder, signature, function, arguments, count, "");
}

LLVMValueRef hr_edit_intrinsic(LLVMModuleRef module, LLVMBuilderRef builder, const char *name,
			       LLVMTypeRef *types, unsigned type_count, LLVMValueRef *operands,
			       unsigned count)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMValueRef function;

	if (!id)
		hr_bug("this LLVM has no intrinsic '%s'", name);
	function = LLVMGetIntrinsicDeclaration(module, id, types, type_count);
	return LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, operands, count,
			      "");
}

bool hr_edit_calls_itself(LLVMValueRef function)
{
	hr_map seen = {0};
	bool found = reaches(function, function, &seen);

	hr_map_free(&seen);
	return found;
}

LLVMValueRef hr_edit_declare_anew(LLVMModuleRef module, LLVMValueRef old)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(old);
	size_t length;
	char *name = hr_strdup(LLVMGetValueName2(old, &length));
	LLVMValueRef new;

	LLVMSetValueName2(old, "", 0);
	if (LLVMIsAFunction(old)) {
		new = LLVMAddFunction(module, name, type);
		LLVMSetFunctionCallConv(new, LLVMGetFunctionCallConv(old));
		copy_attributes(old, new);
		LLVMReplaceAllUsesWith(old, new);
		LLVMDeleteFunction(old);
	} else {
		new = LLVMAddGlobal(module, type, name);
		LLVMSetGlobalConstant(new, LLVMIsGlobalConstant(old));
		LLVMSetAlignment(new, LLVMGetAlignment(old));
		LLVMReplaceAllUsesWith(old, new);
		LLVMDeleteGlobal(old);
	}
	hr_free(name);
	return new;
}
