/* interp/host/crash.c -- a fault of the program under test becomes a diagnostic; Ctrl-C ends a run
 * cleanly.
 *
 * The handler determines what caused the fault. A thread inside the engine has set thread->recover,
 * and the engine knows the position of the program. Otherwise it is native host code
 * (hr_process_set_native), an entry point that uses the program's data (hr_process_enter), or a
 * fault of hpvm-run itself, which is reported as such.
 *
 * Invariant: every way out prints a message, and none hangs: a guard ends the process if a lock or
 *            a damaged heap blocks it.
 * Owns:      the signal handlers; one alternate stack for each thread.
 * Clauses:   H4.
 * Not here:  the faulting instruction of interpreted code (interp/engine/engine.c). */
#define _GNU_SOURCE 1
#include <execinfo.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include "interp/host/host.h"
#include "interp/run/deferred.h"
#include "interp/run/end.h"
#include "interp/run/events.h"
#include "interp/run/offload.h"
#include "interp/run/process.h"
#include "interp/run/thread.h"

enum {
	ALTERNATE_BYTES = 128 * 1024,
	/* a field of a structure at a null pointer counts as a null pointer */
	NULL_PAGES = 64 * 1024,
	/* accesses up to this far beyond the end of the stack count as stack overflow */
	STACK_SLACK = 64 * 1024,
	GUARD_MILLISECONDS = 1000,
};

#define INTACT UINT64_C(0x9b1d5e37c02f846a)

static const int faults[HR_FAULTS] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};

static __thread bool ours HR_SIGNAL_SAFE;    /* a thread that the project made */
static __thread bool foreign HR_SIGNAL_SAFE; /* one that the program or a library made */
static __thread bool reporting HR_SIGNAL_SAFE;
/* INTACT, unless the thread-local variables have been overwritten: in most threads they lie behind
 * the end of the stack. 0: the thread has not begun here. */
static __thread uint64_t intact HR_SIGNAL_SAFE;
static bool thread_overwritten; /* of any thread, which waits for the end of the process */
static __thread uintptr_t stack_low HR_SIGNAL_SAFE; /* end of this thread's stack; 0: unknown */
static __thread size_t stack_bytes HR_SIGNAL_SAFE;

/* The run that the process ends with. */
static hr_run *ending_run(void)
{
	return atomic_load_explicit(&hr_process.ends, memory_order_relaxed);
}

/* --- text ------------------------------------------------------------------------------------- */

static const char *signal_name(int number)
{
	switch (number) {
	case SIGSEGV: return "SIGSEGV";
	case SIGBUS: return "SIGBUS";
	case SIGFPE: return "SIGFPE";
	case SIGILL: return "SIGILL";
	case SIGTRAP: return "SIGTRAP";
	case SIGABRT: return "SIGABRT";
	default: return "a signal";
	}
}

static bool sent_by_a_process(const siginfo_t *info)
{
	return info->si_code == SI_USER || info->si_code == SI_TKILL || info->si_code == SI_QUEUE;
}

static const char *why_access(int number, const siginfo_t *info)
{
	if (info->si_code == SI_KERNEL)
		return "the address is not canonical";
	if (!info->si_addr)
		return "null pointer";
	if ((uintptr_t)info->si_addr < NULL_PAGES)
		return "close to the null pointer";
	if (number == SIGBUS)
		return "the mapping extends beyond the end of its file";
	return info->si_code == SEGV_ACCERR ? "no permission to access it"
					    : "no memory is mapped there";
}

/* Return the reason of a signal that a process sent. abort() raises SIGABRT, too. */
static const char *why_sent(int number)
{
	switch (number) {
	case SIGSEGV: return "SIGSEGV was raised (kill or raise)";
	case SIGBUS: return "SIGBUS was raised (kill or raise)";
	case SIGFPE: return "SIGFPE was raised (kill or raise)";
	case SIGILL: return "SIGILL was raised (kill or raise)";
	case SIGTRAP: return "SIGTRAP was raised (kill or raise)";
	default: return "SIGABRT: abort() was called";
	}
}

