/* src/base/status.c -- outcomes as exit codes and words; reports of internal errors.
 *
 * Owns:     nothing.
 * Not here: diagnostics about the user's program (src/diag/diag.c). */
#include "src/base/status.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int hr_exit_code(hr_status status)
{
	static const int codes[] = {
		[HR_OK] = 0,      [HR_REJECT] = 120,      [HR_TRAP] = 121,
		[HR_LIMIT] = 122, [HR_UNSUPPORTED] = 123,
	};

	return codes[status];
}

const char *hr_status_text(hr_status status)
{
	static const char *const texts[] = {
		[HR_OK] = "ok",
		[HR_REJECT] = "rejected graph or file",
		[HR_TRAP] = "trap or failed check",
		[HR_LIMIT] = "limit reached",
		[HR_UNSUPPORTED] = "unsupported",
	};

	return texts[status];
}

const char *hr_status_word(hr_status status)
{
	static const char *const words[] = {
		[HR_OK] = "ok",       [HR_REJECT] = "reject",           [HR_TRAP] = "trap",
		[HR_LIMIT] = "limit", [HR_UNSUPPORTED] = "unsupported",
	};

	return words[status];
}

const char *hr_command = "hpvm-run";

void hr_bug_at(const char *file, int line, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s: internal error at %s:%d: ", hr_command, file, line);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputs("\nThis is a bug in hpvm-run, not in the program. Please report it.\n", stderr);
#ifdef HR_FUZZING
	__builtin_trap(); /* libFuzzer's handler keeps the input */
#endif
	/* the crash handler must not take this abort() for the program's (interp/host/crash.c) */
	signal(SIGABRT, SIG_DFL);
	abort();
}
