/* tools/import/file/report.c -- errors of an ONNX model. */
#include <stdio.h>

#include "tools/import/file/onnx_report.h"

static hr_status note(onnx_report *report, hr_status status)
{
	report->count++;
	if (report->status == HR_OK || status == HR_REJECT)
		report->status = status;
	return status;
}

hr_status onnx_refuse(onnx_report *report, const char *name, const char *what, const char *format,
		      ...)
{
	char text[400];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return note(report, hr_report(report->diags, HR_D_not_imported, NULL, report->file, name,
				      what, text));
}

hr_status onnx_malformed(onnx_report *report, const char *why)
{
	return note(report, hr_report(report->diags, HR_D_malformed_file, NULL, report->file, why));
}

hr_status onnx_invalid(onnx_report *report, const char *name, const char *what, const char *format,
		       ...)
{
	char text[400];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return onnx_malformed(report,
			      hr_arena_printf(report->arena, "'%s' (%s): %s", name, what, text));
}
