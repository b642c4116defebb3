/* backends/shared/context.c -- contexts of LLVM whose errors do not end the process.
 *
 * Owns:      the text of the first error of each context.
 * Not here:  the context of the program (ir/load/load.c) and that of host code (interp/host/jit.c). */
#include "backends/shared/context.h"

#include <stdio.h>

#include <llvm-c/Core.h>

#include "src/base/alloc.h"

typedef struct first_error {
	char text[300]; /* empty: none */
} first_error;

static void keep(LLVMDiagnosticInfoRef info, void *data)
{
	first_error *first = data;
	char *text;

	if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || *first->text)
		return;
	text = LLVMGetDiagInfoDescription(info);
	snprintf(first->text, sizeof(first->text), "%s", *text ? text : "no reason given");
	LLVMDisposeMessage(text);
}

LLVMContextRef hr_context_new(void)
{
	LLVMContextRef context = LLVMContextCreate();

	LLVMContextSetDiagnosticHandler(context, keep, hr_alloc_zero(sizeof(first_error)));
	return context;
}

void hr_context_free(LLVMContextRef context)
{
	void *first = LLVMContextGetDiagnosticContext(context);

	LLVMContextDispose(context);
	hr_free(first);
}

const char *hr_context_error(LLVMContextRef context)
{
	const first_error *first = LLVMContextGetDiagnosticContext(context);

	return *first->text ? first->text : NULL;
}
