/* src/diag/instrumentation.h -- which instrumentation of clang a name belongs to.
 *
 * Not here:  what a loaded program is refused for (ir/load/instrument.h). */
#ifndef HR_INSTRUMENTATION_H
#define HR_INSTRUMENTATION_H

typedef enum hr_instrumentation_kind {
	HR_INSTRUMENTED_SHADOW,
	HR_INSTRUMENTED_CHECKS,
	HR_INSTRUMENTED_HOOKS,
} hr_instrumentation_kind;

typedef struct hr_instrumentation {
	const char *prefix, *option;
	hr_instrumentation_kind kind;
} hr_instrumentation;

/* Return the instrumentation that a global value with NAME belongs to, or NULL. */
const hr_instrumentation *hr_instrumentation_of(const char *name);

enum { HR_UNDEFINED_HELP = 200 };

/* Return TEXT, what to do about the undefined symbol NAME. */
const char *hr_undefined_help(const char *name, char text[HR_UNDEFINED_HELP]);

#endif
