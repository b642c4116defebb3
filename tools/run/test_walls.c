/* tools/run/test_walls.c -- the walls of --sandbox refuse what they are to refuse, whatever the
 * interpreter lets pass: each test forces an act in a child that is behind them. Where the kernel has no
 * such wall, a test says so and passes. */
#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/test.h"
#include "tools/run/walls.h"

/* Exit statuses of a child. */
enum { DONE = 10, CAUGHT = 11, FAILED = 12, NO_WALL = 13 };

static pid_t other; /* the process of the test */

static void caught(int number)
{
	(void)number;
	_exit(CAUGHT);
}

static void try_socket(void)
{
	if (socket(AF_INET, SOCK_STREAM, 0) < 0)
		_exit(FAILED);
}

static void try_execute(void)
{
	execl("/bin/true", "true", (char *)NULL);
	_exit(FAILED);
}

static void try_fork(void)
{
	const pid_t child = (pid_t)syscall(SYS_fork);

	if (child == 0)
		_exit(0);
	if (child < 0)
		_exit(FAILED);
}

static void try_clone(void)
{
	if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) < 0)
		_exit(FAILED);
}

static void try_kill(void)
{
	if (syscall(SYS_kill, other, 0) < 0)
		_exit(FAILED);
}

static void try_signal_others(void)
{
	if (syscall(SYS_tgkill, other, other, 0) < 0)
		_exit(FAILED);
}

static void try_open(void)
{
	if (open("/etc/passwd", O_RDONLY) < 0)
		_exit(FAILED);
}

static void try_make(void)
{
	if (open("/tmp/hpvm-run-test-walls", O_WRONLY | O_CREAT, 0600) < 0)
		_exit(FAILED);
}

static void try_allocate(void)
{
	const size_t bytes = (size_t)HR_WALL_MEMORY_MEGABYTES << 20;

	if (mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) ==
	    MAP_FAILED)
		_exit(FAILED);
}

static void try_files(void)
{
	for (int i = 0; i < HR_WALL_FILES; i++)
		if (dup(0) < 0)
			_exit(FAILED);
}

/* The low half of the address is 0. */
static void try_raise_limit_there(void)
{
	struct rlimit *more =
		mmap((void *)((uintptr_t)1 << 32), sizeof(*more), PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	if (more == MAP_FAILED)
		_exit(NO_WALL);
	*more = (struct rlimit){1000, 1000};
	if (syscall(SYS_prlimit64, 0, RLIMIT_CPU, more, NULL) != 0)
		_exit(FAILED);
}

static void try_raise_limit(void)
{
	const struct rlimit more = {RLIM_INFINITY, RLIM_INFINITY};

	if (setrlimit(RLIMIT_DATA, &more) != 0)
		_exit(FAILED);
}

static void *nothing(void *data)
{
	return data;
}

static void try_thread(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, nothing, NULL) != 0 || pthread_join(thread, NULL) != 0)
		_exit(FAILED);
}

static void try_print(void)
{
	if (dprintf(STDERR_FILENO, "%s", "") < 0 || !malloc(1 << 20) || getpid() <= 0)
		_exit(FAILED);
}

typedef enum wall { FILES, SYSTEM, CALLS, LIMITS } wall;

static const char *build(wall which)
{
	static const char *const read[] = {"/bin"};
	const char *why;

	switch (which) {
	case FILES: return hr_wall_off_files(&(hr_wall_files){read, 1, NULL, 0});
	case SYSTEM: return hr_wall_off_system(caught);
	case CALLS: why = hr_wall_off_system(caught); return why ? why : hr_wall_off_calls();
	case LIMITS: break;
	}
	hr_wall_limits();
	return NULL;
}

/* Return how a child ends that tries ACT behind the wall. */
static int behind(wall which, void (*act)(void))
{
	const char *why;
	pid_t child;
	int status;

	other = getpid();
	child = fork();
	if (child == 0) {
		why = build(which);
		if (why) {
			fprintf(stderr, "no wall %d: %s\n", (int)which, why);
			_exit(NO_WALL);
		}
		act();
		_exit(DONE);
	}
	ck_assert(child > 0 && waitpid(child, &status, 0) == child);
	ck_assert_msg(WIFEXITED(status), "a child ends with signal %d", WTERMSIG(status));
	return WEXITSTATUS(status);
}

static void expect(wall which, void (*act)(void), int wanted)
{
	const int status = behind(which, act);

	ck_assert_msg(status == wanted || status == NO_WALL, "status %d instead of %d", status,
		      wanted);
}

START_TEST(forbidden_calls_are_caught)
{
	expect(SYSTEM, try_socket, CAUGHT);
	expect(SYSTEM, try_execute, CAUGHT);
	expect(SYSTEM, try_fork, DONE); /* files are read in a process of their own */
	expect(CALLS, try_socket, CAUGHT);
	expect(CALLS, try_execute, CAUGHT);
	expect(CALLS, try_fork, CAUGHT);
	expect(CALLS, try_clone, CAUGHT);
	expect(CALLS, try_kill, CAUGHT);
	expect(CALLS, try_signal_others, FAILED);
	expect(CALLS, try_raise_limit, FAILED);
	expect(CALLS, try_raise_limit_there, FAILED);
}
END_TEST

START_TEST(an_interpreter_can_run)
{
	expect(CALLS, try_thread, DONE);
	expect(CALLS, try_print, DONE);
}
END_TEST

START_TEST(files_are_behind_a_wall)
{
	expect(FILES, try_open, FAILED);
	expect(FILES, try_make, FAILED);
}
END_TEST

START_TEST(resources_are_limited)
{
	ck_assert_int_eq(behind(LIMITS, try_allocate), FAILED);
	ck_assert_int_eq(behind(LIMITS, try_files), FAILED);
}
END_TEST

HR_TEST_MAIN("walls", forbidden_calls_are_caught, an_interpreter_can_run, files_are_behind_a_wall,
	     resources_are_limited)
