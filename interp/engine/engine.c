/* interp/engine/engine.c -- the engine at width 1: runs one instance through its code.
 *
 * The loop uses direct threading: the handler of each operation ends with a jump to the next
 * handler. Handlers of frequent operations are expanded here from src/arith/op.def, one macro for
 * each shape. All others are called through hr_rare_ops, which is made from the same rows (rare.c).
 * A handler accesses registers only through HR_REG and computes only with hr_a_<ident>, so that the
 * same shapes can be compiled for more lanes.
 *
 * Invariant: thread->code is the running code; thread->pc is the running operation whenever it can
 *            fault or trap; thread->top is above all stack memory of the running call.
 * Counting:  `left` decreases by the number of bytes of code executed. It is updated at jumps: a
 *            jump from the end p of an operation to t adds t - p. Calls use offsets from the
 *            function's start.
 * Checks:    compiled again with HR_CHECKED, the loop is a second function, whose memory handlers
 *            call OBSERVE() first (interp/check/checker.h). Leaves run in it when checkers are on.
 *            After a read of uninitialised memory, each operation goes through
 *            hr_definedness_step() first, by means of a second table of labels.
 * Not here:  calls (call.c, native.c), queries (hpvm.c), atomics (rare.c). */
#include "interp/engine/engine.h"

#include "interp/check/access_check.h"
#include "interp/check/checker.h"
#include "interp/check/sandbox.h"
#include "interp/check/shadow.h"
#include "interp/engine/unwind.h"
#include "interp/memory/image.h"
#include "interp/run/end.h"
#include "interp/run/promise.h"
#include "interp/run/thread.h"
#include "ir/lower/lower.h"

/* Which rows have their handler in the loop: those without a rare container (value 0). */
#define HOT_I8   0
#define HOT_I16  0
#define HOT_I32  0
#define HOT_I64  0
#define HOT_F32  0
#define HOT_F64  0
#define HOT__    0
#define HOT_I128 1
#define HOT_F16  1
#define HOT_B16  1
#define HOT_F80  1
#define HOT_F128 1

/* Handlers by shape. They are the body of the loop and use its local variables; that is why they
 * are macros, and why they are only here. `words` is the length of the operation. */
#define NEXT(words)                                                                                \
	do {                                                                                       \
		pc += (words);                                                                     \
		goto *DISPATCH[*pc];                                                               \
	} while (0)
/* Uses two branches instead of a conditional move, so that the fetch of the next operation does not
 * wait for the comparison. */
#define GO(words, target)                                                                          \
	do {                                                                                       \
		const uint32_t *to = code_words + (target);                                        \
		left += (const char *)to - (const char *)(pc + (words));                           \
		pc = to;                                                                           \
		__asm__ volatile("" : "+r"(pc));                                                   \
		if (__builtin_expect(left < 0, 0))                                                 \
			goto pause;                                                                \
		goto *DISPATCH[*pc];                                                               \
	} while (0)
#define BRANCH(condition, first) /* the targets are the last operands */                           \
	do {                                                                                       \
		if (condition)                                                                     \
			GO((first) + 2, pc[first]);                                                \
		GO((first) + 2, pc[(first) + 1]);                                                  \
	} while (0)
#define TRY(expression)                                                                            \
	do {                                                                                       \
		trap = (expression);                                                               \
		if (__builtin_expect(trap != 0, 0))                                                \
			goto trapped;                                                              \
	} while (0)
#define BYTES_I8   1
#define BYTES_I16  2
#define BYTES_I32  4
#define BYTES_I64  8
#define BYTES_I128 16
#define BYTES_F80  10
#ifdef HR_CHECKED
#define OBSERVE(call) TRY(call)
/* Call whenever `frame` changes: access checks are indexed by pc, not by the offset from the code's
 * start. */
#define OBSERVE_CODE()                                                                             \
	(checks = (uintptr_t)hr_access_checks_of(thread, frame) -                                  \
		  CHECK_STEP * (uintptr_t)code_words)
#define CHECK_STEP    (sizeof(hr_access_check *) / sizeof(*pc))
#define CHECK         (*(hr_access_check *const *)(checks + CHECK_STEP * (uintptr_t)pc))
#define HR_LOOP       hr_engine_run_checked
#define DISPATCH      dispatch
#define HAS_UNDEFINED (dispatch != labels)
#define SHADOW(call)                                                                               \
	do {                                                                                       \
		if (shadow) {                                                                      \
			hr_check_lock_host(thread);                                                \
			call;                                                                      \
			hr_check_unlock_host(thread);                                              \
		}                                                                                  \
	} while (0)
