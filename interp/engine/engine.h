/* interp/engine/engine.h -- running code: instances of leaves, functions, and declarations shared
 * by the engine's files.
 *
 * The engine handles code, registers and the stack. Of nodes it knows only the chain of hr_level
 * that queries read. The schedule decides which instance runs when (interp/schedule/).
 *
 * Images: inputs and outputs cross this interface as bytes. Parameter p of a function lies at the
 * offset of port p in the image of inputs: ports are in order and 16-byte aligned (hr_port.offset
 * for node functions, the same rule for all other functions). The outputs of a node function are
 * laid out in the same way. The result of any other function is the memory image of its result
 * type. */
#ifndef HR_ENGINE_H
#define HR_ENGINE_H

#include "interp/run/abi.h"
#include "interp/run/frame.h"

/* Run FUNCTION to its end. INPUTS and OUTPUTS are images; they may be NULL if empty. Reentrant:
 * interpreted code may call C, which may call back. FUNCTION must not reach a barrier. */
hr_status hr_engine_invoke(hr_thread *thread, hr_function *function, const uint8_t *inputs,
			   uint8_t *outputs) HR_MUST_CHECK;

/* Prepare CODE for running many instances in the same stack area: the constants are stored once. */
/* The area must have room for the frame of CODE, its alignment, and about 100 bytes more. */
void hr_activation_init(hr_activation *activation, const hr_code *code, uint8_t *stack,
			size_t stack_bytes);
/* Clear the variables, so that they hold nothing from the last instance. Call before
 * hr_activation_begin(). */
void hr_activation_clear(hr_activation *activation);
/* Store the inputs of one instance and set the activation to its first operation. May be called
 * again after the instance has completed. */
void hr_activation_begin(hr_activation *activation, const hr_level *level, const uint8_t *inputs,
			 uint8_t *outputs);
/* Run until the instance completes or stops at a barrier (*at_barrier; the barrier's word is
 * pc[-1]), or at a collective of its warp (*at_barrier and activation->at_warp; its first word is
 * pc[-HR_WARP_WORDS]); the same for polls. */
hr_status hr_activation_run(hr_thread *thread, hr_activation *activation, bool *at_barrier)
	HR_MUST_CHECK;

enum { HR_WARP_WORDS = 5, HR_POLL_WORDS = 3 };

/* M1: allocate an object of BYTES in the execution that THREAD runs. Return NULL if memory is
 * exhausted. ENGINE: the operation that THREAD has published allocates it; else a backend does. */
void *hr_object_allocate(hr_thread *thread, uint64_t bytes, bool engine);
/* The object MEMORY of BYTES bytes is dead before the execution ends. */
void hr_object_end(hr_thread *thread, void *memory, uint64_t bytes);

/* Relocate CODE's constants (addresses of functions and globals) on first use. */
hr_status hr_engine_prepare(hr_run *run, const hr_code *code) HR_MUST_CHECK;

/* --- what the files of the engine share ------------------------------------------------------- */

typedef struct hr_rare {
	hr_trap (*handler)(hr_thread *thread, uint8_t *frame, const uint32_t *pc);
	uint32_t words;
	bool accesses; /* the operation accesses memory of the program */
} hr_rare;
/* rare.c; NULL for operations whose handlers are in the engine's loop */
extern const hr_rare hr_rare_ops[HR_OP_COUNT];

/* Handlers of hpvm.c, by row. */
#define HR_HANDLER(ident)                                                                          \
	hr_trap hr_rare_##ident(hr_thread *thread, uint8_t *frame, const uint32_t *pc)
