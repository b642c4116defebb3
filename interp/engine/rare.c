/* interp/engine/rare.c -- out-of-line handlers, one for each row of op.def whose handler is not in
 * engine.c.
 *
 * Handlers of pure rows are generated from shape and containers even if engine.c has its own, so
 * that the table can run any pure operation. Atomics use compare-and-exchange loops on a word of
 * the value's size; a 16-byte word needs a 16-byte aligned address.
 *
 * Clauses:   M2 (atomic with respect to everything, host threads included).
 * Not here:  queries and allocation of nodes (hpvm.c). */
#include <string.h>

#include "interp/check/checker.h"
#include "interp/check/sandbox.h"
#include "interp/engine/engine.h"
#include "interp/memory/image.h"
#include "interp/run/promise.h"
#include "src/arith/atomic.h"

#define R(T, operand) HR_REG(frame, T, pc[operand])
#define HANDLER(ident)                                                                             \
	static hr_trap do_##ident(hr_thread *thread, uint8_t *frame, const uint32_t *pc)

/* --- pure shapes ------------------------------------------------------------------------------ */

#define VALUE(ident, expression)                                                                   \
	HANDLER(ident)                                                                             \
	{                                                                                          \
		(void)thread;                                                                      \
		expression;                                                                        \
		return 0;                                                                          \
	}
#define DO_UN(ident, T1, T2)     VALUE(ident, R(T1, 1) = hr_a_##ident(R(T2, 2)))
#define DO_BIN(ident, T1, T2)    VALUE(ident, R(T1, 1) = hr_a_##ident(R(T2, 2), R(T2, 3)))
#define DO_MIX(ident, T1, T2)    VALUE(ident, R(T1, 1) = hr_a_##ident(R(T1, 2), R(T2, 3)))
#define DO_TER(ident, T1, T2)    VALUE(ident, R(T1, 1) = hr_a_##ident(R(T2, 2), R(T2, 3), R(T2, 4)))
#define DO_UNI(ident, T1, T2)    VALUE(ident, R(T1, 1) = hr_a_##ident(R(T2, 2), pc[3]))
#define DO_SELECT(ident, T1, T2) VALUE(ident, R(T1, 1) = R(I8, 2) ? R(T1, 3) : R(T1, 4))
#define TWO_VALUES(ident, T1, TO, call)                                                            \
	HANDLER(ident)                                                                             \
	{                                                                                          \
		hr_c_##TO other;                                                                   \
		hr_c_##T1 first = call;                                                            \
		(void)thread;                                                                      \
		R(T1, 1) = first;                                                                  \
		R(TO, 2) = other;                                                                  \
		return 0;                                                                          \
	}
#define DO_TWO(ident, T1, T2)   TWO_VALUES(ident, T1, T1, hr_a_##ident(R(T2, 3), &other))
#define DO_FREXP(ident, T1, T2) TWO_VALUES(ident, T1, T2, hr_a_##ident(R(T1, 3), &other))
#define DO_OVF(ident, T1, T2)   TWO_VALUES(ident, T1, I8, hr_a_##ident(R(T1, 3), R(T1, 4), &other))
#define TRAPPING(ident, T1, call)                                                                  \
	HANDLER(ident)                                                                             \
	{                                                                                          \
		hr_c_##T1 value = 0;                                                               \
		hr_trap trap = call;                                                               \
		(void)thread;                                                                      \
		if (!trap)                                                                         \
			R(T1, 1) = value;                                                          \
		return trap;                                                                       \
	}
#define DO_TRAP1(ident, T1, T2) TRAPPING(ident, T1, hr_a_##ident(R(T2, 2), pc[3], &value))
#define DO_TRAP2(ident, T1, T2) TRAPPING(ident, T1, hr_a_##ident(R(T1, 2), R(T1, 3), &value))

/* --- atomics ---------------------------------------------------------------------------------- */

