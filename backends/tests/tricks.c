/* backends/tests/tricks.c -- what a module can do to the process that runs it, by name. TRICK names one, TRICK_WHEN the
 * callback that does it: build, run, release, or before or after what run computes. With TRICK_GOES_ON, the callback
 * succeeds. */
#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/tests/tricks.h"

enum { MOST_FILES = 64, MEGABYTE = 1 << 20 };

static void for_all_files(void (*do_it)(int file))
{
	for (int file = 3; file < MOST_FILES; file++)
		if (fcntl(file, F_GETFD) >= 0)
			do_it(file);
}

static void spin(void)
{
	for (volatile long i = 0;; i++)
		;
}

static void write_byte(int file)
{
	(void)!write(file, "!", 1);
}

static void write_nothing(int file)
{
	(void)!write(file, "", 0);
}

static void write_sixteen(int file)
{
	(void)!write(file, "\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0", 16);
}

static void write_much(int file)
{
	static char much[100000];

	(void)!send(file, much, sizeof(much), MSG_DONTWAIT | MSG_NOSIGNAL);
}

static void fill(int file)
{
	while (send(file, "0123456789abcdef", 16, MSG_DONTWAIT | MSG_NOSIGNAL) > 0)
		;
}

static void read_it(int file)
{
	char byte[64];

	fcntl(file, F_SETFL, O_NONBLOCK);
	while (read(file, byte, sizeof(byte)) > 0)
		;
}

static void shut(int file)
{
	shutdown(file, SHUT_RDWR);
}

static void close_it(int file)
{
	close(file);
}

static void replace(int file)
{
	dup2(open("/dev/zero", O_RDWR), file);
}

static void truncate_it(int file)
{
	(void)!ftruncate(file, 0);
}

static void do_writes_byte(void) { for_all_files(write_byte); }
static void do_writes_byte_and_spins(void) { for_all_files(write_byte); spin(); }
static void do_writes_byte_and_exits(void) { for_all_files(write_byte); _exit(0); }
static void do_writes_twice(void) { for_all_files(write_byte); for_all_files(write_byte); }
static void do_writes_nothing(void) { for_all_files(write_nothing); spin(); }
static void do_writes_sixteen(void) { for_all_files(write_sixteen); spin(); }
static void do_writes_much(void) { for_all_files(write_much); spin(); }
static void do_fills(void) { for_all_files(fill); }
static void do_reads(void) { for_all_files(read_it); }
static void do_shuts(void) { for_all_files(shut); }
static void do_shuts_and_spins(void) { for_all_files(shut); spin(); }
static void do_closes(void) { for_all_files(close_it); }
static void do_closes_and_spins(void) { for_all_files(close_it); spin(); }
static void do_closes_standard(void) { close(0); close(1); close(2); }
static void do_replaces(void) { for_all_files(replace); }
static void do_replaces_and_spins(void) { for_all_files(replace); spin(); }
static void do_truncates(void) { for_all_files(truncate_it); }
static void do_floods(void) { for (int i = 0; i < 10000; i++) printf("%0100d\n", i); fflush(stdout); }

static void do_blocks_signals(void)
{
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	spin();
}

static void do_ignores_signals(void)
{
	for (int i = 1; i < 32; i++)
		signal(i, SIG_IGN);
	spin();
}

static volatile int *volatile nowhere = (volatile int *)8;

static void do_handles_faults(void)
{
	signal(SIGSEGV, SIG_IGN);
	*nowhere = 1;
}

static void do_raises_segv(void) { raise(SIGSEGV); }
static void do_raises_kill(void) { raise(SIGKILL); }
static void do_raises_term(void) { raise(SIGTERM); }
static void do_raises_pipe(void) { raise(SIGPIPE); }
static void do_raises_stop(void) { raise(SIGSTOP); }
static void do_raises_alarm(void) { raise(SIGALRM); }
static void do_raises_real_time(void) { raise(SIGRTMIN); }
static void do_kills_group(void) { kill(0, SIGTERM); }
static void do_kills_group_hard(void) { kill(0, SIGKILL); }
static void do_alarms(void) { ualarm(1000, 1000); spin(); }
static void do_aborts(void) { abort(); }
static void do_exits_0(void) { exit(0); }
static void do_exits_0_at_once(void) { _exit(0); }
static void do_spins_at_exit(void) { atexit(spin); exit(0); }
static void do_executes(void) { execl("/bin/true", "true", (char *)NULL); }
static void do_executes_sleep(void) { execl("/bin/sleep", "sleep", "1000", (char *)NULL); }

static void do_forks(void)
{
	fork(); /* both go on, and both answer */
}

static void do_forks_and_spins(void)
{
	if (fork() == 0)
		spin();
}

static void do_forks_and_exits(void)
{
	if (fork() == 0)
		_exit(0);
}

static void do_forks_many(void)
{
	for (int i = 0; i < 20; i++)
		if (fork() == 0)
			for (;;)
				pause();
}

static void do_leaves_children(void)
{
	if (fork() == 0)
		for (;;)
			pause();
	_exit(0);
}

