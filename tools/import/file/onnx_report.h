/* tools/import/file/onnx_report.h -- errors of an ONNX model, all of which are reported. */
#ifndef HR_IMPORT_REPORT_H
#define HR_IMPORT_REPORT_H

#include "src/base/arena.h"
#include "src/diag/diag.h"

typedef struct onnx_report {
	hr_diags *diags;
	const char *file; /* the model's path */
	hr_arena *arena;
	/* the first error that was reported; an invalid model (HR_REJECT) comes before all others */
	hr_status status;
	size_t count; /* of errors */
} onnx_report;

/* Report that something is not supported, in the form "node 'x' (Concat, opset 13): ...", or that the
 * model breaks a rule of ONNX. WHAT is the operator, or "input", "output", "initializer". The first
 * error is kept in REPORT, and returned. */
hr_status onnx_refuse(onnx_report *report, const char *name, const char *what, const char *format,
		      ...) HR_PRINTF(4, 5);
hr_status onnx_invalid(onnx_report *report, const char *name, const char *what, const char *format,
		       ...) HR_PRINTF(4, 5);
/* Report that the file as a whole breaks a rule of ONNX. */
hr_status onnx_malformed(onnx_report *report, const char *why);

#endif
