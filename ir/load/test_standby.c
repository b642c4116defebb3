/* ir/load/test_standby.c -- work that succeeds, and work that ends its process in each possible
 * manner. */
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>

#include "ir/load/standby.h"
#include "src/base/test.h"

enum { MEGABYTE = 1 << 20 };

/* Do WORK with a standby process; return how it failed, 0 if it did not. */
static int try(void (*work)(void), char *message)
{
	int failure = hr_standby_begin(1, 64 * MEGABYTE, message);

	ck_assert_int_ne(failure, -1);
	if (failure)
		return failure;
	work();
	hr_standby_done();
	return 0;
}

static void is_killed_by(int signal_number, void (*work)(void))
{
	char message[HR_STANDBY_MESSAGE];
	int failure = try(work, message);

	ck_assert_msg(WIFSIGNALED(failure), "work failed with %#x", (unsigned)failure);
	ck_assert_int_eq(WTERMSIG(failure), signal_number);
}

#ifdef __SANITIZE_ADDRESS__
/* Signals are handled by the standby mechanism, not by the sanitizer. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "handle_segv=0";
}
#endif

static volatile int zero;
static volatile int *volatile nowhere = (volatile int *)8;

static void do_nothing(void)
{
}
static void read_nowhere(void)
{
	(void)*nowhere;
}
static void raise_bus(void)
{
	raise(SIGBUS);
}
static void give_up(void)
{
	hr_standby_give_up(42);
}
static void end_process(void)
{
	exit(0);
}

static void say_and_abort(void)
{
	fputs("last words", stderr);
	abort();
}

static void say_much(void)
{
	for (int i = 0; i < 100000; i++)
		fputs("0123456789", stderr);
	hr_standby_give_up(43);
}

static int deeper(volatile char *outer)
{
	volatile char room[4096];

	room[0] = outer ? outer[0] : 1;
	return zero ? 0 : deeper(room) + room[0];
}

static void use_up_stack(void)
{
	deeper(NULL);
}

static void never_end(void)
{
	while (!zero)
		;
}

#ifndef HR_SANITIZERS /* sanitizers have separate limits */
static void want_much(void)
{
	/* volatile, or clang removes the unused allocation */
	char *volatile memory = malloc(256 * MEGABYTE);

	hr_standby_give_up(memory ? 44 : 45);
}
#endif

static void raise_illegal(void)
{
	raise(SIGILL);
}

START_TEST(dies)
{
	is_killed_by(SIGSEGV, read_nowhere);
	is_killed_by(SIGBUS, raise_bus);
	is_killed_by(SIGILL, raise_illegal);
	is_killed_by(SIGSEGV, use_up_stack);
}
END_TEST

/* Which limit is reached first depends on the load of the machine. */
START_TEST(does_not_end)
{
	char message[HR_STANDBY_MESSAGE];
	int failure = try(never_end, message);

	ck_assert(WIFSIGNALED(failure));
	ck_assert(WTERMSIG(failure) == SIGXCPU || WTERMSIG(failure) == SIGALRM);
}
END_TEST

START_TEST(says_something)
{
	char message[HR_STANDBY_MESSAGE];
	int failure = try(say_and_abort, message);

	ck_assert(WIFSIGNALED(failure) && WTERMSIG(failure) == SIGABRT);
	ck_assert_str_eq(message, "last words");
	failure = try(say_much, message);
	ck_assert(WIFEXITED(failure) && WEXITSTATUS(failure) == 43);
	ck_assert_uint_eq(strlen(message), HR_STANDBY_MESSAGE - 1);
}
END_TEST

START_TEST(ends_itself)
{
	char message[HR_STANDBY_MESSAGE];
	int failure = try(give_up, message);

	ck_assert(WIFEXITED(failure) && WEXITSTATUS(failure) == 42);
	failure = try(end_process, message);
	ck_assert(WIFEXITED(failure) && WEXITSTATUS(failure) == EXIT_FAILURE);
#ifndef HR_SANITIZERS
	failure = try(want_much, message);
	ck_assert(WIFEXITED(failure) && WEXITSTATUS(failure) == 45);
#endif
}
END_TEST

static void on_alarm(int signal_number)
{
	(void)signal_number;
}

START_TEST(goes_well)
{
	struct sigaction mine = {.sa_handler = on_alarm}, after;
	struct rlimit before[2], now[2];
	char message[HR_STANDBY_MESSAGE];
	pid_t me = getpid();

	sigaction(SIGALRM, &mine, NULL);
	alarm(1000);
	getrlimit(RLIMIT_CPU, &before[0]);
	getrlimit(RLIMIT_AS, &before[1]);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(try(do_nothing, message), 0);
	ck_assert_int_eq(getpid(), me);
	getrlimit(RLIMIT_CPU, &now[0]);
	getrlimit(RLIMIT_AS, &now[1]);
	ck_assert_mem_eq(before, now, sizeof(before));
	sigaction(SIGALRM, NULL, &after);
	ck_assert(after.sa_handler == on_alarm);
	ck_assert_uint_gt(alarm(0), 900);
	/* No child process is left. */
	ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
	ck_assert_int_eq(errno, ECHILD);
}
END_TEST

/* --- the view of other processes -------------------------------------------------------------- */

static void fail_and_exit(void *unused)
{
	char message[HR_STANDBY_MESSAGE];

	(void)unused;
	_exit(try(read_nowhere, message) ? 7 : 8);
}

static void fail_and_be_killed(void *unused)
{
	char message[HR_STANDBY_MESSAGE];

	(void)unused;
	if (try(read_nowhere, message))
		raise(SIGUSR1);
}

static void get_signal(void)
{
	fputs("interrupted", stderr);
	_exit(9);
}

static void be_interrupted(void *unused)
{
	char message[HR_STANDBY_MESSAGE];

	(void)unused;
	_exit(try(get_signal, message) ? 7 : 8);
}

START_TEST(ends_as_the_standby)
{
	int status;
	pid_t child;

	ck_assert_int_eq(hr_test_exit_status(fail_and_exit, NULL, NULL), 7);
	child = fork();
	if (!child)
		fail_and_be_killed(NULL);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGUSR1);
}
END_TEST

/* Wait for the text: the standby process may write it after the working process has ended. */
START_TEST(passes_on_words)
{
	char text[32] = "";
	int ends[2], status;
	ssize_t got;
	size_t used = 0;
	pid_t child;

	ck_assert_int_eq(pipe(ends), 0);
	child = fork();
	if (!child) {
		dup2(ends[1], STDERR_FILENO);
		close(ends[1]);
		be_interrupted(NULL);
	}
	close(ends[1]);
	while ((got = read(ends[0], text + used, sizeof(text) - used - 1)) > 0)
		used += (size_t)got;
	ck_assert_str_eq(text, "interrupted");
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 9);
	close(ends[0]);
}
END_TEST

HR_TEST_MAIN("spare", dies, does_not_end, says_something, ends_itself, goes_well,
	     ends_as_the_standby, passes_on_words)
