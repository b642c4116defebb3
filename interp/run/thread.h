/* interp/run/thread.h -- an OS thread inside the interpreter, and an instance that it runs.
 *
 * Not here: running code (interp/engine/engine.h). */
#ifndef HR_THREAD_H
#define HR_THREAD_H

#include <setjmp.h>

#include "interp/run/run.h"

/* Of an access to an address that is wider than addresses are. */
#define HR_NO_ADDRESS ((const void *)UINTPTR_MAX)

/* How far the plan that runs the instance is, and when to look at the clock and the user again
 * (progress). */
typedef struct hr_pacer {
	unsigned left;        /* instances until then */
	uint64_t steps;       /* and at the latest when the thread has done so many */
	const hr_node *node;  /* outermost grid of several instances, or NULL */
	const uint64_t *done; /* its instances that have run; atomic */
	uint64_t total;
} hr_pacer;

struct hr_thread {
	hr_run *run;
	uint8_t *stack, *stack_end; /* owns; grows upwards */
	/* first free byte and end of the stack in use: this one, or that of the running
	 * activation */
	uint8_t *top, *limit;
	const hr_level *level; /* the running instance, or NULL: host code */
	uint64_t execution;    /* of the graph */
	/* of the plan that runs the instance; of no use in host code */
	const struct hr_pacer *pacer;
	/* the task of a thread pool that it runs (thread_pool.h), or NULL */
	struct hr_pool_place *place;
	bool checking;                  /* in an instance of a leaf, with checkers */
	struct hr_shadow *shadow;       /* then, with --check=uninit: of memory; else NULL */
	unsigned all_defined, patience; /* interp/check/uninit/definedness.c's */
	/* where hpvm.malloc allocates (interp/memory/memory.h); NULL outside graphs */
	hr_objects *allocations;
	uint64_t steps;       /* operations executed by this thread (see below) */
	uint64_t granted;     /* bytes of code it may run, or has run */
	int64_t left;         /* the rest of them, until the next look at the limits */
	uint32_t native_trap; /* an hr_trap: the C function that it called has failed */
	uint64_t *tls;        /* addresses of its thread-local globals by id, 0: not asked */
	uint32_t tls_count;
	/* Published before every operation that can fault, for crash reports: */
	const hr_code *volatile code;
	const uint32_t *volatile pc;
	volatile bool reporting;      /* a fault is being reported: another one ends the process */
	sigjmp_buf *volatile recover; /* innermost engine run; a synchronous fault jumps there */
	hr_diag_id fault;             /* set by the signal handler */
	const void *fault_address;    /* or HR_NO_ADDRESS */
	const char *fault_why; /* static text: "null pointer", "no permission to access it" ... */
	/* at memory that may not be there: no run ends of that (interp/memory/content.c) */
	bool peeks;
	/* For whoever records the run (events.h): */
	bool paused; /* it has run host code, or waited, since it last told something */
	/* what it is called there, or 0; operations it has told */
	uint64_t event_thread, event_operations;
	hr_thread *next; /* all threads of the run */
};

/* Operations are counted by their length: 16 bytes of code, four words, count as one, which is what
 * an operation has on average. So counting costs one addition at each jump, and is the same in
 * every run. The step limit and run->interrupted are looked at after some 65,000 operations, and
 * exactly at the limit, at jumps and calls only. */
enum { HR_STEP_BYTES = 16, HR_DEFAULT_STACK = 8 * 1024 * 1024 };

/* The blocks of its thread-local globals that were allocated here, by id; NULL: others have them.
 * They lie behind the addresses in TLS, and are freed with the thread. */
static inline void **hr_thread_tls_blocks(const hr_thread *thread)
{
	return (void **)(void *)(thread->tls + thread->tls_count);
}

/* Bytes of code that it has run, while it is not inside the engine. */
static inline uint64_t hr_thread_bytes(const hr_thread *thread)
{
	return thread->granted - (uint64_t)thread->left;
}

/* This OS thread's hr_thread in RUN, made on first use; freed when the OS thread ends. */
hr_thread *hr_thread_self(hr_run *run);
/* The same, but NULL when there is none yet: makes nothing, safe in a signal handler. */
hr_thread *hr_thread_peek(void);
/* A copy of the instance that this thread runs, for a thread that it is about to make, where
 * hr_thread_inherit() takes it; NULL: it runs none. */
typedef struct hr_inheritance hr_inheritance;
hr_inheritance *hr_thread_inheritance(void);
void hr_thread_inherit(hr_inheritance *inheritance);
/* The instance that made this OS thread, for reports; it may have ended. NULL: none. */
const hr_level *hr_thread_inherited(uint64_t *execution);
/* Frees the threads of RUN, this one included; no other may be inside it any more. */
void hr_thread_release(hr_run *run);
/* Operations of all threads of the run, those that have ended included. */
uint64_t hr_thread_operations(hr_run *run);

/* One instance of a leaf that may stop at barriers. */
typedef struct hr_activation {
	const hr_code *code;
	uint8_t *stack; /* its own stack area; borrowed from the caller */
	size_t stack_bytes;
	const hr_level *level;
	uint8_t *outputs;     /* image */
	const uint32_t *pc;   /* where it goes on; has it completed, the return; NULL: trapped */
	uint8_t *frame, *top; /* of the innermost call at a barrier */
	uint8_t *base;        /* its first frame; NULL: the stack area is too small */
	bool has_undefined; /* a register has undefined bits (interp/check/uninit/definedness.c) */
} hr_activation;

#endif