/* A process that no group and no parent leads to. */
static void do_daemonizes(void)
{
	if (fork() != 0) {
		usleep(20000);
		return;
	}
	setsid();
	if (fork() != 0)
		_exit(0);
	for (;;)
		pause();
}

static void do_starts_sleep(void)
{
	(void)!system("sleep 1000 &");
}

static void *goes_on(void *nothing)
{
	(void)nothing;
	for (;;) {
		for_all_files(write_byte);
		usleep(1000);
	}
	return NULL;
}

static void do_thread_goes_on(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, goes_on, NULL);
	usleep(20000);
}

static void do_ends_main_thread(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, goes_on, NULL);
	pthread_exit(NULL);
}

static void do_limits_files(void)
{
	setrlimit(RLIMIT_NOFILE, &(struct rlimit){0, 0});
	setrlimit(RLIMIT_FSIZE, &(struct rlimit){0, 0});
}

static void do_limits_memory(void) { setrlimit(RLIMIT_AS, &(struct rlimit){MEGABYTE, MEGABYTE}); }
static void do_limits_time(void) { setrlimit(RLIMIT_CPU, &(struct rlimit){0, 1}); spin(); }
static void do_changes_folder(void) { (void)!chdir("/"); umask(0777); }
static void do_changes_locale(void) { setlocale(LC_ALL, "de_DE.UTF-8"); setlocale(LC_ALL, "tr_TR.UTF-8"); }
static void do_changes_rounding(void) { fesetround(FE_UPWARD); feenableexcept(FE_ALL_EXCEPT); }
static void do_changes_environment(void) { clearenv(); }
static void do_changes_name(void) { prctl(PR_SET_NAME, "%s%n\n"); }

static void do_allocates_all(void)
{
	setrlimit(RLIMIT_AS, &(struct rlimit){(rlim_t)2048 * MEGABYTE, (rlim_t)2048 * MEGABYTE});
	while (malloc(MEGABYTE))
		;
}

static volatile int depth;

__attribute__((noinline)) static int deep(int n)
{
	volatile char room[4096];

	room[0] = (char)n;
	depth++;
	return n ? deep(n + 1) + room[0] : 0;
}

static void do_overflows_stack(void) { deep(1); }

static void do_unmaps_stack(void)
{
	const uintptr_t here = (uintptr_t)__builtin_frame_address(0) & ~(uintptr_t)4095;

	munmap((void *)(here - 65536), 131072);
}

static void do_unmaps_code(void)
{
	const uintptr_t here = (uintptr_t)(void *)do_unmaps_stack & ~(uintptr_t)4095;

	munmap((void *)here, 4096);
}

static void do_smashes_stack(void)
{
	volatile char room[16], *volatile at = room;

	for (volatile long i = 0;; i++)
		at[i] = 65;
}

static const struct {
	const char *name;
	void (*do_it)(void);
} tricks[] = {
#define TRICK(name) {#name, do_##name}
	TRICK(writes_byte), TRICK(writes_byte_and_spins), TRICK(writes_byte_and_exits), TRICK(writes_twice),
	TRICK(writes_nothing), TRICK(writes_sixteen), TRICK(writes_much), TRICK(fills), TRICK(reads), TRICK(shuts),
	TRICK(shuts_and_spins), TRICK(closes), TRICK(closes_and_spins), TRICK(closes_standard), TRICK(replaces),
	TRICK(replaces_and_spins), TRICK(truncates), TRICK(floods), TRICK(blocks_signals), TRICK(ignores_signals),
	TRICK(handles_faults), TRICK(raises_segv), TRICK(raises_kill), TRICK(raises_term), TRICK(raises_pipe),
	TRICK(raises_stop), TRICK(raises_alarm), TRICK(raises_real_time), TRICK(kills_group), TRICK(kills_group_hard),
	TRICK(alarms), TRICK(aborts), TRICK(exits_0), TRICK(exits_0_at_once), TRICK(spins_at_exit), TRICK(executes),
	TRICK(executes_sleep), TRICK(forks), TRICK(forks_and_spins), TRICK(forks_and_exits), TRICK(forks_many),
	TRICK(leaves_children), TRICK(daemonizes), TRICK(starts_sleep), TRICK(thread_goes_on), TRICK(ends_main_thread),
	TRICK(limits_files), TRICK(limits_memory), TRICK(limits_time), TRICK(changes_folder), TRICK(changes_locale),
	TRICK(changes_rounding), TRICK(changes_environment), TRICK(changes_name), TRICK(allocates_all),
	TRICK(overflows_stack), TRICK(unmaps_stack), TRICK(unmaps_code), TRICK(smashes_stack),
};

int rogue_trick(const char *when)
{
	const char *wanted = getenv("TRICK_WHEN"), *name = getenv("TRICK");

	if (!name || !wanted || strcmp(wanted, when) != 0)
		return 0;
	for (size_t i = 0; i < sizeof(tricks) / sizeof(tricks[0]); i++)
		if (strcmp(tricks[i].name, name) == 0)
			tricks[i].do_it();
	return !getenv("TRICK_GOES_ON");
}
