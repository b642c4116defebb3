/* interp/wide_ops.c -- handlers of the wide engine that work on arrays; compiled once for each
 * instruction set (HR_WIDE_OPS names the table).
 *
 * The handlers of pure operations are made from op.def, one for each form: bit k of the form says
 * that source k is an array, otherwise it is one value for all lanes. Form 0 does it once. They are
 * loops over hr_a_<ident>, which a C compiler turns into vector instructions.
 *
 * Arrays are aligned to 64 bytes; loops run over whole strips of the window.
 * Not here: control (wide_control.c), affine values (wide_affine.c), what is done lane by lane
 * (wide_each.c), memory (wide_load.c, wide_store.c). */
#include <string.h>

#include "wide_math.h"
#include "wide_rows.h"
#include "wide_set.h"
#include "wide_tests.h"

#define OWN_HANDLER(name) static const uint32_t *name(hr_batch *batch, const uint32_t *pc)

/* Elements of an array that may be program memory, at any alignment. */
#define VIEW(T) typedef hr_c_##T view_##T __attribute__((aligned(1), may_alias));
VIEW(I8)
VIEW(I16)
VIEW(I32)
VIEW(I64)
VIEW(I128)
VIEW(F32)
VIEW(F64)

/* A source in form F: A_1 an array found by its slot, A_0 one value. */
#define SOURCE_0(T, k, name) const hr_c_##T name##_ = ONE(T, k)
#define SOURCE_1(T, k, name)                                                                       \
	const view_##T *const name##_ =                                                            \
		*(const view_##T *const *)(const void *)(batch->frame + pc[k]) +                   \
		(size_t)first_lane(batch)
#define VALUE_0(name)        name##_
#define VALUE_1(name)        name##_[i]

/* --- pure shapes ------------------------------------------------------------------------------ */

#define UNIFORM_UN(ident, T1, T2)                                                                  \
	OWN_HANDLER(u_##ident)                                                                         \
	{                                                                                          \
		ONE(T1, 1) = hr_a_##ident(ONE(T2, 2));                                             \
		return pc + 3;                                                                     \
	}
#define UNIFORM_UNI(ident, T1, T2)                                                                 \
	OWN_HANDLER(u_##ident)                                                                         \
	{                                                                                          \
		ONE(T1, 1) = hr_a_##ident(ONE(T2, 2), pc[3]);                                      \
		return pc + 4;                                                                     \
	}
#define UNIFORM_BIN(ident, T1, T2)                                                                 \
	OWN_HANDLER(u_##ident)                                                                         \
	{                                                                                          \
		ONE(T1, 1) = hr_a_##ident(ONE(T2, 2), ONE(T2, 3));                                 \
		return pc + 4;                                                                     \
	}
#define UNIFORM_TER(ident, T1, T2)                                                                 \
	OWN_HANDLER(u_##ident)                                                                         \
	{                                                                                          \
		ONE(T1, 1) = hr_a_##ident(ONE(T2, 2), ONE(T2, 3), ONE(T2, 4));                     \
		return pc + 5;                                                                     \
	}
#define UNIFORM_TRAP(ident, T1, call, words)                                                       \
	OWN_HANDLER(u_##ident)                                                                         \
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
	OWN_HANDLER(u_##ident)                                                                         \
	{                                                                                          \
		return jump(batch, pc + 3, hr_a_##ident(ONE(T2, 1), ONE(T2, 2)));                  \
	}
#define UNIFORM_SELECT(ident, T1, T2)                                                              \
	OWN_HANDLER(u_##ident)                                                                         \
	{                                                                                          \
		ONE(T1, 1) = ONE(I8, 2) ? ONE(T1, 3) : ONE(T1, 4);                                 \
		return pc + 5;                                                                     \
	}

#define EACH_AT_ONCE(i) LANES_AT_ONCE for (unsigned i = 0; i < count; i++)

#define FORM_UN(ident, T1, T2)                                                                     \
	OWN_HANDLER(v1_##ident)                                                                        \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 1);                                                 \
		SOURCE_1(T2, 2, a);                                                                \
		EACH_AT_ONCE(i) d[i] = hr_a_##ident(VALUE_1(a));                                      \
		return pc + 3;                                                                     \
	}
#define FORM_UNI(ident, T1, T2)                                                                    \
	OWN_HANDLER(v1_##ident)                                                                        \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 1);                                                 \
		const uint32_t immediate = pc[3];                                                  \
		SOURCE_1(T2, 2, a);                                                                \
		EACH_AT_ONCE(i) d[i] = hr_a_##ident(VALUE_1(a), immediate);                           \
		return pc + 4;                                                                     \
	}
#define FORM_BIN_0(ident, T1, T2, F, A, B)                                                         \
	OWN_HANDLER(v##F##_##ident)                                                                    \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 1);                                                 \
		SOURCE_##A(T2, 2, a);                                                              \
		SOURCE_##B(T2, 3, b);                                                              \
		EACH_AT_ONCE(i) d[i] = hr_a_##ident(VALUE_##A(a), VALUE_##B(b));                      \
		return pc + 4;                                                                     \
	}
/* Comparisons of words. */
#define FORM_BIN_1(ident, T1, T2, F, A, B)                                                         \
	OWN_HANDLER(v##F##_##ident)                                                                    \
	{                                                                                          \
		WINDOW;                                                                            \
		uint8_t *const d = ARRAY(I8, 1);                                                   \
		SOURCE_##A(T2, 2, a);                                                              \
		SOURCE_##B(T2, 3, b);                                                              \
		for (unsigned i = 0; i < count; i += TESTED)                                       \
			_mm256_store_si256((__m256i *)(void *)(d + i),                             \
					   _mm256_abs_epi8(TEST_LANES(ident, T2, A, B, i)));       \
		return pc + 4;                                                                     \
	}
#define FORM_BIN(ident, T1, T2)                                                                    \
	HR_PASTE(FORM_BIN_, IS_TEST(T1, T2))(ident, T1, T2, 1, 1, 0)                               \
	HR_PASTE(FORM_BIN_, IS_TEST(T1, T2))(ident, T1, T2, 2, 0, 1)                               \
	HR_PASTE(FORM_BIN_, IS_TEST(T1, T2))(ident, T1, T2, 3, 1, 1)
#define FORM_TER_(ident, T1, T2, F, A, B, C)                                                       \
	OWN_HANDLER(v##F##_##ident)                                                                    \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 1);                                                 \
		SOURCE_##A(T2, 2, a);                                                              \
		SOURCE_##B(T2, 3, b);                                                              \
		SOURCE_##C(T2, 4, c);                                                              \
		EACH_AT_ONCE(i) d[i] = hr_a_##ident(VALUE_##A(a), VALUE_##B(b), VALUE_##C(c));        \
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
	OWN_HANDLER(v1_##ident)                                                                        \
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
	OWN_HANDLER(v##F##_##ident)                                                                    \
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
		EACH_AT_ONCE(i) {                                                                     \
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
#define FORM_JUMP_0(ident, T2, F, A, B)                                                            \
	OWN_HANDLER(v##F##_##ident)                                                                    \
	{                                                                                          \
		WINDOW;                                                                            \
		uint8_t yes[HR_WIDE_MAX] __attribute__((aligned(64)));                             \
		SOURCE_##A(T2, 1, a);                                                              \
		SOURCE_##B(T2, 2, b);                                                              \
		EACH_AT_ONCE(i) yes[i] = hr_a_##ident(VALUE_##A(a), VALUE_##B(b));                    \
		pack_condition(batch, yes);                                                        \
		return pc + 3;                                                                     \
	}
#define FORM_JUMP_1(ident, T2, F, A, B)                                                            \
	OWN_HANDLER(v##F##_##ident)                                                                    \
	{                                                                                          \
		WINDOW;                                                                            \
		uint64_t *to = &batch->condition[first_lane(batch) / WIDE_STRIP];                  \
		SOURCE_##A(T2, 1, a);                                                              \
		SOURCE_##B(T2, 2, b);                                                              \
		for (unsigned i = 0; i < count; i += 2 * TESTED) {                                 \
			const __m256i low = TEST_LANES(ident, T2, A, B, i);                        \
			const __m256i high = TEST_LANES(ident, T2, A, B, i + TESTED);              \
			*to++ = (uint32_t)_mm256_movemask_epi8(low) |                              \
				(uint64_t)(uint32_t)_mm256_movemask_epi8(high) << TESTED;          \
		}                                                                                  \
		return pc + 3;                                                                     \
	}
#define FORM_JUMP(ident, T1, T2)                                                                   \
	HR_PASTE(FORM_JUMP_, IS_TEST(I8, T2))(ident, T2, 1, 1, 0)                                  \
	HR_PASTE(FORM_JUMP_, IS_TEST(I8, T2))(ident, T2, 2, 0, 1)                                  \
	HR_PASTE(FORM_JUMP_, IS_TEST(I8, T2))(ident, T2, 3, 1, 1)
#define FORM_SELECT_(ident, T1, F, A, B, C)                                                        \
	OWN_HANDLER(v##F##_##ident)                                                                    \
	{                                                                                          \
		WINDOW;                                                                            \
		hr_c_##T1 *const d = ARRAY(T1, 1);                                                 \
		SOURCE_##A(I8, 2, a);                                                              \
		SOURCE_##B(T1, 3, b);                                                              \
		SOURCE_##C(T1, 4, c);                                                              \
		EACH_AT_ONCE(i) {                                                                     \
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

/* YES: from the window on. */
static inline void pack_condition(hr_batch *batch, const uint8_t *yes)
{
	uint64_t *to = &batch->condition[first_lane(batch) / WIDE_STRIP];
	WINDOW;

	for (unsigned i = 0; i < count; i += WIDE_STRIP)
		*to++ = bits_of(yes + i);
}

/* The end of a block whose lanes all go one way; WORDS: first, second, steps. */
static inline const uint32_t *jump(hr_batch *batch, const uint32_t *words, bool first)
{
	const uint32_t *to = batch->version->words.data + words[first ? 0 : 1];

	batch->left -= (int64_t)words[2] * batch->active;
	return batch->left < 0 ? hr_wide_pause(batch, to) : to;
}

OWN_HANDLER(u_jnz)
{
	return jump(batch, pc + 2, ONE(I8, 1) != 0);
}

OWN_HANDLER(v1_jnz)
{
	uint64_t *to = &batch->condition[first_lane(batch) / WIDE_STRIP];
	const uint8_t *a = ARRAY(I8, 1);
	WINDOW;

	for (unsigned i = 0; i < count; i += WIDE_STRIP)
		*to++ = any_bits_of(a + i);
	return pc + 2;
}

OWN_HANDLER(u_lea)
{
	ONE(I64, 1) = ONE(I64, 2) + (pc[3] | (uint64_t)pc[4] << 32);
	return pc + 5;
}

OWN_HANDLER(u_leax)
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

/* Rows of containers that have no vectors are done lane by lane (wide_each.c). */
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

/* Bytes made of words are results of comparisons (wide_tests.h). */
#ifdef HAS_TESTS
#define NO_BYTE_I8  0
#define NO_BYTE_I16 1
#define NO_BYTE_I32 1
#define NO_BYTE_I64 1
#define NO_BYTE_F32 1
#define NO_BYTE_F64 1
#define NO_WORD_I8  1
#define NO_WORD_I16 1
#define NO_WORD_I32 0
#define NO_WORD_I64 0
#define NO_WORD_F32 0
#define NO_WORD_F64 0
#define NOT_0	    1
#define NOT_1	    0
#define IS_TEST(T1, T2) HR_PASTE(NOT_, HR_EITHER(NO_BYTE_##T1, NO_WORD_##T2))
#else
#define IS_TEST(T1, T2) 0
#endif
#define MAKE_0(ident, shape, T1, T2) UNIFORM_##shape(ident, T1, T2) FORM_##shape(ident, T1, T2)
#define MAKE_1(ident, shape, T1, T2)
#define HR_OP(ident, name, shape, T1, T2, operands, text)                                          \
	HR_PASTE(MAKE_, COLD_OF(T1, T2))(ident, shape, T1, T2)
#include "op.def"

/* --- arrays ----------------------------------------------------------------------------------- */

OWN_HANDLER(x_broadcast)
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

OWN_HANDLER(x_copy)
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

OWN_HANDLER(x_copy_uniform)
{
#define COPY(T) ONE(T, 2) = ONE(T, 3)
	BY_SIZE(pc[1], COPY)
#undef COPY
	return pc + 4;
}

#ifdef __AVX512BW__
/* What runs of a strip: whole vectors are stored, for what part of one is stored is not at hand when
 * it is loaded. */
static inline void blend_strip(uint8_t *d, const uint8_t *a, uint32_t size, uint64_t mask)
{
	for (unsigned i = 0; i < size; i++, d += 64, a += 64) {
		const __m512i old = _mm512_loadu_si512(d);

		if (size == 1)
			_mm512_storeu_si512(d, _mm512_mask_loadu_epi8(old, mask, a));
		else if (size == 2)
			_mm512_storeu_si512(
				d, _mm512_mask_loadu_epi16(old, (__mmask32)(mask >> 32 * i), a));
		else if (size == 4)
			_mm512_storeu_si512(
				d, _mm512_mask_loadu_epi32(old, (__mmask16)(mask >> 16 * i), a));
		else
			_mm512_storeu_si512(
				d, _mm512_mask_loadu_epi64(old, (__mmask8)(mask >> 8 * i), a));
	}
}
#endif

static inline void blend_group(uint8_t *d, const uint8_t *a, unsigned mask)
{
	const bytes16 yes = -bytes_of(mask);
	bytes16 from, to;

	memcpy(&from, a, sizeof(from));
	memcpy(&to, d, sizeof(to));
	to = (from & yes) | (to & ~yes);
	memcpy(d, &to, sizeof(to));
}

#if defined __AVX2__ && !defined __AVX512BW__
enum { FEW_LANES = 4 }; /* are copied one by one: those that leave a loop */

/* Words of 4 or 8 bytes, 32 bytes at once: what all lanes have is copied, and what none has is
 * left. */
static inline void blend_words(uint8_t *d, const uint8_t *a, uint32_t size, uint64_t mask)
{
	const unsigned each = 32 / size, all = (1u << each) - 1;
	const __m256i bits = size == 4 ? _mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1)
				       : _mm256_set_epi64x(8, 4, 2, 1);

	if (__builtin_popcountll(mask) <= FEW_LANES) {
		for (; mask; mask &= mask - 1) {
			const unsigned i = (unsigned)__builtin_ctzll(mask) * size;

			memcpy(d + i, a + i, size);
		}
		return;
	}
	for (unsigned i = 0; i < WIDE_STRIP; i += each, mask >>= each) {
		__m256i *const to = (__m256i *)(void *)(d + i * size);
		const __m256i from = _mm256_loadu_si256((const __m256i *)(const void *)(a + i * size));
		const unsigned some = (unsigned)mask & all;
		__m256i same, yes;

		if (some == all) {
			_mm256_store_si256(to, from);
		} else if (some) {
			same = size == 4 ? _mm256_set1_epi32((int)some) : _mm256_set1_epi64x(some);
			same = _mm256_and_si256(same, bits);
			yes = size == 4 ? _mm256_cmpeq_epi32(same, bits)
					: _mm256_cmpeq_epi64(same, bits);
			_mm256_store_si256(to, _mm256_blendv_epi8(_mm256_load_si256(to), from, yes));
		}
	}
}
#endif

OWN_HANDLER(x_blend)
{
	uint8_t *const to = batch->frame + pc[2];
	const uint8_t *const from = batch->frame + pc[3];
	const uint32_t size = pc[1];

#ifdef __AVX512BW__
	const unsigned first = first_lane(batch);
	WINDOW;
#define STRIPS(size)                                                                               \
	for (unsigned i = first; i < first + count; i += WIDE_STRIP)                               \
		blend_strip(to + (size_t)i * (size), from + (size_t)i * (size), size,              \
			    batch->mask[i / WIDE_STRIP]);                                          \
	return pc + 4
	switch (size) {
	case 1:
		STRIPS(1);
	case 2:
		STRIPS(2);
	case 4:
		STRIPS(4);
	case 8:
		STRIPS(8);
	}
#undef STRIPS
#elif defined __AVX2__
	if (size == 4 || size == 8) {
		const unsigned first = first_lane(batch);
		WINDOW;

		for (unsigned i = first; i < first + count; i += WIDE_STRIP)
			if (size == 4)
				blend_words(to + i * 4, from + i * 4, 4, batch->mask[i / WIDE_STRIP]);
			else
				blend_words(to + i * 8, from + i * 8, 8, batch->mask[i / WIDE_STRIP]);
		return pc + 4;
	}
#endif
	for (unsigned g = batch->first_group; g < batch->end_group; g++) {
		const unsigned mask = wide_group_mask(batch, g);

		if (size == 1) {
			blend_group(to + (size_t)g * WIDE_GROUP, from + (size_t)g * WIDE_GROUP, mask);
			continue;
		}
#define BLEND(T)                                                                                   \
	hr_c_##T *const d = (hr_c_##T *)(void *)to + (size_t)g * WIDE_GROUP;                       \
	const hr_c_##T *const a = (const hr_c_##T *)(const void *)from + (size_t)g * WIDE_GROUP;   \
	LANES_LOOP for (unsigned i = 0; i < WIDE_GROUP; i++) d[i] = mask >> i & 1 ? a[i] : d[i]
		BY_SIZE(size, BLEND)
#undef BLEND
	}
	return pc + 4;
}

/* FIRST, FIRST + STEP and so on. Vectors of the processor's own size: compilers go through memory for longer ones. */
static inline void count_up(uint64_t *d, uint64_t first, uint64_t step, unsigned count)
{
#ifdef __AVX512F__
	enum { EACH = 8 };
#elif defined __AVX2__
	enum { EACH = 4 };
#else
	enum { EACH = 2 };
#endif
	typedef uint64_t some __attribute__((vector_size(8 * EACH), aligned(8), may_alias));
	some value = {0};
	unsigned i = 0;

	for (unsigned k = 0; k < EACH; k++)
		value[k] = first + k * step;
	for (; i + EACH <= count; i += EACH, value += EACH * step)
		*(some *)(void *)(d + i) = value;
	for (; i < count; i++)
		d[i] = first + i * step;
}

/* In runs of lanes of one row. */
OWN_HANDLER(x_spread)
{
	const wide_affine a = affine_at(batch, pc[3]);
	const unsigned end = batch->end_group * WIDE_GROUP;
	unsigned lane = batch->first_group * WIDE_GROUP, count;

	for (; lane < end; lane += count) {
		const uint64_t column = batch->column_of[lane];
		const uint64_t from = a.base + column * a.stride[0] +
				      batch->row_of[lane] * a.stride[1];

		count = batch->columns - batch->column_of[lane];
		if (count > end - lane)
			count = end - lane;
		if (pc[1] == sizeof(uint64_t)) {
			count_up((uint64_t *)(void *)(batch->frame + pc[2]) + lane, from,
				 a.stride[0], count);
			continue;
		}
#define SPREAD(T)                                                                                  \
	hr_c_##T *const d = (hr_c_##T *)(void *)(batch->frame + pc[2]) + lane;                     \
	const hr_c_##T first = (hr_c_##T)from, step = (hr_c_##T)a.stride[0];                       \
	EACH_LANE(i) d[i] = (hr_c_##T)(first + (hr_c_##T)i * step)
		BY_SIZE(pc[1], SPREAD)
#undef SPREAD
	}
	return pc + 4;
}

/* --- comparisons of affine values ------------------------------------------------------------- */

/* FIRST + column * RIGHT + row * DOWN, which does not leave the type that the test is made in. */
typedef struct plane {
	int64_t first, right, down;
} plane;

enum { FARTHEST = 61, FAR_STEP = 40 }; /* bits of values and strides that are looked at as planes */

static inline bool is_step(int64_t step)
{
	return step <= INT64_C(1) << FAR_STEP && step >= -(INT64_C(1) << FAR_STEP);
}

static bool plane_of(const hr_batch *batch, const wide_affine *a, uint32_t size, bool is_signed,
		     plane *found)
{
	const int64_t most = size == 8 ? INT64_C(1) << FARTHEST : is_signed ? INT32_MAX : UINT32_MAX;
	const int64_t least = !is_signed ? 0 : size == 8 ? -most : INT32_MIN;
	int64_t right, down, low, high;

	found->first = size == 8   ? (int64_t)a->base
		       : is_signed ? (int32_t)a->base
				   : (int64_t)(uint32_t)a->base;
	found->right = size == 8 ? (int64_t)a->stride[0] : (int32_t)a->stride[0];
	found->down = size == 8 ? (int64_t)a->stride[1] : (int32_t)a->stride[1];
	if (found->first < least || found->first > most || !is_step(found->right) ||
	    !is_step(found->down))
		return false;
	right = found->right * (int64_t)(batch->columns - 1);
	down = found->down * (int64_t)(batch->rows - 1);
	low = found->first + (right < 0 ? right : 0) + (down < 0 ? down : 0);
	high = found->first + (right > 0 ? right : 0) + (down > 0 ? down : 0);
	return low >= least && high <= most;
}

/* Where FIRST + i * STEP is below 0, for i below COUNT: from *LOW to *HIGH. */
static inline void negative_part(int64_t first, int64_t step, int64_t count, int64_t *low, int64_t *high)
{
	*low = 0;
	*high = first < 0 ? count : 0;
	if (step > 0 && first < 0) {
		*high = step == 1 ? -first : (-first + step - 1) / step;
	} else if (step < 0 && first >= 0) {
		*low = (step == -1 ? first : first / -step) + 1;
		*high = count;
	}
	*high = *high < count ? *high : count;
	*low = *low < *high ? *low : *high;
}

/* Where it is 0. */
static inline void zero_part(int64_t first, int64_t step, int64_t count, int64_t *low, int64_t *high)
{
	bool single = step == 1 || step == -1;
	bool meets = single || (step ? -first % step == 0 : first == 0);
	int64_t where = step == 1 ? -first : step == -1 ? first : meets && step ? -first / step : 0;

	*low = *high = 0;
	if (!meets || where < 0 || where >= count)
		return;
	*low = where;
	*high = step ? where + 1 : count;
}

/* Sets the bits from LOW to HIGH. */
static inline void set_bits(uint64_t bits[HR_WIDE_WORDS], unsigned low, unsigned high)
{
	const uint64_t from = ~UINT64_C(0) << low % 64, to = ~UINT64_C(0) >> (63 - (high - 1) % 64);
	const unsigned first = low / 64, last = (high - 1) / 64;

	if (low >= high)
		return;
	if (first == last) {
		bits[first] |= from & to;
		return;
	}
	bits[first] |= from;
	for (unsigned i = first + 1; i < last; i++)
		bits[i] = ~UINT64_C(0);
	bits[last] |= to;
}

/* BITS: the lanes of the row that begins at lane FIRST where VALUE + i * STEP is below 0, or is 0. */
static inline void compare_row(uint64_t bits[HR_WIDE_WORDS], unsigned first, uint32_t test,
			       int64_t value, int64_t step, unsigned count)
{
	int64_t low, high;

	if (test == WIDE_EQ || test == WIDE_NE)
		zero_part(value, step, count, &low, &high);
	else
		negative_part(value, step, count, &low, &high);
	set_bits(bits, first + (unsigned)low, first + (unsigned)high);
}

/* What all lanes of the tile say; WIDE_SOME: they do not agree. */
static inline uint32_t common_result(const hr_batch *batch, uint32_t test, const plane *p)
{
	const int64_t right = p->right * (int64_t)(batch->columns - 1);
	const int64_t down = p->down * (int64_t)(batch->rows - 1);
	const int64_t low = p->first + (right < 0 ? right : 0) + (down < 0 ? down : 0);
	const int64_t high = p->first + (right > 0 ? right : 0) + (down > 0 ? down : 0);
	const bool below = high < 0, above = low > 0, zero = low == 0 && high == 0;

	switch (test) {
	case WIDE_EQ:
		return below || above ? WIDE_NONE_OF_THEM : zero ? WIDE_ALL_OF_THEM : WIDE_SOME;
	case WIDE_NE:
		return below || above ? WIDE_ALL_OF_THEM : zero ? WIDE_NONE_OF_THEM : WIDE_SOME;
	default:
		return below ? WIDE_ALL_OF_THEM : low >= 0 ? WIDE_NONE_OF_THEM : WIDE_SOME;
	}
}

static inline bool is_same(const wide_affine *a, const wide_affine *b)
{
	return a->base == b->base && a->stride[0] == b->stride[0] && a->stride[1] == b->stride[1];
}

static inline bool has_window(const hr_batch *batch, const wide_compared *last)
{
	return last->begin <= batch->first_group && last->end >= batch->end_group;
}

/* Whether the array has what A compared with B will give. */
static inline bool is_remembered(const hr_batch *batch, const wide_compared *last,
				 const wide_affine *a, const wide_affine *b)
{
	return last->result != WIDE_NOTHING && is_same(&last->a, a) && is_same(&last->b, b) &&
	       last->rows == batch->rows && last->columns == batch->columns &&
	       has_window(batch, last);
}

/* The rows of the window. */
static void compare_rows(const hr_batch *batch, uint8_t *d, uint32_t test, const plane *p)
{
	const unsigned columns = batch->columns, first = first_lane(batch);
	const unsigned from = batch->row_of[batch->first_group * WIDE_GROUP];
	const unsigned last = batch->row_of[batch->end_group * WIDE_GROUP - 1];
	const unsigned end = last < batch->rows ? last + 1 : batch->rows;
	const uint64_t flip = test == WIDE_NE ? ~UINT64_C(0) : 0;
	uint64_t bits[HR_WIDE_WORDS] = {0};
	WINDOW;

	for (unsigned row = from; row < end; row++)
		compare_row(bits, row * columns, test, p->first + row * p->down, p->right, columns);
	for (unsigned i = first; i < first + count; i += WIDE_STRIP)
		put_bits(d + i, bits[i / WIDE_STRIP] ^ flip);
}

/* The values of A less those of B, and 1 less where equal ones count. False: they wrap. */
static bool difference_of(const hr_batch *batch, uint32_t test, uint32_t size, const wide_affine *a,
			  const wide_affine *b, plane *found)
{
	const bool is_signed = test != WIDE_ULT && test != WIDE_ULE;
	plane right;

	if (size == sizeof(uint64_t) && (test == WIDE_EQ || test == WIDE_NE)) {
		/* what is equal, is so modulo 2^64 */
		const int64_t far = INT64_C(1) << FARTHEST;

		found->first = (int64_t)(a->base - b->base);
		found->right = (int64_t)(a->stride[0] - b->stride[0]);
		found->down = (int64_t)(a->stride[1] - b->stride[1]);
		return found->first < far && found->first > -far && is_step(found->right) &&
		       is_step(found->down);
	}
	if (!plane_of(batch, a, size, is_signed, found) ||
	    !plane_of(batch, b, size, is_signed, &right))
		return false;
	found->first -= right.first + (test == WIDE_ULE || test == WIDE_SLE);
	found->right -= right.right;
	found->down -= right.down;
	return true;
}

/* Values that wrap, and rows too short to be worth looking at. */
static void compare_each(const hr_batch *batch, uint8_t *to, uint32_t test, uint32_t size,
			 const wide_affine *a, const wide_affine *b)
{
	const unsigned first = first_lane(batch);
	uint8_t *const d = to + first;
	WINDOW;

#define OF(T, value)                                                                               \
	(hr_c_##T)((value).base + batch->column_of[first + i] * (value).stride[0] +                \
		   batch->row_of[first + i] * (value).stride[1])
#define TESTS(T, t)                                                                                \
	switch (test) {                                                                            \
		TEST(WIDE_EQ, eq, T, t)                                                            \
		TEST(WIDE_NE, ne, T, t)                                                            \
		TEST(WIDE_ULT, ult, T, t)                                                          \
		TEST(WIDE_ULE, ule, T, t)                                                          \
		TEST(WIDE_SLT, slt, T, t)                                                          \
		TEST(WIDE_SLE, sle, T, t)                                                          \
	}
#define TEST(number, pred, T, t)                                                                   \
	case number:                                                                               \
		EACH_LANE(i) d[i] = hr_a_##pred##_##t(OF(T, *a), OF(T, *b));                       \
		break;
	if (size == 4)
		TESTS(I32, i32)
	else
		TESTS(I64, i64)
#undef TEST
#undef TESTS
#undef OF
}

enum { SHORT_ROW = 16 };

/* Not of the last time, and not without memory. */
static inline void remember(const hr_batch *batch, wide_compared *last, const wide_affine *a,
			    const wide_affine *b, uint32_t result)
{
	last->a = *a;
	last->b = *b;
	last->rows = (uint16_t)batch->rows;
	last->columns = (uint16_t)batch->columns;
	last->begin = (uint16_t)batch->first_group;
	last->end = (uint16_t)batch->end_group;
	last->result = result;
}

OWN_HANDLER(x_affine_compare)
{
	const wide_affine a = affine_at(batch, pc[4]), b = affine_at(batch, pc[5]);
	wide_compared *const last = (wide_compared *)(void *)(batch->frame + pc[6]);
	const uint32_t test = pc[2], size = pc[3];
	uint8_t *const d = batch->frame + pc[1];
	uint32_t result;
	plane p;

	if (pc[6] && is_remembered(batch, last, &a, &b))
		return pc + 7;
	if (batch->columns < SHORT_ROW || !difference_of(batch, test, size, &a, &b, &p)) {
		if (pc[6])
			last->result = WIDE_NOTHING;
		compare_each(batch, d, test, size, &a, &b);
		return pc + 7;
	}
	result = common_result(batch, test, &p);
	if (pc[6] && result != WIDE_SOME && last->result == result && has_window(batch, last))
		return pc + 7;
	if (pc[6])
		remember(batch, last, &a, &b, result);
	if (result == WIDE_SOME) {
		compare_rows(batch, d, test, &p);
	} else {
		WINDOW;

		for (unsigned i = 0; i < count; i += WIDE_STRIP)
			put_bits(d + first_lane(batch) + i, result == WIDE_ALL_OF_THEM ? ~UINT64_C(0) : 0);
	}
	return pc + 7;
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
#define X_SET(name) [WIDE_X_##name] = HR_WIDE_OF_SET(name),
#define X_THERE(name) [WIDE_X_##name] = hr_wide_##name,

#define X_ROWS(ident, T) X_SET(rows_##ident)
#ifdef __FMA__
#define X_MATH(name) X_SET(math_##name)
#else
#define X_MATH(name) [WIDE_X_math_##name] = v1_##name##_f32,
#endif

static wide_handler *const handlers[WIDE_X_END] = {
#define HR_OP(ident, name, shape, T1, T2, operands, text)                                          \
	HR_PASTE(TABLE_, COLD_OF(T1, T2))(ident, shape)
#include "op.def"
	[HR_OP_jnz * WIDE_FORMS] = u_jnz,
	[HR_OP_jnz * WIDE_FORMS + 1] = v1_jnz,
	[HR_OP_lea * WIDE_FORMS] = u_lea,
	[HR_OP_leax * WIDE_FORMS] = u_leax,
	X_SET(entry) X_SET(entry_uniform) X_SET(stop) X_THERE(rare) X_THERE(lanes) X_THERE(call) X_THERE(block) X_SET(affine)
	X_SET(affine_guarded) X_SET(affine_add) X_SET(affine_sub) X_SET(affine_step)
	X_SET(affine_offset) X_SET(affine_muladd) X_SET(id) X_SET(id_of) X_SET(address) X_HERE(affine_compare) X_HERE(spread)
	WIDE_MATH(X_MATH) WIDE_ROWS(X_ROWS, X_ROWS)
	X_HERE(broadcast) X_HERE(blend) X_HERE(copy) X_HERE(copy_uniform) X_SET(goto_) X_SET(go) X_SET(go_packing)
	X_SET(split) X_SET(switch_uniform) X_SET(switch_varying) X_SET(return_)
	X_SET(barrier) X_SET(trapped) X_SET(trap_if_uniform) X_SET(trap_if_varying)
	X_THERE(slot_load) X_THERE(slot_store) X_THERE(frame) X_SET(load_uniform) X_SET(load_affine)
	X_SET(load_indexed) X_SET(load_gather) X_SET(store_affine) X_SET(store_indexed)
	X_SET(store_scatter) X_SET(atomic)
};

#define NAME_OF(x)  NAME_OF_(x)
#define NAME_OF_(x) #x
const struct wide_ops HR_WIDE_OF_SET(ops) = {NAME_OF(HR_WIDE_SET), handlers,
					       HR_WIDE_OF_SET(watch),
					       HR_WIDE_OF_SET(watch_groups),
					       HR_WIDE_OF_SET(pack), HR_WIDE_OF_SET(unpack)};
