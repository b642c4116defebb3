/* interp/host/undefined.c -- find symbols that the program uses and no library defines.
 *
 * Owns:      nothing.
 * Not here:  resolving a symbol (symbols.c). */
#include <string.h>

#include "interp/host/host_jit.h"
#include "ir/program/lookup.h"
#include "src/diag/instrumentation.h"

static bool starts(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Return true for a symbol that the linker defines (the ends of every section with a C name), or
 * that module assembly may define. */
static bool defined_otherwise(LLVMModuleRef module, const char *name)
{
	size_t length;
	const char *assembly = LLVMGetModuleInlineAsm(module, &length);

	return starts(name, "__start_") || starts(name, "__stop_") ||
	       (length && strstr(assembly, name));
}

bool hr_host_is_undefined(hr_run *run, LLVMModuleRef module, LLVMValueRef value)
{
	size_t length;
	const char *name = LLVMGetValueName2(value, &length);

	if (!LLVMIsDeclaration(value) || !LLVMGetFirstUse(value))
		return false;
	if (LLVMIsAFunction(value) && LLVMGetIntrinsicID(value) != 0)
		return false;
	if (strcmp(name, HR_JIT_NOTE_SITE) == 0 || strcmp(name, HR_JIT_HOST_ACCESS) == 0 ||
	    strcmp(name, HR_JIT_NODE_CALLED) == 0 || strcmp(name, HR_JIT_FILL) == 0)
		return false;
	if (starts(name, HR_JIT_INTRINSIC)) {
		char intrinsic[128];

		snprintf(intrinsic, sizeof(intrinsic), "llvm.hpvm.%s",
			 name + strlen(HR_JIT_INTRINSIC));
		return !hr_entry_find(intrinsic);
	}
	if (starts(name, "llvm."))
		return starts(name, "llvm.hpvm.") && !hr_entry_find(name);
	return !hr_host_symbol(run, name) && !defined_otherwise(module, name);
}

/* Return the position of the first instruction that uses the symbol. It is searched in the
 * program's module, because MODULE may be a copy without positions. */
static hr_where place_of_use(hr_run *run, const char *name)
{
	LLVMModuleRef module = run->program->module;
	LLVMValueRef value = LLVMGetNamedFunction(module, name);

	if (!value)
		value = LLVMGetNamedGlobal(module, name);
	for (LLVMUseRef use = value ? LLVMGetFirstUse(value) : NULL; use; use = LLVMGetNextUse(use))
		if (LLVMIsAInstruction(LLVMGetUser(use)))
			return hr_where_instruction(run->program, LLVMGetUser(use));
	return (hr_where){0};
}

/* Return true for a function that is used only for unwinding. Interpreted code is never unwound, so
 * it is never called. */
static bool is_only_personality(LLVMValueRef value)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (!LLVMIsAFunction(user) || !LLVMHasPersonalityFn(user) ||
		    LLVMGetPersonalityFn(user) != value)
			return false;
	}
	return true;
}

/* SAID is the last instrumentation that was reported: its runtime has many symbols, one of which is
 * enough. */
static hr_status check(hr_run *run, LLVMModuleRef module, LLVMValueRef value,
		       const hr_instrumentation **said)
{
	size_t length;
	const char *name = LLVMGetValueName2(value, &length);
	const hr_instrumentation *row = hr_instrumentation_of(name);
	char help[HR_UNDEFINED_HELP];
	hr_where where;

	if (LLVMGetLinkage(value) == LLVMExternalWeakLinkage ||
	    !hr_host_is_undefined(run, module, value) || is_only_personality(value))
		return HR_OK;
	if (row && row == *said)
		return HR_REJECT;
	*said = row ? row : *said;
	where = place_of_use(run, name);
	return hr_report(run->diags, HR_D_unresolved_symbol, where.function ? &where : NULL, name,
			 hr_undefined_help(name, help));
}

hr_status hr_host_check_symbols(hr_run *run, LLVMModuleRef module)
{
	const hr_instrumentation *said = NULL;
	hr_status result = HR_OK;

	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		hr_status status = check(run, module, f, &said);

		result = result == HR_OK ? status : result;
	}
	for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g)) {
		hr_status status = check(run, module, g, &said);

		result = result == HR_OK ? status : result;
	}
	return result;
}
