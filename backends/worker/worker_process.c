/* backends/worker/worker_process.c -- the processes of workers: how they start, answer and end.
 *
 * A child signals its answer with a message on a socket, which has the key of the process and the
 * number of the question. Its death appears as the end of the socket, so SIGCHLD, which belongs to
 * the program, is not used.
 * Invariant: whatever a child does, the parent does not wait forever if there is a limit.
 * Owns:      the processes.
 * Clauses:   none.
 * Not here:  what children do (worker_fork.c, remote.c). */
#define _GNU_SOURCE 1
#include "backends/worker/worker_process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/c_locale.h"

enum {
	TICK_MILLISECONDS = 20, /* interval at which `stop` is forwarded */
	STOP_SECONDS = 2,       /* time for a child to end after `stop` */
	MOST_LEAVING = 8,
};

static __thread hr_worker_end last;
static __thread char last_why[HR_BACKEND_TEXT];
static __thread uint64_t last_stray;
static __thread bool restarted;

hr_worker_end hr_worker_note(hr_worker_end end, const char *why)
{
	last = end;
	last_stray = 0;
	last_why[0] = '\0'; /* every launch comes here, so nothing is formatted */
	if (end != HR_WORKER_ANSWERED)
		snprintf(last_why, sizeof(last_why), "%s", why);
	return end;
}

const char *hr_worker_why(void)
{
	return last_why;
}

hr_worker_end hr_worker_last(void)
{
	return last;
}

void hr_worker_note_stray(uint64_t address)
{
	last_stray = address;
}

uint64_t hr_worker_strayed(void)
{
	return last_stray;
}

void hr_worker_note_restart(void)
{
	restarted = true;
}

bool hr_worker_restarted(void)
{
	bool was = restarted;

	restarted = false;
	return was;
}

/* --- memory ----------------------------------------------------------------------------------- */

/* The name of the file shows that it is not memory of the program, which children replace by
 * copies. */
void *hr_worker_share(size_t bytes)
{
	int file = memfd_create("hpvm-worker", MFD_CLOEXEC);
	void *memory = MAP_FAILED;

	if (file >= 0 && ftruncate(file, (off_t)bytes) == 0)
		memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file,
			      0);
	if (file >= 0)
		close(file);
	return memory == MAP_FAILED ? NULL : memory;
}

void hr_worker_unshare(void *memory, size_t bytes)
{
	if (memory)
		munmap(memory, bytes);
}

void hr_board_clear(worker_board *board)
{
	memset(board, 0, sizeof(*board));
	board->answer = -1; /* valid for no request */
	board->guard = HR_BOARD_GUARD;
}

/* --- in the child ----------------------------------------------------------------------------- */

static worker_board *noted_on;
static pid_t child; /* this process */

/* If the fault is not handled here, the instruction is repeated and the default action ends the
 * process, which the parent sees. */
static void note_fault(int number, siginfo_t *info, void *context)
{
	(void)context;
	if (number == SIGSEGV && info->si_code == SEGV_ACCERR &&
	    hr_dirty_fault((uint64_t)(uintptr_t)info->si_addr))
		return;
	if (!noted_on->signal) {
		noted_on->code = info->si_code;
		noted_on->address = (uint64_t)(uintptr_t)info->si_addr;
		noted_on->signal = number;
	}
	signal(number, SIG_DFL);
	raise(number);
}

static void settle_signals(void)
{
	static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
	static const int others[] = {SIGTERM, SIGALRM, SIGHUP};
	struct sigaction action = {.sa_sigaction = note_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
	sigset_t none;

	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		sigaction(faults[i], &action, NULL);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		signal(others[i], SIG_DFL);
	signal(SIGINT, SIG_IGN); /* Ctrl-C is handled by the parent, which forwards `stop` */
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&none);
	pthread_sigmask(SIG_SETMASK, &none, NULL);
}

/* Exit without running handlers that the program has registered for its end. */
static void leave_at_once(int status, void *nothing)
{
	(void)nothing;
	_exit(status);
}

/* The program's files, traces and other workers are not the backend's. */
static void close_others(int socket)
{
	if (socket > 3)
		(void)close_range(3, (unsigned)socket - 1, 0);
	(void)close_range((unsigned)socket + 1, ~0U, 0);
}

/* The program may have closed its standard streams, whose places become_child() uses. Return END, or
 * a copy with a higher number. */
