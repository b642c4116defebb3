/* interp/host/jit_module.c -- prepare the program's module for compilation as host code.
 *
 * In a copy (jit_copy.c) node functions become traps (only the engine runs nodes), all definitions
 * of the program become local and are reached through one table, and everything that host code does
 * not need is removed, because compiling it would cost more than all the rest. The remaining module
 * moves to a separate context.
 *
 * Invariant: the program's own module is not changed, except that nameless values get names.
 * Owns:      the symbols' names; the copy belongs to the caller's context.
 * Clauses:   H2.
 * Not here:  compiling and running (jit.c). */
#include <string.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "interp/host/host_jit.h"
#include "ir/program/copy.h"
#include "ir/program/lookup.h"

static const char *name_of(LLVMValueRef value)
{
	size_t length;

	return LLVMGetValueName2(value, &length);
}

static bool starts(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* --- the copy --------------------------------------------------------------------------------- */

/* Give every value a name, because the engine looks up symbols by name. Copies that were made before
 * lack these names. */
static void name_all(hr_program *program)
{
	hr_copies_free(program);
	hr_copies_new(program);
	for (uint32_t i = 0; i < program->global_count; i++) {
		hr_global *global = program->globals[i];

		if (global->name[0])
			continue;
		global->name = hr_arena_printf(&program->arena, "hr.unnamed.global.%u", i);
		LLVMSetValueName2(global->llvm, global->name, strlen(global->name));
	}
	for (uint32_t i = 0; i < program->function_count; i++) {
		hr_function *function = program->functions[i];

		if (function->name[0])
			continue;
		function->name = hr_arena_printf(&program->arena, "hr.unnamed.function.%u", i);
		LLVMSetValueName2(function->llvm, function->name, strlen(function->name));
	}
}

/* Move MODULE to another CONTEXT by writing and reading bitcode, which is short by then. */
static hr_status move_module(hr_run *run, LLVMContextRef context, LLVMModuleRef *module)
{
	LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(*module);
	LLVMModuleRef moved;
	LLVMBool failed = LLVMParseBitcodeInContext2(context, buffer, &moved);

	LLVMDisposeMemoryBuffer(buffer);
	if (failed)
		return hr_report(run->diags, HR_D_jit_failed, NULL, "cannot read back its bitcode");
	LLVMDisposeModule(*module);
	*module = moved;
	return HR_OK;
}

/* --- declarations ----------------------------------------------------------------------------- */

static void copy_attributes(LLVMValueRef from, LLVMValueRef to, unsigned params)
{
	for (unsigned i = 0; i < params + 2; i++) {
		LLVMAttributeIndex index = i == 0 ? (LLVMAttributeIndex)LLVMAttributeFunctionIndex
						  : (LLVMAttributeIndex)(i - 1);
		unsigned count = LLVMGetAttributeCountAtIndex(from, index);
		LLVMAttributeRef *list = hr_alloc_array(count, sizeof(LLVMAttributeRef));

		LLVMGetAttributesAtIndex(from, index, list);
		for (unsigned a = 0; a < count; a++)
			LLVMAddAttributeAtIndex(to, index, list[a]);
		hr_free(list);
	}
}

/* Replace OLD by a fresh declaration. The C library is far from compiled code, so no external
 * symbol may be `dso_local`, and only a new declaration can remove that mark. A body that is only a
 * copy for inlining (available_externally) is removed, too. */
static LLVMValueRef renew_function(LLVMModuleRef module, LLVMValueRef old)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(old);
	bool weak = LLVMGetLinkage(old) == LLVMExternalWeakLinkage;
	char *name = hr_strdup(name_of(old));
	LLVMValueRef new;

	LLVMSetValueName2(old, "", 0);
	if (starts(name, "llvm.hpvm.")) {
		char intrinsic[128];

		snprintf(intrinsic, sizeof(intrinsic), HR_JIT_INTRINSIC "%s",
			 name + strlen("llvm.hpvm."));
		new = LLVMAddFunction(module, intrinsic, type);
	} else {
		new = LLVMAddFunction(module, name, type);
	}
	hr_free(name);
	LLVMSetFunctionCallConv(new, LLVMGetFunctionCallConv(old));
	copy_attributes(old, new, LLVMCountParamTypes(type));
	if (weak)
		LLVMSetLinkage(new, LLVMExternalWeakLinkage);
	LLVMReplaceAllUsesWith(old, new);
	LLVMDeleteFunction(old);
	return new;
}

