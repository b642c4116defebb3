/* tools/run/walls.c -- Landlock, seccomp and limits of resources.
 *
 * The kernel's interfaces are used directly: two system calls and a program of a few comparisons. A
 * kernel without them is named in the result.
 *
 * Owns:      nothing.
 * Not here:  which files the command line names (hpvm-run.c). */
#define _GNU_SOURCE 1
#include "tools/run/walls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* --- files ------------------------------------------------------------------------------------ */

/* Rights by version of Landlock; headers of an older system lack some. */
enum {
	ALL_1 = (1 << 13) - 1, /* open, make and remove all kinds of files */
	REFER = 1 << 13,       /* 2 */
	TRUNCATE = 1 << 14,    /* 3 */
	IOCTL = 1 << 15,       /* 5 */
	NET = 3,               /* 4: bind and connect */
	SCOPED = 3,            /* 6: abstract sockets, signals */
	READ = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
};

/* struct landlock_ruleset_attr of version 6 */
typedef struct ruleset {
	uint64_t files, net, scoped;
} ruleset;

static void allow(int set, const char *path, uint64_t rights)
{
	struct landlock_path_beneath_attr rule = {.allowed_access = rights};
	struct stat status;

	rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
	if (rule.parent_fd < 0)
		return;
	if (fstat(rule.parent_fd, &status) == 0 && !S_ISDIR(status.st_mode))
		rule.allowed_access &= ~(uint64_t)LANDLOCK_ACCESS_FS_READ_DIR;
	(void)syscall(SYS_landlock_add_rule, set, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
	close(rule.parent_fd);
}

/* What the C library and the interpreter read of the system. */
static const char *const system_files[] = {
	"/usr",      "/lib",         "/lib64",    "/etc/ld.so.cache", "/sys/devices/system/cpu",
	"/dev/null", "/dev/urandom", "/proc/self"};

const char *hr_wall_off_files(const hr_wall_files *files)
{
	const long version =
		syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	const uint64_t truncate = version >= 3 ? TRUNCATE : 0;
	const ruleset rules = {.files = ALL_1 | truncate | (version >= 2 ? REFER : 0) |
					(version >= 5 ? IOCTL : 0),
			       .net = NET,
			       .scoped = SCOPED};
	const char *why = NULL;
	int set;

	if (version < 0)
		return errno == ENOSYS ? "this kernel has no Landlock" : "Landlock is switched off";
	set = (int)syscall(SYS_landlock_create_ruleset, &rules,
			   version < 4   ? sizeof(uint64_t)
			   : version < 6 ? 2 * sizeof(uint64_t)
					 : sizeof(rules),
			   0);
	if (set < 0)
		return strerror(errno);
	for (size_t i = 0; i < sizeof(system_files) / sizeof(system_files[0]); i++)
		allow(set, system_files[i], READ);
	for (size_t i = 0; i < files->read_count; i++)
		allow(set, files->read[i], READ);
	for (size_t i = 0; i < files->written_count; i++)
		allow(set, files->written[i],
		      LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | truncate);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	    syscall(SYS_landlock_restrict_self, set, 0) != 0)
		why = strerror(errno);
	close(set);
	return why;
}

#ifndef SYS_faccessat2
#define SYS_faccessat2 439
#endif

/* --- system calls ----------------------------------------------------------------------------- */

#ifdef __x86_64__

static void (*when_caught)(int number);

static void on_refused(int signal, siginfo_t *info, void *context)
{
	(void)signal;
	(void)context;
	when_caught(info->si_syscall);
	_exit(1);
}

/* Offsets of what a filter sees. */
#define NUMBER      offsetof(struct seccomp_data, nr)
#define MACHINE     offsetof(struct seccomp_data, arch)
#define LOW(n)      (offsetof(struct seccomp_data, args) + 8 * (n))
#define HIGH(n)     (LOW(n) + 4)
#define LOAD(what)  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, what)
#define RETURN(how) BPF_STMT(BPF_RET | BPF_K, how)
#define ALLOW       RETURN(SECCOMP_RET_ALLOW)
#define REFUSE      RETURN(SECCOMP_RET_TRAP)
#define FAIL(error) RETURN(SECCOMP_RET_ERRNO | (error))
/* Jump over the next N statements unless the loaded value is VALUE. */
#define UNLESS(value, n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, n)

