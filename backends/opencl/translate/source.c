/* backends/opencl/translate/source.c -- finishes the text of a translation: keeps the labels that
 * are used, and records the origin of each line.
 *
 * Owns:     the contents of a source.
 * Not here: the translation (kernel.c). */
#include "backends/opencl/translate/source.h"

#include <stdlib.h>
#include <string.h>

#include "backends/opencl/translate/opencl_translate.h"
#include "backends/shared/ir_text.h"

static size_t number_at(const hr_ir_text *text, size_t *at)
{
	size_t number = 0;

	for ((*at)++; text->data[*at] >= '0' && text->data[*at] <= '9'; (*at)++)
		number = number * 10 + (size_t)(text->data[*at] - '0');
	return number;
}

static bool *used_labels(const ocl_writer *self, const hr_ir_text *text)
{
	bool *used = hr_alloc_array(self->labels + 1, sizeof(*used));

	for (size_t i = 0; i < text->count; i++)
		if (text->data[i] == OCL_GOTO)
			used[number_at(text, &i)] = true;
	return used;
}

/* Write a line of the program's source as a comment if it differs from the last one. */
static void comment(const ocl_writer *self, LLVMValueRef at, unsigned *last, hr_ir_text *out)
{
	unsigned line = at && LLVMIsAInstruction(at) ? LLVMGetDebugLocLine(at) : 0, length;
	const char *file;

	(void)self;
	if (!line || line == *last)
		return;
	*last = line;
	file = LLVMGetDebugLocFilename(at, &length);
	for (unsigned i = length; i-- > 0;)
		if (file[i] == '/') {
			file += i + 1;
			length -= i + 1;
			break;
		}
	hr_ir_write(out, " // ");
	hr_ir_write_comment(out, file, length);
	hr_ir_write(out, ":%u", line);
}

static ocl_line origin(LLVMValueRef at)
{
	char *printed = LLVMPrintValueToString(at), *text = printed;
	ocl_line line = {0};
	unsigned length;

	while (*text == ' ')
		text++;
	text[strcspn(text, "\n")] = '\0';
	if (strstr(text, ", !"))
		*strstr(text, ", !") = '\0';
	line.instruction = hr_strdup(text);
	LLVMDisposeMessage(printed);
	if (LLVMIsAInstruction(at) && LLVMGetDebugLocLine(at)) {
		const char *file = LLVMGetDebugLocFilename(at, &length);
		char *copy = hr_alloc(length + 1);

		memcpy(copy, file, length);
		copy[length] = '\0';
		line.file = copy;
		line.line = LLVMGetDebugLocLine(at);
	}
	return line;
}

void ocl_finish(ocl_writer *self, const hr_ir_text *text)
{
	bool *used = used_labels(self, text);
	HR_VEC(ocl_line) lines = {0};
	hr_ir_text out = {0};
	LLVMValueRef from = NULL;
	unsigned last = 0;

	for (size_t i = 0; i < text->count; i++) {
		char c = text->data[i];
		size_t number;

		if (c == OCL_MARK) {
			from = self->marks.data[number_at(text, &i)];
		} else if (c == OCL_GOTO) {
			hr_ir_write(&out, "L%zu", number_at(text, &i));
		} else if (c == OCL_LABEL) {
			number = number_at(text, &i);
			if (used[number])
				hr_ir_write(&out, "L%zu:;", number);
			else
				i++; /* skip the number of the line */
		} else {
			if (c == '\n') {
				comment(self, from, &last, &out);
				if (self->lines)
					HR_PUSH(&lines, from ? origin(from) : (ocl_line){0});
				from = NULL;
			}
			HR_PUSH(&out, c);
		}
	}
	HR_PUSH(&out, '\0');
	hr_free(used);
	self->source->code = out.data;
	self->source->lines = lines.data;
	self->source->line_count = (uint32_t)lines.count;
	self->source->arguments = self->arguments.data;
	self->source->argument_count = (uint32_t)self->arguments.count;
	memset(&self->arguments, 0, sizeof(self->arguments));
}

void ocl_source_free(ocl_source *source)
{
	for (uint32_t i = 0; i < source->line_count; i++) {
		hr_free((void *)(uintptr_t)source->lines[i].instruction);
		hr_free((void *)(uintptr_t)source->lines[i].file);
	}
	hr_free(source->lines);
	hr_free(source->arguments);
	hr_free(source->code);
	hr_free(source->kernel);
	memset(source, 0, sizeof(*source));
}
