/* interp/run/thread.c -- the state of an OS thread in the interpreter: its stack, counters and
 * thread-locals.
 *
 * Invariant: every live hr_thread is in the list; an OS thread has at most one, of one run.
 * Owns:      the threads, their stacks and copies of thread-local globals. */
#define _GNU_SOURCE
#include "interp/run/thread.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "interp/run/end.h"

enum { GUARD_BYTES = 256 * 1024 }; /* inaccessible bytes above a stack */

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static hr_thread *threads;
static __thread hr_thread *self;

static size_t stack_bytes(const hr_run *run)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t limit = run->options.stack_limit ? run->options.stack_limit : HR_DEFAULT_STACK;

	return (limit + page - 1) & ~(page - 1);
}

static bool map_stack(hr_thread *thread)
{
	size_t bytes = stack_bytes(thread->run);
	void *stack = mmap(NULL, bytes + GUARD_BYTES, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (stack == MAP_FAILED)
		return false;
	mprotect((uint8_t *)stack + bytes, GUARD_BYTES, PROT_NONE);
	thread->stack = thread->top = stack;
	thread->stack_end = thread->limit = (uint8_t *)stack + bytes;
	return true;
}

/* The caller holds the list's lock. */
static void unlink_thread(hr_thread *thread)
{
	hr_thread **link = &threads;

	while (*link != thread)
		link = &(*link)->next;
	*link = thread->next;
	thread->run->operations += thread->steps;
}

static void free_thread(hr_thread *thread)
{
	munmap(thread->stack, (size_t)(thread->stack_end - thread->stack) + GUARD_BYTES);
	for (uint32_t i = 0; i < thread->tls_count; i++)
		hr_free(hr_thread_tls_blocks(thread)[i]);
	hr_free(thread->tls);
	hr_free(thread);
}

static void end_thread(void *value)
{
	hr_thread *thread = value;

	pthread_mutex_lock(&list_lock);
	unlink_thread(thread);
	pthread_mutex_unlock(&list_lock);
	if (self == thread)
		self = NULL;
	free_thread(thread);
}

static void make_key(void)
{
	pthread_key_create(&key, end_thread);
}

static hr_thread *make_thread(hr_run *run)
{
	hr_thread *thread = hr_alloc_zero(sizeof(*thread));

	thread->run = run;
	if (!map_stack(thread)) {
		hr_status status = hr_report_at(run, NULL, HR_D_memory_limit,
						"the stack of a thread", stack_bytes(run));

		hr_die(run, status == HR_OK ? HR_LIMIT : status);
	}
	pthread_mutex_lock(&list_lock);
	thread->next = threads;
	threads = thread;
	pthread_mutex_unlock(&list_lock);
	pthread_once(&once, make_key);
	pthread_setspecific(key, thread);
	return thread;
}

/* --- thread creation
 * --------------------------------------------------------------------------- */

struct hr_inheritance {
	uint64_t execution;
	hr_level levels[]; /* the instance, its parent, ... */
};

static __thread hr_inheritance *inheritance;
static pthread_once_t inheritance_once = PTHREAD_ONCE_INIT;
static pthread_key_t inheritance_key;

static void forget_inheritance(void *value)
{
	inheritance = NULL;
	hr_free(value);
}

static void make_inheritance_key(void)
{
	pthread_key_create(&inheritance_key, forget_inheritance);
}

hr_inheritance *hr_thread_inheritance(void)
{
	const hr_level *level = self ? self->level : NULL;
	size_t count = 0, bytes = sizeof(hr_inheritance);
	hr_inheritance *copy;

	if (!level)
		return NULL;
	for (const hr_level *l = level; l; l = l->parent)
		bytes += sizeof(*l);
	copy = hr_alloc(bytes);
	copy->execution = self->execution;
	for (; level; level = level->parent, count++) {
		copy->levels[count] = *level;
		if (level->parent)
			copy->levels[count].parent = &copy->levels[count + 1];
	}
	return copy;
}

void hr_thread_inherit(hr_inheritance *from)
{
	if (!from)
		return;
	pthread_once(&inheritance_once, make_inheritance_key);
	inheritance = from;
	pthread_setspecific(inheritance_key, from);
}

const hr_level *hr_thread_inherited(uint64_t *execution)
{
	if (!inheritance)
		return NULL;
	*execution = inheritance->execution;
	return inheritance->levels;
}

hr_thread *hr_thread_self(hr_run *run)
{
	if (__builtin_expect(!self || self->run != run, 0)) {
		if (self)
			end_thread(self);
		self = make_thread(run);
	}
	return self;
}

hr_thread *hr_thread_peek(void)
{
	return self;
}

void hr_thread_release(hr_run *run)
{
	hr_thread *thread, **link = &threads, *mine = NULL;

	pthread_mutex_lock(&list_lock);
	while ((thread = *link) != NULL) {
		if (thread->run != run) {
			link = &thread->next;
			continue;
		}
		*link = thread->next;
		run->operations += thread->steps;
		thread->next = mine;
		mine = thread;
	}
	pthread_mutex_unlock(&list_lock);
	while ((thread = mine) != NULL) {
		mine = thread->next;
		if (thread == self) {
			self = NULL;
			pthread_setspecific(key, NULL);
		}
		free_thread(thread);
	}
}

uint64_t hr_thread_operations(hr_run *run)
{
	uint64_t sum;

	pthread_mutex_lock(&list_lock);
	sum = run->operations;
	for (const hr_thread *thread = threads; thread; thread = thread->next)
		if (thread->run == run)
			sum += __atomic_load_n(&thread->steps, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&list_lock);
	return sum;
}