/* Host code ends at the first operation that depends on an undefined value. */
#define FINDINGS()                                                                                 \
	do {                                                                                       \
		if (__builtin_expect(thread->native_trap, 0)) {                                    \
			trap = thread->native_trap;                                                \
			thread->native_trap = 0;                                                   \
			goto trapped;                                                              \
		}                                                                                  \
	} while (0)
/* In checked host code: FRAME is about to be left. */
#define RETURNS(frame)                                                                             \
	do {                                                                                       \
		if (__builtin_expect(hr_frame_of(frame)->exposed, 0))                              \
			hr_check_host_returns(thread, frame);                                      \
	} while (0)
#define WITH_CARE(callee) dispatch = (callee)->undefined_count ? stepping : dispatch
/* If CONDITION holds, the operation starts again with definedness tracked. */
#define UNDEFINED(condition)                                                                       \
	do {                                                                                       \
		if (shadow && !HAS_UNDEFINED && __builtin_expect(condition, 0))                    \
			goto has_undefined;                                                        \
	} while (0)
#define OBSERVE_READ(address, T)                                                                   \
	do {                                                                                       \
		const uint64_t place = (address);                                                  \
		const hr_access_check *const check = CHECK;                                        \
                                                                                                   \
		if (__builtin_expect(hr_access_allowed(check, frame, place), 1))                   \
			break;                                                                     \
		trap = SLOW_ACCESS(read, T)(thread, frame, check, place, !HAS_UNDEFINED);          \
		if (__builtin_expect(trap != 0, 0))                                                \
			goto observed;                                                             \
	} while (0)
#define OBSERVE_WRITE(address, T, operand)                                                         \
	do {                                                                                       \
		const uint64_t place = (address);                                                  \
		const hr_access_check *const check = CHECK;                                        \
                                                                                                   \
		if (__builtin_expect(hr_access_allowed(check, frame, place), 1))                   \
			break;                                                                     \
		TRY(SLOW_ACCESS(write, T)(thread, frame, check, place, !HAS_UNDEFINED,             \
					  &R(T, operand)));                                        \
	} while (0)
#define SLOW_ACCESS(way, T) HR_PASTE(hr_access_slow_##way##_, BYTES_##T)
/* P6: the operation checks BYTES at its first operand, based on its second. */
#define OBSERVE_OBJECT(bytes)                                                                      \
	do {                                                                                       \
		UNDEFINED(hr_uninit_rare(thread, frame, pc));                                      \
		if (!hr_access_same_object(CHECK, frame, R(I64, 2), R(I64, 1), bytes) &&           \
		    !hr_access_last_object(thread->run, R(I64, 2), R(I64, 1), bytes))              \
			TRY(hr_check_object(thread, frame, CHECK, pc));                            \
	} while (0)
#else
#define OBSERVE(call)
#define OBSERVE_CODE()
#define HR_LOOP  hr_engine_run
#define DISPATCH labels
#define SHADOW(call)
#define FINDINGS()
#define RETURNS(frame)
#define OBSERVE_READ(address, T)
#define OBSERVE_WRITE(address, T, operand)
#define OBSERVE_OBJECT(bytes)
#endif
#define R(T, operand) HR_REG(frame, T, pc[operand])
#define S(operand)    ((uint64_t)(int64_t)(int32_t)pc[operand])

#define DO_UN(f, T1, T2)  R(T1, 1) = f(R(T2, 2))
#define DO_BIN(f, T1, T2) R(T1, 1) = f(R(T2, 2), R(T2, 3))
#define DO_TER(f, T1, T2) R(T1, 1) = f(R(T2, 2), R(T2, 3), R(T2, 4))
#define DO_UNI(f, T1, T2) R(T1, 1) = f(R(T2, 2), pc[3])
#define DO_OVF(f, T1, T2)                                                                          \
	uint8_t wrapped;                                                                           \
	hr_c_##T1 value = f(R(T1, 3), R(T1, 4), &wrapped);                                         \
	R(T1, 1) = value;                                                                          \
	R(I8, 2) = wrapped
#define DO_TRAP1(f, T1, T2)                                                                        \
	hr_c_##T1 value;                                                                           \
	TRY(f(R(T2, 2), pc[3], &value));                                                           \
	R(T1, 1) = value
