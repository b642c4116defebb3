/* interp/run/thread.h -- a thread inside the interpreter, and an instance's run through its code.
 *
 * The engine knows code, registers and the stack; it knows of nodes only the hr_level chain that
 * queries read. Who runs when is interp/schedule/schedule.c's matter.
 *
 * Images: inputs and outputs cross this interface as bytes. Parameter p of a function lies at
 * ports' offset p of its image of inputs (each port 16-byte aligned, in order, hr_port.offset for node
 * functions and the same rule for all others); a node function's outputs likewise. The result of
 * another function is the memory image of its result type. */
#ifndef HR_THREAD_H
#define HR_THREAD_H

#include <setjmp.h>

#include "interp/memory/memory.h"
#include "interp/run/run.h"

/* Of an access to an address that is wider than addresses are. */
#define HR_NO_ADDRESS ((const void *)UINTPTR_MAX)

struct hr_thread {
	hr_run *run;
	uint8_t *stack, *stack_end;     /* owns; grows upwards */
	uint8_t *top, *limit;           /* first free byte and end of the stack in use: this one, or
					 * that of the running activation */
	const hr_level *level;          /* the running instance, or NULL: host code */
	uint64_t execution;             /* of the graph */
	const struct plan_pacer *pacer; /* of the plan that runs the instance; of no use in host code */
	struct hr_crew_place *place;    /* the task of a crew that it runs (thread_pool.h), or NULL */
	bool checking;                  /* in an instance of a leaf, with checkers */
	struct hr_shadow *shadow;       /* then, with --check=uninit: of memory; else NULL */
	unsigned untainted, patience;   /* interp/check/uninit/definedness.c's */
	hr_objects *allocations;        /* where hpvm.malloc allocates (interp/memory/memory.h); NULL outside graphs */
	uint64_t steps;                 /* operations executed by this thread (see below) */
	uint64_t granted;               /* bytes of code it may run, or has run */
	int64_t left;                   /* the rest of them, until the next look at the limits */
	uint32_t native_trap;           /* an hr_trap: the C function that it called has failed */
	uint64_t *tls;                  /* addresses of its thread-local globals by id, 0: not asked */
	uint32_t tls_count;
	/* Published before every operation that can fault, for crash reports: */
	const hr_code *volatile code;
	const uint32_t *volatile pc;
	volatile bool reporting;        /* a fault is being reported: another one ends the process */
	sigjmp_buf *volatile recover;   /* innermost engine run; a synchronous fault jumps there */
	hr_diag_id fault;               /* set by the signal handler */
	const void *fault_address;   /* or HR_NO_ADDRESS */
	const char *fault_why;          /* static text: "null pointer", "no permission to access it" ... */
	bool peeks;                     /* at memory that may not be there: no run ends of that (content.c) */
	/* For whoever records the run (events.h): */
	bool paused;                    /* it has run host code, or waited, since it last told something */
	uint64_t told_number, told;     /* what it is called there, or 0; operations it has told */
	hr_thread *next;                /* all threads of the run */
};

/* Operations are counted by their length: 16 bytes of code, four words, count as one, which is what an
 * operation has on average. So counting costs one addition at each jump, and is the same in every
 * run. The step limit and run->interrupted are looked at after some 65,000 operations, and exactly at
 * the limit, at jumps and calls only. */
enum { HR_STEP_BYTES = 16, HR_DEFAULT_STACK = 8 * 1024 * 1024 };

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
 * hr_thread_born() takes it; NULL: it runs none. */
typedef struct hr_birth hr_birth;
hr_birth *hr_thread_bear(void);
void hr_thread_born(hr_birth *birth);
/* The instance that made this OS thread, for reports; it may have ended. NULL: none. */
const hr_level *hr_thread_birth(uint64_t *execution);
/* Frees the threads of RUN, this one included; no other may be inside it any more. */
void hr_thread_release(hr_run *run);
/* Operations of all threads of the run, those that have ended included. */
uint64_t hr_thread_operations(hr_run *run);

/* Runs FUNCTION to its end: INPUTS and OUTPUTS are images (may be NULL when empty). Reentrant:
 * interpreted code may call C, which may call back. A barrier in here is a bug of the caller. */
hr_status hr_engine_invoke(hr_thread *thread, hr_function *function, const uint8_t *inputs,
			   uint8_t *outputs) HR_MUST_CHECK;

/* One instance of a leaf that may stop at barriers. */
typedef struct hr_activation {
	const hr_code *code;
	uint8_t *stack;                 /* its own stack area; borrowed from the caller */
	size_t stack_bytes;
	const hr_level *level;
	uint8_t *outputs;               /* image */
	const uint32_t *pc;             /* where it goes on; has it completed, the return; NULL: trapped */
	uint8_t *frame, *top;           /* of the innermost call at a barrier */
	uint8_t *base;                  /* its first frame; NULL: the stack area is too small */
	bool tainted;                   /* a register has undefined bits (interp/check/uninit/definedness.c) */
} hr_activation;

/* Prepares CODE once for many instances in the same stack area: places the constants. */
/* The area has to hold the frame of CODE with some 100 bytes and its alignment more. */
void hr_activation_init(hr_activation *activation, const hr_code *code, uint8_t *stack,
			size_t stack_bytes);
/* Its variables hold nothing of what the last instance left: before hr_activation_begin(). */
void hr_activation_clear(hr_activation *activation);
/* Places the inputs of one instance and sets it to its first operation. May be called again after
 * the instance has completed. */
void hr_activation_begin(hr_activation *activation, const hr_level *level, const uint8_t *inputs,
			 uint8_t *outputs);
/* Runs until the instance completes or stops at a barrier (*at_barrier; its word is pc[-1]). */
hr_status hr_activation_run(hr_thread *thread, hr_activation *activation,
			    bool *at_barrier) HR_MUST_CHECK;

/* M1: an object of BYTES, of the execution that THREAD is in and allocates for; NULL: there is no memory. ENGINE: the
 * operation that THREAD has published asks for it; else a backend does. */
void *hr_object_allocate(hr_thread *thread, uint64_t bytes, bool engine);

/* Relocates CODE's constants (addresses of functions and globals) on first use. */
hr_status hr_engine_prepare(hr_run *run, const hr_code *code) HR_MUST_CHECK;

#endif
