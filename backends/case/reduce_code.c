/* backends/case/reduce_code.c -- smaller variants of a case: the leaf's instructions.
 *
 * All possible changes are listed in code order: an instruction is removed (its result is replaced
 * by zero or by one of its operands), or a condition is made constant. The steps try all changes at
 * once, then halves, quarters, down to single ones; LLVM then removes dead code.
 * Invariant: a variant is valid IR.
 * Owns:      the module while it is changed.
 * Clauses:   none.
 * Not here:  the other reductions (reduce.c). */
#include <stdio.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "backends/case/reduce.h"
#include "backends/shared/context.h"
#include "backends/shared/edit.h"

typedef enum code_kind { CODE_ZERO, CODE_GOES, CODE_TRUE, CODE_FALSE, CODE_OPERAND } code_kind;

typedef struct code_change {
	LLVMValueRef at;
	code_kind kind;
	unsigned operand; /* for CODE_OPERAND */
} code_change;

typedef HR_VEC(code_change) code_changes;

typedef struct code {
	LLVMContextRef context;
	LLVMMemoryBufferRef buffer;
	LLVMModuleRef module;
} code;

static void open_code(const hr_case *of, code *self)
{
	self->context = hr_context_new();
	self->buffer = LLVMCreateMemoryBufferWithMemoryRange(of->bitcode, of->bitcode_bytes, "leaf",
							     false);
	if (LLVMParseBitcodeInContext2(self->context, self->buffer, &self->module))
		hr_bug("cannot read back the bitcode of a case");
}

static void close_code(code *self)
{
	LLVMDisposeModule(self->module);
	LLVMDisposeMemoryBuffer(self->buffer);
	hr_context_free(self->context);
}

/* --- possible changes ---------------------------------------------------------------------- */

/* Return true for calls that must not be removed: they give information about the leaf to HPVM or
 * to debuggers. */
static bool is_mark(LLVMValueRef at)
{
	LLVMValueRef called = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL;
	size_t length;
	const char *name =
		called && LLVMIsAFunction(called) ? LLVMGetValueName2(called, &length) : "";

	return strncmp(name, "llvm.dbg", 8) == 0 || strncmp(name, "llvm.lifetime", 13) == 0 ||
	       strstr(name, "hpvm__hint") || strstr(name, "hpvm__attributes") ||
	       strstr(name, "hpvm__return") || strstr(name, "hpvm__bindOut") ||
	       strstr(name, "hpvm.hint");
}

static bool is_number(LLVMValueRef at)
{
	switch (LLVMGetTypeKind(LLVMTypeOf(at))) {
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
	case LLVMX86_FP80TypeKind:
	case LLVMIntegerTypeKind:
	case LLVMVectorTypeKind: return true;
	default: return false;
	}
}

static void list_instruction(LLVMValueRef at, code_changes *list)
{
	if (LLVMIsABranchInst(at)) {
		if (LLVMIsConditional(at) && !LLVMIsAConstant(LLVMGetCondition(at))) {
			HR_PUSH(list, (code_change){at, CODE_TRUE, 0});
			HR_PUSH(list, (code_change){at, CODE_FALSE, 0});
		}
		return;
	}
	if (LLVMIsATerminatorInst(at) || is_mark(at))
		return;
	if (LLVMGetTypeKind(LLVMTypeOf(at)) == LLVMVoidTypeKind) {
		HR_PUSH(list, (code_change){at, CODE_GOES, 0});
		return;
	}
	if (is_number(at))
		HR_PUSH(list, (code_change){at, CODE_ZERO, 0});
	if (LLVMIsAPHINode(at))
		return;
	for (int i = 0; i < LLVMGetNumOperands(at); i++)
		if (LLVMTypeOf(LLVMGetOperand(at, (unsigned)i)) == LLVMTypeOf(at))
			HR_PUSH(list, (code_change){at, CODE_OPERAND, (unsigned)i});
}

static void list_changes(LLVMModuleRef module, code_changes *list)
{
	hr_instructions all = {0};

	hr_edit_list(module, &all);
	for (size_t i = 0; i < all.count; i++)
		list_instruction(all.data[i], list);
	HR_VEC_FREE(&all);
}