#define DO_TRAP2(f, T1, T2)                                                                        \
	hr_c_##T1 value;                                                                           \
	TRY(f(R(T1, 2), R(T1, 3), &value));                                                        \
	R(T1, 1) = value
#define DO_SELECT(f, T1, T2) R(T1, 1) = R(I8, 2) ? R(T1, 3) : R(T1, 4)
#define DO_LOAD(f, T1, T2)                                                                         \
	thread->pc = pc;                                                                           \
	OBSERVE_READ(R(I64, 2) + S(3), T1);                                                        \
	R(T1, 1) = hr_memory_load_##T1(R(I64, 2) + S(3))
#define DO_LOADX(f, T1, T2)                                                                        \
	thread->pc = pc;                                                                           \
	OBSERVE_READ(R(I64, 2) + R(I64, 3) * pc[4] + S(5), T1);                                    \
	R(T1, 1) = hr_memory_load_##T1(R(I64, 2) + R(I64, 3) * pc[4] + S(5))
#define DO_STORE(f, T1, T2)                                                                        \
	thread->pc = pc;                                                                           \
	OBSERVE_WRITE(R(I64, 2) + S(3), T1, 1);                                                    \
	hr_memory_store_##T1(R(I64, 2) + S(3), R(T1, 1))
#define DO_STOREX(f, T1, T2)                                                                       \
	thread->pc = pc;                                                                           \
	OBSERVE_WRITE(R(I64, 2) + R(I64, 3) * pc[4] + S(5), T1, 1);                                \
	hr_memory_store_##T1(R(I64, 2) + R(I64, 3) * pc[4] + S(5), R(T1, 1))
#define DO_JUMP(f, T1, T2) BRANCH(f(R(T2, 1), R(T2, 2)), 3)
#define DO_ADDJUMP(f, T1, T2)                                                                      \
	hr_c_##T1 sum = (hr_c_##T1)(R(T1, 2) + R(T1, 3));                                          \
	R(T1, 1) = sum;                                                                            \
	BRANCH(f(sum, R(T1, 4)), 5)

/* Where the handler of a row is: HERE, in RARE, or WRITTEN by hand below. */
#define PLACE_UN(hot)           PLACE_##hot
#define PLACE_BIN(hot)          PLACE_##hot
#define PLACE_TER(hot)          PLACE_##hot
#define PLACE_UNI(hot)          PLACE_##hot
#define PLACE_OVF(hot)          PLACE_##hot
#define PLACE_TRAP1(hot)        PLACE_##hot
#define PLACE_TRAP2(hot)        PLACE_##hot
#define PLACE_SELECT(hot)       PLACE_0
#define PLACE_LOAD(hot)         PLACE_0
#define PLACE_LOADX(hot)        PLACE_0
#define PLACE_STORE(hot)        PLACE_0
#define PLACE_STOREX(hot)       PLACE_0
#define PLACE_JUMP(hot)         PLACE_0
#define PLACE_ADDJUMP(hot)      PLACE_0
#define PLACE_MIX(hot)          PLACE_1
#define PLACE_TWO(hot)          PLACE_1
#define PLACE_FREXP(hot)        PLACE_1
#define PLACE_RMW(hot)          PLACE_1
#define PLACE_CMPXCHG(hot)      PLACE_1
#define PLACE_ALOAD(hot)        PLACE_1
#define PLACE_ASTORE(hot)       PLACE_1
#define PLACE_ATOM(hot)         PLACE_1
#define PLACE_HPVM(hot)         PLACE_2
#define PLACE_MEM(hot)          PLACE_2
#define PLACE_CTL(hot)          PLACE_2
#define PLACE_CALL(hot)         PLACE_2
#define PLACE_0                 HERE
#define PLACE_1                 RARE
#define PLACE_2                 WRITTEN
#define HOT_OF(T1, T2)          HR_EITHER(HOT_##T1, HOT_##T2)
#define PLACE_OF(shape, T1, T2) PLACE_OF_(shape, HOT_OF(T1, T2))
#define PLACE_OF_(shape, hot)   PLACE_OF__(shape, hot)
#define PLACE_OF__(shape, hot)  PLACE_##shape(hot)
#define LABEL_HERE(ident)       &&L_##ident
#define LABEL_RARE(ident)       &&L_rare
#define LABEL_WRITTEN(ident)    &&L_##ident
#define BODY_RARE(ident, shape, T1, T2, words)
#define BODY_WRITTEN(ident, shape, T1, T2, words)
#define BODY_HERE(ident, shape, T1, T2, words)                                                     \
	L_##ident:                                                                                 \
	{                                                                                          \
		DO_##shape(hr_a_##ident, T1, T2);                                                  \
		NEXT(words);                                                                       \
	}