static void renew_global(LLVMModuleRef module, LLVMValueRef old)
{
	bool weak = LLVMGetLinkage(old) == LLVMExternalWeakLinkage;
	char *name = hr_strdup(name_of(old));
	LLVMValueRef new;

	LLVMSetValueName2(old, "", 0);
	new = LLVMAddGlobal(module, LLVMGlobalGetValueType(old), name);
	hr_free(name);
	LLVMSetGlobalConstant(new, LLVMIsGlobalConstant(old));
	LLVMSetThreadLocalMode(new, LLVMGetThreadLocalMode(old));
	if (weak)
		LLVMSetLinkage(new, LLVMExternalWeakLinkage);
	LLVMReplaceAllUsesWith(old, new);
	LLVMDeleteGlobal(old);
}

static bool is_defined(LLVMValueRef value)
{
	return !LLVMIsDeclaration(value) && LLVMGetLinkage(value) != LLVMAvailableExternallyLinkage;
}

static bool is_intrinsic(LLVMValueRef function)
{
	return LLVMGetIntrinsicID(function) != 0;
}

static void renew_declarations(LLVMModuleRef module)
{
	HR_VEC(LLVMValueRef) functions = {0}, globals = {0};

	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (!is_defined(f) && !is_intrinsic(f))
			HR_PUSH(&functions, f);
	for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
		if (!is_defined(g))
			HR_PUSH(&globals, g);
	for (size_t i = 0; i < functions.count; i++)
		renew_function(module, functions.data[i]);
	for (size_t i = 0; i < globals.count; i++)
		renew_global(module, globals.data[i]);
	HR_VEC_FREE(&functions);
	HR_VEC_FREE(&globals);
}

/* Replace undefined weak symbols by null. */
static void settle_weak(hr_run *run, LLVMModuleRef module)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (hr_host_is_undefined(run, module, f))
			LLVMReplaceAllUsesWith(f, LLVMConstNull(LLVMTypeOf(f)));
	for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
		if (hr_host_is_undefined(run, module, g))
			LLVMReplaceAllUsesWith(g, LLVMConstNull(LLVMTypeOf(g)));
}

/* --- node functions --------------------------------------------------------------------------- */

static void build_trap(LLVMModuleRef module, LLVMBasicBlockRef block, const char *name)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), &pointer, 1, false);
	LLVMValueRef report = LLVMGetNamedFunction(module, HR_JIT_NODE_CALLED), text;

	if (!report)
		report = LLVMAddFunction(module, HR_JIT_NODE_CALLED, type);
	LLVMPositionBuilderAtEnd(builder, block);
	text = LLVMBuildGlobalStringPtr(builder, name, "hr.node.name");
	LLVMBuildCall2(builder, type, report, &text, 1, "");
	LLVMBuildUnreachable(builder);
	LLVMDisposeBuilder(builder);
}

static void empty_block(LLVMBasicBlockRef block)
{
	LLVMValueRef last;

	while ((last = LLVMGetLastInstruction(block)) != NULL) {
		LLVMTypeRef type = LLVMTypeOf(last);

		if (LLVMGetTypeKind(type) != LLVMVoidTypeKind)
			LLVMReplaceAllUsesWith(last, LLVMGetUndef(type));
		LLVMInstructionEraseFromParent(last);
	}
}

/* Make a trap but keep the blocks, emptied, because tables of labels refer to them. */
static void make_trap_with_labels(LLVMModuleRef module, LLVMValueRef node)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
	LLVMBasicBlockRef block;

	for (block = LLVMGetFirstBasicBlock(node); block; block = LLVMGetNextBasicBlock(block))
		empty_block(block);
	build_trap(module, LLVMGetFirstBasicBlock(node), name_of(node));
	block = LLVMGetNextBasicBlock(LLVMGetFirstBasicBlock(node));
	for (; block; block = LLVMGetNextBasicBlock(block)) {
		LLVMPositionBuilderAtEnd(builder, block);
		LLVMBuildUnreachable(builder);
	}
	LLVMSetSubprogram(node, NULL);
	LLVMDisposeBuilder(builder);
}