unsigned hr_reduce_count(const hr_case *of)
{
	hr_instructions all = {0};
	unsigned count = 0;
	code self;

	open_code(of, &self);
	hr_edit_list(self.module, &all);
	for (size_t i = 0; i < all.count; i++)
		count += !is_mark(all.data[i]);
	HR_VEC_FREE(&all);
	close_code(&self);
	return count;
}

/* --- applying changes ---------------------------------------------------------------------- */

static void apply(const code *self, const code_change *change)
{
	LLVMTypeRef bit = LLVMInt1TypeInContext(self->context);
	LLVMValueRef at = change->at;

	switch (change->kind) {
	case CODE_TRUE:
	case CODE_FALSE:
		LLVMSetCondition(at, LLVMConstInt(bit, change->kind == CODE_TRUE, false));
		return;
	case CODE_ZERO: LLVMReplaceAllUsesWith(at, LLVMConstNull(LLVMTypeOf(at))); break;
	case CODE_OPERAND: LLVMReplaceAllUsesWith(at, LLVMGetOperand(at, change->operand)); break;
	case CODE_GOES: break;
	}
	LLVMInstructionEraseFromParent(at);
}

/* Only the first change of an instruction is applied. */
static void apply_all(const code *self, const code_changes *list, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		if (i == from || list->data[i].at != list->data[i - 1].at)
			apply(self, &list->data[i]);
}

static bool is_valid(LLVMModuleRef module)
{
	char *why = NULL;
	bool valid = !LLVMVerifyModule(module, LLVMReturnStatusAction, &why);

	LLVMDisposeMessage(why);
	return valid;
}

static void clean(LLVMModuleRef module)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error =
		LLVMRunPasses(module, "function(simplifycfg,dce),globaldce", NULL, options);

	if (error)
		hr_bug("%s", LLVMGetErrorMessage(error));
	LLVMDisposePassBuilderOptions(options);
}

static void keep(hr_case *variant, LLVMModuleRef module)
{
	LLVMMemoryBufferRef written = LLVMWriteBitcodeToMemoryBuffer(module);
	uint8_t *bytes;

	variant->bitcode_bytes = LLVMGetBufferSize(written);
	bytes = hr_arena_alloc(&variant->arena, variant->bitcode_bytes + 1);
	memcpy(bytes, LLVMGetBufferStart(written), variant->bitcode_bytes);
	variant->bitcode = bytes;
	LLVMDisposeMemoryBuffer(written);
}

/* Select the STEP-th part of COUNT changes: all, then halves, then quarters, and so on. Return
 * false if there are no more. */
static bool part_of(size_t count, unsigned step, size_t *from, size_t *to)
{
	size_t parts = 1;

	for (; step >= parts; parts *= 2) {
		if (parts >= count)
			return false;
		step -= (unsigned)parts;
	}
	*from = count * step / parts;
	*to = count * (step + 1) / parts;
	return true;
}

hr_reduced hr_reduce_code(hr_case *variant, unsigned step)
{
	hr_reduced made = HR_REDUCE_END;
	code_changes list = {0};
	size_t from, to;
	code self;

	open_code(variant, &self);
	list_changes(self.module, &list);
	if (part_of(list.count, step, &from, &to)) {
		made = HR_REDUCE_SAME;
		if (from < to) {
			apply_all(&self, &list, from, to);
			clean(self.module);
		}
		if (from < to && is_valid(self.module)) {
			keep(variant, self.module);
			made = HR_REDUCE_MADE;
		}
	}
	HR_VEC_FREE(&list);
	close_code(&self);
	return made;
}

void hr_reduce_print(const hr_case *of, FILE *stream)
{
	LLVMValueRef function;
	code self;

	open_code(of, &self);
	for (function = LLVMGetFirstFunction(self.module); function;
	     function = LLVMGetNextFunction(function)) {
		char *text = LLVMIsDeclaration(function) ? NULL : LLVMPrintValueToString(function);

		if (text)
			fprintf(stream, "%s", text);
		LLVMDisposeMessage(text);
	}
	close_code(&self);
}
