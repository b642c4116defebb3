/* interp/run/thread.c -- the state of an OS thread in the interpreter: its stack, counters and
 * thread-locals.
 *
 * Invariant: every live hr_thread is in the list; an OS thread has at most one of each run, and
 *            uses one of these.
 * Owns:      the threads, their stacks and copies of thread-local globals. */
#define _GNU_SOURCE
#include "interp/run/thread.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "interp/run/end.h"
#include "interp/run/process.h"

enum { GUARD_BYTES = 256 * 1024 }; /* inaccessible bytes above a stack */

/* The one that this OS thread uses. Another OS thread clears it when it frees that one
 * (hr_thread_release()). */
static __thread hr_thread *self HR_SIGNAL_SAFE;

static hr_thread *used(void)
{
	return __atomic_load_n(&self, __ATOMIC_RELAXED);
}

static void use(hr_thread *thread)
{
	__atomic_store_n(&self, thread, __ATOMIC_RELAXED);
}

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

static void free_thread(hr_thread *thread)
{
	munmap(thread->stack, (size_t)(thread->stack_end - thread->stack) + GUARD_BYTES);
	for (uint32_t i = 0; i < thread->tls_count; i++)
		hr_free(hr_thread_tls_blocks(thread)[i]);
	hr_free(thread->tls);
	hr_free(thread);
}

/* Takes the threads of RUN, or those of the OS thread that keeps its own at OWNER, out of the
 * list. */
static hr_thread *take_threads(const hr_run *run, hr_thread *const *owner)
{
	hr_thread *thread, **link = &hr_process.threads, *taken = NULL;

	pthread_mutex_lock(&hr_process.threads_lock);
	while ((thread = *link) != NULL) {
		if (run ? thread->run != run : thread->owner != owner) {
			link = &thread->next;
			continue;
		}
		*link = thread->next;
		thread->run->operations += thread->steps;
		thread->next = taken;
		taken = thread;
		/* The OS thread exists: before it ends, it takes its own out. */
		if (__atomic_load_n(thread->owner, __ATOMIC_RELAXED) == thread)
			__atomic_store_n(thread->owner, NULL, __ATOMIC_RELAXED);
	}
	pthread_mutex_unlock(&hr_process.threads_lock);
	return taken;
}

static void free_threads(hr_thread *thread)
{
	while (thread) {
		hr_thread *next = thread->next;

		free_thread(thread);
		thread = next;
	}
}

static void end_os_thread(void *value)
{
	free_threads(take_threads(NULL, value));
}

static void make_key(void)
{
	pthread_key_create(&hr_process.thread_key, end_os_thread);
}

static hr_thread *make_thread(hr_run *run)
{
	hr_thread *thread = hr_alloc_zero(sizeof(*thread));

	thread->run = run;
	thread->owner = &self;
	if (!map_stack(thread)) {
		hr_status status = hr_report_at(run, NULL, HR_D_memory_limit,
						"the stack of a thread", stack_bytes(run));

		hr_die(run, status == HR_OK ? HR_LIMIT : status);
	}
	pthread_mutex_lock(&hr_process.threads_lock);
	thread->next = hr_process.threads;
	hr_process.threads = thread;
	pthread_mutex_unlock(&hr_process.threads_lock);
	pthread_once(&hr_process.thread_once, make_key);
	pthread_setspecific(hr_process.thread_key, &self);
	return thread;
}

/* The one that this OS thread has in RUN, or NULL. */
static hr_thread *find_thread(const hr_run *run)
{
	hr_thread *thread;

	pthread_mutex_lock(&hr_process.threads_lock);
	for (thread = hr_process.threads; thread; thread = thread->next)
		if (thread->run == run && thread->owner == &self)
			break;
	pthread_mutex_unlock(&hr_process.threads_lock);
	return thread;
}

/* --- thread creation
 * --------------------------------------------------------------------------- */

struct hr_inheritance {
	char backend[40]; /* whose code has made the thread; "" if none */
	uint64_t execution;
	size_t count;
	hr_level levels[]; /* the instance, its parent, ... */
};

static __thread hr_inheritance *inheritance HR_SIGNAL_SAFE;

static void forget_inheritance(void *value)
{
	inheritance = NULL;
	hr_process_set_backend(NULL);
	hr_free(value);
}

