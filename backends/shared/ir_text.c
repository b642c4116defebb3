/* backends/shared/ir_text.c -- a growing text of LLVM IR. */
#include "backends/shared/ir_text.h"

#include <stdarg.h>
#include <stdio.h>

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
