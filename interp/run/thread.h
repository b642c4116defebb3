/* interp/run/thread.h -- the state of an OS thread inside the interpreter, and of an instance that
 * it runs.
 *
 * Not here: running code (interp/engine/engine.h). */
#ifndef HR_THREAD_H
#define HR_THREAD_H

#include <fenv.h>
#include <setjmp.h>

#include "interp/run/run.h"
#include "src/arith/warp.h"

/* Address in a report of an access whose address does not fit in 64 bits. */
#define HR_NO_ADDRESS ((const void *)UINTPTR_MAX)

/* How far the plan that runs the instance is, and when to check the clock and for interrupts again
 * (progress). */
typedef struct hr_pacer {
	unsigned left;        /* instances until the next check */
	uint64_t steps;       /* the latest number of steps of the thread until the next check */
	const hr_node *node;  /* outermost grid of several instances, or NULL */
	const uint64_t *done; /* number of its instances that have run; atomic */
	uint64_t total;
} hr_pacer;

/* An operator in a body of a control operator, which a leaf runs (interp/tensor/part.c). */
typedef struct hr_tensor_part {
	const hr_node *leaf; /* it is in the code of this leaf; else there is none */
	int32_t number;      /* negative: none */
	int64_t iteration;   /* of the innermost loop around it, from 0; -1: it is in no loop */
} hr_tensor_part;

struct hr_thread {
	hr_run *run;
	uint8_t *stack, *stack_end; /* owns; grows upwards */
	/* first free byte and end of the stack in use: this one, or that of the running
	 * activation */
	uint8_t *top, *limit;
	uint8_t *reach;               /* highest top of the running instance */
	const hr_level *level;        /* the running instance, or NULL: host code */
	uint64_t execution;           /* of the graph */
	const struct hr_pacer *pacer; /* of the plan that runs the instance; unused in host code */
	/* the task of the thread pool that it runs (thread_pool.h), or NULL */
	struct hr_pool_place *place;
	struct hr_turn *turn; /* what comes before its instances (thread_pool.h), or NULL */
	bool checking;        /* in an instance of a leaf, or in host code, with checkers */
	uint8_t *calling;     /* checked host code: the frame that has called C code, or NULL */
	/* leaves: the frame that has called C code that calls back, or NULL */
	uint8_t *leaf_calling;
	/* definedness of memory, if checking with --check=uninit; else NULL */
	struct hr_shadow *shadow;
	unsigned all_defined, patience; /* private to interp/check/uninit/definedness.c */
	/* where hpvm.malloc allocates (interp/memory/memory.h); NULL outside graphs */
	hr_objects *allocations;
	uint64_t steps;       /* operations executed by this thread (see below) */
	uint64_t granted;     /* bytes of code that it may run, or has run */
	int64_t left;         /* rest of `granted`, until the limits are checked again */
	uint32_t native_trap; /* an hr_trap: the C function that the thread called has failed */
	hr_tensor_part part;  /* of the running leaf, if it is an operator with bodies */
	void *exception;      /* leaves interpreted frames (interp/engine/unwind.h), or NULL */
	/* the running instance has changed the floating-point environment, which was this one before
	 * (interp/engine/environment.c) */
	bool environment_changed;
	fenv_t environment;
	struct hr_warp_result *warp; /* of the running instance */
	struct hr_poll *poll;        /* the same */
	/* what else computes operations of tensor programs that the instance calls
	 * (interp/tensor/row_sink.h), or NULL */
	struct hr_row_sink *rows;
	uint64_t *tls; /* addresses of its thread-local globals by id; 0: not looked up */
	uint32_t tls_count;
	/* Published before every operation that can fault, for crash reports: */
	const hr_code *volatile code;
	const uint32_t *volatile pc;
	volatile bool reporting;      /* a fault is being reported; another one ends the process */
	sigjmp_buf *volatile recover; /* innermost engine run; a synchronous fault jumps there */
	/* on the stack above the native code that the thread has called, with the value of
	 * hr_stack_mark(); NULL: none. A fault does not return through a stack that is overwritten. */
	const uint64_t *volatile mark;
	hr_diag_id fault;          /* set by the signal handler */
	const void *fault_address; /* or HR_NO_ADDRESS */
	const char *fault_why; /* static text: "null pointer", "no permission to access it" ... */
	/* it reads memory that may be unmapped; a fault does not end the run
	 * (interp/memory/content.c) */
	bool peeks;
	/* For the recorder of the run (events.h): */
	bool paused; /* it has run host code, or waited, since it last emitted an event */
	/* its number in the record, or 0; operations that it has emitted */
	uint64_t event_thread, event_operations;
	hr_thread *next;   /* all of the process */
	hr_thread **owner; /* where its OS thread keeps the one it uses; tells OS threads apart */
};

/* Return the value that the mark at ADDRESS has. */
static inline uint64_t hr_stack_mark(const uint64_t *address)
{
	return (uint64_t)(uintptr_t)address * UINT64_C(0x9e3779b97f4a7c15);
}