static uint32_t switch_target(const hr_switch *sw, const uint8_t *frame, uint32_t reg)
{
	unsigned __int128 value = 0;
	uint32_t low = 0, high = sw->count;

	memcpy(&value, frame + reg, hr_con_size(sw->con));
	if (sw->count == 0)
		return sw->otherwise;
	if (sw->dense) {
		unsigned __int128 index = value - sw->values[0];

		return index < sw->count ? sw->targets[(size_t)index] : sw->otherwise;
	}
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (sw->values[middle] == value)
			return sw->targets[middle];
		if (sw->values[middle] < value)
			low = middle + 1;
		else
			high = middle;
	}
	return sw->otherwise;
}

/* Return the word of the block whose token is ADDRESS (interp/memory/image.h), or -1. */
static int64_t block_word(const hr_code *code, uint64_t token)
{
	uint64_t block = (uint32_t)token >> HR_LABEL_SHIFT;

	if (token >> 32 != (uint64_t)code->function->id + 1 || block == 0 ||
	    block > code->block_count || token & ((1u << HR_LABEL_SHIFT) - 1) ||
	    code->label_words[block - 1] == HR_NO_LABEL)
		return -1;
	return code->label_words[block - 1];
}

static void copy_scalar(uint8_t *to, const uint8_t *from, hr_con con)
{
	switch (hr_con_size(con)) {
	case 1: *to = *from; break;
	case 2: memcpy(to, from, 2); break;
	case 4: memcpy(to, from, 4); break;
	case 8: memcpy(to, from, 8); break;
	default: memcpy(to, from, 16);
	}
}

/* An f80 has 10 significant bytes in memory; the other 6 bytes of the image stay 0. */
static void store_outputs(const hr_return *where, const hr_return *values, const uint8_t *frame,
			  uint8_t *outputs)
{
	for (uint32_t i = 0; i < values->count; i++) {
		const hr_scalar *value = &values->scalars[i];
		uint8_t *to = outputs + where->scalars[i].offset;
		uint32_t bytes = value->con == HR_C_F80 ? 10 : hr_con_size(value->con);

		memcpy(to, frame + value->reg, bytes);
	}
}

/* Copy the scalars of a `ret` to the caller's result registers. */
static void hand_back(const hr_call *call, const hr_return *values, const uint8_t *inner,
		      uint8_t *frame)
{
	for (uint32_t i = 0; i < values->count && i < call->result_count; i++)
		copy_scalar(frame + call->results[i].reg, inner + values->scalars[i].reg,
			    values->scalars[i].con);
}

static int64_t offset_in(const hr_code *code, const uint32_t *pc)
{
	return (int64_t)(pc - code->words) * (int64_t)sizeof(*pc);
}

static void settle(hr_thread *thread, int64_t left)
{
	thread->left = left;
	__atomic_store_n(&thread->steps, (thread->granted - (uint64_t)left) / HR_STEP_BYTES,
			 __ATOMIC_RELAXED);
}

/* Run to the end of the first frame, to a barrier, or to a trap, which is reported. Sanitizers do
 * not instrument this function, because that would take compilers minutes; the functions that it
 * calls are instrumented. */
