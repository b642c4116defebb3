/* interp/lanes/run/ops.c -- handlers of the wide engine that work on arrays; compiled once for each
 * instruction set (HR_WIDE_OPS names the table).
 *
 * The handlers of pure operations are made from src/arith/op.def, one for each form: bit k of the form says
 * that source k is an array, otherwise it is one value for all lanes. Form 0 does it once. They are
 * loops over hr_a_<ident>, which a C compiler turns into vector instructions.
 *
 * Arrays are aligned to 64 bytes; loops run over whole strips of the window.
 * Not here: control (control.c), affine values (affine.c, compare.c), what is done lane by lane
 * (each.c), memory (load.c, store.c). */
#include <string.h>

#include "interp/lanes/run/wide_math.h"
#include "interp/lanes/run/wide_rows.h"
#include "interp/lanes/run/wide_set.h"
#include "interp/lanes/run/wide_tests.h"

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
		for (unsigned i = 0; i < count; i += WIDE_STRIP)                                   \
			PUT_TEST(d + i, ident, T2, A, B, i);                                       \
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
		for (unsigned i = 0; i < count; i += WIDE_STRIP)                                   \
			*to++ = TEST_LANES(ident, T2, A, B, i);                                    \
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

/* Rows of containers that have no vectors are done lane by lane (each.c). */
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
#include "src/arith/op.def"

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
	for (unsigned i = 0; mask && i < size; i++, d += 64, a += 64) {
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

/* Lanes of MASK among those of 32 bytes: what all have is copied, and what none has is left. */
static inline __attribute__((always_inline)) void blend_vector(uint8_t *d, const uint8_t *a, uint32_t size, unsigned mask)
{
	const __m256i bits = size == 4 ? _mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1)
				       : _mm256_set_epi64x(8, 4, 2, 1);
	const __m256i from = _mm256_loadu_si256((const __m256i *)(const void *)a);
	__m256i *const to = (__m256i *)(void *)d;
	__m256i same, yes;

	if (mask == (1u << 32 / size) - 1) {
		_mm256_store_si256(to, from);
	} else if (mask) {
		same = size == 4 ? _mm256_set1_epi32((int)mask) : _mm256_set1_epi64x(mask);
		same = _mm256_and_si256(same, bits);
		yes = size == 4 ? _mm256_cmpeq_epi32(same, bits) : _mm256_cmpeq_epi64(same, bits);
		_mm256_store_si256(to, _mm256_blendv_epi8(_mm256_load_si256(to), from, yes));
	}
}

/* All lanes of a strip but a few: these are put back. */
static inline __attribute__((always_inline)) void blend_most(uint8_t *d, const uint8_t *a,
							     uint32_t size, uint64_t others)
{
	uint64_t old[FEW_LANES];
	unsigned count = 0;

	for (uint64_t left = others; left; left &= left - 1)
		memcpy(&old[count++], d + (unsigned)__builtin_ctzll(left) * size, size);
#pragma GCC unroll 8
	for (unsigned i = 0; i < WIDE_STRIP * size; i += 32)
		_mm256_store_si256((__m256i *)(void *)(d + i),
				   _mm256_loadu_si256((const __m256i *)(const void *)(a + i)));
	for (count = 0; others; others &= others - 1)
		memcpy(d + (unsigned)__builtin_ctzll(others) * size, &old[count++], size);
}

/* Words of 4 or 8 bytes. */
static inline __attribute__((always_inline)) void blend_words(uint8_t *d, const uint8_t *a,
							      uint32_t size, uint64_t mask)
{
	const unsigned each = 32 / size;

	if (__builtin_popcountll(mask) <= FEW_LANES) {
		for (; mask; mask &= mask - 1) {
			const unsigned i = (unsigned)__builtin_ctzll(mask) * size;

			memcpy(d + i, a + i, size);
		}
	} else if (__builtin_popcountll(~mask) <= FEW_LANES) {
		blend_most(d, a, size, ~mask);
	} else {
		for (unsigned i = 0; i < WIDE_STRIP; i += each)
			blend_vector(d + i * size, a + i * size, size,
				     (unsigned)(mask >> i) & ((1u << each) - 1));
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
#include "src/arith/op.def"
	[HR_OP_jnz * WIDE_FORMS] = u_jnz,
	[HR_OP_jnz * WIDE_FORMS + 1] = v1_jnz,
	[HR_OP_lea * WIDE_FORMS] = u_lea,
	[HR_OP_leax * WIDE_FORMS] = u_leax,
	X_SET(entry) X_SET(entry_uniform) X_SET(stop) X_THERE(rare) X_THERE(lanes) X_THERE(call) X_THERE(block) X_SET(affine)
	X_SET(affine_guarded) X_SET(affine_add) X_SET(affine_sub) X_SET(affine_step)
	X_SET(affine_offset) X_SET(affine_muladd) X_SET(id) X_SET(id_of) X_SET(address) X_SET(affine_compare) X_SET(affine_bits) X_HERE(spread)
	WIDE_MATH(X_MATH) WIDE_ROWS(X_ROWS, X_ROWS)
	X_HERE(broadcast) X_HERE(blend) X_HERE(copy) X_HERE(copy_uniform) X_SET(goto_) X_SET(go) X_SET(go_packing)
	X_SET(split) X_SET(split_bits) X_SET(switch_uniform) X_SET(switch_varying) X_SET(return_)
	X_SET(bits_and) X_SET(bits_or) X_SET(bits_xor) X_SET(bits_and_one) X_SET(bits_or_one) X_SET(bits_xor_one) X_SET(bits_keep) X_SET(barrier) X_SET(trapped) X_SET(trap_if_uniform) X_SET(trap_if_varying)
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