static int above_standard(int end)
{
	const int higher =
		end > STDERR_FILENO ? end : fcntl(end, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

	if (higher < 0)
		return end;
	if (higher != end)
		close(end);
	return higher;
}

static void become_child(worker_board *board, pid_t parent, int socket)
{
	int nothing;

	noted_on = board;
	child = getpid();
	close_others(socket);
	nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
	(void)setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	if (getppid() != parent)
		_exit(0);
	settle_signals();
	on_exit(leave_at_once, NULL);
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	for (int standard = 0; standard <= 2 && nothing >= 0; standard++)
		dup2(nothing, standard); /* output of the child is discarded */
}

/* --- messages --------------------------------------------------------------------------------- */

typedef struct message {
	uint64_t key, number;
} message;

static void send_message(const worker_process *process)
{
	const message sent = {process->key, process->number};

	while (send(process->socket, &sent, sizeof(sent), MSG_NOSIGNAL) < 0 && errno == EINTR)
		;
}

void hr_process_ask(worker_process *process)
{
	process->number++;
	send_message(process);
}

void hr_process_answer(const worker_process *process)
{
	if (getpid() != child)
		_exit(0);
	noted_on->number = process->number;
	send_message(process);
}

void hr_process_finish(worker_process *process)
{
	while (hr_process_hear(process))
		;
	_exit(0);
}

bool hr_process_hear(worker_process *process)
{
	message got = {0};
	ssize_t bytes;

	do
		bytes = recv(process->socket, &got, sizeof(got), MSG_TRUNC);
	while (bytes < 0 && errno == EINTR);
	if (bytes != sizeof(got) || got.key != process->key || got.number != process->number + 1)
		return false;
	process->number = got.number;
	return true;
}

/* --- beginning -------------------------------------------------------------------------------- */

bool hr_process_start(worker_process *process, worker_board *board)
{
	/* The lock prevents a concurrent fork from inheriting the child's end of the socket, which
	 * would keep it open. */
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	pid_t parent = getpid(), pid = -1;
	uint64_t key = 0;
	int ends[2];

	if (getrandom(&key, sizeof(key), GRND_NONBLOCK) != sizeof(key))
		key = (uint64_t)(hr_process_time() * 1e9) * UINT64_C(0x9e3779b97f4a7c15);
	pthread_mutex_lock(&lock);
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0) {
		ends[0] = above_standard(ends[0]);
		ends[1] = above_standard(ends[1]);
		pid = fork();
		if (pid < 0)
			close(ends[0]);
		close(pid == 0 ? ends[0] : ends[1]);
	}
	pthread_mutex_unlock(&lock);
	if (pid < 0)
		return false;
	*process = (worker_process){pid, ends[pid == 0], key, 1, parent};
	if (pid == 0)
		become_child(board, parent, process->socket);
	else
		(void)setpgid(pid, pid); /* whichever comes first */
	return true;
}

/* --- waiting ---------------------------------------------------------------------------------- */

double hr_process_time(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static const char *signal_name(int number, char text[32])
{
	const char *name = sigabbrev_np(number);

	snprintf(text, 32, name ? "SIG%s" : "signal %s%d", name ? name : "", number);
	return text;
}

enum { MOST_LEVELS = 16, MOST_ROUNDS = 8 };

static bool kill_started(pid_t pid, unsigned levels);

/* As kill_started(), for one thread. */
static bool kill_started_by(pid_t pid, const char *thread, unsigned levels)
{
	char name[80];
	bool any = false;
	FILE *list;
	int started;

	snprintf(name, sizeof(name), "/proc/%d/task/%.20s/children", (int)pid, thread);
	list = fopen(name, "re");
	while (list && fscanf(list, "%d", &started) == 1) {
		if (levels)
			(void)kill_started(started, levels - 1);
		any |= kill(started, SIGKILL) == 0;
	}
	if (list)
		fclose(list);
	return any;
}

/* Kill the processes that PID has started, and theirs, in whatever group they are. Return true if
 * there were some. */
static bool kill_started(pid_t pid, unsigned levels)
{
	const struct dirent *thread;
	char name[40];
	bool any = false;
	DIR *threads;

	snprintf(name, sizeof(name), "/proc/%d/task", (int)pid);
	threads = opendir(name);
	while (threads && (thread = readdir(threads)))
		if (thread->d_name[0] != '.')
			any |= kill_started_by(pid, thread->d_name, levels);
	if (threads)
		closedir(threads);
	return any;
}

/* Kill the process and what it has started. The process must not be reaped yet. It gets the children
 * of processes that have ended (become_child()), so it ends last. Of a process that has ended before,
 * only the group is left to kill. */
static void kill_all(pid_t pid)
{
	for (unsigned i = 0; i < MOST_ROUNDS && kill_started(pid, MOST_LEVELS); i++)
		;
	kill(-pid, SIGKILL);
	kill(pid, SIGKILL);
}

/* Wait a second for the end of the process, which has closed its socket. Return false if it goes
 * on. */
static bool is_over(pid_t pid)
{
	for (int tick = 0; tick < 1000 / TICK_MILLISECONDS; tick++) {
		siginfo_t info = {0};

		if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
		    info.si_pid)
			return true;
		(void)poll(NULL, 0, TICK_MILLISECONDS);
	}
	return false;
}

/* Return the exit status, or -1 if the program has reaped the process itself. */
static int reap(worker_process *process)
{
	int status = -1;

	close(process->socket);
	kill_all(process->pid);
	while (waitpid(process->pid, &status, 0) < 0)
		if (errno != EINTR) {
			status = -1;
			break;
		}
	process->pid = 0;
	return status;
}

