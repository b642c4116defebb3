/* interp/engine/engine.h -- running code: instances of leaves, functions, and what the engine's
 * files share.
 *
 * The engine knows code, registers and the stack; it knows of nodes only the hr_level chain that
 * queries read. Who runs when is the schedule's matter (interp/schedule/).
 *
 * Images: inputs and outputs cross this interface as bytes. Parameter p of a function lies at
 * ports' offset p of its image of inputs (each port 16-byte aligned, in order, hr_port.offset for
 * node functions and the same rule for all others); a node function's outputs likewise. The result
 * of another function is the memory image of its result type. */
#ifndef HR_ENGINE_H
#define HR_ENGINE_H

#include "interp/run/abi.h"
#include "interp/run/frame.h"

/* Runs FUNCTION to its end: INPUTS and OUTPUTS are images (may be NULL when empty). Reentrant:
 * interpreted code may call C, which may call back. A barrier in here is a bug of the caller. */
hr_status hr_engine_invoke(hr_thread *thread, hr_function *function, const uint8_t *inputs,
			   uint8_t *outputs) HR_MUST_CHECK;

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
hr_status hr_activation_run(hr_thread *thread, hr_activation *activation, bool *at_barrier)
	HR_MUST_CHECK;

/* M1: an object of BYTES, of the execution that THREAD is in and allocates for; NULL: there is no
 * memory. ENGINE: the operation that THREAD has published asks for it; else a backend does. */
void *hr_object_allocate(hr_thread *thread, uint64_t bytes, bool engine);

/* Relocates CODE's constants (addresses of functions and globals) on first use. */
hr_status hr_engine_prepare(hr_run *run, const hr_code *code) HR_MUST_CHECK;

/* --- what the files of the engine share ------------------------------------------------------- */

typedef struct hr_rare {
	hr_trap (*handler)(hr_thread *thread, uint8_t *frame, const uint32_t *pc);
	uint32_t words;
	bool accesses; /* memory of the program */
} hr_rare;
extern const hr_rare hr_rare_ops[HR_OP_COUNT]; /* rare.c; NULL where the engine has its own */

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
HR_HANDLER(hpvm_malloc);

/* Reports a trap at the published place; gives its outcome, never HR_OK. */
hr_status hr_engine_trap(hr_thread *thread, hr_trap trap);
/* The thread's slice is used up: looks at the limits and grants another. */
hr_trap hr_engine_pause(hr_thread *thread, int64_t *left);

/* --- engine.c --- */
/* One run of the loop, in and out. */
typedef struct hr_run_state {
	hr_thread *thread;
	uint8_t *frame;
	const uint32_t *pc;
	uint8_t *outputs; /* image; where the first frame returns to */
	bool at_barrier;
	bool has_undefined; /* in and out: a register has undefined bits */
} hr_run_state;
/* Runs to the end of the first frame, to a barrier, or to a trap, which it reports. */
hr_status hr_engine_run(hr_run_state *state);
hr_status hr_engine_run_checked(hr_run_state *state);

/* As hr_engine_invoke(), for the call at CALL in the frame CALLER of a lane. */
hr_status hr_engine_invoke_for(hr_thread *thread, uint8_t *caller, const uint32_t *call,
			       hr_function *function, const uint8_t *inputs, uint8_t *outputs)
	HR_MUST_CHECK;

/* --- call.c --- */
/* Room on the thread's stack for the running call; NULL: none left. */
uint8_t *hr_stack_alloc(hr_thread *thread, uint64_t bytes, uint64_t align);
/* Places the frame of CODE on the thread's stack; NULL: no room. */
uint8_t *hr_frame_push(hr_thread *thread, const hr_code *code);
/* The site of the call at *pc, resolved to its target. */
hr_trap hr_site_find(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site **site);
/* Enters an interpreted function: *inner are its registers. */
hr_trap hr_site_enter(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site,
		      uint8_t **inner);
/* Calls a C function and stores its results. */
hr_trap hr_site_native(hr_thread *thread, uint8_t *frame, const uint32_t *pc, const hr_site *site);

/* --- native.c --- */
/* A site that calls the C function at ADDRESS, as hr_image_is_process() said of NAME; *why when it
 * cannot be done. */
hr_site *hr_native_site(hr_arena *arena, const hr_call *call, const char *name, void *address,
			bool process, const char **why);

#endif