/* Of another machine's calls, such as those of 32 bits, numbers mean something else. */
#define BEGIN                                                                                      \
	LOAD(MACHINE), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),               \
		RETURN(SECCOMP_RET_KILL_PROCESS), LOAD(NUMBER),                                    \
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), REFUSE
#define ALLOWED(name)     UNLESS(SYS_##name, 1), ALLOW
#define REFUSED(name)     UNLESS(SYS_##name, 1), REFUSE
#define FAILS(name, with) UNLESS(SYS_##name, 1), FAIL(with)
/* Allowed if the low half of argument N is VALUE; else it fails. */
#define ALLOWED_IF(name, n, value, with)                                                           \
	UNLESS(SYS_##name, 4), LOAD(LOW(n)), UNLESS((uint32_t)(value), 1), ALLOW, FAIL(with)

static const char *add_filter(const struct sock_filter *filter, size_t count)
{
	const struct sock_fprog program = {(unsigned short)count,
					   (struct sock_filter *)(uintptr_t)filter};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0)
		return errno == ENOSYS || errno == EINVAL ? "this kernel has no seccomp"
							  : strerror(errno);
	return NULL;
}

const char *hr_wall_off_system(void (*caught)(int number))
{
	static const struct sock_filter filter[] = {
		BEGIN,
		REFUSED(execve),
		REFUSED(execveat),
		REFUSED(socket),
		REFUSED(socketpair),
		REFUSED(connect),
		REFUSED(bind),
		REFUSED(listen),
		REFUSED(accept),
		REFUSED(accept4),
		REFUSED(sendto),
		REFUSED(sendmsg),
		REFUSED(ptrace),
		REFUSED(process_vm_readv),
		REFUSED(process_vm_writev),
		REFUSED(mount),
		REFUSED(umount2),
		REFUSED(pivot_root),
		REFUSED(chroot),
		REFUSED(unshare),
		REFUSED(setns),
		REFUSED(init_module),
		REFUSED(finit_module),
		REFUSED(delete_module),
		REFUSED(kexec_load),
		REFUSED(bpf),
		REFUSED(perf_event_open),
		REFUSED(userfaultfd),
		REFUSED(keyctl),
		REFUSED(add_key),
		REFUSED(request_key),
		REFUSED(setuid),
		REFUSED(setgid),
		REFUSED(setresuid),
		REFUSED(setresgid),
		REFUSED(reboot),
		REFUSED(io_uring_setup),
		ALLOW,
	};
	struct sigaction action = {.sa_sigaction = on_refused, .sa_flags = SA_SIGINFO};

	when_caught = caught;
	sigaction(SIGSYS, &action, NULL);
	return add_filter(filter, sizeof(filter) / sizeof(filter[0]));
}

