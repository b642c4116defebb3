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
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
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

static hr_run *current;
static hr_diags *diags; /* of CURRENT, whose memory the program may damage */
static atomic_flag dying = ATOMIC_FLAG_INIT;
static char terminated_by[128]; /* type of the uncaught exception */
static volatile sig_atomic_t terminated;

static __thread bool ours;    /* the project created this thread */
static __thread bool foreign; /* the program or a library created this thread */
static __thread bool reporting;
static __thread uintptr_t stack_low; /* end of this thread's stack; 0 if unknown */
static __thread size_t stack_bytes;

extern char __executable_start, etext;

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

/* Return the innermost compiled function of the program: the one that faulted, or that called the
 * faulting function. */
static const char *host_function(const ucontext_t *context)
{
	const char *name = hr_jit_function_at(instruction_pointer(context));
	void *frames[64];
	int count;

	if (name)
		return name;
	count = backtrace(frames, 64);
	for (int i = 0; i < count && !name; i++)
		name = hr_jit_function_at((uint64_t)(uintptr_t)frames[i] - 1);
	return name;
}

/* --- faults ----------------------------------------------------------------------------------- */

static HR_NORETURN void end_process(hr_status status)
{
	hr_run_say(current);
	hr_flush_output();
	if (current->events)
		current->events->died(current->events->data);
	_exit(hr_exit_line(diags, status, 0));
}

/* Return to the engine after a fault in interpreted code, or in C code that it called: the engine
 * knows the position. */
static HR_NORETURN void return_to_engine(hr_thread *thread, int number, const siginfo_t *info,
					 const ucontext_t *context)
{
	const uint8_t *address = info->si_addr;
	bool access = (number == SIGSEGV || number == SIGBUS) && !sent_by_a_process(info);

	thread->fault = access ? HR_D_bad_access : HR_D_program_died;
	thread->fault_address = access ? address : (const void *)instruction_pointer(context);
	if (access && info->si_code == SI_KERNEL)
		thread->fault_address = HR_NO_ADDRESS; /* the processor does not report it */
	thread->fault_why = why(number, info);
	if (is_stack_overflow(number, info, context) ||
	    (access && address >= thread->stack_end && address < thread->stack_end + STACK_SLACK))
		thread->fault = HR_D_stack_overflow;
	/* The fault ends the run, and a damaged heap may hold its lock forever. A thread that must
	 * wait for other threads before it reports sets the guard then (thread_pool.c). */
	if (!current->options.keep_going && !thread->place && !thread->peeks)
		hr_process_guard(HR_TRAP, 5 * GUARD_MILLISECONDS);
	siglongjmp(*thread->recover, 1);
}

static void describe(char *text, size_t bytes, int number, const siginfo_t *info,
		     const ucontext_t *context)
{
	char where[96] = "in host code", place[32] = "an impossible address";
	bool hidden = info->si_code == SI_KERNEL; /* the direction is hidden, too */

	if (hr_process_entry)
		snprintf(where, sizeof(where),
			 "in the runtime, in a call of '%s' (perhaps with an invalid argument)",
			 hr_process_entry);
	if (hr_process.backend) /* the backend called this code */
		snprintf(where, sizeof(where), "in code of backend '%s'", hr_process.backend);
	if (!hidden)
		snprintf(place, sizeof(place), "%p", info->si_addr);
	if ((number == SIGSEGV || number == SIGBUS) && !sent_by_a_process(info))
		snprintf(text, bytes, "%s %s: %s %s: %s", signal_name(number), where,
			 hidden ? "access to" : direction(context), place, why(number, info));
	else
		snprintf(text, bytes, "%s, %s", why(number, info), where);
}

static HR_NORETURN void end_host(int number, const siginfo_t *info, const ucontext_t *context)
{
	hr_where where = {.function = host_function(context)};
	uint64_t execution = 0;
	const hr_level *level = hr_thread_inherited(&execution);
	hr_ancestor ancestors[hr_count_ancestors(level) + 1];
	hr_status status = HR_TRAP;
	char text[256];

	hr_run_say(current);
	if (level)
		hr_place_level(&where, level, execution, ancestors);
	if (is_stack_overflow(number, info, context)) {
		status = HR_LIMIT;
		hr_process_guard(status, GUARD_MILLISECONDS);
		(void)hr_report(diags, HR_D_host_stack_overflow, &where, stack_bytes);
	} else if (number == SIGABRT && terminated && terminated_by[0]) {
		(void)hr_report(diags, HR_D_uncaught_exception, &where, terminated_by);
	} else if (number == SIGABRT && terminated) {
		(void)hr_report(diags, HR_D_program_died, &where,
				"std::terminate() was called in host code");
	} else {
		describe(text, sizeof(text), number, info, context);
		(void)hr_report(diags, HR_D_program_died, &where, text);
	}
	end_process(status);
}

