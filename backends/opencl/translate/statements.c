/* backends/opencl/translate/statements.c -- lines of code, and the choice of the values that become
 * variables.
 *
 * A value with a single user in its block is written at the user, if it is not too long. Any other
 * value becomes a variable: declared where it is computed if all users are in that scope, otherwise
 * at the beginning of the function.
 * Owns:     nothing.
 * Not here: the statements (instructions.c, memory.c, control.c). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "backends/opencl/translate/opencl_translate.h"

enum { LONGEST_EXPRESSION = 60, DEEPEST_CONDITION = 16 };

void ocl_refuse(ocl_writer *self, hr_unit_refusal refusal, const char *format, ...)
{
	ocl_source *source = self->source;
	char *printed, *at;
	size_t used;
	va_list args;

	if (source->refusal != HR_TAKEN)
		return;
	source->refusal = refusal;
	va_start(args, format);
	vsnprintf(source->text, sizeof(source->text), format, args);
	va_end(args);
	if (!self->at)
		return;
	used = strlen(source->text);
	printed = at = LLVMPrintValueToString(self->at);
	while (*at == ' ')
		at++;
	at[strcspn(at, "\n")] = '\0';
	if (strstr(at, ", !"))
		*strstr(at, ", !") = '\0';
	snprintf(source->text + used, sizeof(source->text) - used, ": %.120s", at);
	LLVMDisposeMessage(printed);
	used = strlen(source->text);
	if (LLVMIsAInstruction(self->at) && LLVMGetDebugLocLine(self->at)) {
		unsigned length;
		const char *file = LLVMGetDebugLocFilename(self->at, &length);

		snprintf(source->text + used, sizeof(source->text) - used, " (%.*s:%u)",
			 (int)length, file, LLVMGetDebugLocLine(self->at));
	}
}

void ocl_write(ocl_writer *self, const char *format, ...)
{
	va_list args, again;
	int length;

	va_start(args, format);
	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	HR_RESERVE(self->out, (size_t)length + 1);
	vsnprintf(self->out->data + self->out->count, (size_t)length + 1, format, again);
	va_end(again);
	self->out->count += (size_t)length;
}

void ocl_line_of(ocl_writer *self, const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, format);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	text = hr_arena_alloc(&self->arena, (size_t)length + 1);
	va_start(args, format);
	vsnprintf(text, (size_t)length + 1, format, args);
	va_end(args);
	for (unsigned i = 0; i < self->depth; i++)
		ocl_write(self, "\t");
	if (self->at) {
		if (!self->marks.count || HR_LAST(&self->marks) != self->at)
			HR_PUSH(&self->marks, self->at);
		ocl_write(self, "%s%c%zu%c\n", text, OCL_MARK, self->marks.count - 1, OCL_MARK);
	} else {
		ocl_write(self, "%s\n", text);
	}
}

/* --- values ----------------------------------------------------------------------------------- */

static bool writes_memory(LLVMValueRef at)
{
	return LLVMIsAStoreInst(at) || LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at) ||
	       LLVMIsAFenceInst(at) || (LLVMIsACallInst(at) && !ocl_is_pure_call(at));
}

/* Return true if no memory is written between AT, a load, and USER in the same block. */
static bool stays_readable(LLVMValueRef at, LLVMValueRef user)
{
	if (LLVMGetVolatile(at) || LLVMGetOrdering(at) != LLVMAtomicOrderingNotAtomic)
		return false;
	for (at = LLVMGetNextInstruction(at); at && at != user; at = LLVMGetNextInstruction(at))
		if (writes_memory(at))
			return false;
	return at == user;
}

static LLVMValueRef only_user(LLVMValueRef value)
{
	LLVMUseRef use = LLVMGetFirstUse(value);

	return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

bool ocl_folds(ocl_writer *self, LLVMValueRef value)
{
	LLVMValueRef user = only_user(value);
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));

	if (!user || ocl_home_of(self, value) || !LLVMIsAInstruction(user) ||
	    LLVMIsAPHINode(user) ||
	    LLVMGetInstructionParent(user) != LLVMGetInstructionParent(value))
		return false;
	if (kind == LLVMVectorTypeKind || kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind ||
	    ocl_lanes(LLVMTypeOf(user)) ||
	    (LLVMIsACallInst(user) &&
	     (!ocl_is_pure_call(user) || LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMStructTypeKind)))
		return false;
	if (!LLVMIsALoadInst(value))
		return true;
	/* The user must be a separate statement; if it were folded itself, the load would be read
	 * even later. */
	return stays_readable(value, user) &&
	       (LLVMIsAStoreInst(user) || LLVMIsATerminatorInst(user) || !only_user(user));
}