static const char *why(int number, const siginfo_t *info)
{
	if (sent_by_a_process(info))
		return why_sent(number);
	switch (number) {
	case SIGSEGV:
	case SIGBUS: return why_access(number, info);
	case SIGFPE:
		if (info->si_code == FPE_INTDIV)
			return "SIGFPE: integer division by zero, or its result does not fit";
		return "SIGFPE: arithmetic error";
	case SIGILL: return "SIGILL: a trap or an illegal instruction";
	case SIGTRAP: return "SIGTRAP: a trap";
	default: return "SIGABRT: abort() was called";
	}
}

/* --- registers -------------------------------------------------------------------------------- */

static uintptr_t instruction_pointer(const ucontext_t *context)
{
#if defined(__x86_64__)
	return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
	return (uintptr_t)context->uc_mcontext.pc;
#else
	(void)context;
	return 0;
#endif
}

static uintptr_t stack_pointer(const ucontext_t *context)
{
#if defined(__x86_64__)
	return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
	return (uintptr_t)context->uc_mcontext.sp;
#else
	(void)context;
	return 0;
#endif
}

static const char *direction(const ucontext_t *context)
{
#if defined(__x86_64__)
	return context->uc_mcontext.gregs[REG_ERR] & 2 ? "write to" : "read of";
#else
	(void)context;
	return "access to";
#endif
}

/* Return true if the address is below the end of the stack, but not below the area that the stack
 * pointer has already reserved. */
static bool is_stack_overflow(int number, const siginfo_t *info, const ucontext_t *context)
{
	uintptr_t address = (uintptr_t)info->si_addr, top = stack_pointer(context);

	if (number != SIGSEGV || sent_by_a_process(info) || !stack_low)
		return false;
	return address < stack_low + STACK_SLACK && address + STACK_SLACK >= top;
}

/* Compiled host code can overwrite the memory of hpvm-run, which then faults. */
static bool is_in_tool(const ucontext_t *context)
{
	const hr_run *run = ending_run();

	return ours || (!hr_process_entry && hr_process_is_code(instruction_pointer(context))) ||
	       (!run->native && !foreign && !hr_process_backend());
}

/* The place in the innermost compiled function of the program: the one that faulted, or that called
 * what did. A fault of hpvm-run has none: its stack may be in ruins. */
static hr_where host_place(const hr_run *run, const ucontext_t *context)
{
	uint64_t address = instruction_pointer(context);
	const char *name = hr_jit_function_at(run, address);
	hr_where where = {0};
	void *frames[64];
	int count = name || is_in_tool(context) ? 0 : backtrace(frames, 64);

	for (int i = 0; i < count && !name; i++) {
		address = (uint64_t)(uintptr_t)frames[i] - 1;
		name = hr_jit_function_at(run, address);
	}
	if (name)
		hr_jit_place_at(run, address, &where);
	where.function = name;
	return where;
}

/* --- faults ----------------------------------------------------------------------------------- */

static HR_NORETURN void end_process(hr_run *run, hr_status status)
{
	hr_run_say(run);
	hr_flush_output();
	if (run->events)
		run->events->died(run->events->data);
	hr_process_exit(hr_exit_line(hr_process.diags, status, 0));
}

/* Return to the engine after a fault in interpreted code, or in C code that it called: the engine
 * knows the position. */
static HR_NORETURN void return_to_engine(hr_thread *thread, int number, const siginfo_t *info,
					 const ucontext_t *context)
{
	sigjmp_buf *recover = thread->recover;
	const uint8_t *address = info->si_addr;
	bool access = (number == SIGSEGV || number == SIGBUS) && !sent_by_a_process(info);

	thread->fault = access ? HR_D_bad_access : HR_D_program_died;
	/* a leaf might have caught it */
	if (number == SIGABRT && hr_process.terminated_by[0])
		thread->fault =
			thread->level ? HR_D_unsupported_exception : HR_D_uncaught_exception;
	thread->fault_address = access ? address : (const void *)instruction_pointer(context);
	if (access && info->si_code == SI_KERNEL)
		thread->fault_address = HR_NO_ADDRESS; /* the processor does not report it */
	thread->fault_why = why(number, info);
	if (is_stack_overflow(number, info, context) ||
	    (access && address >= thread->stack_end && address < thread->stack_end + STACK_SLACK))
		thread->fault = HR_D_stack_overflow;
	/* The run ends of it, and a heap in ruins may hold its lock for ever. Who has to wait for
	 * other threads before it is said sets the guard then (thread_pool.c). */
	if (!thread->run->options.embedded && !thread->run->options.keep_going && !thread->place &&
	    !thread->peeks)
		hr_process_guard(HR_TRAP, 5 * GUARD_MILLISECONDS);
	thread->recover = NULL; /* a second fault on the way does not come here */
	/* ThreadSanitizer, which calls this handler in its own, blocks all signals there. */
	pthread_sigmask(SIG_SETMASK, &context->uc_sigmask, NULL);
	siglongjmp(*recover, 1);
}

