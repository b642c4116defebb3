/* ir/load/annotations.c -- findings that the user intends, and that only the program's source tells (K9): races that it
 * annotates, functions that were inlined.
 *
 * clang lists annotations of functions, and of variables that are not on the stack, in llvm.global.annotations. A function
 * may have been inlined, and kernels are changed: its rule is about the lines of its source.
 *
 * Owns:      nothing; texts are the diagnostics'.
 * Clauses:   K9.
 * Not here:  rules (src/diag/suppress.c). */
#include "ir/load/annotations.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include "src/base/map.h"
#include "src/diag/suppress.h"

static const char annotation[] = "hpvm:benign-race";

/* Return what VALUE, a constant, is without casts. */
static LLVMValueRef without_casts(LLVMValueRef value)
{
	while (LLVMIsAConstantExpr(value) && LLVMGetNumOperands(value) == 1)
		value = LLVMGetOperand(value, 0);
	return value;
}

static bool is_annotation(LLVMValueRef text)
{
	LLVMValueRef variable = without_casts(text);
	LLVMValueRef value = LLVMIsAGlobalVariable(variable) ? LLVMGetInitializer(variable) : NULL;
	size_t length;
	const char *bytes;

	if (!value || !LLVMIsAConstantDataSequential(value) || !LLVMIsConstantString(value))
		return false;
	bytes = LLVMGetAsString(value, &length);
	return length == sizeof(annotation) && !memcmp(bytes, annotation, length);
}

/* --- functions -------------------------------------------------------------------------------- */

/* Return the function that the code at INSTRUCTION is written in, which may be inlined; NULL: not known. */
static LLVMMetadataRef function_of(LLVMContextRef context, LLVMValueRef instruction)
{
	LLVMMetadataRef at = LLVMInstructionGetDebugLoc(instruction);
	LLVMMetadataRef scope = at ? LLVMDILocationGetScope(at) : NULL;

	while (scope && LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind) {
		enum { SCOPE = 1 }; /* the operand of a block */
		LLVMValueRef value = LLVMMetadataAsValue(context, scope), operands[8] = {NULL};
		unsigned count = LLVMGetMDNodeNumOperands(value);

		if (count <= SCOPE || count > 8)
			return NULL;
		LLVMGetMDNodeOperands(value, operands);
		scope = operands[SCOPE] ? LLVMValueAsMetadata(operands[SCOPE]) : NULL;
	}
	return scope;
}

/* Set the lines of RULE to those of SUBPROGRAM's code in the module. */
static void find_lines(LLVMModuleRef module, LLVMMetadataRef subprogram, hr_suppression *rule)
{
	LLVMContextRef context = LLVMGetModuleContext(module);

	rule->first = rule->last = LLVMDISubprogramGetLine(subprogram);
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
		     block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
			     at = LLVMGetNextInstruction(at)) {
				unsigned line;

				if (function_of(context, at) != subprogram)
					continue;
				line = LLVMDILocationGetLine(LLVMInstructionGetDebugLoc(at));
				rule->last = line > rule->last ? line : rule->last;
			}
}

static void suppress_function(hr_program *program, LLVMValueRef function)
{
	LLVMMetadataRef subprogram = LLVMGetSubprogram(function), file;
	const char *name = LLVMGetValueName(function);
	hr_suppression rule = {
		.finding = "data-race*",
		.from = hr_arena_printf(&program->arena, "annotation of function '%s'", name)};
	unsigned length;

	file = subprogram ? LLVMDIScopeGetFile(subprogram) : NULL;
	if (file) {
		const char *path = LLVMDIFileGetFilename(file, &length);

		rule.file = hr_arena_strndup(&program->arena, path, length);
		find_lines(program->module, subprogram, &rule);
	} else {
		rule.function = name;
	}
	hr_diags_suppress(program->diags, &rule);
}

/* --- functions that are inlined --------------------------------------------------------------- */

enum { NAME = 2, LINKAGE_NAME = 3 }; /* operands of a function's description */

/* Return the text that is operand NUMBER of SUBPROGRAM; NULL: there is none. */
static const char *text_of(hr_program *program, LLVMMetadataRef subprogram, unsigned number)
{
	LLVMValueRef value = LLVMMetadataAsValue(program->context, subprogram), *operands, text;
	const unsigned count = LLVMGetMDNodeNumOperands(value);
	const char *bytes = NULL;
	unsigned length;

	if (count <= number)
		return NULL;
	operands = hr_arena_array(&program->arena, count, sizeof(*operands));
	LLVMGetMDNodeOperands(value, operands);
	text = operands[number];
	if (text)
		bytes = LLVMGetMDString(text, &length);
	return bytes ? hr_arena_strndup(&program->arena, bytes, length) : NULL;
}

