/* ir/hetero/convert.c -- Hetero-C++ to HPVM-C, function by function.
 *
 * Invariant: afterwards the module has no call of Hetero-C++, or an error was reported.
 * Owns:      the trees, while it runs.
 * Not here:  the parts of the conversion (tree.c and others). */
#include "config.h"

#include <string.h>

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "ir/hetero/hetero_private.h"
#include "ir/program/tables.h"

static bool is_structure(hr_mark mark)
{
	switch (mark) {
	case HR_M_launch_begin:
	case HR_M_launch_end:
	case HR_M_section_begin:
	case HR_M_section_end:
	case HR_M_task_begin:
	case HR_M_task_end:
	case HR_M_loop: return true;
	default: return false;
	}
}

/* Return a function with calls that describe nodes: its handles and indices are in variables at
 * -O0, so promote those. */
static bool promote(LLVMValueRef function)
{
	unsigned optnone = LLVMGetEnumAttributeKindForName("optnone", strlen("optnone"));
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef failed;

	LLVMRemoveEnumAttributeAtIndex(function, (unsigned)LLVMAttributeFunctionIndex, optnone);
#if HR_LLVM_MAJOR >= 20
	failed = LLVMRunPassesOnFunction(function, "mem2reg", NULL, options);
#else
	failed = LLVMRunPasses(LLVMGetGlobalParent(function), "function(mem2reg)", NULL, options);
#endif
	LLVMDisposePassBuilderOptions(options);
	if (!failed)
		return true;
	LLVMConsumeError(failed);
	return false;
}

static bool has_nodes(LLVMValueRef function)
{
	HR_EACH_INSTRUCTION(function, at)
	if (is_structure(hr_mark_of(at)))
		return true;
	return false;
}

/* --- node functions --------------------------------------------------------------------------- */

/* A node function is launched, not called. */
static bool check_uses(hr_hetero *h, LLVMValueRef function)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if ((LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) &&
		    LLVMGetCalledValue(user) == function)
			return hr_hetero_report(
				h, user, HR_D_hetero_unsupported, hr_name_of(function),
				hr_name_of(hr_hetero_function(user)),
				"a function with tasks is called; launch it, or put "
				"its section into the task");
	}
	return true;
}

static bool check_function(hr_hetero *h, const hr_tree *tree, const hr_hnode *root)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(root->function);
	LLVMValueRef first = root->children.data[0]->begin;

	(void)tree;
	if (LLVMGetReturnType(type) == h->none)
		return check_uses(h, root->function);
	return hr_hetero_report(h, first, HR_D_bad_node_function, hr_name_of(root->function),
				"it returns a value; a function with tasks returns void");
}

static bool convert_root(const hr_tree *tree, hr_hnode *root)
{
	if (root->kind == HR_K_FUNCTION && !check_function(tree->h, tree, root))
		return false;
	if (!hr_node_interface(tree, root) || !hr_inner_make(tree, root))
		return false;
	return root->kind == HR_K_FUNCTION || hr_launch_inline(tree, root);
}

static void convert_function(hr_hetero *h, LLVMValueRef function)
{
	hr_tree tree = {0};
	bool good = true;

	if (!promote(function))
		hr_bug("LLVM cannot promote the variables of '%s'", hr_name_of(function));
	good = hr_tree_read(h, function, &tree);
	for (size_t i = 0; good && i < tree.roots.count; i++)
		good = convert_root(&tree, tree.roots.data[i]);
	hr_tree_free(&tree);
}

/* --- other calls ------------------------------------------------------------------------------ */

static void convert_rest(hr_hetero *h, LLVMValueRef call)
{
	hr_mark mark = hr_mark_of(call);
	const char *name = mark == HR_M_NONE ? "" : hr_mark_name(call);
	LLVMValueRef function = hr_hetero_function(call);

	if (mark == HR_M_NONE)
		return;
	if (mark == HR_M_UNKNOWN)
		hr_hetero_report(h, call, HR_D_hetero_unsupported, name, hr_name_of(function),
				 "Hetero-C++ has no such call");
	else if (LLVMIsAInvokeInst(call))
		hr_hetero_report(h, call, HR_D_hetero_unsupported, name, hr_name_of(function),
				 "it may throw; declare it with heterocc.h");
	else if (mark == HR_M_non_zero)
		LLVMInstructionEraseFromParent(call);
	else if (mark == HR_M_hint || mark == HR_M_priv)
		hr_hetero_report(h, call, HR_D_hetero_pair, name, hr_name_of(function),
				 "is outside of tasks and parallel loops");
	else
		hr_launch_convert(h, call, mark);
}

static void convert_calls(hr_hetero *h)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(h->module); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
		     block = LLVMGetNextBasicBlock(block)) {
			LLVMValueRef at = LLVMGetFirstInstruction(block), next;

			for (; at; at = next) {
				next = LLVMGetNextInstruction(at);
				convert_rest(h, at);
			}
		}
}

static bool uses_hetero(LLVMModuleRef module)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
			if (LLVMIsAInstruction(LLVMGetUser(use)) &&
			    hr_mark_of(LLVMGetUser(use)) != HR_M_NONE)
				return true;
	return false;
}

hr_status hr_hetero_convert(hr_program *program)
{
	LLVMModuleRef module = program->module;
	hr_hetero h = {.program = program, .arena = &program->arena, .module = module};
	HR_VEC(LLVMValueRef) functions = {0};

	if (!uses_hetero(module))
		return HR_OK;
	hr_program_tabulate(program); /* diagnostics need the tables */
	h.context = program->context;
	h.i32 = LLVMInt32TypeInContext(h.context);
	h.i64 = LLVMInt64TypeInContext(h.context);
	h.ptr = LLVMPointerTypeInContext(h.context, 0);
	h.none = LLVMVoidTypeInContext(h.context);
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (has_nodes(f))
			HR_PUSH(&functions, f);
	for (size_t i = 0; i < functions.count; i++)
		convert_function(&h, functions.data[i]);
	HR_VEC_FREE(&functions);
	if (h.status == HR_OK)
		convert_calls(&h);
	if (h.status == HR_OK)
		hr_launch_init(&h);
	hr_program_drop_tables(program);
	program->function_count = program->global_count = 0;
	return h.status;
}