static void describe(char *text, size_t bytes, int number, const siginfo_t *info,
		     const ucontext_t *context)
{
	const char *backend = hr_process_backend();
	char where[96] = "in host code", place[32] = "an impossible address";
	bool hidden = info->si_code == SI_KERNEL; /* the direction is hidden, too */

	if (is_in_tool(context))
		snprintf(where, sizeof(where), "in hpvm-run, after compiled host code had run");
	if (hr_process_entry)
		snprintf(where, sizeof(where),
			 "in the runtime, in a call of '%s' (perhaps with an invalid argument)",
			 hr_process_entry);
	if (backend) /* which has been called by that */
		snprintf(where, sizeof(where), "in code of backend '%s'", backend);
	if (!hidden)
		snprintf(place, sizeof(place), "%p", info->si_addr);
	if ((number == SIGSEGV || number == SIGBUS) && !sent_by_a_process(info))
		snprintf(text, bytes, "%s %s: %s %s: %s", signal_name(number), where,
			 hidden ? "access to" : direction(context), place, why(number, info));
	else
		snprintf(text, bytes, "%s, %s", why(number, info), where);
	if (is_in_tool(context))
		snprintf(
			text + strlen(text), bytes - strlen(text),
			"\nthe program has probably overwritten memory of others\n"
			"help: --host interp finds such accesses; if it stops here, too, please report it");
}

static HR_NORETURN void end_host(int number, const siginfo_t *info, const ucontext_t *context)
{
	hr_run *run = ending_run();
	hr_diags *diags = hr_process.diags; /* the run's, whose memory the program may ruin */
	hr_where where = host_place(run, context);
	uint64_t execution = 0;
	const hr_level *level = hr_thread_inherited(&execution);
	hr_ancestor ancestors[hr_count_ancestors(level) + 1];
	hr_status status = HR_TRAP;
	char text[512];

	hr_run_say(run);
	if (level)
		hr_place_level(&where, level, execution, ancestors);
	if (is_stack_overflow(number, info, context)) {
		status = HR_LIMIT;
		hr_process_guard(status, GUARD_MILLISECONDS);
		(void)hr_report(diags, HR_D_host_stack_overflow, &where, stack_bytes);
	} else if (number == SIGABRT && hr_process.terminated && hr_process.terminated_by[0]) {
		(void)hr_report(diags, HR_D_uncaught_exception, &where, hr_process.terminated_by);
	} else if (number == SIGABRT && hr_process.terminated) {
		(void)hr_report(diags, HR_D_program_died, &where,
				"std::terminate() was called in host code");
	} else {
		describe(text, sizeof(text), number, info, context);
		(void)hr_report(diags, HR_D_program_died, &where, text);
	}
	end_process(run, status);
}

/* Return true if native code that THREAD has called has overwritten the stack of its callers. */
static bool is_stack_overwritten(const hr_thread *thread)
{
	return thread->mark && *thread->mark != hr_stack_mark(thread->mark);
}

/* Report that the code of a backend has overwritten the stack of hpvm-run, to which nothing can
 * return. */
static HR_NORETURN void end_overwritten(hr_run *run, const hr_thread *thread)
{
	const char *own = hr_process_backend(), *backend = own ? own : hr_process_last_backend();
	const hr_level *level = thread ? thread->level : NULL;
	hr_ancestor ancestors[hr_count_ancestors(level) + 1];
	hr_where where = {0};

	hr_run_say(run);
	if (level)
		hr_place_level(&where, level, thread->execution, ancestors);
	(void)hr_report(hr_process.diags, HR_D_backend_crashed, &where, backend ? backend : "",
			level ? level->node->path : "", "it has overwritten the stack of hpvm-run");
	end_process(run, HR_TRAP);
}

