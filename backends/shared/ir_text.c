/* backends/shared/ir_text.c -- a growing text of LLVM IR. */
#include "backends/shared/ir_text.h"

#include <stdarg.h>
#include <stdio.h>

#include "src/base/readable.h"

void hr_ir_write(hr_ir_text *text, const char *format, ...)
{
	va_list args, again;
	int length;

	va_start(args, format);
	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	HR_RESERVE(text, (size_t)length + 1);
	vsnprintf(text->data + text->count, (size_t)length + 1, format, again);
	va_end(again);
	text->count += (size_t)length;
}

void hr_ir_write_comment(hr_ir_text *text, const char *comment, size_t length)
{
	char escape[HR_ESCAPE];

	for (size_t at = 0; at < length;) {
		size_t step = hr_readable_in_comment(comment + at, length - at, escape);

		hr_ir_write(text, "%.*s", *escape ? HR_ESCAPE : (int)step,
			    *escape ? escape : comment + at);
		at += step;
	}
}