__attribute__((no_sanitize("address"), no_sanitize("undefined"))) hr_status
HR_LOOP(hr_run_state *state)
{
	static const void *const labels[HR_OP_COUNT] = {
#define HR_OP(ident, name, shape, T1, T2, operands, text)                                          \
	[HR_OP_##ident] = HR_PASTE(LABEL_, PLACE_OF(shape, T1, T2))(ident),
#include "src/arith/op.def"
	};
#ifdef HR_CHECKED
	static const void *const stepping[HR_OP_COUNT] = {[0 ... HR_OP_COUNT - 1] = &&L_undefined};
	const void *const *dispatch = state->has_undefined ? stepping : labels;
	hr_shadow *const shadow = state->thread->shadow;
#endif
	hr_thread *const thread = state->thread;
	uint8_t *frame = state->frame, *inner;
	const uint32_t *pc = state->pc;
	const hr_code *code = hr_frame_of(frame)->code;
	const uint32_t *code_words = code->words;
	int64_t left = thread->left + offset_in(code, pc);
	const hr_site *site;
#ifdef HR_CHECKED
	uintptr_t checks;
#endif
	hr_trap trap;

	thread->code = code;
	OBSERVE_CODE();
	if (__builtin_expect(thread->left < 0, 0))
		goto pause; /* code without jumps checks the limits only here */
	goto *DISPATCH[*pc];

#define HR_OP(ident, name, shape, T1, T2, operands, text)                                          \
	HR_PASTE(BODY_, PLACE_OF(shape, T1, T2))(ident, shape, T1, T2, sizeof(operands))
#include "src/arith/op.def"

#ifdef HR_CHECKED
observed:
	if (trap != HR_ACCESS_UNDEFINED)
		goto trapped;
has_undefined:
	dispatch = stepping;
L_undefined:
	thread->pc = pc;
	hr_check_lock_host(thread);
	if (!hr_definedness_step(thread, frame, pc))
		dispatch = labels;
	hr_check_unlock_host(thread);
	FINDINGS();
	goto *labels[*pc];
#endif

L_rare: {
	const hr_rare *rare = &hr_rare_ops[*pc];

	thread->pc = pc;
#ifdef HR_CHECKED
	if (rare->accesses) {
		/* outside of an object, whether memory is defined does not matter */
		OBSERVE(hr_check_rare(thread, frame, CHECK, pc));
		UNDEFINED(hr_uninit_rare(thread, frame, pc));
	}
#endif
	TRY(rare->handler(thread, frame, pc));
	NEXT(rare->words);
}

	/* memory */
L_lea:
	R(I64, 1) = R(I64, 2) + (pc[3] | (uint64_t)pc[4] << 32);
	NEXT(5);
L_leax:
	R(I64, 1) = R(I64, 2) + R(I64, 3) * (pc[4] | (uint64_t)pc[5] << 32);
	NEXT(6);
L_alloca:
	R(I64, 1) = (uint64_t)(uintptr_t)frame + pc[2];
	NEXT(3);
L_memcpy:
L_memmove:
	thread->pc = pc;
	OBSERVE(hr_check_block(thread, frame, R(I64, 1), R(I64, 2), R(I64, 3)));
	if (*pc == HR_OP_memcpy &&
	    __builtin_expect(hr_promise_overlap(R(I64, 1), R(I64, 2), R(I64, 3)), 0))
		TRY(hr_promise_apart(thread, "memcpy", R(I64, 1), R(I64, 3), R(I64, 2), R(I64, 3)));
	SHADOW(hr_uninit_copy(thread, frame, pc, R(I64, 1), R(I64, 2), R(I64, 3)));
	memmove((void *)R(I64, 1), (const void *)R(I64, 2), R(I64, 3));
	NEXT(4);
L_memset:
	thread->pc = pc;
	OBSERVE(hr_check_block(thread, frame, R(I64, 1), 0, R(I64, 3)));
	SHADOW(hr_uninit_set(thread, frame, pc));
	memset((void *)R(I64, 1), R(I8, 2), R(I64, 3));
	NEXT(4);
L_object:
	thread->pc = pc;
	OBSERVE_OBJECT(pc[3] >> HR_OBJECT_KIND);
	NEXT(4);
L_stray:
	thread->pc = pc;
	OBSERVE_OBJECT(0);
	NEXT(3);
L_alloca_dynamic:
L_stacksave:
L_stackrestore:
L_scope:
L_promise:
L_tls:
L_refuse:
L_va_start:
L_va_copy:
L_va_end:
L_hpvm_node:
L_hpvm_parent:
L_hpvm_dims:
L_hpvm_id:
L_hpvm_extent:
L_hpvm_id_up:
L_hpvm_extent_up:
L_hpvm_rounding:
L_fenv_get:
L_fenv_set:
L_hpvm_malloc:
L_hpvm_warp_more:
L_hpvm_warp_second:
L_hpvm_space:
L_hpvm_warp_result:
L_hpvm_warp_missed:
	goto L_rare;

	/* control */
L_jmp:
	GO(2, pc[1]);
L_jnz:
	BRANCH(R(I8, 1), 2);
L_switch:
	GO(3, switch_target(&code->switches[pc[2]], frame, pc[1]));
L_jmp_indirect: {
	int64_t word = block_word(code, R(I64, 1));

	if (word >= 0)
		GO(2, word);
	thread->fault_address = (const void *)R(I64, 1);
	trap = HR_TRAP_OF(bad_indirect_jump);
	goto trapped;
}
L_trap:
	trap = pc[1] + 1;
	goto trapped;
L_trap_if:
	if (__builtin_expect(R(I8, 1) != 0, 0)) {
		trap = pc[2] + 1;
		goto trapped;
	}
	NEXT(3);
L_poison_source:
	thread->pc = pc;
#ifdef HR_CHECKED
	if (shadow) {
		if (hr_check_poison_source(thread, frame, pc, HAS_UNDEFINED))
			dispatch = stepping;
		NEXT(2);
	}
#endif
	TRY(hr_engine_poison_source(thread, frame, pc));
	NEXT(2);
L_nop:
	NEXT(1);

	/* calls */
L_call:
	thread->pc = pc;
	site = __atomic_load_n(&code->calls[pc[1]].native, __ATOMIC_ACQUIRE);
	if (__builtin_expect(!site || site->kind == HR_SITE_INDIRECT, 0))
		TRY(hr_site_find(thread, frame, pc, &site));
	if (site->kind == HR_SITE_NATIVE) {
		settle(thread, left - offset_in(code, pc));
		OBSERVE(hr_check_native(thread, frame, pc, site));
		SHADOW(hr_uninit_native(thread, frame, pc, site, HAS_UNDEFINED));
		FINDINGS();
		TRY(hr_site_native(thread, frame, pc, site));
		left = thread->left + offset_in(code, pc);
		NEXT(2);
	}
	TRY(hr_site_enter(thread, frame, pc, site, &inner));
	SHADOW(hr_uninit_enter(thread, frame, site, inner, HAS_UNDEFINED));
	SHADOW(WITH_CARE(site->code));
	if (__builtin_expect(code->calls[pc[1]].tail, 0))
		inner = hr_site_replace(thread, frame, site, inner);
	left -= offset_in(code, pc + 2);
	frame = inner;
	code = site->code;
	thread->code = code;
	code_words = code->words;
	OBSERVE_CODE();
	pc = code_words;
	if (__builtin_expect(left < 0, 0))
		goto pause;
	goto *DISPATCH[*pc];
L_ret: {
	const hr_frame *link = hr_frame_of(frame);
	const hr_return *values = &code->returns[pc[1]];

	left -= offset_in(code, pc + 2);
	RETURNS(frame);
	if (!link->call) {
		if (values->count)
			store_outputs(code->results, values, frame, state->outputs);
		goto out;
	}
	inner = frame;
	pc = link->call;
	frame = link->caller;
	thread->top = link->top;
	code = hr_frame_of(frame)->code;
	thread->code = code;
	code_words = code->words;
	OBSERVE_CODE();
	left += offset_in(code, pc + 2);
	hand_back(&code->calls[pc[1]], values, inner, frame);
	NEXT(2);
}
L_hpvm_return: {
	const hr_return *values = &code->returns[pc[1]];

	if (hr_frame_of(frame)->call)
		hr_bug("hpvm.return in a called function");
	store_outputs(values, values, frame, state->outputs);
	left -= offset_in(code, pc + 2);
	goto out;
}
L_hpvm_barrier:
	thread->pc = pc++;
	left -= offset_in(code, pc);
	state->at_barrier = true;
	goto out;
L_hpvm_poll:
	thread->pc = pc;
	if (!hr_poll_again(thread->poll, pc, R(I64, 1), R(I64, 2)))
		NEXT(HR_POLL_WORDS);
	pc += HR_POLL_WORDS;
	left -= offset_in(code, pc);
	state->at_barrier = state->at_poll = true;
	goto out;
L_hpvm_warp:
	thread->pc = pc;
	pc += HR_WARP_WORDS;
	left -= offset_in(code, pc);
	state->at_barrier = state->at_warp = true;
	goto out;

pause:
	thread->pc = pc;
	left -= offset_in(code, pc);
	trap = hr_engine_pause(thread, &left);
	left += offset_in(code, pc);
	if (trap)
		goto trapped;
	goto *DISPATCH[*pc];
L_resume:
	/* null: no landingpad made the value, which is undefined */
	thread->exception = (void *)R(I64, 1);
	trap = thread->exception ? HR_TRAP_UNWINDS : HR_TRAP_OF(unsupported_exception);
	goto trapped;
trapped:
	thread->pc = pc;
	settle(thread, left - offset_in(code, pc));
	while (trap == HR_TRAP_UNWINDS) {
		const hr_frame *link = hr_frame_of(frame);

		trap = hr_unwind_land(thread, frame, pc);
		if (trap != HR_TRAP_UNWINDS)
			break;
		RETURNS(frame);
		if (!link->call) {
			left -= offset_in(code, pc);
			goto out;
		}
		pc = thread->pc = link->call;
		frame = link->caller;
		thread->top = link->top;
		code = thread->code = hr_frame_of(frame)->code;
		left = thread->left + offset_in(code, pc);
	}
	if (trap)
		return hr_engine_trap(thread, trap);
	code_words = code->words;
	OBSERVE_CODE();
	NEXT(2);
out:
#ifdef HR_CHECKED
	state->has_undefined = HAS_UNDEFINED;
#endif
	settle(thread, left);
	state->frame = frame;
	state->pc = pc;
	return HR_OK;
}

#ifndef HR_CHECKED

/* --- entering the engine
 * ---------------------------------------------------------------------------- */

/* The state of the thread that is saved and restored around a run. */
typedef struct outside {
	uint8_t *top, *limit, *reach, *calling, *leaf_calling;
	const hr_level *level;
	const hr_code *code;
	const uint32_t *pc;
	sigjmp_buf *recover;
	bool checking;
	hr_shadow *shadow;
} outside;

static outside enter(hr_thread *thread)
{
	return (outside){thread->top,          thread->limit,    thread->reach, thread->calling,
			 thread->leaf_calling, thread->level,    thread->code,  thread->pc,
			 thread->recover,      thread->checking, thread->shadow};
}

static void leave(hr_thread *thread, const outside *outer)
{
	thread->recover = outer->recover;
	thread->top = outer->top;
	thread->limit = outer->limit;
	thread->calling = outer->calling;
	thread->leaf_calling = outer->leaf_calling;
	thread->level = outer->level;
	thread->code = outer->code;
	thread->pc = outer->pc;
	thread->checking = outer->checking;
	thread->shadow = outer->shadow;
}

/* A program that has corrupted the heap may have corrupted data that a report needs: a fault during
 * the report must not return to this function. */
static hr_status report_fault(hr_thread *thread)
{
	hr_status status;

	thread->recover = NULL;
	thread->reporting = true;
	status = hr_engine_trap(thread, (hr_trap)thread->fault + 1);
	thread->reporting = false;
	return status;
}

/* Run the loop, and handle a jump out of it by a signal handler. The signal mask is not saved,
 * because that would cost a system call each time; the handler uses SA_NODEFER. */
static hr_status run_guarded(hr_run_state *state)
{
	hr_thread *thread = state->thread;
	sigjmp_buf recover;

	if (sigsetjmp(recover, 0) != 0)
		return report_fault(thread);
	thread->recover = &recover;
	return thread->checking ? hr_engine_run_checked(state) : hr_engine_run(state);
}

static void place_inputs(const hr_code *code, uint8_t *frame, const uint8_t *inputs)
{
	for (uint32_t i = 0; i < code->param_count; i++)
		copy_scalar(frame + code->params[i].reg, inputs + code->params[i].offset,
			    code->params[i].con);
}

/* Copy the byval parameters of a function that is entered from outside to memory above its
 * frame. */
static bool copy_byval(hr_thread *thread, const hr_code *code, uint8_t *frame)
{
	for (uint32_t i = 0; i < code->param_info_count; i++) {
		const hr_param *param = &code->param_info[i];
		uint32_t reg;
		uint8_t *copy;

		if (!param->byval_bytes)
			continue;
		reg = code->params[param->first].reg;
		if (thread->run->options.sandbox.on &&
		    hr_sandbox_check(thread, frame, HR_REG(frame, I64, reg), param->byval_bytes,
				     false, "an argument by value"))
			hr_die(thread->run, HR_TRAP);
		copy = hr_stack_alloc(thread, param->byval_bytes, param->byval_align);
		if (!copy)
			return false;
		memcpy(copy, (const void *)HR_REG(frame, I64, reg), param->byval_bytes);
		HR_REG(frame, I64, reg) = (uint64_t)(uintptr_t)copy;
	}
	return true;
}

hr_status hr_engine_invoke_for(hr_thread *thread, uint8_t *caller, const uint32_t *call,
			       hr_function *function, const uint8_t *inputs, uint8_t *outputs)
{
	hr_run_state state = {.thread = thread, .outputs = outputs};
	outside outer = enter(thread);
	const hr_code *code;
	hr_status status;

	HR_TRY(hr_lower(thread->run->program, function, &code));
	HR_TRY(hr_engine_prepare(thread->run, code));
	if (!thread->level)
		thread->checking = hr_check_host_enters(thread);
	state.frame = hr_frame_push(thread, code);
	if (!state.frame)
		return hr_engine_trap(thread, HR_TRAP_OF(stack_overflow));
	hr_frame_of(state.frame)->lane_call = call;
	hr_frame_of(state.frame)->caller = caller;
	hr_frame_of(state.frame)->outer = thread->level ? thread->leaf_calling : thread->calling;
	thread->leaf_calling = NULL;
	place_inputs(code, state.frame, inputs);
	if (thread->shadow) {
		hr_check_lock_host(thread);
		hr_uninit_frame(thread, code, state.frame);
		hr_check_unlock_host(thread);
		state.has_undefined = code->undefined_count;
	}
	state.pc = code->words;
	if (copy_byval(thread, code, state.frame))
		status = run_guarded(&state);
	else
		status = hr_engine_trap(thread, HR_TRAP_OF(stack_overflow));
	if (status == HR_OK && state.at_barrier)
		hr_bug("'%s' met a barrier and nobody waits for it", function->name);
	leave(thread, &outer);
	return status;
}

hr_status hr_engine_invoke(hr_thread *thread, hr_function *function, const uint8_t *inputs,
			   uint8_t *outputs)
{
	return hr_engine_invoke_for(thread, NULL, NULL, function, inputs, outputs);
}

void hr_activation_init(hr_activation *activation, const hr_code *code, uint8_t *stack,
			size_t stack_bytes)
{
	uintptr_t align = code->frame_align < 16 ? 16 : code->frame_align;
	uintptr_t frame = ((uintptr_t)stack + sizeof(hr_frame) + align - 1) & ~(align - 1);
	hr_frame *link;

	*activation = (hr_activation){.code = code, .stack = stack, .stack_bytes = stack_bytes};
	if (frame - (uintptr_t)stack > stack_bytes ||
	    stack_bytes - (frame - (uintptr_t)stack) < code->frame_bytes)
		return;
	activation->base = (uint8_t *)frame;
	link = hr_frame_of(activation->base);
	*link = (hr_frame){.code = code};
	if (code->constant_bytes)
		memcpy(activation->base, code->constants, code->constant_bytes);
}

void hr_activation_clear(hr_activation *activation)
{
	const hr_code *code = activation->code;

	if (activation->base)
		memset(activation->base + code->constant_bytes, 0,
		       code->frame_bytes - code->constant_bytes);
}

void hr_activation_begin(hr_activation *activation, const hr_level *level, const uint8_t *inputs,
			 uint8_t *outputs)
{
	activation->level = level;
	activation->outputs = outputs;
	activation->pc = activation->code->words;
	activation->frame = activation->base;
	activation->has_undefined = false;
	activation->environment_changed = false;
	if (!activation->base)
		return;
	activation->top = activation->base + activation->code->frame_bytes;
	place_inputs(activation->code, activation->base, inputs);
}

hr_status hr_activation_run(hr_thread *thread, hr_activation *activation, bool *at_barrier)
{
	hr_run_state state = {.thread = thread,
			      .frame = activation->frame,
			      .pc = activation->pc,
			      .outputs = activation->outputs,
			      .has_undefined = activation->has_undefined};
	outside outer = enter(thread);
	hr_status status;

	thread->level = activation->level;
	thread->top = activation->top;
	thread->limit = activation->stack + activation->stack_bytes;
	thread->code = activation->code;
	thread->pc = activation->pc;
	thread->checking = thread->run->observed && activation->level;
	if (thread->checking)
		state.has_undefined |= hr_check_instance(thread, activation);
	state.has_undefined |=
		thread->checking && thread->shadow && activation->code->undefined_count;
	if (activation->environment_changed)
		hr_environment_resume(thread, activation);
	thread->warp = &activation->warp;
	thread->poll = &activation->poll;
	status = activation->base ? run_guarded(&state)
				  : hr_engine_trap(thread, HR_TRAP_OF(stack_overflow));
	if (thread->environment_changed)
		hr_environment_leave(thread, activation);
	activation->frame = state.frame;
	activation->has_undefined = state.has_undefined;
	activation->at_warp = state.at_warp;
	activation->at_poll = state.at_poll;
	activation->top = thread->top;
	activation->pc = status == HR_OK ? state.pc : NULL;
	leave(thread, &outer);
	thread->reach = outer.reach;
	if (status == HR_OK)
		*at_barrier = state.at_barrier;
	return status;
}

#endif
