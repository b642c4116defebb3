/* src/diag/instrumentation.c -- which instrumentation of clang a name belongs to (instrumentation.def).
 *
 * Owns:      nothing.
 * Not here:  what a loaded program is refused for (ir/load/instrument.c). */
#include "src/diag/instrumentation.h"

#include <stdio.h>
#include <string.h>

static const hr_instrumentation rows[] = {
#define X(prefix, option, kind) {prefix, option, HR_INSTRUMENTED_##kind},
#include "src/diag/instrumentation.def"
#undef X
};

const hr_instrumentation *hr_instrumentation_of(const char *name)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (!strncmp(name, rows[i].prefix, strlen(rows[i].prefix)))
			return &rows[i];
	return NULL;
}

const char *hr_undefined_help(const char *name, char text[HR_UNDEFINED_HELP])
{
	const hr_instrumentation *row = hr_instrumentation_of(name);

	if (row)
		snprintf(
			text, HR_UNDEFINED_HELP,
			"compile without %s, or name its shared runtime with -l (docs/compiling.md)",
			row->option);
	else
		snprintf(text, HR_UNDEFINED_HELP, "name the library that defines it with -l");
	return text;
}