HR_HANDLER(hpvm_node);
HR_HANDLER(hpvm_parent);
HR_HANDLER(hpvm_dims);
HR_HANDLER(hpvm_id);
HR_HANDLER(hpvm_extent);
HR_HANDLER(hpvm_id_up);
HR_HANDLER(hpvm_extent_up);
HR_HANDLER(hpvm_rounding);
HR_HANDLER(fenv_get);
HR_HANDLER(fenv_set);
HR_HANDLER(hpvm_malloc);
HR_HANDLER(hpvm_warp_more);
HR_HANDLER(hpvm_warp_second);
HR_HANDLER(hpvm_space);
HR_HANDLER(hpvm_warp_result);
HR_HANDLER(hpvm_warp_missed);

/* Report what the published operation found before it fails, as a pointer that is null only because nobody
 * wrote it. Return 0 if there is nothing to report. */
hr_trap hr_engine_report_cause(const hr_thread *thread);
/* Report a trap at the published place. Return its outcome, never HR_OK. */
hr_status hr_engine_trap(hr_thread *thread, hr_trap trap);
/* The promise at PC of code whose poison no checker follows now: host code traps. Leaves that run
 * again without checkers have been checked before. */
hr_trap hr_engine_poison_source(const hr_thread *thread, const uint8_t *frame, const uint32_t *pc);
/* The thread has used up its slice: check the limits and grant another slice. */
hr_trap hr_engine_pause(hr_thread *thread, int64_t *left);

/* --- engine.c --- */
/* The state of one run of the loop, on entry and exit. */
typedef struct hr_run_state {
	hr_thread *thread;
	uint8_t *frame;
	const uint32_t *pc;
	uint8_t *outputs; /* image; receives the results of the first frame */
	bool at_barrier;  /* also at a collective of a warp: */
	bool at_warp;
	bool at_poll;       /* the same for a poll */
	bool has_undefined; /* in and out: some register has undefined bits */
} hr_run_state;
/* Run to the end of the first frame, to a barrier, or to a trap, which is reported. */
hr_status hr_engine_run(hr_run_state *state);
hr_status hr_engine_run_checked(hr_run_state *state);

/* As hr_engine_invoke(), for the call at CALL in the frame CALLER of a lane. */
hr_status hr_engine_invoke_for(hr_thread *thread, uint8_t *caller, const uint32_t *call,
			       hr_function *function, const uint8_t *inputs, uint8_t *outputs)
	HR_MUST_CHECK;

/* --- environment.c --- */
/* ACTIVATION, which has changed the floating-point environment, continues after a barrier. */
void hr_environment_resume(hr_thread *thread, hr_activation *activation);
/* ACTIVATION, which has changed the floating-point environment, has ended or is at a barrier: restore the
 * one of before. */
void hr_environment_leave(hr_thread *thread, hr_activation *activation);

/* --- call.c --- */
/* Allocate memory on the thread's stack that lives until the running call returns. Return NULL if
 * the stack is exhausted. */
uint8_t *hr_stack_alloc(hr_thread *thread, uint64_t bytes, uint64_t align);
/* Push a frame of CODE on the thread's stack. Return NULL if the stack is exhausted. */
uint8_t *hr_frame_push(hr_thread *thread, const hr_code *code);
/* Find the site of the call at *pc, resolved to its target. */
hr_trap hr_site_find(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site **site);
/* Enter an interpreted function; *inner is set to its frame. */
hr_trap hr_site_enter(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site,
		      uint8_t **inner);
/* musttail: move INNER, the frame that hr_site_enter() has made for the function of SITE, to the
 * place of FRAME, its caller. Return its new place; INNER if it cannot be moved. */
uint8_t *hr_site_replace(hr_thread *thread, uint8_t *frame, const hr_site *site, uint8_t *inner);
/* Call a C function and store its results. */
hr_trap hr_site_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site);

/* --- native.c --- */
/* Return a site that calls the C function at ADDRESS; PROCESS is the result of
 * hr_image_is_process() for NAME. Return NULL and set *why if the call is not possible. */
hr_site *hr_native_site(hr_arena *arena, const hr_call *call, const char *name, void *address,
			bool process, const char **why);

#endif