/* Have the main thread report that the variables of this thread have been overwritten: formatting
 * uses them, and so do functions of the C library that wait. If the main thread cannot, the guard
 * ends the process there. */
static HR_NORETURN void wait_for_main(void)
{
	const pid_t process = getpid();
	sigset_t all;

	hr_process_guard(HR_TRAP, GUARD_MILLISECONDS);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, NULL);
	__atomic_store_n(&thread_overwritten, true, __ATOMIC_RELEASE);
	syscall(SYS_tgkill, process, process, SIGSEGV);
	for (;;)
		syscall(SYS_ppoll, NULL, 0, NULL, NULL, 0);
}

/* H5: a fault is the tool's only if the program cannot have caused it. */
static bool is_own_fault(const ucontext_t *context)
{
	return is_in_tool(context) && !ending_run()->was_native;
}

/* Report a fault of hpvm-run itself. The default action ends the process when the instruction runs
 * again, or abort() continues. */
static void admit_own_fault(int number, const siginfo_t *info, const ucontext_t *context)
{
	char text[200];

	snprintf(text, sizeof(text),
		 "hpvm-run: internal error: %s at %p, address %p\n"
		 "This is a fault of hpvm-run, not of the program. Please report it.\n",
		 signal_name(number), (void *)instruction_pointer(context), info->si_addr);
	hr_process_write(text);
	signal(number, SIG_DFL);
	if (sent_by_a_process(info) && number != SIGABRT)
		raise(number);
}

/* Return true if a signal handler faulted: handlers have a separate stack. */
static bool is_in_handler(const ucontext_t *context)
{
	stack_t stack;

	return sigaltstack(NULL, &stack) == 0 && !(stack.ss_flags & SS_DISABLE) &&
	       stack_pointer(context) - (uintptr_t)stack.ss_sp < stack.ss_size;
}

/* Of memory that is on a device: it is there when this returns, and the access is made again. */
static bool is_touch(const hr_run *run, int number, const siginfo_t *info)
{
	const hr_offload *to = run->offload;

	return number == SIGSEGV && info->si_code == SEGV_ACCERR && to && to->touched &&
	       to->touched(to->data, info->si_addr);
}

static void on_fault(int number, siginfo_t *info, void *context)
{
	hr_thread *thread;

	if (intact && intact != INTACT && !is_in_handler(context))
		wait_for_main();
	thread = hr_thread_peek();
	if (is_in_handler(context) || reporting || (thread && thread->reporting))
		hr_process_die_now(HR_TRAP);
	if (__atomic_load_n(&thread_overwritten, __ATOMIC_ACQUIRE) &&
	    !atomic_flag_test_and_set(&hr_process.dying)) {
		reporting = true;
		end_overwritten(ending_run(), thread);
	}
	if (is_touch(ending_run(), number, info))
		return;
	if (thread && thread->recover && !is_stack_overwritten(thread))
		return_to_engine(thread, number, info, context);
	/* What exit() does, destructors and free(), may fault when a program has ruined the heap.
	 * All is said then. */
	if (hr_process_guard_status() != HR_OK && hr_diags_ended(hr_process.diags))
		hr_process_die_now(HR_TRAP);
	if (is_own_fault(context) && !(thread && thread->recover)) {
		admit_own_fault(number, info, context);
		return;
	}
	while (atomic_flag_test_and_set(&hr_process.dying)) /* another thread ends the process */
		pause();
	reporting = true;
	hr_process_guard(HR_TRAP, GUARD_MILLISECONDS);
	if (thread && thread->recover)
		end_overwritten(ending_run(), thread);
	end_host(number, info, context);
}

/* --- embedded runs ---------------------------------------------------------------------------- */

