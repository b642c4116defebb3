/* ir/program/prune.c -- what the function bodies of a module refer to, and the removal of the rest.
 *
 * A module with few bodies is made from a whole program, which has variables with any linkage, constructors, ifuncs,
 * functions with prefix data and so on. Whatever the bodies do not refer to is removed wholly.
 * Owns:      nothing.
 * Not here:  which bodies there are (copy.c); what becomes of the variables that are left (backends/unit). */
#include "ir/program/prune.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Core.h>

#include "src/base/alloc.h"
#include "src/base/map.h"
#include "src/base/vec.h"

typedef struct pruner {
	LLVMModuleRef module;
	LLVMValueRef defined; /* a function with a body, or NULL */
	hr_map reached;       /* global values and constants */
	HR_VEC(LLVMValueRef) waiting;
} pruner;

static LLVMValueRef any_definition(LLVMModuleRef module)
{
	LLVMValueRef function = LLVMGetFirstFunction(module);

	while (function && LLVMIsDeclaration(function))
		function = LLVMGetNextFunction(function);
	return function;
}

static bool is_reached(const pruner *self, LLVMValueRef value)
{
	return hr_map_get(&self->reached, hr_map_key(value), NULL);
}

static void reach(pruner *self, LLVMValueRef value)
{
	if (!value || !LLVMIsAConstant(value) || is_reached(self, value))
		return;
	hr_map_put(&self->reached, hr_map_key(value), 1);
	HR_PUSH(&self->waiting, value);
}

static void reach_operands(pruner *self, LLVMValueRef value)
{
	const int count = LLVMIsAUser(value) ? LLVMGetNumOperands(value) : 0;

	for (int i = 0; i < count; i++)
		reach(self, LLVMGetOperand(value, (unsigned)i));
}

static void reach_body(pruner *self, LLVMValueRef function)
{
	reach_operands(self, function); /* its personality, prefix and prologue */
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at))
			reach_operands(self, at);
}

static void find_reached(pruner *self)
{
	for (LLVMValueRef at = LLVMGetFirstFunction(self->module); at;
	     at = LLVMGetNextFunction(at)) {
		if (LLVMIsDeclaration(at))
			continue;
		reach(self, at);
		reach_body(self, at);
	}
	while (self->waiting.count) {
		LLVMValueRef value = HR_LAST(&self->waiting);

		self->waiting.count--;
		/* an ifunc and a function without a body are declared only */
		if (!LLVMIsAFunction(value) && !LLVMIsAGlobalIFunc(value))
			reach_operands(self, value);
	}
}

/* Return true if a constant like `no_cfi` uses VALUE, which must be a function. */
static bool has_function_use(LLVMValueRef value)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsAConstant(user) && !LLVMIsAGlobalValue(user) &&
		    !LLVMIsAConstantExpr(user) && !LLVMIsAConstantArray(user) &&
		    !LLVMIsAConstantStruct(user) && !LLVMIsAConstantVector(user) &&
		    !LLVMIsABlockAddress(user))
			return true;
	}
	return false;
}

/* Replace VALUE, which is to be deleted, in constants that nothing uses and in metadata. */
static void forget(const pruner *self, LLVMValueRef value)
{
	LLVMValueRef instead = LLVMGetUndef(LLVMTypeOf(value));

	if (self->defined && has_function_use(value))
		instead = self->defined;
	LLVMReplaceAllUsesWith(value, instead);
}

/* Replace OLD by the declaration of a function of the same name. */
static void declare(pruner *self, LLVMValueRef old)
{
	size_t length;
	char *name = hr_strdup(LLVMGetValueName2(old, &length));
	LLVMValueRef new;

	LLVMSetValueName2(old, "", 0);
	new = LLVMAddFunction(self->module, name, LLVMGlobalGetValueType(old));
	if (LLVMIsAFunction(old))
		LLVMSetFunctionCallConv(new, LLVMGetFunctionCallConv(old));
	LLVMReplaceAllUsesWith(old, new);
	hr_free(name);
}

static void prune_ifuncs(pruner *self)
{
	LLVMValueRef next;

	for (LLVMValueRef at = LLVMGetFirstGlobalIFunc(self->module); at; at = next) {
		next = LLVMGetNextGlobalIFunc(at);
		if (is_reached(self, at))
			declare(self, at);
		else
			forget(self, at);
		LLVMEraseGlobalIFunc(at);
	}
}

/* Return the function or variable that ALIAS stands for, or another constant. */
static LLVMValueRef target_of(LLVMValueRef alias)
{
	while (LLVMIsAGlobalAlias(alias))
		alias = LLVMAliasGetAliasee(alias);
	return alias;
}

/* An alias of a function without a body is rejected by LLVM: the function takes its place. */
static void prune_aliases(pruner *self)
{
	for (LLVMValueRef at = LLVMGetFirstGlobalAlias(self->module); at && self->defined;
	     at = LLVMGetNextGlobalAlias(at)) {
		const LLVMValueRef target = target_of(at);

		if (!is_reached(self, at))
			forget(self, at);
		else if (LLVMIsAFunction(target) && LLVMIsDeclaration(target))
			LLVMReplaceAllUsesWith(at, target);
		else
			continue;
		LLVMAliasSetAliasee(at, self->defined);
		LLVMSetValueName2(at, "", 0);
		LLVMSetLinkage(at, LLVMInternalLinkage);
	}
}

static void prune_variables(pruner *self)
{
	LLVMValueRef next;

	/* first the initializers, as variables may refer to one another in a circle */
	for (LLVMValueRef at = LLVMGetFirstGlobal(self->module); at; at = LLVMGetNextGlobal(at))
		if (!is_reached(self, at))
			LLVMSetInitializer(at, NULL);
	for (LLVMValueRef at = LLVMGetFirstGlobal(self->module); at; at = next) {
		next = LLVMGetNextGlobal(at);
		if (is_reached(self, at))
			continue;
		forget(self, at);
		LLVMDeleteGlobal(at);
	}
}

/* A declaration must not have the linkage of a definition, a comdat, debug information, a
 * personality, a prefix or a prologue. The last three cannot be taken away in every LLVM. */
static void prune_functions(pruner *self)
{
	LLVMValueRef next, last = LLVMGetLastFunction(self->module);

	for (LLVMValueRef at = LLVMGetFirstFunction(self->module); at; at = next) {
		next = at == last ? NULL : LLVMGetNextFunction(at);
		if (!LLVMIsDeclaration(at))
			continue;
		if (!is_reached(self, at)) {
			forget(self, at);
			LLVMDeleteFunction(at);
		} else if (LLVMGetNumOperands(at) > 0) {
			declare(self, at);
			LLVMDeleteFunction(at);
		} else {
			if (LLVMGetLinkage(at) != LLVMExternalWeakLinkage)
				LLVMSetLinkage(at, LLVMExternalLinkage);
			LLVMSetComdat(at, NULL);
			LLVMGlobalClearMetadata(at);
		}
	}
}

void hr_module_prune(void *module)
{
	pruner self = {.module = module, .defined = any_definition(module)};

	find_reached(&self);
	LLVMSetModuleInlineAsm2(module, "", 0);
	prune_aliases(&self);
	prune_ifuncs(&self);
	prune_variables(&self);
	prune_functions(&self);
	HR_VEC_FREE(&self.waiting);
	hr_map_free(&self.reached);
}
