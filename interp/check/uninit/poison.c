/* interp/check/uninit/poison.c -- broken promises: values that become poison (P2).
 *
 * A poison value is a value whose bits are all undefined, with an origin of its own kind. So its way
 * through registers and memory, and where it decides, are those of undefined values; only its effect
 * on the result of an operation differs (definedness.c): all of the result is poison.
 *
 * Owns:      nothing.
 * Clauses:   P2.
 * Not here:  what a function promises (ir/lower/poison_source.c), wrapping (src/arith/poison_source.h). */
#include <inttypes.h>
#include <string.h>

#include "interp/check/uninit/check_uninit.h"
#include "interp/run/value_text.h"
#include "src/arith/poison_source.h"

static hr_u128 bits_at(const uint8_t *frame, const hr_scalar *scalar)
{
	hr_u128 bits = 0;

	memcpy(&bits, frame + scalar->reg, hr_con_size(scalar->con));
	return bits;
}

/* --- texts ------------------------------------------------------------------------------------ */

static const char *operand_text(hr_arena *arena, const uint8_t *frame, const hr_scalar *scalar,
				bool is_signed)
{
	const hr_u128 bits = bits_at(frame, scalar);
	const unsigned up = scalar->bits < 64 ? 64 - scalar->bits : 0;
	char text[HR_VALUE_TEXT];

	if (scalar->con == HR_C_F32 || scalar->con == HR_C_F64)
		return hr_arena_strdup(arena,
				       hr_bytes_text(&bits, hr_con_size(scalar->con), true, text));
	if (scalar->con > HR_C_I64)
		return hr_arena_strdup(arena, hr_bytes_text(&bits, 16, false, text));
	if (is_signed)
		return hr_arena_printf(arena, "%" PRId64, (int64_t)((uint64_t)bits << up) >> up);
	return hr_arena_printf(arena, "%" PRIu64, (uint64_t)bits << up >> up);
}

static const char *arithmetic_text(hr_arena *arena, unsigned kind, unsigned wrapped)
{
	static const char *const names[] = {[HR_POISON_ADD] = "add",
					    [HR_POISON_SUB] = "sub",
					    [HR_POISON_MUL] = "mul",
					    [HR_POISON_SHL] = "shl"};

	return hr_arena_printf(arena, "%s %s overflowed", names[kind],
			       wrapped == HR_WRAPS_SIGNED ? "nsw" : "nuw");
}

/* Return for example "getelementptr inbounds outside of an object of 8 bytes, offset: 9". */
static const char *outside_text(hr_arena *arena, const hr_extent *object, uint64_t address)
{
	if (object->base == object->end)
		return hr_arena_printf(arena, "getelementptr inbounds of null, offset: %" PRId64,
				       (int64_t)address);
	return hr_arena_printf(arena,
			       "getelementptr inbounds outside of an object of %" PRIu64
			       " bytes, offset: %" PRId64,
			       object->end - object->base, (int64_t)(address - object->base));
}

/* Return for example "add nsw overflowed: 2147483647 + 1". WRAPPED: as hr_poison_broken(). */
static const char *broken_text(hr_arena *arena, const hr_poison_source *promise,
			       const uint8_t *frame, unsigned wrapped)
{
	static const char *const signs[] = {[HR_POISON_ADD] = " + ",
					    [HR_POISON_SUB] = " - ",
					    [HR_POISON_MUL] = " * ",
					    [HR_POISON_SHL] = " << "};
	const bool flag = promise->kind == HR_POISON_FLAG;
	const bool is_signed = flag ? promise->is_signed : wrapped == HR_WRAPS_SIGNED;
	const char *text = flag ? promise->broken : arithmetic_text(arena, promise->kind, wrapped);
	const char *between = flag ? promise->between : signs[promise->kind];

	for (unsigned i = 0; i < promise->shown && (!i || between); i++)
		text = hr_arena_printf(
			arena, "%s%s%s", text, i ? between : ": ",
			operand_text(arena, frame, &promise->operands[i], is_signed));
	return text;
}

