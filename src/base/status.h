/* src/base/status.h -- the outcomes of every operation of the project.
 *
 * There are exactly five outcomes. An internal error calls hr_bug(), which aborts with a report.
 * Out-parameters are untouched unless the function returned HR_OK. */
#ifndef HR_STATUS_H
#define HR_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum hr_status {
	HR_OK = 0,
	HR_REJECT,      /* the file or graph is wrong; nothing ran */
	HR_TRAP,        /* the program did something undefined, or failed a check */
	HR_LIMIT,       /* a limit (steps, stack, memory, interrupt) was reached */
	HR_UNSUPPORTED, /* legal, but not supported here; the diagnostic says what */
} hr_status;

#define HR_MUST_CHECK   __attribute__((warn_unused_result))
#define HR_NORETURN     __attribute__((noreturn))
#define HR_PRINTF(f, a) __attribute__((format(printf, f, a)))

/* Return the status of EXPR from the enclosing function unless it is HR_OK. */
#define HR_TRY(expr)                                                                               \
	do {                                                                                       \
		hr_status hr_try_status_ = (expr);                                                 \
		if (hr_try_status_ != HR_OK)                                                       \
			return hr_try_status_;                                                     \
	} while (0)

/* Return the exit status of the tools for an outcome: 0, 120 reject, 121 trap, 122 limit, 123
 * unsupported. */
int hr_exit_code(hr_status status);
/* Return the text of an outcome in the last line on standard error. */
const char *hr_status_text(hr_status status);
/* Return the word of an outcome for machine-readable output: ok, reject, trap, limit,
 * unsupported. */
const char *hr_status_word(hr_status status);
enum { HR_EXIT_USAGE = 124 };
/* Name of the running command in its messages; "hpvm-run" unless the command changes it. */
extern const char *hr_command;

/* Report an internal error: print file, line and text, then abort. */
HR_NORETURN void hr_bug_at(const char *file, int line, const char *format, ...) HR_PRINTF(3, 4);
#define hr_bug(...) hr_bug_at(__FILE__, __LINE__, __VA_ARGS__)

#endif
