/* ir/load/instrument.c -- what clang's instrumentations leave in a program: attributes that take effect when machine
 * code is made, calls of a runtime, and checks that a linker completes.
 *
 * Invariant: afterwards no function has an attribute for which code generation would refer to a symbol of a runtime,
 *            except those of the stack protector and of retpolines.
 * Owns:      nothing.
 * Not here:  which names belong to which option (src/diag/instrumentation.def); symbols that are undefined when the
 *            program runs (interp/host/undefined.c). */
#include "ir/load/instrument.h"

#include <string.h>

#include <llvm-c/Core.h>

#include "ir/llvm/passes.h"
#include "ir/program/hpvm_names.h"
#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/diag/instrumentation.h"

static bool starts(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

static const char *name_of(LLVMValueRef value)
{
	size_t length;

	return LLVMGetValueName2(value, &length);
}

/* --- attributes ------------------------------------------------------------------------------- */

static const LLVMAttributeIndex of_function = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

static void drop_text(LLVMValueRef function, const char *key)
{
	LLVMRemoveStringAttributeAtIndex(function, of_function, key, (unsigned)strlen(key));
}

static void drop_enum(LLVMValueRef function, const char *name)
{
	LLVMRemoveEnumAttributeAtIndex(function, of_function,
				       LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

/* Remove what code generation would turn into references to a runtime that hpvm-run does not have, into room for a
 * tracer, or into calls of a profiler. The meaning of the function stays. */
static void drop_attributes(LLVMValueRef function)
{
	static const char *const texts[] = {
		"fentry-call",
		"mnop-mcount",
		"mrecord-mcount",
		"split-stack",
		"patchable-function",
		"patchable-function-entry",
		"patchable-function-prefix",
		"function-instrument",
		"xray-instruction-threshold",
		"xray-ignore-loops",
		"xray-skip-entry",
		"xray-skip-exit",
		"xray-log-args",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		drop_text(function, texts[i]);
	drop_enum(function, "safestack");
	drop_enum(function, "shadowcallstack");
}

/* --- hooks at the entry and the exit of a function --------------------------------------------- */

/* Return true if FUNCTION has calls of hooks that code generation would insert; remove those of gprof. */
static bool has_late_hooks(LLVMValueRef function)
{
	static const char *const keys[] = {
		"instrument-function-entry", "instrument-function-entry-inlined",
		"instrument-function-exit", "instrument-function-exit-inlined"};
	bool found = false;

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		LLVMAttributeRef attribute = LLVMGetStringAttributeAtIndex(
			function, of_function, keys[i], (unsigned)strlen(keys[i]));
		unsigned length;

		if (!attribute)
			continue;
		if (starts(LLVMGetStringAttributeValue(attribute, &length), "__cyg_profile_func_"))
			found = true;
		else
			drop_text(function, keys[i]);
	}
	return found;
}

/* Insert the calls of hooks now, so that they are calls like others. */
static void insert_hooks(LLVMModuleRef module)
{
	hr_run_passes(module, "function(ee-instrument<>,ee-instrument<post-inline>)");
}

/* Remove the calls of a profiler that older compilers insert themselves. */
static void drop_profiler(LLVMModuleRef module)
{
	static const char *const names[] = {"mcount", "\001mcount", "\001_mcount", "__fentry__"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		LLVMValueRef function = LLVMGetNamedFunction(module, names[i]), call;

		while (function && LLVMIsDeclaration(function) && LLVMGetFirstUse(function)) {
			call = LLVMGetUser(LLVMGetFirstUse(function));
			if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != function ||
			    LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
				break;
			LLVMInstructionEraseFromParent(call);
		}
	}
}

/* --- checks that a linker completes ------------------------------------------------------------- */

/* Replace a call of llvm.type.checked.load by a load, which yields its pointer and true. */
static void load_unchecked(LLVMValueRef call)
{
	LLVMTypeRef type = LLVMTypeOf(call), pointer = LLVMStructGetTypeAtIndex(type, 0);
	LLVMContextRef context = LLVMGetTypeContext(type);
	LLVMTypeRef byte = LLVMInt8TypeInContext(context);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMValueRef offset = LLVMGetOperand(call, 1), at, value;

	LLVMPositionBuilderBefore(builder, call);
	at = LLVMBuildGEP2(builder, byte, LLVMGetOperand(call, 0), &offset, 1, "");
	value = LLVMBuildLoad2(builder, pointer, at, "");
	value = LLVMBuildInsertValue(builder, LLVMGetPoison(type), value, 0, "");
	value = LLVMBuildInsertValue(builder, value,
				     LLVMConstInt(LLVMInt1TypeInContext(context), 1, false), 1, "");
	LLVMReplaceAllUsesWith(call, value);
	LLVMDisposeBuilder(builder);
}

/* A type test is decided by the linker, which sees all types. Here each type has passed it. */
static void settle_type_tests(LLVMModuleRef module, const char *intrinsic)
{
	LLVMValueRef function = LLVMGetNamedFunction(module, intrinsic);
	LLVMUseRef use;

	while (function && (use = LLVMGetFirstUse(function)) != NULL) {
		LLVMValueRef call = LLVMGetUser(use);

		if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMStructTypeKind)
			load_unchecked(call);
		else
			LLVMReplaceAllUsesWith(call, LLVMConstInt(LLVMTypeOf(call), 1, false));
		LLVMInstructionEraseFromParent(call);
	}
}

/* --- refusals ----------------------------------------------------------------------------------- */

typedef struct refuser {
	hr_program *program;
	hr_strmap options; /* refused in the whole program */
	hr_map seen;       /* functions and constants that have been looked through */
	hr_status status;
} refuser;

static bool is_new(refuser *self, LLVMValueRef value)
{
	if (hr_map_get(&self->seen, hr_map_key(value), NULL))
		return false;
	hr_map_put(&self->seen, hr_map_key(value), 1);
	return true;
}

static void refuse(refuser *self, const hr_instrumentation *row, LLVMValueRef sign,
		   LLVMValueRef node)
{
	char who[200] = "the program";

	if (node)
		snprintf(who, sizeof(who), "internal node '%.160s'", name_of(node));
	self->status = hr_report(
		self->program->diags, HR_D_instrumented, NULL, who, row->option, name_of(sign),
		node ? "the file with the graph" : "the program", row->option,
		row->kind == HR_INSTRUMENTED_CHECKS
			? "; --check=all finds such errors in leaves and, with --host interp, in host code"
			: "");
}

static bool describes_graph(LLVMValueRef function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
		     at = LLVMGetNextInstruction(at)) {
			const hr_hpvm_call call = hr_hpvm_call_of(at);

			if (call.op != HR_H_NONE && call.op != HR_H_UNKNOWN &&
			    hr_hpvm_class_of(call.op) == HR_HC_GRAPH)
				return true;
		}
	return false;
}

/* Refuse each function that describes a graph and uses VALUE, which is SIGN or a constant with it. */
static void refuse_in_nodes(refuser *self, const hr_instrumentation *row, LLVMValueRef sign,
			    LLVMValueRef value)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use), function;

		if (!LLVMIsAInstruction(user)) {
			if (is_new(self, user))
				refuse_in_nodes(self, row, sign, user);
			continue;
		}
		function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
		if (is_new(self, function) && describes_graph(function))
			refuse(self, row, sign, function);
	}
}