/* What the process would have done without us. */
static void pass_on(int number, siginfo_t *info, void *context)
{
	const struct sigaction *former = NULL;

	for (size_t i = 0; i < HR_FAULTS; i++)
		if (faults[i] == number)
			former = &hr_process.former[i];
	if (former->sa_flags & SA_SIGINFO) {
		former->sa_sigaction(number, info, context);
	} else if (former->sa_handler != SIG_DFL && former->sa_handler != SIG_IGN) {
		former->sa_handler(number);
	} else {
		signal(number, former->sa_handler); /* the instruction runs again */
		if (sent_by_a_process(info))
			raise(number);
	}
}

/* A fault in interpreted code ends the launch; no other is ours. */
static void on_embedded_fault(int number, siginfo_t *info, void *context)
{
	hr_thread *thread = hr_thread_peek();
	const hr_run *run = hr_run_current();
	bool engine = thread && thread->recover && !thread->reporting &&
		      thread->run->options.embedded && !is_in_handler(context) &&
		      !is_stack_overwritten(thread);

	if (run && is_touch(run, number, info))
		return;
	if (engine)
		return_to_engine(thread, number, info, context);
	pass_on(number, info, context);
}

/* The threads that launch are given their stacks for signals when they do. */
static void contain(void)
{
	struct sigaction action = {.sa_sigaction = on_embedded_fault,
				   .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};

	pthread_mutex_lock(&hr_process.runs_lock);
	for (size_t i = 0; i < HR_FAULTS && !hr_process.contains; i++)
		sigaction(faults[i], &action, &hr_process.former[i]);
	hr_process.contains = true;
	pthread_mutex_unlock(&hr_process.runs_lock);
	hr_crash_watch_threads();
	hr_crash_thread_begin(false);
}

void hr_crash_remove(void)
{
	pthread_mutex_lock(&hr_process.runs_lock);
	for (size_t i = 0; i < HR_FAULTS && hr_process.contains && !hr_process.runs; i++) {
		struct sigaction now;

		sigaction(faults[i], NULL, &now);
		if (now.sa_flags & SA_SIGINFO && now.sa_sigaction == on_embedded_fault)
			sigaction(faults[i], &hr_process.former[i], NULL);
	}
	if (!hr_process.runs)
		hr_process.contains = false;
	pthread_mutex_unlock(&hr_process.runs_lock);
}

/* --- Ctrl-C ----------------------------------------------------------------------------------- */

/* The first Ctrl-C lets the engine stop, unless it waits for C code that does not return. The
 * second ends the process at once, even if it is already ending. */
