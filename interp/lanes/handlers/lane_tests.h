/* interp/lanes/handlers/lane_tests.h -- comparisons of 64 lanes at once. A loop that converts words
 * to bytes or bits costs several times as much as compilers vectorise it.
 *
 * The meaning of each is that of src/arith: with AVX2, HR_TEST_<name> on vectors; with AVX-512,
 * where a comparison returns bits, the predicate of the processor's instruction. HAS_TESTS is
 * defined if one of them is available.
 *
 * Private to lane_shapes.h. */
#ifndef HR_LANE_TESTS_H
#define HR_LANE_TESTS_H

#include "interp/lanes/handlers/lane_set.h"

#ifdef __AVX2__
#define HAS_TESTS 1
#ifdef __AVX512BW__
enum { TESTED_BYTES = 64 };
#else
enum { TESTED_BYTES = 32 };
#endif

/* Elements may be in program memory, at any alignment. */
#define TESTED_VECTOR(T)                                                                           \
	typedef hr_c_##T tested_##T                                                                \
		__attribute__((vector_size(TESTED_BYTES), aligned(1), may_alias));
TESTED_VECTOR(I32)
TESTED_VECTOR(I64)
TESTED_VECTOR(F32)
TESTED_VECTOR(F64)
#undef TESTED_VECTOR

/* A source of a comparison: an array of lanes, or one value for all. */
#define TESTED_0(T, name, i) ((tested_##T){0} + name##_)
#define TESTED_1(T, name, i) (*(const tested_##T *)(const void *)(name##_ + (i)))
#endif

#ifdef __AVX512BW__
#define TEST(name, t, T, predicate)                                                                \
	static inline uint64_t test_##name##_##t(tested_##T a, tested_##T b)                       \
	{                                                                                          \
		return predicate;                                                                  \
	}                                                                                          \
	static inline uint64_t test_j##name##_##t(tested_##T a, tested_##T b)                      \
	{                                                                                          \
		return predicate;                                                                  \
	}