/* --- promises --------------------------------------------------------------------------------- */

/* Return true if neither operand nor the result of KIND is negative or above MOST, the greatest signed
 * number: then it keeps all promises. */
static bool is_small(unsigned kind, int64_t a, int64_t b, int64_t most)
{
	int64_t d;

	if ((a | b) < 0)
		return false;
	switch (kind) {
	case HR_POISON_ADD: return !__builtin_add_overflow(a, b, &d) && d <= most;
	case HR_POISON_SUB: return a >= b;
	case HR_POISON_MUL: return !__builtin_mul_overflow(a, b, &d) && d <= most;
	default: return b < 63 && a <= most >> b;
	}
}

/* Return 0, or what is broken; for a flag, 1. */
static unsigned what_broke(const hr_poison_source *promise, const uint8_t *frame)
{
	const uint8_t *a = frame + promise->operands[0].reg, *b = frame + promise->operands[1].reg;

	if (promise->kind == HR_POISON_FLAG)
		return frame[promise->flag];
	if (promise->kind >= HR_POISON_DEFINED)
		return 0;
	if (promise->operands[0].bits == 64 &&
	    is_small(promise->kind, *(const int64_t *)a, *(const int64_t *)b, INT64_MAX))
		return 0;
	if (promise->operands[0].bits == 32 &&
	    is_small(promise->kind, *(const int32_t *)a, *(const int32_t *)b, INT32_MAX))
		return 0;
	return hr_poison_broken((hr_poison_kind)promise->kind, promise->wraps,
				promise->operands[0].bits, bits_at(frame, &promise->operands[0]),
				bits_at(frame, &promise->operands[1]));
}

static bool is_undefined(const hr_thread *thread, const uint8_t *frame, uint32_t reg,
			 unsigned bytes)
{
	return hr_shadow_any(thread->shadow, hr_map_key(frame) + reg, bytes);
}

/* Return true if the value, or what the promise is about, has undefined bits already: an operation
 * on poison is poison, and one on undef breaks no promise for some value of it. */
static bool is_moot(const hr_thread *thread, const uint8_t *frame, const hr_poison_source *promise)
{
	if (is_undefined(thread, frame, promise->value.reg, hr_con_size(promise->value.con)))
		return true;
	if (promise->kind == HR_POISON_FLAG)
		return is_undefined(thread, frame, promise->flag, 1);
	return is_undefined(thread, frame, promise->operands[0].reg,
			    hr_con_size(promise->operands[0].con)) ||
	       (promise->kind != HR_POISON_OBJECT &&
		is_undefined(thread, frame, promise->operands[1].reg,
			     hr_con_size(promise->operands[1].con)));
}

bool hr_uninit_poison_source(hr_thread *thread, const uint8_t *frame, const uint32_t *pc,
			     bool has_undefined, const hr_extent *left)
{
	const hr_poison_source *promise = &thread->code->poison_sources[pc[1]];
	const unsigned broken = left ? 1 : what_broke(promise, frame);
	const unsigned bytes = hr_con_size(promise->value.con);
	hr_arena *arena = &thread->run->checker->arena;
	uint32_t number;

	if (!broken || (has_undefined && is_moot(thread, frame, promise)))
		return false;
	/* H4: a shift too far or a conversion out of range has a diagnostic of its own */
	number = hr_uninit_poison_origin(
		thread, pc, promise->trap ? (hr_diag_id)(promise->trap - 1) : HR_D_poison_used);
	if (!origin_of(thread->run->checker->uninit, number)->text)
		hr_uninit_describe_poison(
			thread, number,
			left ? outside_text(arena, left, HR_REG(frame, I64, promise->value.reg))
			     : broken_text(arena, promise, frame, broken),
			promise->in_bounds);
	hr_shadow_write(thread->shadow, hr_map_key(frame) + promise->value.reg, bytes,
			~(hr_u128)0 >> (128 - 8 * bytes), number);
	return true;
}