static void make_trap(LLVMModuleRef module, LLVMValueRef old)
{
	char *name = hr_strdup(name_of(old));
	LLVMValueRef trap;

	LLVMSetValueName2(old, "", 0);
	trap = LLVMAddFunction(module, name, LLVMGlobalGetValueType(old));
	build_trap(module, LLVMAppendBasicBlockInContext(LLVMGetModuleContext(module), trap, ""),
		   name);
	LLVMReplaceAllUsesWith(old, trap);
	LLVMDeleteFunction(old);
	hr_free(name);
}

static void make_traps(const hr_program *program, LLVMModuleRef module)
{
	for (uint32_t i = 0; i < program->function_count; i++) {
		const hr_function *function = program->functions[i];
		LLVMValueRef copy;

		if (!function->defined || !(function->internal_node || function->leaf_node))
			continue;
		copy = LLVMGetNamedFunction(module, function->name);
		if (!copy || !is_defined(function->llvm))
			continue;
		if (hr_has_label_address(copy))
			make_trap_with_labels(module, copy);
		else
			make_trap(module, copy);
	}
}

/* --- definitions ------------------------------------------------------------------------------ */

static bool has_attribute(LLVMValueRef function, const char *key)
{
	return LLVMGetStringAttributeAtIndex(function,
					     (LLVMAttributeIndex)LLVMAttributeFunctionIndex, key,
					     (unsigned)strlen(key)) != NULL;
}

/* Set the baseline processor for functions that clang did not compile for a certain one: extensions
 * of this machine, such as fused multiply-add, would change results. Where the extensions are
 * listed, the processor is only a preference, and this LLVM may not know it: the baseline replaces
 * it. */
static void fix_processor(LLVMValueRef function)
{
	static const char key[] = "target-cpu", tune[] = "tune-cpu";
	const LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));

	if (!strstr(LLVMGetTarget(LLVMGetGlobalParent(function)), "x86_64") ||
	    (has_attribute(function, key) && !has_attribute(function, "target-features")))
		return;
	if (has_attribute(function, tune))
		LLVMRemoveStringAttributeAtIndex(function, index, tune, sizeof(tune) - 1);
	LLVMAddAttributeAtIndex(
		function, index,
		LLVMCreateStringAttribute(context, key, sizeof(key) - 1, "x86-64", 6));
}

static void make_local(LLVMValueRef value)
{
	if (!is_defined(value) || starts(name_of(value), "llvm."))
		return;
	if (!LLVMIsAGlobalAlias(value))
		LLVMSetComdat(value, NULL);
	LLVMSetLinkage(value, LLVMInternalLinkage);
	LLVMSetDLLStorageClass(value, LLVMDefaultStorageClass);
}

/* LLVM gives an alias of a part of a variable the size of the variable, and rejects it then: the
 * uses of the alias get the part. */
static void settle_alias(LLVMValueRef alias)
{
	LLVMValueRef part = LLVMAliasGetAliasee(alias), whole = part;

	if (!LLVMIsAConstantExpr(part))
		return;
	while (LLVMIsAConstantExpr(whole))
		whole = LLVMGetOperand(whole, 0);
	if (!LLVMIsAGlobalVariable(whole) || LLVMTypeOf(whole) != LLVMTypeOf(alias))
		return;
	LLVMReplaceAllUsesWith(alias, part);
	LLVMAliasSetAliasee(alias, whole);
}

static hr_status make_all_local(hr_run *run, LLVMModuleRef module)
{
	LLVMValueRef ifunc = LLVMGetFirstGlobalIFunc(module);

	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		make_local(f);
		if (is_defined(f))
			fix_processor(f);
	}
	for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
		make_local(g);
	for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module); a; a = LLVMGetNextGlobalAlias(a)) {
		make_local(a);
		settle_alias(a);
	}
	if (ifunc) {
		char text[200];

		snprintf(text, sizeof(text), "'%s', a function chosen at load time (ifunc),",
			 name_of(ifunc));
		return hr_report(run->diags, HR_D_unsupported_feature, NULL, text);
	}
	return HR_OK;
}

/* Add one function that is not local. LLVM's linker follows dependences through everything without
 * an external name, in at least quadratic time in the number of functions. All code is in one
 * block, each function's unwind entry points into it, and this name is where the search ends. */
static void add_anchor(LLVMModuleRef module)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false);
	LLVMValueRef function = LLVMAddFunction(module, "hr.anchor", type);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);

	LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, ""));
	LLVMBuildRetVoid(builder);
	LLVMDisposeBuilder(builder);
}

/* --- functions that are kept, and the table --------------------------------------------------- */