const char *hr_wall_off_calls(void)
{
	const uint32_t self = (uint32_t)getpid();
	const struct sock_filter filter[] = {
		BEGIN,
		ALLOWED(write),
		ALLOWED(writev),
		ALLOWED(pwrite64),
		ALLOWED(read),
		ALLOWED(readv),
		ALLOWED(pread64),
		ALLOWED(lseek),
		ALLOWED(close),
		ALLOWED(fstat),
		ALLOWED(statfs),
		ALLOWED(fstatfs),
		ALLOWED(newfstatat),
		ALLOWED(statx),
		ALLOWED(fcntl),
		ALLOWED(readlink),
		ALLOWED(readlinkat),
		ALLOWED(access),
		ALLOWED(faccessat),
		ALLOWED(getcwd),
		ALLOWED(getdents64),
		ALLOWED(open),
		ALLOWED(openat),
		ALLOWED(ftruncate),
		ALLOWED(fsync),
		ALLOWED(dup),
		ALLOWED(pipe2),
		ALLOWED(poll),
		ALLOWED(ppoll),
		ALLOWED(mmap),
		ALLOWED(munmap),
		ALLOWED(mremap),
		ALLOWED(mprotect),
		ALLOWED(madvise),
		ALLOWED(mincore),
		ALLOWED(brk),
		ALLOWED(memfd_create),
		ALLOWED(futex),
		ALLOWED(exit),
		ALLOWED(exit_group),
		ALLOWED(rt_sigaction),
		ALLOWED(rt_sigprocmask),
		ALLOWED(rt_sigreturn),
		ALLOWED(rt_sigtimedwait),
		ALLOWED(rt_sigpending),
		ALLOWED(sigaltstack),
		ALLOWED(setitimer),
		ALLOWED(getitimer),
		ALLOWED(clock_gettime),
		ALLOWED(clock_getres),
		ALLOWED(gettimeofday),
		ALLOWED(time),
		ALLOWED(nanosleep),
		ALLOWED(clock_nanosleep),
		ALLOWED(restart_syscall),
		ALLOWED(sched_yield),
		ALLOWED(sched_getaffinity),
		ALLOWED(getcpu),
		ALLOWED(getpid),
		ALLOWED(gettid),
		ALLOWED(getuid),
		ALLOWED(geteuid),
		ALLOWED(getrusage),
		ALLOWED(getrandom),
		ALLOWED(uname),
		ALLOWED(sysinfo),
		ALLOWED(set_robust_list),
		ALLOWED(set_tid_address),
		ALLOWED(rseq),
		ALLOWED(arch_prctl),
		ALLOWED(membarrier),
		/* the process sends signals to itself alone, */
		ALLOWED_IF(tgkill, 0, self, EPERM),
		/* asks for limits without setting them, */
		UNLESS(SYS_prlimit64, 6),
		LOAD(LOW(2)),
		UNLESS(0, 3),
		LOAD(HIGH(2)),
		UNLESS(0, 1),
		ALLOW,
		FAIL(EPERM),
		FAILS(setrlimit, EPERM),
		FAILS(faccessat2, ENOSYS),
		/* asks whether it writes to a terminal, */
		UNLESS(SYS_ioctl, 6),
		LOAD(LOW(1)),
		UNLESS(TCGETS, 1),
		ALLOW,
		UNLESS(TIOCGWINSZ, 1),
		ALLOW,
		FAIL(ENOTTY),
		/* names a thread, */
		ALLOWED_IF(prctl, 0, PR_SET_NAME, EPERM),
		/* and makes threads, no processes. clone3() has its flags in memory; the C library
		 * uses clone() instead. */
		FAILS(clone3, ENOSYS),
		UNLESS(SYS_clone, 3),
		LOAD(LOW(0)),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
		ALLOW,
		REFUSE,
	};

	return add_filter(filter, sizeof(filter) / sizeof(filter[0]));
}

#else

const char *hr_wall_off_system(void (*caught)(int number))
{
	(void)caught;
	return "there is no list of system calls for this machine";
}

const char *hr_wall_off_calls(void)
{
	return hr_wall_off_system(NULL);
}

#endif

/* --- limits ----------------------------------------------------------------------------------- */

static void lower(__rlimit_resource_t what, rlim_t most)
{
	struct rlimit limit;

	if (getrlimit(what, &limit) != 0)
		return;
	if (limit.rlim_cur > most)
		limit.rlim_cur = most;
	if (limit.rlim_max > most)
		limit.rlim_max = most;
	(void)setrlimit(what, &limit);
}

void hr_wall_limits(void)
{
	const rlim_t megabyte = 1 << 20;

	lower(RLIMIT_CORE, 0);
	lower(RLIMIT_NOFILE, HR_WALL_FILES);
	lower(RLIMIT_FSIZE, HR_WALL_FILE_MEGABYTES * megabyte);
	lower(RLIMIT_DATA, HR_WALL_MEMORY_MEGABYTES * megabyte);
}
