/* ir/hetero/marks.c -- recognises the calls of Hetero-C++, reads their lists, reports errors in
 * them.
 *
 * Invariant: a list that was read has the numbers of inputs and outputs that its call says.
 * Owns:      nothing.
 * Not here:  what the calls enclose (tree.c). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ir/hetero/hetero_private.h"
#include "ir/program/debug_names.h"

static const struct {
	const char *name;
	hr_mark mark;
} names[] = {
#define M(ident, name)       {name, HR_M_##ident},
#define M_ALIAS(ident, name) {name, HR_M_##ident},
#include "ir/hetero/hetero.def"
#undef M
#undef M_ALIAS
};

const char *hr_name_of(LLVMValueRef value)
{
	size_t length;

	return LLVMGetValueName2(value, &length);
}

static LLVMValueRef callee_of(LLVMValueRef instruction)
{
	if (!LLVMIsACallInst(instruction) && !LLVMIsAInvokeInst(instruction))
		return NULL;
	return LLVMIsAFunction(LLVMGetCalledValue(instruction));
}

hr_mark hr_mark_of(LLVMValueRef instruction)
{
	LLVMValueRef callee = callee_of(instruction);
	const char *name = callee ? hr_name_of(callee) : "";

	if (name[0] != '_' || name[1] != '_' || name[2] != 'h')
		return HR_M_NONE;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(names[i].name, name))
			return names[i].mark;
	return !strncmp(name, "__hetero_", 9) && LLVMIsDeclaration(callee) ? HR_M_UNKNOWN
									   : HR_M_NONE;
}

const char *hr_mark_name(LLVMValueRef call)
{
	return hr_name_of(callee_of(call));
}

LLVMValueRef hr_hetero_function(LLVMValueRef instruction)
{
	return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

/* --- diagnostics ------------------------------------------------------------------------------ */

bool hr_hetero_report(hr_hetero *h, LLVMValueRef instruction, hr_diag_id id, ...)
{
	hr_where where = hr_where_instruction(h->program, instruction);
	hr_status outcome;
	va_list args;

	where.function = hr_arena_strdup(h->arena, hr_name_of(hr_hetero_function(instruction)));
	va_start(args, id);
	outcome = hr_vreport(h->program->diags, id, &where, args);
	va_end(args);
	if (outcome == HR_REJECT || h->status == HR_OK)
		h->status = outcome != HR_OK ? outcome : h->status;
	return false;
}

bool hr_hetero_bad_call(hr_hetero *h, LLVMValueRef call, const char *why)
{
	return hr_hetero_report(h, call, HR_D_hetero_arguments, hr_mark_name(call),
				hr_name_of(hr_hetero_function(call)), why);
}

static const char *kind_of(LLVMValueRef value)
{
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMLoad: return "a value loaded from memory";
	case LLVMCall:
	case LLVMInvoke: return "the result of a call";
	case LLVMPHI: return "a value that depends on control flow";
	case LLVMAlloca: return "a local variable";
	default: return "a computed value";
	}
}

const char *hr_hetero_describe(hr_hetero *h, LLVMValueRef value)
{
	const char *name =
		LLVMIsAInstruction(value) ? hr_variable_name(h->arena, value) : hr_name_of(value);

	if (name && *name)
		return hr_arena_printf(h->arena, "'%s'", name);
	return LLVMIsAInstruction(value) ? kind_of(value) : "an argument of the function";
}

/* --- lists ------------------------------------------------------------------------------------ */

typedef struct reader {
	hr_hetero *h;
	LLVMValueRef call;
	unsigned at, count;
} reader;

static LLVMValueRef next(reader *r)
{
	return r->at < r->count ? LLVMGetOperand(r->call, r->at++) : NULL;
}

static bool is(LLVMValueRef value, LLVMTypeKind kind)
{
	return value && LLVMGetTypeKind(LLVMTypeOf(value)) == kind;
}

static bool read_number(reader *r, const char *what, unsigned *number)
{
	LLVMValueRef value = next(r);

	if (!value || !LLVMIsAConstantInt(value))
		return hr_hetero_bad_call(
			r->h, r->call,
			hr_arena_printf(r->h->arena,
					value ? "the number of %s is not a constant"
					      : "the number of %s is missing",
					what));
	if (LLVMConstIntGetZExtValue(value) > r->count)
		return hr_hetero_bad_call(
			r->h, r->call,
			hr_arena_printf(r->h->arena, "it has no %llu %s",
					(unsigned long long)LLVMConstIntGetZExtValue(value), what));
	*number = (unsigned)LLVMConstIntGetZExtValue(value);
	return true;
}

static bool read_item(reader *r, const char *what, unsigned i, bool output, hr_declared *to)
{
	const char *why = NULL;

	to->value = next(r);
	to->size = NULL;
	if (!to->value) {
		why = "%s %u is missing: a pointer and its size count as one";
	} else if (is(to->value, LLVMPointerTypeKind)) {
		to->size = next(r);
		if (!is(to->size, LLVMIntegerTypeKind))
			why = "%s %u, a pointer, is not followed by its size in bytes";
	} else if (output) {
		why = "%s %u is not a pointer; a task writes a scalar through a pointer to it";
	}
	return !why ||
	       hr_hetero_bad_call(r->h, r->call, hr_arena_printf(r->h->arena, why, what, i + 1));
}

static bool read_list(reader *r, bool output, hr_declared **list, unsigned *count)
{
	if (!read_number(r, output ? "outputs" : "inputs", count))
		return false;
	*list = hr_arena_array(r->h->arena, *count, sizeof(**list));
	for (unsigned i = 0; i < *count; i++)
		if (!read_item(r, output ? "output" : "input", i, output, &(*list)[i]))
			return false;
	return true;
}

/* Return the text that a constant pointer points to, or NULL. */
static const char *text_of(hr_hetero *h, LLVMValueRef pointer)
{
	LLVMValueRef initialiser =
		LLVMIsAGlobalVariable(pointer) ? LLVMGetInitializer(pointer) : NULL;
	size_t length;
	const char *text;

	if (!initialiser || !LLVMIsAConstantDataSequential(initialiser) ||
	    !LLVMIsConstantString(initialiser))
		return NULL;
	text = LLVMGetAsString(initialiser, &length);
	return length > 1 ? hr_arena_strndup(h->arena, text, length - 1) : NULL;
}

bool hr_declaration_read(hr_hetero *h, LLVMValueRef call, unsigned first, hr_declaration *to)
{
	reader r = {h, call, first, LLVMGetNumArgOperands(call)};
	LLVMValueRef name;

	if (!read_list(&r, false, &to->inputs, &to->input_count) ||
	    !read_list(&r, true, &to->outputs, &to->output_count))
		return false;
	name = next(&r);
	if (name && !is(name, LLVMPointerTypeKind))
		return hr_hetero_bad_call(
			h, call,
			hr_arena_printf(
				h->arena,
				"arguments follow after %u inputs and %u outputs: a pointer "
				"and its size count as one",
				to->input_count, to->output_count));
	to->name = name ? text_of(h, name) : NULL;
	if (name && r.at < r.count)
		return hr_hetero_bad_call(h, call, "arguments follow after the name of the node");
	return true;
}