typedef HR_VEC(LLVMValueRef) value_list;

static void add_array(LLVMModuleRef module, const char *name, const value_list *values)
{
	LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(module), 0);
	LLVMValueRef array = LLVMConstArray2(pointer, values->data, values->count);
	LLVMValueRef global = LLVMAddGlobal(module, LLVMTypeOf(array), name);

	LLVMSetInitializer(global, array);
	LLVMSetGlobalConstant(global, true);
}

static bool is_table_global(LLVMValueRef global)
{
	return is_defined(global) && !starts(name_of(global), "llvm.");
}

static const char accessor_prefix[] = "hr.tls.";

static char *accessor_name(LLVMValueRef global)
{
	const char *name = name_of(global);
	size_t bytes = sizeof(accessor_prefix) + strlen(name);
	char *text = hr_alloc(bytes);

	snprintf(text, bytes, "%s%s", accessor_prefix, name);
	return text;
}

/* Make the function `ptr f() { return the address of this thread's GLOBAL }`. */
static LLVMValueRef make_accessor(LLVMModuleRef module, LLVMValueRef global)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
	LLVMTypeRef type = LLVMFunctionType(pointer, NULL, 0, false);
	char *name = accessor_name(global);
	LLVMValueRef function = LLVMAddFunction(module, name, type);
	unsigned id = LLVMLookupIntrinsicID("llvm.threadlocal.address", 24);
	LLVMValueRef intrinsic = LLVMGetIntrinsicDeclaration(module, id, &pointer, 1);

	hr_free(name);
	LLVMSetLinkage(function, LLVMInternalLinkage);
	LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, ""));
	LLVMBuildRet(builder, LLVMBuildCall2(builder, LLVMGlobalGetValueType(intrinsic), intrinsic,
					     &global, 1, ""));
	LLVMDisposeBuilder(builder);
	return function;
}

/* Return the values that the engine may look up, and functions that run without a call. */
static value_list find_roots(const hr_program *program, hr_jit_module *jit)
{
	value_list roots = {0};
	LLVMValueRef value;

	for (uint32_t i = 0; i < program->function_count; i++) {
		const hr_function *function = program->functions[i];

		if (!function->defined || !(hr_jit_needs_address(program, function) ||
					    strcmp(function->name, "main") == 0))
			continue;
		value = LLVMGetNamedFunction(jit->module, function->name);
		if (value && is_defined(value))
			HR_PUSH(&roots, value);
	}
	for (size_t i = 0; i < jit->constructors.count; i++)
		HR_PUSH(&roots, LLVMGetNamedFunction(jit->module, jit->constructors.data[i].name));
	for (size_t i = 0; i < jit->destructors.count; i++)
		HR_PUSH(&roots, LLVMGetNamedFunction(jit->module, jit->destructors.data[i].name));
	for (value = LLVMGetFirstGlobal(jit->module); value; value = LLVMGetNextGlobal(value))
		if (is_table_global(value))
			HR_PUSH(&roots, LLVMIsThreadLocal(value) ? make_accessor(jit->module, value)
								 : value);
	return roots;
}

static void delete_global(LLVMModuleRef module, const char *name)
{
	LLVMValueRef global = LLVMGetNamedGlobal(module, name);

	if (global)
		LLVMDeleteGlobal(global);
}

static hr_status drop_unneeded(hr_run *run, hr_jit_module *jit)
{
	static const char roots_name[] = "hr.roots";
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	value_list roots = find_roots(run->program, jit);
	LLVMErrorRef error;

	add_array(jit->module, roots_name, &roots);
	HR_VEC_FREE(&roots);
	delete_global(jit->module, "llvm.global_ctors");
	delete_global(jit->module, "llvm.global_dtors");
	error = LLVMRunPasses(jit->module, "globaldce", NULL, options);
	LLVMDisposePassBuilderOptions(options);
	delete_global(jit->module, roots_name);
	if (error) {
		char *text = LLVMGetErrorMessage(error);
		hr_status status = hr_report(run->diags, HR_D_jit_failed, NULL, text);

		LLVMDisposeErrorMessage(text);
		return status;
	}
	return HR_OK;
}