static void on_interrupt(int number)
{
	bool first = atomic_fetch_add(&hr_process.interrupts, 1) == 0;
	hr_run *run = ending_run();
	unsigned none = HR_UNSAID;

	(void)number;
	__atomic_store_n(&run->interrupted, 1, __ATOMIC_RELAXED);
	if (first && (!run->native || __atomic_load_n(&run->in_runtime, __ATOMIC_RELAXED) > 0)) {
		hr_process_guard(HR_LIMIT, 3 * GUARD_MILLISECONDS);
		return;
	}
	if (atomic_flag_test_and_set(&hr_process.dying)) {
		if (first)
			return;
		hr_process_die_now(HR_LIMIT);
	}
	hr_process_guard(HR_LIMIT, GUARD_MILLISECONDS);
	if (__atomic_compare_exchange_n(&run->interrupt_said, &none, HR_BEING_SAID, false,
					__ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		(void)(run->timed_out ? hr_report(hr_process.diags, HR_D_time_limit, NULL,
						  run->options.time_limit)
				      : hr_report(hr_process.diags, HR_D_interrupted, NULL));
		__atomic_store_n(&run->interrupt_said, HR_SAID, __ATOMIC_RELEASE);
	}
	end_process(run, HR_LIMIT);
}

static void on_time(int number)
{
	ending_run()->timed_out = 1;
	on_interrupt(number);
}

void hr_crash_limit_time(double seconds)
{
	struct sigaction action = {.sa_handler = on_time, .sa_flags = SA_ONSTACK};
	struct itimerval timer = {
		.it_value = {(time_t)seconds, (suseconds_t)(fmod(seconds, 1) * 1e6)}};

	sigaction(SIGPROF, &action, NULL);
	setitimer(ITIMER_PROF, &timer, NULL);
}

/* --- uncaught exceptions ---------------------------------------------------------------------- */

static void *(*current_exception_type)(void);
static char *(*demangle)(const char *, char *, size_t *, int *);
static void (*verbose_terminate)(void);

static void on_terminate(void)
{
	void *type = current_exception_type ? current_exception_type() : NULL;

	hr_process.terminated = 1;
	if (type) { /* std::type_info: virtual table, name */
		const char *name = ((const char *const *)type)[1];
		char *readable;

		name += name[0] == '*';
		readable = demangle ? demangle(name, NULL, NULL, NULL) : NULL;
		snprintf(hr_process.terminated_by, sizeof(hr_process.terminated_by), "%s",
			 readable ? readable : name);
		free(readable);
	}
	/* A leaf may catch it: that is not done here, but the program does not end of it. */
	if (verbose_terminate && !(hr_thread_peek() && hr_thread_peek()->level))
		verbose_terminate(); /* prints what() */
	abort();
}

void hr_crash_watch_terminate(hr_run *run)
{
	void *(*set_terminate)(void (*)(void)) = NULL;

	if (run->options.embedded)
		return;
	*(void **)&set_terminate = hr_host_symbol(run, "_ZSt13set_terminatePFvvE");
	*(void **)&current_exception_type = hr_host_symbol(run, "__cxa_current_exception_type");
	*(void **)&demangle = hr_host_symbol(run, "__cxa_demangle");
	*(void **)&verbose_terminate =
		hr_host_symbol(run, "_ZN9__gnu_cxx27__verbose_terminate_handlerEv");
	if (set_terminate)
		set_terminate(on_terminate);
}

/* --- installation ----------------------------------------------------------------------------- */

static void free_alternate(void *memory)
{
	const stack_t off = {.ss_flags = SS_DISABLE};

	sigaltstack(&off, NULL);
	munmap(memory, ALTERNATE_BYTES);
}

static void make_alternate_key(void)
{
	pthread_key_create(&hr_process.alternate_key, free_alternate);
}

static void find_stack(void)
{
	pthread_attr_t attributes;
	void *low;

	if (pthread_getattr_np(pthread_self(), &attributes) != 0)
		return;
	if (pthread_attr_getstack(&attributes, &low, &stack_bytes) == 0)
		stack_low = (uintptr_t)low;
	pthread_attr_destroy(&attributes);
}

void hr_crash_thread_foreign(void)
{
	foreign = true;
	hr_crash_thread_begin(false);
}

void hr_crash_thread_begin(bool own)
{
	stack_t stack = {.ss_size = ALTERNATE_BYTES}, before;

	pthread_once(&hr_process.alternate_once, make_alternate_key);
	ours = own;
	intact = INTACT;
	if (pthread_getspecific(hr_process.alternate_key))
		return;
	if (!ending_run() && sigaltstack(NULL, &before) == 0 && !(before.ss_flags & SS_DISABLE))
		return; /* the process is not ours, and has given the thread one */
	find_stack();
	stack.ss_sp = mmap(NULL, ALTERNATE_BYTES, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (stack.ss_sp == MAP_FAILED)
		return;
	sigaltstack(&stack, NULL);
	pthread_setspecific(hr_process.alternate_key, stack.ss_sp);
}

void hr_crash_install(hr_run *run)
{
	/* SA_NODEFER: the engine leaves the handler by siglongjmp. */
	struct sigaction action = {.sa_sigaction = on_fault,
				   .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
	/* SA_NODEFER: the second may come while the first is handled. */
	struct sigaction interrupt = {.sa_handler = on_interrupt,
				      .sa_flags = SA_ONSTACK | SA_NODEFER};
	void *frame;

	if (run->options.embedded) {
		contain();
		return;
	}
	atomic_store(&hr_process.ends, run);
	hr_process.diags = run->diags;
	hr_crash_watch_threads();
	hr_crash_thread_begin(false);
	backtrace(&frame, 1); /* loads the unwinder now, for a handler could not */
	for (size_t i = 0; i < HR_FAULTS; i++)
		sigaction(faults[i], &action, NULL);
	sigaction(SIGINT, &interrupt, NULL);
	sigaction(SIGTERM, &interrupt, NULL);
}