static bool is_own_fault(const ucontext_t *context)
{
	uintptr_t pc = instruction_pointer(context);

	if (ours || (!hr_process.native && !foreign && !hr_process.backend))
		return true;
	return !hr_process_entry && pc >= (uintptr_t)&__executable_start && pc < (uintptr_t)&etext;
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

/* Return true if the access was to memory on a device. The memory is then available, and the access
 * repeats. */
static bool is_touch(int number, const siginfo_t *info)
{
	const hr_offload *to = current->offload;

	return number == SIGSEGV && info->si_code == SEGV_ACCERR && to && to->touched &&
	       to->touched(to->data, info->si_addr);
}

static void on_fault(int number, siginfo_t *info, void *context)
{
	hr_thread *thread = hr_thread_peek();

	if (is_in_handler(context) || reporting || (thread && thread->reporting))
		hr_process_die_now(HR_TRAP);
	if (is_touch(number, info))
		return;
	if (thread && thread->recover)
		return_to_engine(thread, number, info, context);
	/* The cleanup of exit(), destructors and free() may fault if the program has damaged the
	 * heap. Everything has been reported then. */
	if (hr_process_guard_status() != HR_OK && hr_diags_ended(diags))
		hr_process_die_now(HR_TRAP);
	if (is_own_fault(context)) {
		admit_own_fault(number, info, context);
		return;
	}
	while (atomic_flag_test_and_set(&dying)) /* another thread is ending the process */
		pause();
	reporting = true;
	hr_process_guard(HR_TRAP, GUARD_MILLISECONDS);
	end_host(number, info, context);
}

/* --- Ctrl-C ----------------------------------------------------------------------------------- */

/* The first Ctrl-C lets the engine stop, unless it waits for C code that does not return. The
 * second ends the process at once, even if it is already ending. */
static void on_interrupt(int number)
{
	static atomic_int times;
	bool first = atomic_fetch_add(&times, 1) == 0;

	(void)number;
	current->interrupted = 1;
	if (first && (!hr_process.native || atomic_load(&hr_process.in_runtime) > 0)) {
		hr_process_guard(HR_LIMIT, 3 * GUARD_MILLISECONDS);
		return;
	}
	if (atomic_flag_test_and_set(&dying)) {
		if (first)
			return;
		hr_process_die_now(HR_LIMIT);
	}
	hr_process_guard(HR_LIMIT, GUARD_MILLISECONDS);
	(void)hr_report(diags, HR_D_interrupted, NULL);
	end_process(HR_LIMIT);
}

/* --- uncaught exceptions ---------------------------------------------------------------------- */

static void *(*current_exception_type)(void);
static char *(*demangle)(const char *, char *, size_t *, int *);
static void (*verbose_terminate)(void);

static void on_terminate(void)
{
	void *type = current_exception_type ? current_exception_type() : NULL;

	terminated = 1;
	if (type) { /* std::type_info: virtual table, name */
		const char *name = ((const char *const *)type)[1];
		char *readable;

		name += name[0] == '*';
		readable = demangle ? demangle(name, NULL, NULL, NULL) : NULL;
		snprintf(terminated_by, sizeof(terminated_by), "%s", readable ? readable : name);
		free(readable);
	}
	if (verbose_terminate)
		verbose_terminate(); /* prints what() */
	abort();
}

void hr_crash_watch_terminate(void)
{
	void *(*set_terminate)(void (*)(void)) = NULL;

	*(void **)&set_terminate = hr_host_symbol("_ZSt13set_terminatePFvvE");
	*(void **)&current_exception_type = hr_host_symbol("__cxa_current_exception_type");
	*(void **)&demangle = hr_host_symbol("__cxa_demangle");
	*(void **)&verbose_terminate =
		hr_host_symbol("_ZN9__gnu_cxx27__verbose_terminate_handlerEv");
	if (set_terminate)
		set_terminate(on_terminate);
}

/* --- installation ----------------------------------------------------------------------------- */

static pthread_key_t alternate_key;
static pthread_once_t alternate_once = PTHREAD_ONCE_INIT;

static void free_alternate(void *memory)
{
	const stack_t off = {.ss_flags = SS_DISABLE};

	sigaltstack(&off, NULL);
	munmap(memory, ALTERNATE_BYTES);
}

static void make_alternate_key(void)
{
	pthread_key_create(&alternate_key, free_alternate);
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
	stack_t stack = {.ss_size = ALTERNATE_BYTES};

	pthread_once(&alternate_once, make_alternate_key);
	ours = own;
	if (pthread_getspecific(alternate_key))
		return;
	find_stack();
	stack.ss_sp = mmap(NULL, ALTERNATE_BYTES, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (stack.ss_sp == MAP_FAILED)
		return;
	sigaltstack(&stack, NULL);
	pthread_setspecific(alternate_key, stack.ss_sp);
}

void hr_crash_install(hr_run *run)
{
	static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
	/* SA_NODEFER: the engine leaves the handler by siglongjmp. */
	struct sigaction action = {.sa_sigaction = on_fault,
				   .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
	/* SA_NODEFER: the second may come while the first is handled. */
	struct sigaction interrupt = {.sa_handler = on_interrupt,
				      .sa_flags = SA_ONSTACK | SA_NODEFER};
	void *frame;

	current = run;
	diags = run->diags;
	hr_process.diags = diags;
	hr_crash_watch_threads();
	hr_crash_thread_begin(false);
	backtrace(&frame, 1); /* load the unwinder now, since a handler cannot */
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		sigaction(faults[i], &action, NULL);
	sigaction(SIGINT, &interrupt, NULL);
	sigaction(SIGTERM, &interrupt, NULL);
}