#define EXCHANGE(W)                                                                                \
	static inline bool exchange_##W(uint64_t address, W *expected, W desired)                  \
	{                                                                                          \
		return __atomic_compare_exchange_n((W *)address, expected, desired, false,         \
						   __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);            \
	}                                                                                          \
	static inline W load_##W(uint64_t address)                                                 \
	{                                                                                          \
		return __atomic_load_n((W *)address, __ATOMIC_SEQ_CST);                            \
	}
EXCHANGE(uint8_t)
EXCHANGE(uint16_t)
EXCHANGE(uint32_t)
EXCHANGE(uint64_t)

/* In assembly, because compilers call a library function for it unless they may assume
 * cmpxchg16b. */
static inline bool exchange_hr_u128(uint64_t address, hr_u128 *expected, hr_u128 desired)
{
	uint64_t low = (uint64_t)*expected, high = (uint64_t)(*expected >> 64);
	bool done;

	__asm__ volatile("lock cmpxchg16b %1"
			 : "=@ccz"(done), "+m"(*(hr_u128 *)address), "+a"(low), "+d"(high)
			 : "b"((uint64_t)desired), "c"((uint64_t)(desired >> 64))
			 : "memory");
	*expected = (hr_u128)high << 64 | low;
	return done;
}

static inline hr_u128 load_hr_u128(uint64_t address)
{
	hr_u128 value = 0;

	exchange_hr_u128(address, &value, 0); /* writes 0 only if the value is 0 */
	return value;
}

static hr_trap misaligned(hr_thread *thread, uint64_t address, unsigned bytes)
{
	char align[16];

	snprintf(align, sizeof(align), "%u", bytes);
	return HR_REPORTED(thread, misaligned, "atomic access", bytes, bytes == 1 ? "" : "s", "",
			   (void *)address, align);
}

#define CHECK_ALIGNED(W, address)                                                                  \
	do {                                                                                       \
		if ((address) % sizeof(W))                                                         \
			return misaligned(thread, (address), (unsigned)sizeof(W));                 \
	} while (0)

