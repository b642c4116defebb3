/* interp/run/frame.h -- frames and call sites of running code, which the engine makes and checkers
 * read.
 *
 * A frame is a hr_frame followed by the registers and entry-block allocas of one call; `frame` in
 * the engine points to the registers. Byval copies, variadic arguments and dynamic allocas of the
 * call are above them. */
#ifndef HR_FRAME_H
#define HR_FRAME_H

#include "interp/run/abi.h"
#include "interp/run/thread.h"
#include "src/arith/arith.h"

/* C types of registers: they alias one another and the program's memory. */
typedef hr_c_I8 __attribute__((may_alias)) hr_r_I8;
typedef hr_c_I16 __attribute__((may_alias)) hr_r_I16;
typedef hr_c_I32 __attribute__((may_alias)) hr_r_I32;
typedef hr_c_I64 __attribute__((may_alias)) hr_r_I64;
typedef hr_c_I128 __attribute__((may_alias)) hr_r_I128;
typedef hr_c_F16 __attribute__((may_alias)) hr_r_F16;
typedef hr_c_B16 __attribute__((may_alias)) hr_r_B16;
typedef hr_c_F32 __attribute__((may_alias)) hr_r_F32;
typedef hr_c_F64 __attribute__((may_alias)) hr_r_F64;
typedef hr_c_F80 __attribute__((may_alias)) hr_r_F80;
typedef hr_c_F128 __attribute__((may_alias)) hr_r_F128;

#define HR_REG(frame, T, word) (*(hr_r_##T *)((frame) + (word)))

/* For accesses to memory of the program under test: a bad pointer must reach the signal handler of
 * the interpreter, not end in a report of a sanitizer. */
#ifdef HR_SANITIZERS
#define HR_PROGRAM_MEMORY __attribute__((no_sanitize("address", "undefined")))
#else
#define HR_PROGRAM_MEMORY
#endif

/* Program memory at any alignment. A volatile asm keeps the access behind the published pc. */
#define HR_MEMORY_ACCESS(T)                                                                        \
	HR_PROGRAM_MEMORY static inline hr_c_##T hr_memory_load_##T(uint64_t address)              \
	{                                                                                          \
		hr_c_##T value;                                                                    \
		__asm__ volatile("" ::: "memory");                                                 \
		memcpy(&value, (const void *)address, sizeof(value));                              \
		return value;                                                                      \
	}                                                                                          \
	HR_PROGRAM_MEMORY static inline void hr_memory_store_##T(uint64_t address, hr_c_##T value) \
	{                                                                                          \
		__asm__ volatile("" ::: "memory");                                                 \
		memcpy((void *)address, &value, sizeof(value));                                    \
	}
HR_MEMORY_ACCESS(I8)
HR_MEMORY_ACCESS(I16)
HR_MEMORY_ACCESS(I32)
HR_MEMORY_ACCESS(I64)
HR_MEMORY_ACCESS(I128)
#undef HR_MEMORY_ACCESS

HR_PROGRAM_MEMORY static inline hr_c_F80 hr_memory_load_F80(uint64_t address)
{
	hr_c_F80 value = 0;

	__asm__ volatile("" ::: "memory");
	memcpy(&value, (const void *)address, 10);
	return value;
}

HR_PROGRAM_MEMORY static inline void hr_memory_store_F80(uint64_t address, hr_c_F80 value)
{
	__asm__ volatile("" ::: "memory");
	memcpy((void *)address, &value, 10);
}

typedef struct hr_frame {
	const hr_code *code;
	const uint32_t *call; /* the caller's call operation; NULL: entered from outside */
	/* the call operation of a lane, whose callee enters from outside (interp/lanes/run/each.c),
	 * or NULL */
	const uint32_t *lane_call;
	uint8_t *caller; /* registers of the caller, for call or lane_call */
	/* of checked host code or of a leaf, that C code has called: the frame that called the C
	 * code, or NULL */
	uint8_t *outer;
	uint8_t *top;        /* thread->top before the call */
	hr_va_list *varargs; /* NULL: none */
	/* access checks of the code (interp/check/access_check.h); NULL: not looked up yet */
	hr_access_checks *checks;
	/* offset of its variables from their usual places, for a lane, whose registers are
	 * elsewhere (interp/lanes/run/each.c); else 0 */
	uint64_t shift;
	bool tail; /* it has replaced the frame that `call` called, so `call` has not its arguments */
	/* checks of other frames are open for its variables (hr_check_host_returns()) */
	bool exposed;
} __attribute__((aligned(16))) hr_frame;

/* Return the frame whose registers are at FRAME. */
static inline hr_frame *hr_frame_of(uint8_t *frame)
{
	return (hr_frame *)(void *)frame - 1;
}

/* Return the operation that called the frame, even if the engine does not return there; NULL if
 * unknown. */
static inline const uint32_t *hr_frame_call(const hr_frame *frame)
{
	return frame->call ? frame->call : frame->lane_call;
}

/* Return the address from which places of variables are counted. */
static inline uint64_t hr_frame_variables(uint8_t *frame)
{
	return (uint64_t)(uintptr_t)frame + hr_frame_of(frame)->shift;
}

/* How a call site makes its call; determined at the first call, kept in hr_call.native. */
typedef enum hr_site_kind {
	HR_SITE_INTERPRETED, /* code, moves */
	HR_SITE_NATIVE,      /* address, ffi or abi */
	HR_SITE_INDIRECT,    /* known: a list of the targets so far */
} hr_site_kind;

typedef struct hr_move {
	uint32_t from, to; /* caller's register, callee's register */
	uint32_t bytes;
	uint32_t byval, align; /* byval != 0: the callee gets the address of a copy */
} hr_move;

typedef struct hr_site hr_site;
struct hr_site {
	hr_site_kind kind;
	bool ends_process; /* exit and similar functions, which are refused in nodes */
	bool entry;        /* of native calls: an entry point of the runtime */
	uint8_t sync;      /* of native calls: hr_cfunction_sync (src/arith/cfunction.h) */
	const char *name;
	const hr_code *code;
	hr_move *moves;
	uint32_t move_count;
	void *address;
	const struct hr_cfunction *facts; /* of native calls: the row of the function, or NULL */
	unsigned form;                    /* which form of that row */
	const struct hr_cfunction *heap;  /* of native calls that allocate or free memory, or may */
	/* of native calls; NULL: libffi lacks a type, and abi is used */
	const struct hr_ffi_plan *ffi;
	hr_abi *abi;  /* of native calls without ffi, and of calls of variadic functions */
	uint64_t key; /* of a target in a list: the address called */
	hr_site *known, *next;
};

/* Result of an out-of-line handler: 0, a diagnostic's id + 1, or a status that has been
 * reported. */
#define HR_TRAP_REPORTED ((hr_trap)1 << 31)

/* A trap ends the instance even if its diagnostic is off or a warning: there is no defined value to
 * continue with. */
static inline hr_trap hr_trap_reported(hr_status status, hr_diag_id id)
{
	return HR_TRAP_REPORTED | (hr_trap)(status == HR_OK ? hr_diag_outcome(id) : status);
}

/* Report a diagnostic with arguments and return the trap for it. */
#define HR_REPORTED(thread, diagnostic, ...)                                                       \
	hr_trap_reported(hr_report_at((thread)->run, (thread), HR_D_##diagnostic, __VA_ARGS__),    \
			 HR_D_##diagnostic)

#endif