static void make_inheritance_key(void)
{
	pthread_key_create(&hr_process.inheritance_key, forget_inheritance);
}

hr_inheritance *hr_thread_inheritance(void)
{
	const hr_thread *mother = used();
	const hr_level *level = mother ? mother->level : NULL;
	const char *backend = hr_process_backend();
	size_t count = 0, bytes = sizeof(hr_inheritance);
	hr_inheritance *copy;

	if (!level && !backend)
		return NULL;
	for (const hr_level *l = level; l; l = l->parent)
		bytes += sizeof(*l);
	copy = hr_alloc(bytes);
	snprintf(copy->backend, sizeof(copy->backend), "%s", backend ? backend : "");
	copy->execution = level ? mother->execution : 0;
	for (; level; level = level->parent, count++) {
		copy->levels[count] = *level;
		if (level->parent)
			copy->levels[count].parent = &copy->levels[count + 1];
	}
	copy->count = count;
	return copy;
}

void hr_thread_inherit(hr_inheritance *from)
{
	if (!from)
		return;
	pthread_once(&hr_process.inheritance_once, make_inheritance_key);
	inheritance = from;
	if (from->backend[0])
		hr_process_set_backend(from->backend);
	pthread_setspecific(hr_process.inheritance_key, from);
}

const hr_level *hr_thread_inherited(uint64_t *execution)
{
	if (!inheritance || !inheritance->count)
		return NULL;
	*execution = inheritance->execution;
	return inheritance->levels;
}

hr_thread *hr_thread_self(hr_run *run)
{
	hr_thread *thread = used();

	if (__builtin_expect(!thread || thread->run != run, 0)) {
		thread = find_thread(run);
		if (!thread)
			thread = make_thread(run);
		use(thread);
	}
	return thread;
}

hr_thread *hr_thread_peek(void)
{
	return used();
}

hr_thread *hr_thread_switch(hr_run *run)
{
	hr_thread *outer = used();

	if (!outer || outer->run != run)
		use(find_thread(run));
	return outer;
}

/* OUTER, of a run that this call has nothing to do with, may have been freed meanwhile. */
void hr_thread_return(hr_thread *outer)
{
	hr_thread *thread;

	if (outer == used())
		return;
	if (!outer) {
		use(NULL);
		return;
	}
	pthread_mutex_lock(&hr_process.threads_lock);
	for (thread = hr_process.threads; thread && thread != outer; thread = thread->next)
		;
	use(thread && thread->owner == &self ? thread : NULL);
	pthread_mutex_unlock(&hr_process.threads_lock);
}

void hr_thread_reset(hr_run *run)
{
	hr_thread *thread = find_thread(run);

	use(thread);
	if (!thread)
		return;
	thread->top = thread->stack;
	thread->limit = thread->stack_end;
	thread->level = NULL;
	thread->pacer = NULL;
	thread->place = NULL;
	thread->checking = false;
	thread->shadow = NULL;
	thread->allocations = NULL;
	thread->native_trap = 0;
	thread->code = NULL;
	thread->pc = NULL;
	thread->reporting = false;
	thread->recover = NULL;
	thread->peeks = false;
}

/* --- threads of the program ------------------------------------------------------------------- */

/* What the thread has in the run goes first: the run may be freed as soon as nobody counts. */
static void end_of_program(void *value)
{
	hr_run *run = value;

	free_threads(take_threads(NULL, &self));
	__atomic_sub_fetch(&run->program_threads, 1, __ATOMIC_RELEASE);
}

static void make_program_key(void)
{
	pthread_key_create(&hr_process.program_key, end_of_program);
}

void hr_thread_of_program(hr_run *run)
{
	pthread_once(&hr_process.program_once, make_program_key);
	pthread_setspecific(hr_process.program_key, run);
}

void hr_thread_release(hr_run *run)
{
	free_threads(take_threads(run, NULL));
}

uint64_t hr_thread_operations(hr_run *run)
{
	uint64_t sum;

	pthread_mutex_lock(&hr_process.threads_lock);
	sum = run->operations;
	for (const hr_thread *thread = hr_process.threads; thread; thread = thread->next)
		if (thread->run == run)
			sum += __atomic_load_n(&thread->steps, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&hr_process.threads_lock);
	return sum;
}
