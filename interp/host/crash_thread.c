/* interp/host/crash_thread.c -- give every thread of the process an alternate signal stack, and
 * record which code created it.
 *
 * A stack overflow can only be reported from another stack, and threads are created in code that we
 * do not control: in the program, in libstdc++ (std::thread), in OpenMP's runtime. So this file
 * replaces the C library's pthread_create(), and the dynamic linker finds the replacement first. It
 * is the one extern name of interp/ without our prefix.
 *
 * Owns:      the start arguments of a thread, until it has started.
 * Not here:  the stack itself (crash.c). */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
#if __has_include(<sys/rseq.h>)
#include <sys/rseq.h>
#endif

#include "interp/check/access_check.h"
#include "interp/host/host.h"
#include "interp/run/process.h"
#include "interp/run/thread.h"
#include "interp/stream/stream.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HR_STATIC_SANITIZER 1
#endif
#endif

typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

struct start {
	void *(*function)(void *);
	void *argument;
	bool own;    /* our code creates it */
	bool counts; /* it does not belong to the program (interp/run/block.c) */
	struct hr_inheritance *inheritance;
	hr_run *run; /* that the thread which makes it works for, or NULL */
};

#ifdef HR_STATIC_SANITIZER
/* clang's sanitizers are linked into the program and must observe thread creation, too. */
extern create_function __interceptor_pthread_create;

static create_function *create = __interceptor_pthread_create;
#else
static create_function *create;
#endif

static bool is_of_program(const struct start *start)
{
	return start->run && !start->counts;
}

/* The kernel kills a thread whose area of restartable sequences is overwritten, without calling a
 * handler. The area lies behind the end of the stack, where code that overruns a variable writes. */
static void leave_restartable_sequences(void)
{
#ifdef RSEQ_SIG
	struct rseq *area = (struct rseq *)((char *)__builtin_thread_pointer() + __rseq_offset);

	if (__rseq_size)
		(void)(syscall(SYS_rseq, area, sizeof(*area), RSEQ_FLAG_UNREGISTER, RSEQ_SIG) !=
			       0 &&
		       syscall(SYS_rseq, area, __rseq_size, RSEQ_FLAG_UNREGISTER, RSEQ_SIG) != 0);
#endif
}

static void *run_thread(void *data)
{
	struct start start = *(struct start *)data;

	free(data);
	leave_restartable_sequences();
	hr_thread_inherit(start.inheritance);
	(void)hr_run_enter(start.run);
	if (is_of_program(&start))
		hr_thread_of_program(start.run);
	if (start.counts)
		hr_block_begin_own();
	if (start.own)
		hr_crash_thread_begin(true);
	else
		hr_crash_thread_foreign();
	return start.function(start.argument);
}

/* Also what makes a static linker take this file at all. Threads may race here: all find the same.
 * In a library, what the process calls pthread_create() may be a sanitizer's in the main program,
 * which is not behind this file. */
void hr_crash_watch_threads(void)
{
	void *found;

	hr_process_find_code();
	if (__atomic_load_n(&create, __ATOMIC_ACQUIRE))
		return;
	found = dlsym(RTLD_DEFAULT, "pthread_create");
	if (found == (void *)pthread_create)
		found = dlsym(RTLD_NEXT, "pthread_create");
	__atomic_store_n(&create, (create_function *)found, __ATOMIC_RELEASE);
}

__attribute__((visibility("default"))) int pthread_create(pthread_t *thread,
							  const pthread_attr_t *attributes,
							  void *(*function)(void *), void *argument)
{
	char *caller = __builtin_return_address(0);
	struct start *start = malloc(sizeof(*start));
	bool counts = hr_block_makes_own();
	struct start made;
	int error;

	hr_crash_watch_threads();
	if (!start)
		return EAGAIN;
	*start = (struct start){function,
				argument,
				hr_process_is_code((uintptr_t)caller),
				counts,
				hr_thread_inheritance(),
				hr_run_entered()};
	made = *start;
	if (is_of_program(&made)) {
		hr_access_forget_object(made.run);
		__atomic_store_n(&made.run->several, true, __ATOMIC_RELAXED);
		__atomic_add_fetch(&made.run->program_threads, 1, __ATOMIC_RELAXED);
	}
	error = create(thread, attributes, run_thread, start);
	if (error && is_of_program(&made))
		__atomic_sub_fetch(&made.run->program_threads, 1, __ATOMIC_RELAXED);
	if (error)
		free(start);
	else if (counts)
		hr_block_made_own();
	return error;
}