/* Return true if VALUE is part of the condition of a jump that may be written behind the block's
 * braces. */
static bool ends_loop(ocl_writer *self, LLVMValueRef value, unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (hr_map_get(&self->latches, hr_map_key(user), NULL))
			return true;
		if (LLVMIsAInstruction(user) && ocl_folds(self, user) &&
		    (depth == 0 || ends_loop(self, user, depth - 1)))
			return true;
	}
	return false;
}

/* Return true if all users of VALUE are in the scope of a variable that is declared here. */
static bool is_seen(ocl_writer *self, LLVMValueRef value)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(value);

	if (self->depth <= 1)
		return true;
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsAPHINode(user) || LLVMGetInstructionParent(user) != block)
			return false;
	}
	return !ends_loop(self, value, DEEPEST_CONDITION);
}

static const char *pointer_type(ocl_writer *self, LLVMValueRef value, const char *element)
{
	return OCL_PRINT(self, "%s%s *", ocl_space_word(ocl_space_of(self, value)), element);
}

/* "float *" needs no blank before the name. */
static const char *gap(const char *type)
{
	return type[strlen(type) - 1] == '*' ? "" : " ";
}

const char *ocl_declare(ocl_writer *self, LLVMValueRef value)
{
	const char *name = ocl_value_name(self, value), *element = "", *type;
	bool pointer = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;

	if (pointer)
		element = ocl_element_of(self, value);
	type = pointer ? pointer_type(self, value, element) : ocl_type(self, LLVMTypeOf(value));
	ocl_set(self, value, (ocl_value){name, NULL, element});
	hr_ir_write(&self->declarations, "\t%s%s%s;\n", type, gap(type), name);
	return name;
}

const char *ocl_temporary(ocl_writer *self, const char *type)
{
	const char *name = ocl_name(self, OCL_PRINT(self, "part%u", ++self->temporaries));

	hr_ir_write(&self->declarations, "\t%s%s%s;\n", type, gap(type), name);
	return name;
}

/* Assign the value to the variable of a phi. */
static void define_at_home(ocl_writer *self, LLVMValueRef value, LLVMValueRef home,
			   const char *element, const char *text)
{
	const char *name = ocl_operand(self, home),
		   *wanted = *element ? ocl_element_of(self, home) : "";

	if (strcmp(wanted, element) != 0)
		text = OCL_PRINT(self, "(%s%s *)%s", ocl_space_word(ocl_space_of(self, home)),
				 wanted, text);
	ocl_line_of(self, "%s = %s;", name, ocl_bare(self, text));
	ocl_set(self, value, (ocl_value){name, NULL, wanted});
}

static void declare_here(ocl_writer *self, LLVMValueRef value, const char *type,
			 const char *element, const char *text)
{
	LLVMValueRef home = ocl_home_of(self, value);
	bool here = is_seen(self, value);
	const char *name;

	if (home) {
		define_at_home(self, value, home, element, text);
		return;
	}
	name = here ? ocl_value_name(self, value) : ocl_declare(self, value);

	if (here)
		ocl_line_of(self, "%s%s%s%s = %s;", *element ? "" : "const ", type, gap(type), name,
			    ocl_bare(self, text));
	else
		ocl_line_of(self, "%s = %s;", name, ocl_bare(self, text));
	ocl_set(self, value, (ocl_value){name, NULL, element});
}

void ocl_define(ocl_writer *self, LLVMValueRef value, const char *text)
{
	if (!LLVMGetFirstUse(value))
		return;
	if (ocl_folds(self, value) && strlen(text) <= LONGEST_EXPRESSION) {
		ocl_set(self, value, (ocl_value){text, NULL, ""});
		return;
	}
	declare_here(self, value, ocl_type(self, LLVMTypeOf(value)), "", text);
}

void ocl_define_pointer(ocl_writer *self, LLVMValueRef value, ocl_value pointer)
{
	const char *element = pointer.element, *text = ocl_pointer_text(self, pointer);

	if (!LLVMGetFirstUse(value))
		return;
	if (ocl_folds(self, value) && strlen(text) <= LONGEST_EXPRESSION) {
		ocl_set(self, value, pointer);
		return;
	}
	/* The variable gets the type that its uses want. */
	if (!ocl_home_of(self, value) && !is_seen(self, value)) {
		const char *wanted = ocl_element_of(self, value);

		if (strcmp(wanted, element) != 0)
			text = OCL_PRINT(self, "(%s%s *)%s",
					 ocl_space_word(ocl_space_of(self, value)), wanted, text);
		element = wanted;
	}
	declare_here(self, value, pointer_type(self, value, element), element, text);
}