#define INT_TEST(name, t, T, sign, bits, relation)                                                 \
	TEST(name, t, T,                                                                           \
	     _mm512_cmp_ep##sign##bits##_mask((__m512i)a, (__m512i)b, _MM_CMPINT_##relation))
/* clang-format off */
#define INT_TESTS(t, T, bits)                                                                      \
	INT_TEST(eq, t, T, i, bits, EQ) INT_TEST(ne, t, T, i, bits, NE)                            \
	INT_TEST(ugt, t, T, u, bits, NLE) INT_TEST(uge, t, T, u, bits, NLT)                        \
	INT_TEST(ult, t, T, u, bits, LT) INT_TEST(ule, t, T, u, bits, LE)                          \
	INT_TEST(sgt, t, T, i, bits, NLE) INT_TEST(sge, t, T, i, bits, NLT)                        \
	INT_TEST(slt, t, T, i, bits, LT) INT_TEST(sle, t, T, i, bits, LE)
/* clang-format on */
#define FLOAT_TEST(name, t, T, V, s, relation)                                                     \
	TEST(name, t, T, _mm512_cmp_p##s##_mask((V)a, (V)b, _CMP_##relation))
/* clang-format off */
#define FLOAT_TESTS(t, T, V, s)                                                                    \
	FLOAT_TEST(foeq, t, T, V, s, EQ_OQ) FLOAT_TEST(fogt, t, T, V, s, GT_OQ)                    \
	FLOAT_TEST(foge, t, T, V, s, GE_OQ) FLOAT_TEST(folt, t, T, V, s, LT_OQ)                    \
	FLOAT_TEST(fole, t, T, V, s, LE_OQ) FLOAT_TEST(fone, t, T, V, s, NEQ_OQ)                   \
	FLOAT_TEST(ford, t, T, V, s, ORD_Q) FLOAT_TEST(funo, t, T, V, s, UNORD_Q)                  \
	FLOAT_TEST(fueq, t, T, V, s, EQ_UQ) FLOAT_TEST(fugt, t, T, V, s, NLE_UQ)                   \
	FLOAT_TEST(fuge, t, T, V, s, NLT_UQ) FLOAT_TEST(fult, t, T, V, s, NGE_UQ)                  \
	FLOAT_TEST(fule, t, T, V, s, NGT_UQ) FLOAT_TEST(fune, t, T, V, s, NEQ_UQ)
/* clang-format on */
INT_TESTS(i32, I32, 32)
INT_TESTS(i64, I64, 64)
FLOAT_TESTS(f32, F32, __m512, s)
FLOAT_TESTS(f64, F64, __m512d, d)
#undef FLOAT_TESTS
#undef FLOAT_TEST
#undef INT_TESTS
#undef INT_TEST
#undef TEST

/* A bit for each of 64 lanes from I on; A and B are forms of sources (0 or 1). */
#define TEST_LANES(ident, T, A, B, i)                                                              \
	({                                                                                         \
		enum { EACH = TESTED_BYTES / sizeof(hr_c_##T) };                                   \
		uint64_t bits = 0;                                                                 \
		_Pragma("GCC unroll 8") for (unsigned p = 0; p < LANE_STRIP; p += EACH) bits |=    \
			test_##ident(TESTED_##A(T, a, (i) + p), TESTED_##B(T, b, (i) + p)) << p;   \
		bits;                                                                              \
	})
/* A byte for each, 0 or 1. */
#define PUT_TEST(to, ident, T, A, B, i) put_bits(to, TEST_LANES(ident, T, A, B, i))
#elif defined __AVX2__
enum { TESTED = 32 };
typedef int32_t signed_I32 __attribute__((vector_size(32)));
typedef int64_t signed_I64 __attribute__((vector_size(32)));

#define TEST(name, t, T, S)                                                                        \
	static inline __m256i test_##name##_##t(tested_##T a, tested_##T b)                        \
	{                                                                                          \
		return (__m256i)HR_TEST_##name(a, b, S);                                           \
	}                                                                                          \
	static inline __m256i test_j##name##_##t(tested_##T a, tested_##T b)                       \
	{                                                                                          \
		return (__m256i)HR_TEST_##name(a, b, S);                                           \
	}
/* clang-format off */
#define INT_TESTS(t, T, S)                                                                         \
	TEST(eq, t, T, S) TEST(ne, t, T, S)                                                        \
	TEST(ugt, t, T, S) TEST(uge, t, T, S) TEST(ult, t, T, S) TEST(ule, t, T, S)                \
	TEST(sgt, t, T, S) TEST(sge, t, T, S) TEST(slt, t, T, S) TEST(sle, t, T, S)
/* clang-format on */
/* clang-format off */
#define FLOAT_TESTS(t, T)                                                                          \
	TEST(foeq, t, T, ) TEST(fogt, t, T, ) TEST(foge, t, T, ) TEST(folt, t, T, )                \
	TEST(fole, t, T, ) TEST(fone, t, T, ) TEST(ford, t, T, ) TEST(funo, t, T, )                \
	TEST(fueq, t, T, ) TEST(fugt, t, T, ) TEST(fuge, t, T, ) TEST(fult, t, T, )                \
	TEST(fule, t, T, ) TEST(fune, t, T, )
/* clang-format on */
INT_TESTS(i32, I32, signed_I32)
INT_TESTS(i64, I64, signed_I64)
FLOAT_TESTS(f32, F32)
FLOAT_TESTS(f64, F64)
#undef FLOAT_TESTS
#undef INT_TESTS
#undef TEST

/* Pack words that are 0 or -1 into 32 bytes that are 0 or -1: four vectors of 8 words of 4
 * bytes. */
static inline __m256i bytes_of_words(const __m256i m[4])
{
	const __m256i mixed =
		_mm256_packs_epi16(_mm256_packs_epi32(m[0], m[1]), _mm256_packs_epi32(m[2], m[3]));

	return _mm256_permutevar8x32_epi32(mixed, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

/* The same for eight vectors of 4 words of 8 bytes. */
static inline __m256i bytes_of_longs(const __m256i m[8])
{
	const __m256i pairs =
		_mm256_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15, 0, 1, 8, 9,
				 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
	__m256i half[4];

	for (unsigned i = 0; i < 4; i++)
		half[i] = _mm256_castps_si256(_mm256_shuffle_ps(
			_mm256_castsi256_ps(m[2 * i]), _mm256_castsi256_ps(m[2 * i + 1]), 0x88));
	half[0] = _mm256_packs_epi16(_mm256_packs_epi32(half[0], half[1]),
				     _mm256_packs_epi32(half[2], half[3]));
	return _mm256_shuffle_epi8(_mm256_permute4x64_epi64(half[0], 0xD8), pairs);
}

#define BYTES_OF_I32 bytes_of_words
#define BYTES_OF_F32 bytes_of_words
#define BYTES_OF_I64 bytes_of_longs
#define BYTES_OF_F64 bytes_of_longs

/* Bytes for 32 lanes from I on, 0 or -1; A and B are forms of sources (0 or 1). */
#define TEST_HALF(ident, T, A, B, i)                                                               \
	({                                                                                         \
		enum { EACH = 32 / sizeof(hr_c_##T) };                                             \
		__m256i yes[TESTED / EACH];                                                        \
		_Pragma("GCC unroll 8") for (unsigned p = 0; p < TESTED / EACH; p++) yes[p] =      \
			test_##ident(TESTED_##A(T, a, (i) + p * EACH),                             \
				     TESTED_##B(T, b, (i) + p * EACH));                            \
		BYTES_OF_##T(yes);                                                                 \
	})
/* A bit for each of 64 lanes. */
#define TEST_LANES(ident, T, A, B, i)                                                              \
	({                                                                                         \
		const __m256i low = TEST_HALF(ident, T, A, B, i);                                  \
		const __m256i high = TEST_HALF(ident, T, A, B, (i) + TESTED);                      \
		(uint32_t)_mm256_movemask_epi8(low) |                                              \
			(uint64_t)(uint32_t)_mm256_movemask_epi8(high) << TESTED;                  \
	})
/* A byte for each, 0 or 1. */
#define PUT_TEST(to, ident, T, A, B, i)                                                            \
	_Pragma("GCC unroll 2") for (unsigned h = 0; h < LANE_STRIP; h += TESTED)                  \
		_mm256_store_si256((__m256i *)(void *)((to) + h),                                  \
				   _mm256_abs_epi8(TEST_HALF(ident, T, A, B, (i) + h)))
#endif

#endif