static hr_worker_end say_death(const worker_board *board, int status, char text[HR_BACKEND_TEXT])
{
	char name[32];
	int number = status != -1 && WIFSIGNALED(status) ? WTERMSIG(status) : board->signal;

	if (number && board->signal == number && board->code > 0 &&
	    (number == SIGSEGV || number == SIGBUS))
		snprintf(text, HR_BACKEND_TEXT, "%s: access to %#llx", signal_name(number, name),
			 (unsigned long long)board->address);
	else if (number)
		snprintf(text, HR_BACKEND_TEXT, "%s", signal_name(number, name));
	else if (status != -1)
		snprintf(text, HR_BACKEND_TEXT, "it ended its process (exit %d)",
			 WEXITSTATUS(status));
	else
		snprintf(text, HR_BACKEND_TEXT, "its process has disappeared");
	return HR_WORKER_CRASHED;
}

typedef enum seen { SEEN_NOTHING, SEEN_ANSWER, SEEN_END, SEEN_GARBAGE } seen;

/* Look for an answer to the last question. */
static seen look(const worker_process *process, const worker_board *board)
{
	struct pollfd file = {.fd = process->socket, .events = POLLIN};
	message got = {0};
	ssize_t bytes;

	if (poll(&file, 1, TICK_MILLISECONDS) <= 0)
		return SEEN_NOTHING;
	bytes = recv(process->socket, &got, sizeof(got), MSG_TRUNC | MSG_DONTWAIT);
	if (bytes < 0)
		return errno == EINTR || errno == EAGAIN ? SEEN_NOTHING : SEEN_END;
	if (bytes == 0 && file.revents & POLLHUP)
		return SEEN_END;
	if (bytes != sizeof(got) || got.key != process->key || got.number != process->number ||
	    board->number != process->number)
		return SEEN_GARBAGE;
	return SEEN_ANSWER;
}

/* Reap a killed process later, because dying takes it a while. The last few are never reaped. */
static void leave_behind(pid_t pid)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static pid_t leaving[MOST_LEAVING];
	static unsigned next;
	pid_t oldest;

	pthread_mutex_lock(&lock);
	oldest = leaving[next];
	leaving[next] = pid;
	next = (next + 1) % MOST_LEAVING;
	pthread_mutex_unlock(&lock);
	while (oldest && waitpid(oldest, NULL, 0) < 0 && errno == EINTR)
		;
}

void hr_process_end(worker_process *process)
{
	if (!process->pid)
		return;
	if (process->owner != getpid()) {
		close(process->socket);
		process->pid = 0;
		return;
	}
	/* The child waits for the end of the socket, and would leave what it has started. */
	kill_all(process->pid);
	close(process->socket);
	leave_behind(process->pid);
	process->pid = 0;
}

/* The process has sent what is no answer, or has closed its socket and goes on. */
static hr_worker_end no_answer(worker_process *process, const char *what,
			       char text[HR_BACKEND_TEXT])
{
	hr_process_end(process);
	snprintf(text, HR_BACKEND_TEXT, "it %s descriptors that are not its own", what);
	return HR_WORKER_GARBAGE;
}

static hr_worker_end out_of_time(worker_process *process, double seconds, bool stopped,
				 char text[HR_BACKEND_TEXT])
{
	locale_t programs = hr_c_locale_enter();

	hr_process_end(process);
	if (stopped)
		snprintf(text, HR_BACKEND_TEXT, "it did not stop when asked to");
	else
		snprintf(text, HR_BACKEND_TEXT, "it was not done after %g second%s", seconds,
			 seconds == 1 ? "" : "s");
	hr_c_locale_leave(programs);
	return HR_WORKER_HUNG;
}

hr_worker_end hr_process_await(worker_process *process, worker_board *board,
			       const volatile int *stop, double begun, double seconds,
			       char text[HR_BACKEND_TEXT])
{
	double stopped = 0; /* time at which it was stopped; 0: not stopped */
	bool late, built = false;

	for (;;) {
		switch (look(process, board)) {
		case SEEN_ANSWER: return HR_WORKER_ANSWERED;
		case SEEN_GARBAGE: return no_answer(process, "wrote to", text);
		case SEEN_END:
			return is_over(process->pid) ? say_death(board, reap(process), text)
						     : no_answer(process, "closed", text);
		default: break;
		}
		if (board->is_built && !built) { /* once: the child may write anything */
			built = true;
			begun = hr_process_time();
		}
		if (stop && stopped <= 0 && __atomic_load_n(stop, __ATOMIC_RELAXED)) {
			board->stop = __atomic_load_n(stop, __ATOMIC_RELAXED);
			stopped = hr_process_time();
		}
		late = stopped > 0 && hr_process_time() - stopped > (double)STOP_SECONDS;
		if (late || (seconds > 0 && hr_process_time() - begun > seconds))
			return out_of_time(process, seconds, late, text);
	}
}
