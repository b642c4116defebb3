/* ir/kernel/ptx/replace.c -- replaces inline assembly and intrinsics of NVPTX in a module.
 *
 * Clauses:   K4.
 * Not here:  what instructions do (arithmetic.c and others), their text (assembly.c). */
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "ir/kernel/ptx/ptx.h"
#include "ir/kernel/ptx/ptx_private.h"
#include "ir/llvm/passes.h"
#include "src/base/map.h"
#include "src/base/status.h"

/* Replace CALL of inline assembly by one of a function. */
static void replace_assembly(hr_ptx *p, hr_map *made, LLVMValueRef call)
{
	LLVMValueRef assembly = LLVMGetCalledValue(call), function;
	unsigned kind = LLVMGetEnumAttributeKindForName("convergent", 10);
	uint64_t found;

	if (hr_ptx_has_constants(assembly) || !hr_map_get(made, hr_map_key(assembly), &found)) {
		found = hr_map_key(hr_ptx_assemble(p, assembly, call));
		hr_map_put(made, hr_map_key(assembly), found);
	}
	function = (LLVMValueRef)(uintptr_t)found;
	LLVMRemoveCallSiteEnumAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
	LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, function);
}

/* Return the results as a value of TYPE: the first, or a structure of all. */
static LLVMValueRef whole_result(const hr_ptx_instruction *i, LLVMTypeRef type)
{
	LLVMValueRef whole = LLVMGetPoison(type);

	if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
		return hr_ptx_as(i->p, i->out[0], type);
	for (unsigned n = 0; n < i->out_count; n++)
		whole = LLVMBuildInsertValue(i->p->builder, whole, i->out[n], n, "");
	return whole;
}

/* Replace CALL of the intrinsic NAME; false: it stays. */
static bool replace_intrinsic(hr_ptx *p, LLVMValueRef call, const char *name)
{
	hr_ptx_operand sources[HR_PTX_OPERANDS] = {0};
	hr_ptx_instruction i = {.p = p, .in = sources, .lanes = 1};
	LLVMTypeRef type = LLVMTypeOf(call);
	char text[120];

	if (!hr_ptx_of_intrinsic(name, text, sizeof(text)) || !hr_ptx_words(&i, text))
		return false;
	i.in_count = LLVMGetNumArgOperands(call);
	if (i.in_count > HR_PTX_OPERANDS)
		return false;
	for (unsigned n = 0; n < i.in_count; n++)
		sources[n] = (hr_ptx_operand){.count = 1, .values = {LLVMGetOperand(call, n)}};
	LLVMPositionBuilderBefore(p->builder, call);
	LLVMSetCurrentDebugLocation2(p->builder, LLVMInstructionGetDebugLoc(call));
	if (!hr_ptx_instruction_build(&i))
		return false;
	if (LLVMGetTypeKind(type) != LLVMVoidTypeKind) {
		if (!i.out_count)
			return false;
		LLVMReplaceAllUsesWith(call, whole_result(&i, type));
	}
	LLVMInstructionEraseFromParent(call);
	return true;
}

/* Replace CALL of an intrinsic NAME for the words of a double; false: it is another one. */
static bool replace_words(const hr_ptx *p, LLVMValueRef call, const char *name)
{
	const bool low = !strcmp(name, "llvm.nvvm.d2i.lo"),
		   high = !strcmp(name, "llvm.nvvm.d2i.hi");
	LLVMValueRef value, upper, shift = hr_ptx_int(p->i64, 32);

	if (!low && !high && strcmp(name, "llvm.nvvm.lohi.i2d") != 0)
		return false;
	LLVMPositionBuilderBefore(p->builder, call);
	LLVMSetCurrentDebugLocation2(p->builder, LLVMInstructionGetDebugLoc(call));
	value = hr_ptx_as(p, LLVMGetOperand(call, 0), p->i64);
	if (high)
		value = LLVMBuildLShr(p->builder, value, shift, "");
	if (!low && !high) {
		upper = LLVMBuildShl(p->builder, hr_ptx_as(p, LLVMGetOperand(call, 1), p->i64),
				     shift, "");
		value = LLVMBuildOr(p->builder, value, upper, "");
	}
	LLVMReplaceAllUsesWith(call, hr_ptx_as(p, value, LLVMTypeOf(call)));
	LLVMInstructionEraseFromParent(call);
	return true;
}

static void replace_in(hr_ptx *p, hr_map *made, LLVMValueRef function)
{
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);

	for (; block; block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef at = LLVMGetFirstInstruction(block), next;

		for (; at; at = next) {
			LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;

			next = LLVMGetNextInstruction(at);
			if (callee && LLVMIsAInlineAsm(callee))
				replace_assembly(p, made, at);
			else if (callee && LLVMIsAFunction(callee) &&
				 !hr_ptx_reflect(p, at, LLVMGetValueName(callee)) &&
				 !LLVMGetFirstBasicBlock(callee) &&
				 !replace_words(p, at, LLVMGetValueName(callee)))
				(void)replace_intrinsic(p, at, LLVMGetValueName(callee));
		}
	}
}

void hr_ptx_replace(void *module)
{
	hr_map made = {0};
	hr_ptx p;

	hr_ptx_begin(&p, module);
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		replace_in(&p, &made, f);
	if (made.count)
		hr_run_passes(module, "always-inline");
	hr_ptx_end(&p);
	hr_map_free(&made);
}