/* A weak symbol of a runtime does not count: programs ask by it whether the runtime is there. */
static void look_at(refuser *self, LLVMValueRef value)
{
	const hr_instrumentation *row = hr_instrumentation_of(name_of(value));

	if (!row || !LLVMGetFirstUse(value))
		return;
	if (row->kind == HR_INSTRUMENTED_HOOKS) {
		refuse_in_nodes(self, row, value, value);
	} else if (LLVMGetLinkage(value) != LLVMExternalWeakLinkage &&
		   !hr_strmap_get(&self->options, row->option, NULL)) {
		hr_strmap_put(&self->options, row->option, 1);
		refuse(self, row, value, NULL);
	}
}

hr_status hr_settle_instrumentation(hr_program *program)
{
	LLVMModuleRef module = program->module;
	refuser self = {.program = program, .status = HR_OK};
	bool late = false;

	for (LLVMValueRef at = LLVMGetFirstFunction(module); at; at = LLVMGetNextFunction(at)) {
		drop_attributes(at);
		late |= has_late_hooks(at);
	}
	if (late)
		insert_hooks(module);
	drop_profiler(module);
	settle_type_tests(module, "llvm.type.test");
	settle_type_tests(module, "llvm.public.type.test");
	settle_type_tests(module, "llvm.type.checked.load");
	for (LLVMValueRef at = LLVMGetFirstFunction(module); at; at = LLVMGetNextFunction(at))
		look_at(&self, at);
	for (LLVMValueRef at = LLVMGetFirstGlobal(module); at; at = LLVMGetNextGlobal(at))
		look_at(&self, at);
	hr_strmap_free(&self.options);
	hr_map_free(&self.seen);
	return self.status;
}