static void add_symbol(hr_jit_module *jit, value_list *table, LLVMValueRef value)
{
	hr_jit_kind kind = LLVMIsAFunction(value) ? HR_JIT_FUNCTION : HR_JIT_GLOBAL;
	const char *name = name_of(value);

	if (starts(name, accessor_prefix)) {
		kind = HR_JIT_THREAD_LOCAL;
		name += sizeof(accessor_prefix) - 1;
	}
	HR_PUSH(&jit->symbols, (hr_jit_symbol){hr_arena_strdup(&jit->arena, name), kind});
	HR_PUSH(table, value);
}

static void make_table(hr_jit_module *jit)
{
	value_list table = {0};
	LLVMValueRef value;

	for (value = LLVMGetFirstFunction(jit->module); value; value = LLVMGetNextFunction(value))
		if (is_defined(value))
			add_symbol(jit, &table, value);
	for (value = LLVMGetFirstGlobal(jit->module); value; value = LLVMGetNextGlobal(value))
		if (is_table_global(value) && !LLVMIsThreadLocal(value))
			add_symbol(jit, &table, value);
	add_array(jit->module, HR_JIT_TABLE, &table);
	HR_VEC_FREE(&table);
}

/* Record whether the module was compiled with -O0: clang -O0 marks every function `optnone`. */
static void note_kind(hr_jit_module *jit)
{
	static const char key[] = "optnone";
	unsigned optnone = LLVMGetEnumAttributeKindForName(key, sizeof(key) - 1);
	unsigned marked = 0, all = 0;

	for (LLVMValueRef f = LLVMGetFirstFunction(jit->module); f; f = LLVMGetNextFunction(f)) {
		if (!is_defined(f))
			continue;
		all++;
		marked +=
			LLVMGetEnumAttributeAtIndex(
				f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, optnone) != NULL;
	}
	jit->unoptimised = marked > all / 2;
	for (size_t i = 0; i < jit->symbols.count; i++)
		jit->has_thread_local |= jit->symbols.data[i].kind == HR_JIT_THREAD_LOCAL;
}

/* --- the entry point -------------------------------------------------------------------------- */

static hr_status note_main(hr_run *run, hr_jit_module *jit)
{
	LLVMValueRef function = LLVMGetNamedFunction(jit->module, "main");
	LLVMTypeRef result;

	if (!function || !is_defined(function))
		return hr_report(run->diags, HR_D_no_main, NULL);
	result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
	jit->main_returns_void = LLVMGetTypeKind(result) == LLVMVoidTypeKind;
	return HR_OK;
}

hr_status hr_jit_module_make(hr_run *run, LLVMContextRef context, hr_jit_module *jit)
{
	hr_map numbers = {0};

	name_all(run->program);
	HR_TRY(hr_host_check_symbols(run, run->program->module));
	jit->module = hr_jit_copy(run->program);
	hr_jit_note_sites(run, jit->module);
	if (run->options.checks & HR_CHECK_UNINIT)
		hr_jit_fill_variables(run->program, jit->module);
	hr_jit_read_lines(&jit->arena, jit->module, &jit->lines, &numbers);
	LLVMStripModuleDebugInfo(jit->module);
	if (jit->lines.count)
		hr_jit_write_lines(run->program, jit->module, &numbers);
	hr_map_free(&numbers);
	HR_TRY(note_main(run, jit));
	make_traps(run->program, jit->module);
	renew_declarations(jit->module);
	HR_TRY(hr_host_check_symbols(run, jit->module));
	settle_weak(run, jit->module);
	jit->constructors = hr_host_constructors(jit->module);
	jit->destructors = hr_host_destructors(jit->module);
	HR_TRY(make_all_local(run, jit->module));
	HR_TRY(hr_jit_rewrite_tls(run, jit->module));
	HR_TRY(drop_unneeded(run, jit));
	HR_TRY(move_module(run, context, &jit->module));
	add_anchor(jit->module);
	make_table(jit);
	note_kind(jit);
	return HR_OK;
}

LLVMValueRef hr_jit_host_function(LLVMModuleRef module, const hr_function *function)
{
	LLVMValueRef copy;

	if (!function->defined || function->leaf_node || function->internal_node)
		return NULL;
	copy = LLVMGetNamedFunction(module, function->name);
	return copy && !LLVMIsDeclaration(copy) ? copy : NULL;
}

void hr_jit_module_free(hr_jit_module *jit)
{
	HR_VEC_FREE(&jit->symbols);
	HR_VEC_FREE(&jit->lines);
	hr_structors_free(&jit->constructors);
	hr_structors_free(&jit->destructors);
	hr_arena_free(&jit->arena);
}
