/* interp/wide_ops.c -- handlers of the wide engine that work on arrays; compiled once for each
 * instruction set (HR_WIDE_OPS names the table).
 *
 * The handlers of pure operations are made from op.def, one for each form: bit k of the form says
 * that source k is an array, otherwise it is one value for all lanes. Form 0 does it once. They are
 * loops over hr_a_<ident>, which a C compiler turns into vector instructions.
 *
 * Arrays are aligned to 64 bytes; loops run over whole groups of the window.
 * Not here: control, queries, calls, what is done lane by lane (wide_run.c). */
#include <string.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "wide_batch.h"

/* The compiler may assume that lanes do not depend on one another. */
#ifdef __clang__
#define LANES_LOOP _Pragma("clang loop vectorize(assume_safety) interleave(disable)")
#else
#define LANES_LOOP _Pragma("GCC ivdep")
#endif
#define EACH_LANE(i) LANES_LOOP for (unsigned i = 0; i < count; i++)

/* Operand K as one value, and as an array from the window on. */
#define ONE(T, k)   (*(hr_c_##T *)__builtin_assume_aligned(batch->frame + pc[k], sizeof(hr_c_##T)))
#define ARRAY(T, k)                                                                                \
	((hr_c_##T *)__builtin_assume_aligned(                                                     \
		batch->frame + pc[k] + (size_t)batch->first_group * WIDE_GROUP * sizeof(hr_c_##T), \
		WIDE_GROUP))
#define WINDOW const unsigned count = (batch->end_group - batch->first_group) * WIDE_GROUP
#define HANDLER(name) static const uint32_t *name(hr_batch *batch, const uint32_t *pc)

/* A source in form F: A_1 an array, A_0 one value. */
#define SOURCE_0(T, k, name) const hr_c_##T name##_ = ONE(T, k)
#define SOURCE_1(T, k, name) const hr_c_##T *const name##_ = ARRAY(T, k)
#define VALUE_0(name)        name##_
#define VALUE_1(name)        name##_[i]

/* --- pure shapes ------------------------------------------------------------------------------ */

#define UNIFORM_UN(ident, T1, T2)                                                                  \
	HANDLER(u_##ident)                                                                         \
	{                                                                                          \
		ONE(T1, 1) = hr_a_##ident(ONE(T2, 2));                                             \
		return pc + 3;                                                                     \
	}
#define UNIFORM_UNI(ident, T1, T2)                                                                 \
	HANDLER(u_##ident)                                                                         \
	{                                                                                          \
		ONE(T1, 1) = hr_a_##ident(ONE(T2, 2), pc[3]);                                      \
		return pc + 4;                                                                     \
	}
#define UNIFORM_BIN(ident, T1, T2)                                                                 \
	HANDLER(u_##ident)                                                                         \
	{                                                                                          \
		ONE(T1, 1) = hr_a_##ident(ONE(T2, 2), ONE(T2, 3));                                 \
		return pc + 4;                                                                     \
	}
#define UNIFORM_TER(ident, T1, T2)                                                                 \
	HANDLER(u_##ident)                                                                         \
	{                                                                                          \
		ONE(T1, 1) = hr_a_##ident(ONE(T2, 2), ONE(T2, 3), ONE(T2, 4));                     \
		return pc + 5;                                                                     \
	}
#define UNIFORM_TRAP(ident, T1, call, words)                                                       \
	HANDLER(u_##ident)                                                                         \
	{                                                                                          \
		hr_c_##T1 value = 0;                                                               \
		hr_trap trap = call;                                                               \
		if (trap) {                                                                        \
			batch->at = pc;                                                            \
			return hr_wide_trap(batch, WIDE_NONE, trap);                               \
		}                                                                                  \
		ONE(T1, 2) = value;                                                                \
		return pc + (words);                                                               \
	}
#define UNIFORM_TRAP1(ident, T1, T2) UNIFORM_TRAP(ident, T1, hr_a_##ident(ONE(T2, 3), pc[4], &value), 5)
#define UNIFORM_TRAP2(ident, T1, T2) UNIFORM_TRAP(ident, T1, hr_a_##ident(ONE(T1, 3), ONE(T1, 4), &value), 5)
#define UNIFORM_JUMP(ident, T1, T2)                                                                \
	HANDLER(u_##ident)                                                                         \
	{                                                                                          \
		return jump(batch, pc + 3, hr_a_##ident(ONE(T2, 1), ONE(T2, 2)));                  \
	}
#define UNIFORM_SELECT(ident, T1, T2)                                                              \
	HANDLER(u_##ident)                                                                         \
	{                                                                                          \
		ONE(T1, 1) = ONE(I8, 2) ? ONE(T1, 3) : ONE(T1, 4);                                 \
		return pc + 5;                                                                     \
	}

#define FORM_UN(ident, T1, T2)                                                                     \
	HANDLER(v1_##ident)                                                                        \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 1);                                                 \
		SOURCE_1(T2, 2, a);                                                                \
		EACH_LANE(i) d[i] = hr_a_##ident(VALUE_1(a));                                      \
		return pc + 3;                                                                     \
	}
#define FORM_UNI(ident, T1, T2)                                                                    \
	HANDLER(v1_##ident)                                                                        \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 1);                                                 \
		const uint32_t immediate = pc[3];                                                  \
		SOURCE_1(T2, 2, a);                                                                \
		EACH_LANE(i) d[i] = hr_a_##ident(VALUE_1(a), immediate);                           \
		return pc + 4;                                                                     \
	}
#define FORM_BIN_(ident, T1, T2, F, A, B)                                                          \
	HANDLER(v##F##_##ident)                                                                    \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 1);                                                 \
		SOURCE_##A(T2, 2, a);                                                              \
		SOURCE_##B(T2, 3, b);                                                              \
		EACH_LANE(i) d[i] = hr_a_##ident(VALUE_##A(a), VALUE_##B(b));                      \
		return pc + 4;                                                                     \
	}
#define FORM_BIN(ident, T1, T2)                                                                    \
	FORM_BIN_(ident, T1, T2, 1, 1, 0)                                                          \
	FORM_BIN_(ident, T1, T2, 2, 0, 1)                                                          \
	FORM_BIN_(ident, T1, T2, 3, 1, 1)
#define FORM_TER_(ident, T1, T2, F, A, B, C)                                                       \
	HANDLER(v##F##_##ident)                                                                    \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 1);                                                 \
		SOURCE_##A(T2, 2, a);                                                              \
		SOURCE_##B(T2, 3, b);                                                              \
		SOURCE_##C(T2, 4, c);                                                              \
		EACH_LANE(i) d[i] = hr_a_##ident(VALUE_##A(a), VALUE_##B(b), VALUE_##C(c));        \
		return pc + 5;                                                                     \
	}
#define FORM_TER(ident, T1, T2)                                                                    \
	FORM_TER_(ident, T1, T2, 1, 1, 0, 0)                                                       \
	FORM_TER_(ident, T1, T2, 2, 0, 1, 0)                                                       \
	FORM_TER_(ident, T1, T2, 3, 1, 1, 0)                                                       \
	FORM_TER_(ident, T1, T2, 4, 0, 0, 1)                                                       \
	FORM_TER_(ident, T1, T2, 5, 1, 0, 1)                                                       \
	FORM_TER_(ident, T1, T2, 6, 0, 1, 1)                                                       \
	FORM_TER_(ident, T1, T2, 7, 1, 1, 1)
/* First whether any lane traps, for the result may stand where a source does. */
#define FORM_TRAP1(ident, T1, T2)                                                                  \
	HANDLER(v1_##ident)                                                                        \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 2);                                                 \
		const uint32_t immediate = pc[4];                                                  \
		hr_trap bad = 0;                                                                   \
		SOURCE_1(T2, 3, a);                                                                \
		for (unsigned i = 0; i < count; i++) {                                             \
			hr_c_##T1 value = 0;                                                       \
			bad |= hr_a_##ident(VALUE_1(a), immediate, &value);                        \
		}                                                                                  \
		for (unsigned i = 0; bad && i < count; i++) {                                      \
			hr_c_##T1 value = 0;                                                       \
			hr_trap trap = hr_a_##ident(VALUE_1(a), immediate, &value);                \
			if (trap && runs(batch, i)) {                                              \
				batch->at = pc;                                                    \
				return hr_wide_trap(batch, lane_of(batch, i), trap);               \
			}                                                                          \
		}                                                                                  \
		for (unsigned i = 0; i < count; i++) {                                             \
			hr_c_##T1 value = 0;                                                       \
			(void)hr_a_##ident(VALUE_1(a), immediate, &value);                         \
			d[i] = value;                                                              \
		}                                                                                  \
		return pc + 5;                                                                     \
	}
#define FORM_TRAP2_(ident, T1, F, A, B)                                                            \
	HANDLER(v##F##_##ident)                                                                    \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 2);                                                 \
		hr_trap bad = 0;                                                                   \
		SOURCE_##A(T1, 3, a);                                                              \
		SOURCE_##B(T1, 4, b);                                                              \
		for (unsigned i = 0; i < count; i++) {                                             \
			hr_c_##T1 value = 0;                                                       \
			bad |= hr_a_##ident(VALUE_##A(a), VALUE_##B(b), &value);                   \
		}                                                                                  \
		for (unsigned i = 0; bad && i < count; i++) {                                      \
			hr_c_##T1 value = 0;                                                       \
			hr_trap trap = hr_a_##ident(VALUE_##A(a), VALUE_##B(b), &value);           \
			if (trap && runs(batch, i)) {                                              \
				batch->at = pc;                                                    \
				return hr_wide_trap(batch, lane_of(batch, i), trap);               \
			}                                                                          \
		}                                                                                  \
		EACH_LANE(i) {                                                                     \
			hr_c_##T1 value = 0;                                                       \
			(void)hr_a_##ident(VALUE_##A(a), VALUE_##B(b), &value);                    \
			d[i] = value;                                                              \
		}                                                                                  \
		return pc + 5;                                                                     \
	}
#define FORM_TRAP2(ident, T1, T2)                                                                  \
	FORM_TRAP2_(ident, T1, 1, 1, 0)                                                            \
	FORM_TRAP2_(ident, T1, 2, 0, 1)                                                            \
	FORM_TRAP2_(ident, T1, 3, 1, 1)
#define FORM_JUMP_(ident, T2, F, A, B)                                                             \
	HANDLER(v##F##_##ident)                                                                    \
	{                                                                                          \
		WINDOW;                                                                            \
		uint8_t yes[HR_WIDE_MAX] __attribute__((aligned(64)));                             \
		SOURCE_##A(T2, 1, a);                                                              \
		SOURCE_##B(T2, 2, b);                                                              \
		EACH_LANE(i) yes[i] = hr_a_##ident(VALUE_##A(a), VALUE_##B(b));                    \
		pack_condition(batch, yes);                                                        \
		return pc + 3;                                                                     \
	}
#define FORM_JUMP(ident, T1, T2)                                                                   \
	FORM_JUMP_(ident, T2, 1, 1, 0)                                                             \
	FORM_JUMP_(ident, T2, 2, 0, 1)                                                             \
	FORM_JUMP_(ident, T2, 3, 1, 1)
#define FORM_SELECT_(ident, T1, F, A, B, C)                                                        \
	HANDLER(v##F##_##ident)                                                                    \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 1);                                                 \
		SOURCE_##A(I8, 2, a);                                                              \
		SOURCE_##B(T1, 3, b);                                                              \
		SOURCE_##C(T1, 4, c);                                                              \
		EACH_LANE(i) {                                                                     \
			hr_c_##T1 yes = VALUE_##B(b), no = VALUE_##C(c);                           \
			d[i] = VALUE_##A(a) ? yes : no;                                            \
		}                                                                                  \
		return pc + 5;                                                                     \
	}
#define FORM_SELECT(ident, T1, T2)                                                                 \
	FORM_SELECT_(ident, T1, 1, 1, 0, 0)                                                        \
	FORM_SELECT_(ident, T1, 2, 0, 1, 0)                                                        \
	FORM_SELECT_(ident, T1, 3, 1, 1, 0)                                                        \
	FORM_SELECT_(ident, T1, 4, 0, 0, 1)                                                        \
	FORM_SELECT_(ident, T1, 5, 1, 0, 1)                                                        \
	FORM_SELECT_(ident, T1, 6, 0, 1, 1)                                                        \
	FORM_SELECT_(ident, T1, 7, 1, 1, 1)

/* --- conditions ------------------------------------------------------------------------------- */

/* Lane of place I in the window, and whether it runs. */
static inline uint32_t lane_of(const hr_batch *batch, unsigned i)
{
	return batch->first_group * WIDE_GROUP + i;
}

static inline bool runs(const hr_batch *batch, unsigned i)
{
	uint32_t lane = lane_of(batch, i);

	return batch->mask[lane / 64] >> lane % 64 & 1;
}

/* One bit for each of 16 bytes that is not 0; they are 0 or 1. */
static inline unsigned bits_of(const uint8_t *yes)
{
#ifdef __AVX2__
	__m128i bytes = _mm_load_si128((const __m128i *)(const void *)yes);

	return (unsigned)_mm_movemask_epi8(_mm_slli_epi16(bytes, 7));
#else
	uint64_t low, high;

	memcpy(&low, yes, 8);
	memcpy(&high, yes + 8, 8);
	low = low * UINT64_C(0x0102040810204080) >> 56;
	high = high * UINT64_C(0x0102040810204080) >> 56;
	return (unsigned)(low | high << 8);
#endif
}

static inline void pack_condition(hr_batch *batch, const uint8_t *yes)
{
	for (unsigned g = batch->first_group; g < batch->end_group; g++) {
		uint64_t bits = bits_of(yes + (g - batch->first_group) * WIDE_GROUP);
		unsigned shift = g % 4 * 16;

		batch->condition[g / 4] &= ~(UINT64_C(0xFFFF) << shift);
		batch->condition[g / 4] |= bits << shift;
	}
}

/* The end of a block whose lanes all go one way; WORDS: first, second, steps. */
static inline const uint32_t *jump(hr_batch *batch, const uint32_t *words, bool first)
{
	const uint32_t *to = batch->version->words.data + words[first ? 0 : 1];

	batch->left -= (int64_t)words[2] * batch->active;
	return batch->left < 0 ? hr_wide_pause(batch, to) : to;
}

HANDLER(u_jnz)
{
	return jump(batch, pc + 2, ONE(I8, 1) != 0);
}

HANDLER(v1_jnz)
{
	WINDOW;
	uint8_t yes[HR_WIDE_MAX] __attribute__((aligned(64)));
	const uint8_t *a = ARRAY(I8, 1);

	EACH_LANE(i) yes[i] = a[i] != 0;
	pack_condition(batch, yes);
	return pc + 2;
}

HANDLER(u_lea)
{
	ONE(I64, 1) = ONE(I64, 2) + (pc[3] | (uint64_t)pc[4] << 32);
	return pc + 5;
}

HANDLER(u_leax)
{
	ONE(I64, 1) = ONE(I64, 2) + ONE(I64, 3) * (pc[4] | (uint64_t)pc[5] << 32);
	return pc + 6;
}

/* --- rows ------------------------------------------------------------------------------------- */

#define UNIFORM_MEM(ident, T1, T2)
#define UNIFORM_MIX(ident, T1, T2)
#define UNIFORM_TWO(ident, T1, T2)
#define UNIFORM_FREXP(ident, T1, T2)
#define UNIFORM_OVF(ident, T1, T2)
#define UNIFORM_RMW(ident, T1, T2)
#define UNIFORM_CMPXCHG(ident, T1, T2)
#define UNIFORM_ALOAD(ident, T1, T2)
#define UNIFORM_ASTORE(ident, T1, T2)
#define UNIFORM_ATOM(ident, T1, T2)
#define UNIFORM_HPVM(ident, T1, T2)
#define UNIFORM_CTL(ident, T1, T2)
#define UNIFORM_CALL(ident, T1, T2)
#define UNIFORM_LOAD(ident, T1, T2)
#define UNIFORM_LOADX(ident, T1, T2)
#define UNIFORM_STORE(ident, T1, T2)
#define UNIFORM_STOREX(ident, T1, T2)
#define UNIFORM_ADDJUMP(ident, T1, T2)
#define FORM_MEM(ident, T1, T2)
#define FORM_MIX(ident, T1, T2)
#define FORM_TWO(ident, T1, T2)
#define FORM_FREXP(ident, T1, T2)
#define FORM_OVF(ident, T1, T2)
#define FORM_RMW(ident, T1, T2)
#define FORM_CMPXCHG(ident, T1, T2)
#define FORM_ALOAD(ident, T1, T2)
#define FORM_ASTORE(ident, T1, T2)
#define FORM_ATOM(ident, T1, T2)
#define FORM_HPVM(ident, T1, T2)
#define FORM_CTL(ident, T1, T2)
#define FORM_CALL(ident, T1, T2)
#define FORM_LOAD(ident, T1, T2)
#define FORM_LOADX(ident, T1, T2)
#define FORM_STORE(ident, T1, T2)
#define FORM_STOREX(ident, T1, T2)
#define FORM_ADDJUMP(ident, T1, T2)

/* Rows of containers that have no vectors are done lane by lane (wide_run.c). */
#define COLD_I8   0
#define COLD_I16  0
#define COLD_I32  0
#define COLD_I64  0
#define COLD_F32  0
#define COLD_F64  0
#define COLD__    0
#define COLD_I128 1
#define COLD_F16  1
#define COLD_B16  1
#define COLD_F80  1
#define COLD_F128 1
#define COLD_OF(T1, T2) HR_EITHER(COLD_##T1, COLD_##T2)
#define MAKE_0(ident, shape, T1, T2) UNIFORM_##shape(ident, T1, T2) FORM_##shape(ident, T1, T2)
#define MAKE_1(ident, shape, T1, T2)
#define HR_OP(ident, name, shape, T1, T2, operands, text)                                          \
	HR_PASTE(MAKE_, COLD_OF(T1, T2))(ident, shape, T1, T2)
#include "op.def"

/* --- arrays ----------------------------------------------------------------------------------- */

/* Calls DO with the C type of a container of SIZE bytes. */
#define BY_SIZE(size, DO)                                                                          \
	switch (size) {                                                                            \
	case 1: {                                                                                  \
		DO(I8);                                                                            \
		break;                                                                             \
	}                                                                                          \
	case 2: {                                                                                  \
		DO(I16);                                                                           \
		break;                                                                             \
	}                                                                                          \
	case 4: {                                                                                  \
		DO(I32);                                                                           \
		break;                                                                             \
	}                                                                                          \
	case 8: {                                                                                  \
		DO(I64);                                                                           \
		break;                                                                             \
	}                                                                                          \
	default: {                                                                                 \
		DO(I128);                                                                          \
	}                                                                                          \
	}

HANDLER(x_broadcast)
{
	WINDOW;
#define BROADCAST(T)                                                                               \
	hr_c_##T *const d = ARRAY(T, 2);                                                           \
	const hr_c_##T a = ONE(T, 3);                                                              \
	EACH_LANE(i) d[i] = a
	BY_SIZE(pc[1], BROADCAST)
#undef BROADCAST
	return pc + 4;
}

HANDLER(x_copy)
{
	WINDOW;
#define COPY(T)                                                                                    \
	hr_c_##T *const d = ARRAY(T, 2);                                                           \
	const hr_c_##T *const a = ARRAY(T, 3);                                                     \
	EACH_LANE(i) d[i] = a[i]
	BY_SIZE(pc[1], COPY)
#undef COPY
	return pc + 4;
}

HANDLER(x_copy_uniform)
{
#define COPY(T) ONE(T, 2) = ONE(T, 3)
	BY_SIZE(pc[1], COPY)
#undef COPY
	return pc + 4;
}

HANDLER(x_blend)
{
#define BLEND(T)                                                                                   \
	hr_c_##T *const to = (hr_c_##T *)(void *)(batch->frame + pc[2]);                           \
	const hr_c_##T *const from = (const hr_c_##T *)(const void *)(batch->frame + pc[3]);       \
	for (unsigned g = batch->first_group; g < batch->end_group; g++) {                         \
		const unsigned mask = wide_group_mask(batch, g);                                   \
		hr_c_##T *const d = to + g * WIDE_GROUP;                                           \
		const hr_c_##T *const a = from + g * WIDE_GROUP;                                   \
		LANES_LOOP for (unsigned i = 0; i < WIDE_GROUP; i++) d[i] = mask >> i & 1 ? a[i] : d[i]; \
	}
	BY_SIZE(pc[1], BLEND)
#undef BLEND
	return pc + 4;
}

HANDLER(x_spread)
{
	const wide_affine *a = (const wide_affine *)(const void *)(batch->frame + pc[3]);
	const unsigned first = batch->first_group * WIDE_GROUP;
	const uint64_t base = a->base, s0 = a->stride[0], s1 = a->stride[1];
	WINDOW;

	if (batch->rows == 1) {
#define SPREAD(T)                                                                                  \
	hr_c_##T *const d = ARRAY(T, 2);                                                           \
	EACH_LANE(i) d[i] = (hr_c_##T)(base + (first + i) * s0)
		BY_SIZE(pc[1], SPREAD)
#undef SPREAD
	} else {
#define SPREAD(T)                                                                                  \
	hr_c_##T *const d = ARRAY(T, 2);                                                           \
	EACH_LANE(i)                                                                               \
	d[i] = (hr_c_##T)(base + batch->column_of[first + i] * s0 + batch->row_of[first + i] * s1)
		BY_SIZE(pc[1], SPREAD)
#undef SPREAD
	}
	return pc + 4;
}

/* --- addresses -------------------------------------------------------------------------------- */

static inline wide_affine affine_at(const hr_batch *batch, uint32_t place, uint32_t class)
{
	wide_affine value = {0, {0, 0}};

	if (place == WIDE_NONE)
		return value;
	if (class == WIDE_AFFINE)
		memcpy(&value, batch->frame + place, sizeof(value));
	else
		memcpy(&value.base, batch->frame + place, 8);
	return value;
}

/* Words: a k i k scale offset. */
static inline wide_affine address_at(const hr_batch *batch, const uint32_t *words)
{
	wide_affine a = affine_at(batch, words[0], words[1]), i = affine_at(batch, words[2], words[3]);
	uint64_t scale = words[4];

	a.base += i.base * scale + (uint64_t)(int64_t)(int32_t)words[5];
	a.stride[0] += i.stride[0] * scale;
	a.stride[1] += i.stride[1] * scale;
	return a;
}

static inline uint64_t of_lane(const hr_batch *batch, const wide_affine *a, unsigned lane)
{
	return a->base + batch->column_of[lane] * a->stride[0] + batch->row_of[lane] * a->stride[1];
}

/* One summand of an address, for all lanes of the window. */
static void add_term(hr_batch *batch, uint64_t *to, uint32_t place, uint32_t class, uint64_t scale)
{
	const unsigned first = batch->first_group * WIDE_GROUP;
	WINDOW;

	if (class == WIDE_VARYING) {
		const uint64_t *a = (const uint64_t *)(const void *)(batch->frame + place) + first;

		EACH_LANE(i) to[i] += a[i] * scale;
	} else {
		const wide_affine a = affine_at(batch, place, class);

		EACH_LANE(i)
		to[i] += (a.base + batch->column_of[first + i] * a.stride[0] +
			  batch->row_of[first + i] * a.stride[1]) * scale;
	}
}

HANDLER(x_address)
{
	uint64_t sum[HR_WIDE_MAX] __attribute__((aligned(64)));
	const uint64_t scale = pc[6] | (uint64_t)pc[7] << 32;
	const uint64_t offset = pc[8] | (uint64_t)pc[9] << 32;
	uint64_t *const d = ARRAY(I64, 1);
	WINDOW;

	EACH_LANE(i) sum[i] = offset;
	add_term(batch, sum, pc[2], pc[3], 1);
	if (pc[4] != WIDE_NONE)
		add_term(batch, sum, pc[4], pc[5], scale);
	EACH_LANE(i) d[i] = sum[i];
	return pc + 10;
}

/* --- bounds (M6) ------------------------------------------------------------------------------ */

static inline bool lies_in(const wide_bounds *bounds, uint64_t address, uint32_t size)
{
	return address - bounds->base <= bounds->size - size && size <= bounds->size;
}

/* The range of an access, or NULL when it is not known. */
static inline const wide_bounds *bounds_of(const hr_batch *batch, uint32_t range)
{
	return range == WIDE_NONE || !batch->ranges[range].size ? NULL : &batch->ranges[range];
}

/* All lanes of the tile: an affine function is greatest and least at the corners. */
static inline bool corners_lie_in(const hr_batch *batch, const wide_bounds *bounds,
				  const wide_affine *a, uint32_t size)
{
	uint64_t right = (batch->columns - 1) * a->stride[0];
	uint64_t down = (batch->rows - 1) * a->stride[1];

	if (batch->rows == 1)
		return lies_in(bounds, a->base, size) && lies_in(bounds, a->base + right, size);
	return lies_in(bounds, a->base, size) && lies_in(bounds, a->base + right, size) &&
	       lies_in(bounds, a->base + down, size) &&
	       lies_in(bounds, a->base + right + down, size);
}

/* The first lane that runs and lies outside, or WIDE_NONE. */
static uint32_t affine_outside(const hr_batch *batch, const wide_bounds *bounds,
			       const wide_affine *a, uint32_t size)
{
	if (!bounds || corners_lie_in(batch, bounds, a, size))
		return WIDE_NONE;
	for (unsigned lane = 0; lane < batch->valid; lane++)
		if (batch->mask[lane / 64] >> lane % 64 & 1 &&
		    !lies_in(bounds, of_lane(batch, a, lane), size))
			return lane;
	return WIDE_NONE;
}

static uint32_t array_outside(const hr_batch *batch, const wide_bounds *bounds,
			      const uint64_t *addresses, uint64_t base, uint64_t scale,
			      uint32_t size)
{
	const unsigned first = batch->first_group * WIDE_GROUP;
	const uint64_t most = bounds ? bounds->size - size : 0, low = bounds ? bounds->base : 0;
	uint64_t bad = 0;
	WINDOW;

	if (!bounds)
		return WIDE_NONE;
	if (size <= bounds->size) {
		EACH_LANE(i) bad |= base + addresses[first + i] * scale - low > most;
		if (!bad)
			return WIDE_NONE;
	}
	for (unsigned i = 0; i < count; i++)
		if (runs(batch, i) && !lies_in(bounds, base + addresses[first + i] * scale, size))
			return first + i;
	return WIDE_NONE;
}

/* --- loads ------------------------------------------------------------------------------------ */

/* Program memory: it may lie anywhere, and a fault is the program's (HR_PROGRAM_MEMORY). */
#define PEEK(T, address) (((const struct peek_##T *)(address))->value)
#define POKE(T, address) (((struct peek_##T *)(address))->value)
#define PEEK_TYPE(T)                                                                               \
	struct peek_##T {                                                                          \
		hr_c_##T value;                                                                    \
	} __attribute__((packed, may_alias));
PEEK_TYPE(I8)
PEEK_TYPE(I16)
PEEK_TYPE(I32)
PEEK_TYPE(I64)
PEEK_TYPE(I128)

/* 10 bytes of an f80, in a container of 16. */
HR_PROGRAM_MEMORY static void load_long(hr_batch *batch, uint8_t *d, uint64_t address,
					unsigned lane)
{
	(void)batch;
	memset(d + lane * 16, 0, 16);
	memcpy(d + lane * 16, (const void *)address, 10);
}

HR_PROGRAM_MEMORY HANDLER(x_load_uniform)
{
	uint64_t address = ONE(I64, 5);
	const wide_bounds *bounds = bounds_of(batch, pc[3]);

	if (pc[6] != WIDE_NONE)
		address += ONE(I64, 6) * pc[7];
	address += (uint64_t)(int64_t)(int32_t)pc[8];
	batch->at = pc;
	if (bounds && !lies_in(bounds, address, pc[4]))
		return hr_wide_outside(batch, WIDE_NONE, address, pc[3], pc[4], false);
	__asm__ volatile("" ::: "memory");
#define LOAD(T) ONE(T, 2) = PEEK(T, address)
	if (pc[4] == 10)
		load_long(batch, batch->frame + pc[2], address, 0);
	else
		BY_SIZE(pc[4], LOAD)
#undef LOAD
	return pc + 9;
}

/* How the addresses of 16 lanes that lie in one row, or of a tile that is like one row, differ. */
static inline bool is_straight(const hr_batch *batch, const wide_affine *a)
{
	return batch->rows == 1 || a->stride[1] == batch->columns * a->stride[0] ||
	       batch->columns % WIDE_GROUP == 0;
}

static inline bool is_one_row(const hr_batch *batch, const wide_affine *a)
{
	return batch->rows == 1 || a->stride[1] == batch->columns * a->stride[0];
}

/* All lanes of the window, in one row. */
HR_PROGRAM_MEMORY static inline void load_row(const hr_batch *batch, uint32_t place,
					      const wide_affine *a, uint32_t size)
{
	const unsigned first = batch->first_group * WIDE_GROUP;
	const uint64_t from = a->base + first * a->stride[0], stride = a->stride[0];
	WINDOW;

#define ROW(T)                                                                                     \
	hr_c_##T *const d = (hr_c_##T *)__builtin_assume_aligned(                                  \
		batch->frame + place + first * sizeof(hr_c_##T), WIDE_GROUP);                      \
	if (stride == sizeof(hr_c_##T)) {                                                          \
		EACH_LANE(i) d[i] = ((const struct peek_##T *)from)[i].value;                      \
	} else if (stride == 0) {                                                                  \
		const hr_c_##T value = PEEK(T, from);                                              \
		EACH_LANE(i) d[i] = value;                                                         \
	} else {                                                                                   \
		for (unsigned i = 0; i < count; i++)                                               \
			d[i] = PEEK(T, from + i * stride);                                         \
	}
	BY_SIZE(size, ROW)
#undef ROW
}

HR_PROGRAM_MEMORY HANDLER(x_load_affine)
{
	const wide_affine a = address_at(batch, pc + 5);
	const uint32_t size = pc[4];
	const bool straight = is_straight(batch, &a);
	uint32_t outside = affine_outside(batch, bounds_of(batch, pc[3]), &a, size);

	batch->at = pc;
	if (outside != WIDE_NONE)
		return hr_wide_outside(batch, outside, of_lane(batch, &a, outside), pc[3], size,
				       false);
	__asm__ volatile("" ::: "memory");
	if (batch->full && is_one_row(batch, &a) && size != 10) {
		load_row(batch, pc[2], &a, size);
		return pc + 11;
	}
#define LOAD(T)                                                                                    \
	hr_c_##T *const to = (hr_c_##T *)(void *)(batch->frame + pc[2]);                           \
	for (unsigned g = batch->first_group; g < batch->end_group; g++) {                         \
		const unsigned mask = wide_group_mask(batch, g);                                   \
		const uint64_t from = of_lane(batch, &a, g * WIDE_GROUP);                          \
		hr_c_##T *const d = to + g * WIDE_GROUP;                                           \
		if (mask == 0xFFFF && straight && a.stride[0] == sizeof(hr_c_##T)) {               \
			memcpy(d, (const void *)from, WIDE_GROUP * sizeof(hr_c_##T));              \
		} else if (mask && straight && a.stride[0] == 0) {                                 \
			const hr_c_##T value = PEEK(T, from);                                      \
			LANES_LOOP for (unsigned i = 0; i < WIDE_GROUP; i++) d[i] = value;         \
		} else if (mask == 0xFFFF && straight) {                                           \
			LANES_LOOP for (unsigned i = 0; i < WIDE_GROUP; i++)                       \
				d[i] = PEEK(T, from + i * a.stride[0]);                            \
		} else {                                                                           \
			for (unsigned m = mask; m; m &= m - 1) {                                   \
				const unsigned i = (unsigned)__builtin_ctz(m);                     \
				d[i] = PEEK(T, of_lane(batch, &a, g * WIDE_GROUP + i));            \
			}                                                                          \
		}                                                                                  \
	}
	if (size == 10) {
		for (unsigned lane = 0; lane < batch->valid; lane++)
			if (batch->mask[lane / 64] >> lane % 64 & 1)
				load_long(batch, batch->frame + pc[2], of_lane(batch, &a, lane), lane);
	} else {
		BY_SIZE(size, LOAD)
	}
#undef LOAD
	return pc + 11;
}

/* Addresses BASE + INDEX[lane] * SCALE. */
HR_PROGRAM_MEMORY static inline const uint32_t *load_from(hr_batch *batch, const uint32_t *pc,
							  const uint64_t *index, uint64_t base,
							  uint64_t scale)
{
	const uint32_t size = pc[4];
	uint32_t outside =
		array_outside(batch, bounds_of(batch, pc[3]), index, base, scale, size);

	batch->at = pc;
	if (outside != WIDE_NONE)
		return hr_wide_outside(batch, outside, base + index[outside] * scale, pc[3], size,
				       false);
	__asm__ volatile("" ::: "memory");
#define LOAD(T)                                                                                    \
	hr_c_##T *const to = (hr_c_##T *)(void *)(batch->frame + pc[2]);                           \
	for (unsigned g = batch->first_group; g < batch->end_group; g++) {                         \
		const unsigned mask = wide_group_mask(batch, g);                                   \
		const uint64_t *const from = index + g * WIDE_GROUP;                               \
		hr_c_##T *const d = to + g * WIDE_GROUP;                                           \
		if (mask == 0xFFFF) {                                                              \
			for (unsigned i = 0; i < WIDE_GROUP; i++)                                  \
				d[i] = PEEK(T, base + from[i] * scale);                            \
			continue;                                                                  \
		}                                                                                  \
		for (unsigned m = mask; m; m &= m - 1) {                                           \
			const unsigned i = (unsigned)__builtin_ctz(m);                             \
			d[i] = PEEK(T, base + from[i] * scale);                                    \
		}                                                                                  \
	}
	if (size == 10) {
		for (unsigned lane = 0; lane < batch->valid; lane++)
			if (batch->mask[lane / 64] >> lane % 64 & 1)
				load_long(batch, batch->frame + pc[2], base + index[lane] * scale,
					  lane);
	} else {
		BY_SIZE(size, LOAD)
	}
#undef LOAD
	return pc;
}

HR_PROGRAM_MEMORY HANDLER(x_load_indexed)
{
	const uint64_t *index = (const uint64_t *)(const void *)(batch->frame + pc[6]);
	uint64_t base = ONE(I64, 5) + (uint64_t)(int64_t)(int32_t)pc[8];

	return load_from(batch, pc, index, base, pc[7]) ? pc + 9 : NULL;
}

HR_PROGRAM_MEMORY HANDLER(x_load_gather)
{
	const uint64_t *addresses = (const uint64_t *)(const void *)(batch->frame + pc[5]);

	return load_from(batch, pc, addresses, (uint64_t)(int64_t)(int32_t)pc[6], 1) ? pc + 7
										     : NULL;
}

/* --- stores: lanes in their order, so that the last one stays ---------------------------------- */

HR_PROGRAM_MEMORY static void store_lane(const hr_batch *batch, const uint32_t *pc, unsigned lane,
					 uint64_t address)
{
	const uint32_t size = pc[5];
	const uint8_t *value = batch->frame + pc[2] + (pc[3] ? lane * (size == 10 ? 16 : size) : 0);

	memcpy((void *)address, value, size);
}

HR_PROGRAM_MEMORY HANDLER(x_store_affine)
{
	const wide_affine a = address_at(batch, pc + 6);
	const uint32_t size = pc[5];
	const bool straight = is_straight(batch, &a) && a.stride[0] == size && pc[3];
	uint32_t outside = affine_outside(batch, bounds_of(batch, pc[4]), &a, size);

	batch->at = pc;
	if (outside != WIDE_NONE)
		return hr_wide_outside(batch, outside, of_lane(batch, &a, outside), pc[4], size,
				       true);
	if (batch->full && pc[3] && a.stride[0] == size && is_one_row(batch, &a)) {
		const unsigned first = batch->first_group * WIDE_GROUP;
		const unsigned end = batch->end_group * WIDE_GROUP;

		memcpy((void *)(a.base + first * a.stride[0]), batch->frame + pc[2] + first * size,
		       (end - first) * size);
		__asm__ volatile("" ::: "memory");
		return pc + 12;
	}
	for (unsigned g = batch->first_group; g < batch->end_group; g++) {
		const unsigned mask = wide_group_mask(batch, g);
		const unsigned lane = g * WIDE_GROUP;

#define STORE(T)                                                                                   \
	memcpy((void *)of_lane(batch, &a, lane),                                                   \
	       batch->frame + pc[2] + lane * sizeof(hr_c_##T), WIDE_GROUP * sizeof(hr_c_##T))
		if (mask == 0xFFFF && straight) {
			BY_SIZE(size, STORE)
			continue;
		}
#undef STORE
		for (unsigned m = mask; m; m &= m - 1) {
			const unsigned i = lane + (unsigned)__builtin_ctz(m);

			store_lane(batch, pc, i, of_lane(batch, &a, i));
		}
	}
	__asm__ volatile("" ::: "memory");
	return pc + 12;
}

HR_PROGRAM_MEMORY static inline const uint32_t *store_to(hr_batch *batch, const uint32_t *pc,
							 const uint64_t *index, uint64_t base,
							 uint64_t scale)
{
	const uint32_t size = pc[5];
	uint32_t outside =
		array_outside(batch, bounds_of(batch, pc[4]), index, base, scale, size);

	batch->at = pc;
	if (outside != WIDE_NONE)
		return hr_wide_outside(batch, outside, base + index[outside] * scale, pc[4], size,
				       true);
#define STORE(T)                                                                                   \
	const hr_c_##T *const from = (const hr_c_##T *)(const void *)(batch->frame + pc[2]);       \
	for (unsigned g = batch->first_group; g < batch->end_group; g++)                           \
		for (unsigned m = wide_group_mask(batch, g); m; m &= m - 1) {                      \
			const unsigned i = g * WIDE_GROUP + (unsigned)__builtin_ctz(m);            \
			POKE(T, base + index[i] * scale) = from[pc[3] ? i : 0];                    \
		}
	if (size == 10) {
		for (unsigned lane = 0; lane < batch->valid; lane++)
			if (batch->mask[lane / 64] >> lane % 64 & 1)
				store_lane(batch, pc, lane, base + index[lane] * scale);
	} else {
		BY_SIZE(size, STORE)
	}
#undef STORE
	__asm__ volatile("" ::: "memory");
	return pc;
}

HR_PROGRAM_MEMORY HANDLER(x_store_indexed)
{
	const uint64_t *index = (const uint64_t *)(const void *)(batch->frame + pc[7]);
	uint64_t base = ONE(I64, 6) + (uint64_t)(int64_t)(int32_t)pc[9];

	return store_to(batch, pc, index, base, pc[8]) ? pc + 10 : NULL;
}

HR_PROGRAM_MEMORY HANDLER(x_store_scatter)
{
	const uint64_t *addresses = (const uint64_t *)(const void *)(batch->frame + pc[6]);

	return store_to(batch, pc, addresses, (uint64_t)(int64_t)(int32_t)pc[7], 1) ? pc + 8
										    : NULL;
}

/* --- the table -------------------------------------------------------------------------------- */

#define ROW_UN(ident)      [HR_OP_##ident * WIDE_FORMS] = u_##ident, [HR_OP_##ident * WIDE_FORMS + 1] = v1_##ident,
#define ROW_UNI(ident)     ROW_UN(ident)
#define ROW_TRAP1(ident)   ROW_UN(ident)
#define ROW_BIN(ident)                                                                             \
	ROW_UN(ident) [HR_OP_##ident * WIDE_FORMS + 2] = v2_##ident,                                \
		      [HR_OP_##ident * WIDE_FORMS + 3] = v3_##ident,
#define ROW_TRAP2(ident)   ROW_BIN(ident)
#define ROW_JUMP(ident)    ROW_BIN(ident)
#define ROW_TER(ident)                                                                             \
	ROW_BIN(ident) [HR_OP_##ident * WIDE_FORMS + 4] = v4_##ident,                               \
		       [HR_OP_##ident * WIDE_FORMS + 5] = v5_##ident,                              \
		       [HR_OP_##ident * WIDE_FORMS + 6] = v6_##ident,                              \
		       [HR_OP_##ident * WIDE_FORMS + 7] = v7_##ident,
#define ROW_SELECT(ident)  ROW_TER(ident)
#define ROW_MEM(ident)
#define ROW_MIX(ident)
#define ROW_TWO(ident)
#define ROW_FREXP(ident)
#define ROW_OVF(ident)
#define ROW_RMW(ident)
#define ROW_CMPXCHG(ident)
#define ROW_ALOAD(ident)
#define ROW_ASTORE(ident)
#define ROW_ATOM(ident)
#define ROW_HPVM(ident)
#define ROW_CTL(ident)
#define ROW_CALL(ident)
#define ROW_LOAD(ident)
#define ROW_LOADX(ident)
#define ROW_STORE(ident)
#define ROW_STOREX(ident)
#define ROW_ADDJUMP(ident)
#define TABLE_0(ident, shape) ROW_##shape(ident)
#define TABLE_1(ident, shape)
#define X_HERE(name)  [WIDE_X_##name] = x_##name,
#define X_THERE(name) [WIDE_X_##name] = hr_wide_##name,

static wide_handler *const handlers[WIDE_X_END] = {
#define HR_OP(ident, name, shape, T1, T2, operands, text)                                          \
	HR_PASTE(TABLE_, COLD_OF(T1, T2))(ident, shape)
#include "op.def"
	[HR_OP_jnz * WIDE_FORMS] = u_jnz,
	[HR_OP_jnz * WIDE_FORMS + 1] = v1_jnz,
	[HR_OP_lea * WIDE_FORMS] = u_lea,
	[HR_OP_leax * WIDE_FORMS] = u_leax,
	X_THERE(entry) X_THERE(rare) X_THERE(lanes) X_THERE(call) X_THERE(block) X_THERE(affine)
	X_THERE(affine_guarded) X_THERE(id) X_THERE(id_of) X_HERE(address) X_HERE(spread)
	X_HERE(broadcast) X_HERE(blend) X_HERE(copy) X_HERE(copy_uniform) X_THERE(goto_) X_THERE(go)
	X_THERE(split) X_THERE(switch_uniform) X_THERE(switch_varying) X_THERE(return_)
	X_THERE(barrier) X_THERE(trapped) X_THERE(trap_if_uniform) X_THERE(trap_if_varying)
	X_THERE(slot_load) X_THERE(slot_store) X_HERE(load_uniform) X_HERE(load_affine)
	X_HERE(load_indexed) X_HERE(load_gather) X_HERE(store_affine) X_HERE(store_indexed)
	X_HERE(store_scatter)
};

#define NAME_OF(x)  NAME_OF_(x)
#define NAME_OF_(x) #x
const struct wide_ops HR_WIDE_OPS = {NAME_OF(HR_WIDE_SET), handlers};