/* Operations are counted by their length: 16 bytes of code, four words, count as one, the average
 * length of an operation. Counting thus costs one addition at each jump, and gives the same number
 * in every run. The step limit and run->interrupted are checked after about 65,000 operations, and
 * exactly at the limit, at jumps and calls only. */
enum { HR_STEP_BYTES = 16, HR_DEFAULT_STACK = 8 * 1024 * 1024 };

/* Return the blocks of the thread-local globals that were allocated here, by id; an entry is NULL
 * if the block was allocated elsewhere. They follow the addresses in TLS, and are freed with the
 * thread. */
static inline void **hr_thread_tls_blocks(const hr_thread *thread)
{
	return (void **)(void *)(thread->tls + thread->tls_count);
}

/* Return the bytes of code that it has run. Valid only while it is not inside the engine. */
static inline uint64_t hr_thread_bytes(const hr_thread *thread)
{
	return thread->granted - (uint64_t)thread->left;
}

/* This OS thread's hr_thread in RUN, made on first use; freed when the OS thread or RUN ends. From
 * here on it is the one that the OS thread uses. */
hr_thread *hr_thread_self(hr_run *run);
/* The one that the OS thread uses, or NULL when there is none yet: makes nothing, safe in a signal
 * handler. */
hr_thread *hr_thread_peek(void);
/* Let the OS thread use the one it has in RUN, or none if there is none yet; hr_thread_return()
 * takes what is returned, and lets it use the one of before. Around calls that may come from code
 * of another run. */
hr_thread *hr_thread_switch(hr_run *run);
void hr_thread_return(hr_thread *outer);
/* Makes this OS thread's hr_thread in RUN as it was before it ran anything: after hr_escape() has
 * left what it ran. */
void hr_thread_reset(hr_run *run);
/* This OS thread was made by RUN's program: when it ends, it no longer counts in
 * run->program_threads. */
void hr_thread_of_program(hr_run *run);
/* A copy of the instance that this thread runs and of whose backend's code it runs, for a thread that
 * it is about to make, where hr_thread_inherit() takes it; NULL: it runs neither. */
typedef struct hr_inheritance hr_inheritance;
hr_inheritance *hr_thread_inheritance(void);
void hr_thread_inherit(hr_inheritance *inheritance);
/* Return the instance that created this OS thread, for reports; it may have ended. NULL if there is
 * none. */
const hr_level *hr_thread_inherited(uint64_t *execution);
/* Free all structs hr_thread of RUN, also those of other OS threads. No thread may be inside
 * RUN. */
void hr_thread_release(hr_run *run);
/* Return the operations of all threads of the run, including those that have ended. */
uint64_t hr_thread_operations(hr_run *run);

/* What an instance got from its last collective (src/arith/warp.h), and what it gives to the next one. */
typedef struct hr_warp_result {
	uint64_t value, second;
	bool missed; /* it is of no lane (W4) */
	/* with --check=uninit: its undefined bits, and their origin */
	uint64_t undefined;
	uint32_t origin;
	uint64_t more[HR_WARP_MORE]; /* further operands */
	uint64_t more_undefined;     /* their undefined bits, all in one, and the origin */
	uint32_t more_origin;
} hr_warp_result;

/* What an instance has read in loops that wait for other instances, since it was resumed. */
typedef struct hr_poll {
	const uint32_t *pc; /* of the last such read */
	uint64_t address, value;
	uint32_t same;  /* how often it has read this in a row */
	uint32_t count; /* of all reads */
} hr_poll;

/* The instance has read VALUE at ADDRESS. Return true if it has been waiting long enough to let others
 * run: it has read the same SAME times, or COUNT times in all. */
static inline bool hr_poll_again(hr_poll *poll, const uint32_t *pc, uint64_t address,
				 uint64_t value)
{
	enum { SAME = 3, COUNT = 1024 };

	if (poll->pc == pc && poll->address == address && poll->value == value)
		poll->same++;
	else
		poll->same = 0;
	poll->pc = pc;
	poll->address = address;
	poll->value = value;
	poll->count++;
	return poll->same == SAME || poll->count == COUNT;
}

/* One instance of a leaf that may stop at barriers. */
typedef struct hr_activation {
	const hr_code *code;
	uint8_t *stack; /* separate stack area; borrowed from the caller */
	size_t stack_bytes;
	const hr_level *level;
	uint8_t *outputs;   /* image */
	const uint32_t *pc; /* where it continues; if it has completed, the return; NULL: trapped */
	uint8_t *frame, *top; /* of the innermost call at a barrier */
	uint8_t *base;        /* its first frame; NULL: the stack area is too small */
	bool has_undefined; /* a register has undefined bits (interp/check/uninit/definedness.c) */
	/* at a barrier: it has changed the floating-point environment, which is this one for it */
	bool environment_changed;
	fenv_t environment;
	bool at_warp; /* it has stopped at a collective of its warp, not at a barrier */
	bool at_poll; /* it has stopped at a poll */
	hr_warp_result warp;
	hr_poll poll;
} hr_activation;

#endif