/* Add a rule for the lines of SUBPROGRAM, which RULE, of that NUMBER, names. */
static void suppress_lines(hr_program *program, LLVMMetadataRef subprogram,
			   const hr_suppression *rule, int number)
{
	LLVMMetadataRef file = LLVMDIScopeGetFile(subprogram);
	hr_suppression part = *rule;
	unsigned length;
	const char *path;

	if (!file)
		return;
	path = LLVMDIFileGetFilename(file, &length);
	part.function = NULL;
	part.file = hr_arena_strndup(&program->arena, path, length);
	find_lines(program->module, subprogram, &part);
	if (rule->first && rule->first > part.first)
		part.first = rule->first;
	if (rule->last && rule->last < part.last)
		part.last = rule->last;
	part.part_of = number + 1;
	if (part.first <= part.last && (!rule->file || hr_suppression_is_in(rule, part.file)))
		hr_diags_suppress(program->diags, &part);
}

/* Add what the rules up to COUNT say of SUBPROGRAM. */
static void suppress_inlined(hr_program *program, LLVMMetadataRef subprogram, size_t count)
{
	const char *name = text_of(program, subprogram, NAME),
		   *linkage = text_of(program, subprogram, LINKAGE_NAME);

	for (size_t i = 0; i < count; i++) {
		size_t now;
		const hr_suppression rule = hr_diags_suppressions(program->diags, &now)[i];

		if (hr_suppression_names(&rule, name) || hr_suppression_names(&rule, linkage))
			suppress_lines(program, subprogram, &rule, (int)i);
	}
}

void hr_suppress_inlined(hr_program *program)
{
	hr_map seen = {0};
	size_t count;

	(void)hr_diags_suppressions(program->diags, &count);
	for (LLVMValueRef f = count ? LLVMGetFirstFunction(program->module) : NULL; f;
	     f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
		     block = LLVMGetNextBasicBlock(block))
			for (LLVMValueRef at = LLVMGetFirstInstruction(block); at;
			     at = LLVMGetNextInstruction(at)) {
				LLVMMetadataRef place = LLVMInstructionGetDebugLoc(at), scope;

				if (!place || !LLVMDILocationGetInlinedAt(place))
					continue;
				scope = function_of(program->context, at);
				if (!scope || hr_map_get(&seen, hr_map_key(scope), NULL))
					continue;
				hr_map_put(&seen, hr_map_key(scope), 1);
				suppress_inlined(program, scope, count);
			}
	hr_map_free(&seen);
}

/* --- variables -------------------------------------------------------------------------------- */

/* Return the name in the source of a variable NAME: clang calls the variable 'l' of kernel 'k' "k.l" in OpenCL C, and
 * "_ZZ1kvE1l" in CUDA. */
static const char *source_name(const char *name)
{
	const char *dot = strrchr(name, '.');

	for (const char *at = name; !strncmp(name, "_ZZ", 3) && *at; at++) {
		char *after;

		if (*at != 'E' || at[1] < '1' || at[1] > '9')
			continue;
		if (strtoul(at + 1, &after, 10) == strlen(after))
			return after;
	}
	return dot ? dot + 1 : name;
}

static void suppress_variable(hr_program *program, LLVMValueRef variable)
{
	const char *full = LLVMGetValueName(variable), *name = source_name(full);
	hr_suppression rule = {
		.finding = "data-race*",
		.object = name,
		.from = hr_arena_printf(&program->arena, "annotation of variable '%s'", name)};

	if (name > full && name[-1] == '.') /* of this kernel, and not of others that have one */
		rule.function = hr_arena_strndup(&program->arena, full, (size_t)(name - 1 - full));
	hr_diags_suppress(program->diags, &rule);
}

void hr_suppress_annotated(hr_program *program)
{
	LLVMValueRef list = LLVMGetNamedGlobal(program->module, "llvm.global.annotations");
	LLVMValueRef rows = list ? LLVMGetInitializer(list) : NULL;

	for (int i = 0; rows && i < LLVMGetNumOperands(rows); i++) {
		LLVMValueRef row = LLVMGetOperand(rows, (unsigned)i), what;

		if (LLVMGetNumOperands(row) < 2 || !is_annotation(LLVMGetOperand(row, 1)))
			continue;
		what = without_casts(LLVMGetOperand(row, 0));
		if (LLVMIsAFunction(what))
			suppress_function(program, what);
		else if (LLVMIsAGlobalVariable(what))
			suppress_variable(program, what);
	}
}
