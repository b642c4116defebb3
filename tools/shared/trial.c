/* tools/shared/trial.c -- run a command and read its report about a case.
 *
 * Not here:  the commands, and the use of their results (tools/reduce/hpvm-reduce.c,
 *            tools/diff/hpvm-diff.c). */
#define _GNU_SOURCE 1
#include "tools/shared/trial.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "src/base/alloc.h"
#include "src/base/status.h"
#include "src/file/file.h"
#include "tools/shared/subprocess.h"

int trial_run(const char *const *argv, double seconds)
{
	pid_t process = tool_process_start(argv, NULL, NULL);
	int status;

	if (process < 0)
		return TRIAL_NOT_RUN;
	if (!tool_process_wait(process, seconds, &status))
		return TRIAL_LATE;
	return WIFEXITED(status) ? WEXITSTATUS(status) : TRIAL_DIED;
}

bool trial_tells(int end)
{
	return end == 0 || end == hr_exit_code(HR_REJECT) || end == hr_exit_code(HR_TRAP) ||
	       end == TRIAL_LATE;
}

const char *trial_end_text(int end)
{
	static char text[200];

	if (end == TRIAL_NOT_RUN)
		snprintf(text, sizeof(text), "it cannot be run: %s", strerror(errno));
	else if (end == TRIAL_DIED)
		snprintf(text, sizeof(text), "a signal has ended it");
	else if (end == TRIAL_LATE)
		snprintf(text, sizeof(text), "it takes too long");
	else
		snprintf(text, sizeof(text), "it ends with exit status %d", end);
	return text;
}

bool trial_answers(const char *file, const char *function, const char *backend, const char *verdict)
{
	char row[1024];
	uint8_t *text;
	size_t size;
	bool found;

	snprintf(row, sizeof(row),
		 "\"function\":\"%.300s\",\"backend\":\"%.300s\",\"verdict\":\"%.100s\"", function,
		 backend, verdict);
	if (hr_file_read(file, &text, &size) != 0)
		return false;
	found = memmem(text, size, row, strlen(row)) != NULL;
	hr_free(text);
	return found;
}
