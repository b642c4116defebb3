/* tools/shared/trial.c -- run a command and read its report about a case.
 *
 * Not here:  the commands, and the use of their results (tools/reduce/hpvm-reduce.c,
 *            tools/diff/hpvm-diff.c). */
#define _GNU_SOURCE 1
#include "tools/shared/trial.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "src/base/alloc.h"
#include "src/file/file.h"
#include "tools/shared/subprocess.h"

int trial_run(const char *const *argv, double seconds)
{
	pid_t process = tool_process_start(argv, NULL, NULL);
	int status;

	if (process < 0 || !tool_process_wait(process, seconds, &status))
		return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
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
