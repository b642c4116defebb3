/* src/base/test.h -- helpers that every unit test shares. */
#ifndef HR_TEST_H
#define HR_TEST_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Run the tests, each in a separate process, and return main's result. */
static inline int hr_test_run(const char *name, const TTest *const *tests, size_t count)
{
	Suite *suite = suite_create(name);
	TCase *cases = tcase_create(name);
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_set_timeout(cases, 60);
	for (size_t i = 0; i < count; i++)
		tcase_add_test(cases, tests[i]);
	suite_add_tcase(suite, cases);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#define HR_TEST_MAIN(name, ...)                                                                    \
	int main(void)                                                                             \
	{                                                                                          \
		const TTest *const tests[] = {__VA_ARGS__};                                        \
                                                                                                   \
		return hr_test_run(name, tests, sizeof(tests) / sizeof(tests[0]));                 \
	}

/* Return the exit status of ACT in a child process whose standard error goes to PATH (NULL:
 * /dev/null). */
static inline int hr_test_exit_status(void (*act)(void *data), void *data, const char *path)
{
	int status = 0;
	pid_t child = fork();

	ck_assert_int_ge(child, 0);
	if (child == 0) {
		if (!freopen(path ? path : "/dev/null", "w", stderr))
			_exit(99);
		act(data);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_msg(WIFEXITED(status), "killed by signal %d", WTERMSIG(status));
	return WEXITSTATUS(status);
}

enum { HR_TEST_PATH = 256 };

/* Write a template for mkstemp() or mkdtemp() to PATH: in TMPDIR, or else in the working
 * directory. */
static inline void hr_test_template(char path[HR_TEST_PATH])
{
	const char *folder = getenv("TMPDIR");

	if (snprintf(path, HR_TEST_PATH, "%s/hr-test-XXXXXX", folder ? folder : ".") >=
	    HR_TEST_PATH)
		strcpy(path, "hr-test-XXXXXX");
}

/* Write SIZE bytes to a new temporary file, and its name to PATH. */
static inline void hr_test_file(char path[HR_TEST_PATH], const void *bytes, size_t size)
{
	int file;

	hr_test_template(path);
	file = mkstemp(path);
	ck_assert_int_ge(file, 0);
	ck_assert_int_eq(write(file, bytes, size), (ssize_t)size);
	close(file);
}

#endif