#define RMW(ident, T, W)                                                                           \
	HANDLER(ident)                                                                             \
	{                                                                                          \
		uint64_t address = R(I64, 2);                                                      \
		hr_c_##T old, desired;                                                             \
		W seen, next;                                                                      \
		CHECK_ALIGNED(W, address);                                                         \
		seen = load_##W(address);                                                          \
		do {                                                                               \
			memcpy(&old, &seen, sizeof(old));                                          \
			desired = hr_a_##ident(old, R(T, 3));                                      \
			memcpy(&next, &desired, sizeof(next));                                     \
		} while (!exchange_##W(address, &seen, next));                                     \
		R(T, 1) = old;                                                                     \
		return 0;                                                                          \
	}
#define DO_RMW(ident, T1, T2) RMW_##T1(ident)
#define RMW_I8(ident)         RMW(ident, I8, uint8_t)
#define RMW_I16(ident)        RMW(ident, I16, uint16_t)
#define RMW_I32(ident)        RMW(ident, I32, uint32_t)
#define RMW_I64(ident)        RMW(ident, I64, uint64_t)
#define RMW_I128(ident)       RMW(ident, I128, hr_u128)
#define RMW_F16(ident)        RMW(ident, F16, uint16_t)
#define RMW_B16(ident)        RMW(ident, B16, uint16_t)
#define RMW_F32(ident)        RMW(ident, F32, uint32_t)
#define RMW_F64(ident)        RMW(ident, F64, uint64_t)

#define CMPXCHG(ident, T, W)                                                                       \
	HANDLER(ident)                                                                             \
	{                                                                                          \
		uint64_t address = R(I64, 3);                                                      \
		W seen = R(T, 4);                                                                  \
		uint8_t done;                                                                      \
		CHECK_ALIGNED(W, address);                                                         \
		done = exchange_##W(address, &seen, R(T, 5));                                      \
		R(T, 1) = seen;                                                                    \
		R(I8, 2) = done;                                                                   \
		return 0;                                                                          \
	}
#define ALOAD(ident, T, W)                                                                         \
	HANDLER(ident)                                                                             \
	{                                                                                          \
		uint64_t address = R(I64, 2);                                                      \
		CHECK_ALIGNED(W, address);                                                         \
		R(T, 1) = load_##W(address);                                                       \
		return 0;                                                                          \
	}
#define ASTORE(ident, T, W)                                                                        \
	HANDLER(ident)                                                                             \
	{                                                                                          \
		uint64_t address = R(I64, 2);                                                      \
		W seen;                                                                            \
		CHECK_ALIGNED(W, address);                                                         \
		seen = load_##W(address);                                                          \
		while (!exchange_##W(address, &seen, R(T, 1)))                                     \
			;                                                                          \
		return 0;                                                                          \
	}
#define DO_CMPXCHG(ident, T1, T2) BY_WORD_##T1(CMPXCHG, ident)
#define DO_ALOAD(ident, T1, T2)   BY_WORD_##T1(ALOAD, ident)
#define DO_ASTORE(ident, T1, T2)  BY_WORD_##T1(ASTORE, ident)
#define BY_WORD_I8(MAKE, ident)   MAKE(ident, I8, uint8_t)
#define BY_WORD_I16(MAKE, ident)  MAKE(ident, I16, uint16_t)
#define BY_WORD_I32(MAKE, ident)  MAKE(ident, I32, uint32_t)
#define BY_WORD_I64(MAKE, ident)  MAKE(ident, I64, uint64_t)
#define BY_WORD_I128(MAKE, ident) MAKE(ident, I128, hr_u128)

static hr_trap do_fence(hr_thread *thread, uint8_t *frame, const uint32_t *pc)
{
	(void)frame, (void)pc;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (thread->checking && thread->level)
		hr_check_fence(thread);
	return 0;
}

/* --- stack, thread-local globals, variadic arguments ------------------------------------------ */

HANDLER(alloca_dynamic)
{
	const uint64_t bytes = R(I64, 2), gap = thread->checking ? HR_VARIABLE_GAP : 0;
	uint8_t *place =
		bytes > UINT64_MAX - gap ? NULL : hr_stack_alloc(thread, bytes + gap, pc[3]);

	if (!place)
		return HR_TRAP_OF(stack_overflow);
	if (thread->checking)
		hr_check_dynamic(thread, frame, place, bytes);
	if (thread->shadow) {
		hr_check_lock_host(thread);
		hr_uninit_dynamic(thread, place, R(I64, 2));
		hr_check_unlock_host(thread);
	}
	R(I64, 1) = (uint64_t)(uintptr_t)place;
	return 0;
}

HANDLER(stacksave)
{
	R(I64, 1) = (uint64_t)(uintptr_t)thread->top;
	return 0;
}

/* Only memory that this frame has allocated can be released, but not its variadic arguments. */
HANDLER(stackrestore)
{
	const hr_frame *link = hr_frame_of(frame);
	uint8_t *top = (uint8_t *)R(I64, 1);
	const uint8_t *least = link->varargs ? (const uint8_t *)(link->varargs + 1)
					     : frame + link->code->frame_bytes;

	if (top > thread->top || top < least)
		return HR_REPORTED(thread, broken_promise,
				   "the stack is restored to what stacksave() has not returned "
				   "in this call, or to a part that has been released");
	thread->top = top;
	if (thread->checking)
		hr_check_released(thread);
	return 0;
}

HANDLER(tls)
{
	uint64_t address;
	hr_status status;

	if (pc[2] < thread->tls_count && thread->tls[pc[2]]) {
		R(I64, 1) = thread->tls[pc[2]];
		return 0;
	}
	status = hr_image_tls_address(thread->run->image, thread, pc[2], &address);
	if (status != HR_OK)
		return HR_TRAP_REPORTED | (hr_trap)status;
	R(I64, 1) = address;
	return 0;
}

/* hr_check_rare() does what there is to do, if the thread checks accesses. */
static hr_trap do_nothing(hr_thread *thread, uint8_t *frame, const uint32_t *pc)
{
	(void)thread, (void)frame, (void)pc;
	return 0;
}

/* Return true if a frame that has called FRAME, directly or not, runs the same code. */
static bool runs_again(uint8_t *frame)
{
	const hr_code *code = hr_frame_of(frame)->code;
	uint8_t *at = frame;

	while (hr_frame_call(hr_frame_of(at))) {
		at = hr_frame_of(at)->caller;
		if (hr_frame_of(at)->code == code)
			return true;
	}
	return false;
}

HANDLER(promise)
{
	const hr_promise *promise = &thread->code->promises[pc[3]];
	hr_trap cause;

	if (promise->kind == HR_PROMISE_ONCE)
		return runs_again(frame) ? hr_promise_broken(thread, promise, "is reached") : 0;
	if (hr_promise_kept(promise, R(I64, 1), R(I64, 2)))
		return 0;
	cause = hr_engine_report_cause(thread);
	return cause ? cause : hr_promise_check(thread, promise, R(I64, 1), R(I64, 2));
}

/* The refusal belongs to thread->code, because there is no hr_frame in front of the values of a
 * batch. */
HANDLER(refuse)
{
	const hr_refusal *refusal = &thread->code->refusals[pc[1]];

	(void)frame;
	/* a diagnostic with one argument ignores the second */
	return hr_trap_reported(
		hr_report_at(thread->run, thread, refusal->id, refusal->what, refusal->why),
		refusal->id);
}

/* Neither operation is an access that the checkers see. */
static hr_trap check_list(hr_thread *thread, uint8_t *frame, uint64_t address, bool write)
{
	return thread->run->options.sandbox.on
		       ? hr_sandbox_check(thread, frame, address, sizeof(hr_va_list), write,
					  "a variadic argument list")
		       : 0;
}

HANDLER(va_start)
{
	const hr_frame *link = hr_frame_of(frame);
	hr_trap trap;

	if (!link->varargs)
		return HR_REPORTED(thread, unsupported_call, link->code->function->name,
				   "C code calls a variadic function of the program");
	trap = check_list(thread, frame, R(I64, 1), true);
	if (trap)
		return trap;
	memcpy((void *)R(I64, 1), link->varargs, sizeof(*link->varargs));
	return 0;
}

HANDLER(va_copy)
{
	hr_trap trap = check_list(thread, frame, R(I64, 1), true);

	if (!trap)
		trap = check_list(thread, frame, R(I64, 2), false);
	if (!trap)
		memmove((void *)R(I64, 1), (const void *)R(I64, 2), sizeof(hr_va_list));
	return trap;
}

HANDLER(va_end)
{
	(void)thread, (void)frame, (void)pc;
	return 0;
}

/* --- the table -------------------------------------------------------------------------------- */

/* Shapes whose handlers are in engine.c, above, or in hpvm.c (HPVM). */
#define DO_JUMP(ident, T1, T2)
#define DO_ADDJUMP(ident, T1, T2)
#define DO_LOAD(ident, T1, T2)
#define DO_LOADX(ident, T1, T2)
#define DO_STORE(ident, T1, T2)
#define DO_STOREX(ident, T1, T2)
#define DO_MEM(ident, T1, T2)
#define DO_CTL(ident, T1, T2)
#define DO_CALL(ident, T1, T2)
#define DO_ATOM(ident, T1, T2)
#define DO_HPVM(ident, T1, T2)
#define HR_OP(ident, name, shape, T1, T2, operands, text) DO_##shape(ident, T1, T2)
#include "src/arith/op.def"

#define ROW_PURE(ident, operands)   {do_##ident, sizeof(operands), false},
#define ROW_ATOMIC(ident, operands) {do_##ident, sizeof(operands), true},
#define ROW_NONE(ident, operands)   {NULL, 0, false},
#define ROW_UN                      ROW_PURE
#define ROW_BIN                     ROW_PURE
#define ROW_MIX                     ROW_PURE
#define ROW_TER                     ROW_PURE
#define ROW_UNI                     ROW_PURE
#define ROW_TWO                     ROW_PURE
#define ROW_FREXP                   ROW_PURE
#define ROW_OVF                     ROW_PURE
#define ROW_TRAP1                   ROW_PURE
#define ROW_TRAP2                   ROW_PURE
#define ROW_RMW                     ROW_ATOMIC
#define ROW_CMPXCHG                 ROW_ATOMIC
#define ROW_ALOAD                   ROW_ATOMIC
#define ROW_ASTORE                  ROW_ATOMIC
#define ROW_ATOM                    ROW_PURE
#define ROW_JUMP                    ROW_NONE
#define ROW_ADDJUMP                 ROW_NONE
#define ROW_SELECT                  ROW_PURE
#define ROW_LOAD                    ROW_NONE
#define ROW_LOADX                   ROW_NONE
#define ROW_STORE                   ROW_NONE
#define ROW_STOREX                  ROW_NONE
#define ROW_CTL                     ROW_NONE
#define ROW_MEM(ident, operands)    {MEM_##ident, sizeof(operands), true},
#define ROW_CALL(ident, operands)   {CALL_##ident, sizeof(operands), true},
#define ROW_HPVM(ident, operands)   {HPVM_##ident, sizeof(operands), false},
#define MEM_lea                     NULL
#define MEM_leax                    NULL
#define MEM_alloca                  NULL
#define MEM_memcpy                  NULL
#define MEM_memmove                 NULL
#define MEM_memset                  NULL
#define MEM_alloca_dynamic          do_alloca_dynamic
#define MEM_stacksave               do_stacksave
#define MEM_stackrestore            do_stackrestore
#define MEM_object                  do_nothing
#define MEM_stray                   do_nothing
#define MEM_scope                   do_nothing
#define MEM_promise                 do_promise
#define MEM_tls                     do_tls
#define CALL_call                   NULL
#define CALL_refuse                 do_refuse
#define CALL_va_start               do_va_start
#define CALL_va_copy                do_va_copy
#define CALL_va_end                 do_va_end
#define HPVM_hpvm_node              hr_rare_hpvm_node
#define HPVM_hpvm_parent            hr_rare_hpvm_parent
#define HPVM_hpvm_dims              hr_rare_hpvm_dims
#define HPVM_hpvm_id                hr_rare_hpvm_id
#define HPVM_hpvm_extent            hr_rare_hpvm_extent
#define HPVM_hpvm_id_up             hr_rare_hpvm_id_up
#define HPVM_hpvm_extent_up         hr_rare_hpvm_extent_up
#define HPVM_hpvm_rounding          hr_rare_hpvm_rounding
#define HPVM_fenv_get               hr_rare_fenv_get
#define HPVM_fenv_set               hr_rare_fenv_set
#define HPVM_hpvm_malloc            hr_rare_hpvm_malloc
#define HPVM_hpvm_space             hr_rare_hpvm_space
#define HPVM_hpvm_barrier           NULL
#define HPVM_hpvm_poll              NULL
#define HPVM_hpvm_warp              NULL
#define HPVM_hpvm_warp_more         hr_rare_hpvm_warp_more
#define HPVM_hpvm_warp_second       hr_rare_hpvm_warp_second
#define HPVM_hpvm_warp_result       hr_rare_hpvm_warp_result
#define HPVM_hpvm_warp_missed       hr_rare_hpvm_warp_missed
#define HPVM_hpvm_return            NULL

const hr_rare hr_rare_ops[HR_OP_COUNT] = {
#define HR_OP(ident, name, shape, T1, T2, operands, text) ROW_##shape(ident, operands)
#include "src/arith/op.def"
};
