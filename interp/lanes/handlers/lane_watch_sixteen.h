/* interp/lanes/handlers/lane_watch_sixteen.h -- words and addresses of 16 lanes, in as few vectors
 * as the processor allows, for the race checker's fast path by groups: with AVX-512 or AVX2.
 * HAS_WATCH_SIXTEEN is defined if one of them is available.
 *
 * `words` are 16 numbers of 32 bits, `some` is a set of lanes, `limit` a number that others are
 * compared with.
 *
 * Private to watch_groups.c. */
#ifndef HR_LANE_WATCH_SIXTEEN_H
#define HR_LANE_WATCH_SIXTEEN_H

#include "interp/lanes/handlers/lane_sixteen.h"

#ifdef HAS_SIXTEEN
#define HAS_WATCH_SIXTEEN 1

enum { WORD = 4, ALL_OF_SIXTEEN = (1 << LANE_GROUP) - 1 };

/* How the words of a group are placed: contiguous, every other word, or arbitrary. */
typedef enum lie { BESIDE, ALTERNATE, GATHERED } lie;
#endif

#ifdef __AVX512F__
typedef __m512i words;
typedef __m512i limit;
typedef __mmask16 some;

static ALWAYS_INLINE words same(uint32_t value)
{
	return _mm512_set1_epi32((int)value);
}

static ALWAYS_INLINE limit limit_of(uint32_t value)
{
	return same(value);
}

/* VALUE, VALUE + STEP, ... */
static ALWAYS_INLINE words counting(uint32_t value, uint32_t step)
{
	const words lanes = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);

	return _mm512_add_epi32(_mm512_mullo_epi32(lanes, same(step)), same(value));
}

static ALWAYS_INLINE words add(words a, words b)
{
	return _mm512_add_epi32(a, b);
}

static ALWAYS_INLINE words sub(words a, words b)
{
	return _mm512_sub_epi32(a, b);
}

static ALWAYS_INLINE words with_bits(words a, words bits)
{
	return _mm512_or_si512(a, bits);
}

static ALWAYS_INLINE words without_bits(words a, words bits)
{
	return _mm512_andnot_si512(bits, a);
}

static ALWAYS_INLINE words shifted_right(words a, __m128i by)
{
	return _mm512_srl_epi32(a, by);
}

static ALWAYS_INLINE words shifted_left(words a, __m128i by)
{
	return _mm512_sll_epi32(a, by);
}

static ALWAYS_INLINE words choose(some first, words a, words b)
{
	return _mm512_mask_mov_epi32(b, first, a);
}

static ALWAYS_INLINE some below(words a, limit most)
{
	return _mm512_cmplt_epu32_mask(a, most);
}

static ALWAYS_INLINE some differ(words a, words b)
{
	return _mm512_cmpneq_epu32_mask(a, b);
}

static ALWAYS_INLINE some both(some a, some b)
{
	return a & b;
}

static ALWAYS_INLINE some either(some a, some b)
{
	return a | b;
}

static ALWAYS_INLINE some but_not(some a, some b)
{
	return a & (some)~b;
}

static ALWAYS_INLINE some some_of(unsigned bits)
{
	return (some)bits;
}

static ALWAYS_INLINE unsigned bits_of_some(some a)
{
	return a;
}

static ALWAYS_INLINE bool is_any(some a)
{
	return a != 0;
}

/* Return each of 8 lanes, the first or the last ones, twice. */
static ALWAYS_INLINE words twice(words a, unsigned half)
{
	const words pairs = _mm512_set_epi32(7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0);

	return _mm512_permutexvar_epi32(_mm512_add_epi32(pairs, same(8 * half)), a);
}

/* Return a mask with bit i of MASK at bit 2 * i. */
static ALWAYS_INLINE __mmask16 apart(unsigned mask)
{
	return (__mmask16)_pdep_u32(mask & 0xFF, 0x5555);
}

static ALWAYS_INLINE words load_words(const uint8_t *at, some lanes)
{
	return _mm512_maskz_loadu_epi32(lanes, at);
}

static ALWAYS_INLINE words load_apart(const uint8_t *at, some lanes)
{
	const words even =
		_mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);

	return _mm512_permutex2var_epi32(_mm512_maskz_loadu_epi32(apart(lanes), at), even,
					 _mm512_maskz_loadu_epi32(apart(lanes >> 8), at + 64));
}

/* Load from ADDRESS + BIAS. */
static ALWAYS_INLINE words load_scattered(const lanes_part *address, uint64_t bias, some lanes)
{
	const __m256i none = _mm256_setzero_si256();
	const __m256i low = _mm512_mask_i64gather_epi32(none, (__mmask8)lanes,
							further(address[0], bias), NULL, 1);
	const __m256i high = _mm512_mask_i64gather_epi32(none, (__mmask8)(lanes >> 8),
							 further(address[1], bias), NULL, 1);

	return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

static ALWAYS_INLINE void store_words(uint8_t *at, some lanes, words value)
{
	_mm512_mask_storeu_epi32(at, lanes, value);
}

static ALWAYS_INLINE void store_apart(uint8_t *at, some lanes, words value)
{
	_mm512_mask_storeu_epi32(at, apart(lanes), twice(value, 0));
	_mm512_mask_storeu_epi32(at + 64, apart(lanes >> 8), twice(value, 1));
}

static ALWAYS_INLINE words backwards(words value)
{
	const words last = _mm512_set_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);

	return _mm512_permutexvar_epi32(last, value);
}

/* If several lanes have the same address, the value of the first one remains: the processor stores
 * in the order of lanes, so the order is reversed. */
static ALWAYS_INLINE void store_scattered(const lanes_part *address, uint64_t bias, some lanes,
					  words value)
{
	const __m512i last = _mm512_set_epi64(0, 1, 2, 3, 4, 5, 6, 7);
	const __m512i first = _mm512_permutexvar_epi64(last, further(address[1], bias));
	const __m512i second = _mm512_permutexvar_epi64(last, further(address[0], bias));
	const unsigned bits = _mm512_movepi32_mask(backwards(_mm512_movm_epi32(lanes)));
	const words turned = backwards(value);

	_mm512_mask_i64scatter_epi32(NULL, (__mmask8)bits, first, _mm512_castsi512_si256(turned),
				     1);
	_mm512_mask_i64scatter_epi32(NULL, (__mmask8)(bits >> 8), second,
				     _mm512_extracti64x4_epi64(turned, 1), 1);
}
#elif defined __AVX2__
typedef struct words {
	__m256i low, high;
} words;
typedef __m256i limit; /* with the sign bit inverted, because there is no unsigned comparison */
typedef words some;    /* all bits of a lane's word, or none */

static ALWAYS_INLINE words same(uint32_t value)
{
	const __m256i all = _mm256_set1_epi32((int)value);

	return (words){all, all};
}

static ALWAYS_INLINE limit limit_of(uint32_t value)
{
	return _mm256_set1_epi32((int)(value ^ UINT32_C(1) << 31));
}

static ALWAYS_INLINE words counting(uint32_t value, uint32_t step)
{
	const __m256i steps = _mm256_set1_epi32((int)step);
	const __m256i low = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
	const __m256i first =
		_mm256_add_epi32(_mm256_mullo_epi32(low, steps), _mm256_set1_epi32((int)value));

	return (words){first, _mm256_add_epi32(first, _mm256_slli_epi32(steps, 3))};
}

#define EACH_HALF(name, call)                                                                      \
	static ALWAYS_INLINE words name(words a, words b)                                          \
	{                                                                                          \
		return (words){call(a.low, b.low), call(a.high, b.high)};                          \
	}
#define BUT_NOT(a, b) _mm256_andnot_si256(b, a)
#define DIFFER(a, b)  _mm256_xor_si256(_mm256_cmpeq_epi32(a, b), _mm256_set1_epi32(-1))
EACH_HALF(add, _mm256_add_epi32)
EACH_HALF(sub, _mm256_sub_epi32)
EACH_HALF(with_bits, _mm256_or_si256)
EACH_HALF(without_bits, BUT_NOT)
EACH_HALF(both, _mm256_and_si256)
EACH_HALF(either, _mm256_or_si256)
EACH_HALF(but_not, BUT_NOT)
EACH_HALF(differ, DIFFER)
#undef DIFFER
#undef BUT_NOT
#undef EACH_HALF

static ALWAYS_INLINE words shifted_right(words a, __m128i by)
{
	return (words){_mm256_srl_epi32(a.low, by), _mm256_srl_epi32(a.high, by)};
}

static ALWAYS_INLINE words shifted_left(words a, __m128i by)
{
	return (words){_mm256_sll_epi32(a.low, by), _mm256_sll_epi32(a.high, by)};
}

static ALWAYS_INLINE words choose(some first, words a, words b)
{
	return (words){_mm256_blendv_epi8(b.low, a.low, first.low),
		       _mm256_blendv_epi8(b.high, a.high, first.high)};
}

static ALWAYS_INLINE some below(words a, limit most)
{
	const __m256i sign = _mm256_set1_epi32(INT32_MIN);

	return (some){_mm256_cmpgt_epi32(most, _mm256_xor_si256(a.low, sign)),
		      _mm256_cmpgt_epi32(most, _mm256_xor_si256(a.high, sign))};
}

static ALWAYS_INLINE some some_of(unsigned bits)
{
	return (some){mask_of(bits, WORD), mask_of(bits >> 8, WORD)};
}

static ALWAYS_INLINE unsigned bits_of_some(some a)
{
	return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(a.low)) |
	       (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(a.high)) << 8;
}

static ALWAYS_INLINE bool is_any(some a)
{
	const __m256i all = _mm256_or_si256(a.low, a.high);

	return !_mm256_testz_si256(all, all);
}

static ALWAYS_INLINE words twice(words a, unsigned half)
{
	const __m256i from = half ? a.high : a.low;

	return (words){_mm256_permutevar8x32_epi32(from, _mm256_set_epi32(3, 3, 2, 2, 1, 1, 0, 0)),
		       _mm256_permutevar8x32_epi32(from, _mm256_set_epi32(7, 7, 6, 6, 5, 5, 4, 4))};
}

static ALWAYS_INLINE words load_words(const uint8_t *at, some lanes)
{
	return (words){_mm256_maskload_epi32((const int *)(const void *)at, lanes.low),
		       _mm256_maskload_epi32((const int *)(const void *)(at + 32), lanes.high)};
}

/* 8 lanes, every other word. */
static ALWAYS_INLINE __m256i load_half_apart(const uint8_t *at, some lanes, unsigned half)
{
	const __m256i even = _mm256_set1_epi64x(UINT32_MAX);
	const words pairs = twice(lanes, half);
	const words found = load_words(
		at, (some){_mm256_and_si256(pairs.low, even), _mm256_and_si256(pairs.high, even)});
	const __m256 joined = _mm256_shuffle_ps(_mm256_castsi256_ps(found.low),
						_mm256_castsi256_ps(found.high), 0x88);

	return _mm256_permute4x64_epi64(_mm256_castps_si256(joined), 0xD8);
}

static ALWAYS_INLINE words load_apart(const uint8_t *at, some lanes)
{
	return (words){load_half_apart(at, lanes, 0), load_half_apart(at + 64, lanes, 1)};
}

/* Inactive lanes load from the address of the first active one. */
static ALWAYS_INLINE words load_scattered(const lanes_part *address, uint64_t bias, some lanes)
{
	lanes_part at[PARTS];
	uint8_t found[LANE_GROUP * WORD] __attribute__((aligned(32)));

	EACH_PART(p)
		at[p] = further(address[p], bias);
	gather_sixteen(found, WORD, bits_of_some(lanes), at);
	return (words){_mm256_load_si256((const __m256i *)(const void *)found),
		       _mm256_load_si256((const __m256i *)(const void *)(found + 32))};
}

typedef uint32_t word_at __attribute__((may_alias));

static ALWAYS_INLINE void put_sixteen(uint32_t put[LANE_GROUP], words value)
{
	_mm256_storeu_si256((__m256i *)(void *)put, value.low);
	_mm256_storeu_si256((__m256i *)(void *)(put + 8), value.high);
}

/* Within a page, all lanes are stored, with old values for the inactive ones: masked stores take
 * some processors ten times as long. No other thread records accesses meanwhile. */
static ALWAYS_INLINE void store_words(uint8_t *at, some lanes, words value)
{
	enum { PAGE = 4096 };
	__m256i *const low = (__m256i *)(void *)at, *const high = low + 1;

	if (((uintptr_t)at & (PAGE - 1)) <= PAGE - LANE_GROUP * WORD) {
		_mm256_storeu_si256(
			low, _mm256_blendv_epi8(_mm256_loadu_si256(low), value.low, lanes.low));
		_mm256_storeu_si256(
			high, _mm256_blendv_epi8(_mm256_loadu_si256(high), value.high, lanes.high));
	} else {
		_mm256_maskstore_epi32((int *)(void *)at, lanes.low, value.low);
		_mm256_maskstore_epi32((int *)(void *)(at + 32), lanes.high, value.high);
	}
}

static ALWAYS_INLINE void store_apart(uint8_t *at, some lanes, words value)
{
	const unsigned bits = bits_of_some(lanes);
	uint32_t put[LANE_GROUP];

	put_sixteen(put, value);
	if (bits == ALL_OF_SIXTEEN) {
		EACH_OF_SIXTEEN(i)
			*(word_at *)(void *)(at + i * 8) = put[i];
		return;
	}
	for (unsigned m = bits; m; m &= m - 1) {
		const unsigned i = (unsigned)__builtin_ctz(m);

		*(word_at *)(void *)(at + i * 8) = put[i];
	}
}

/* If several lanes have the same address, the value of the first one remains: it is stored last. */
static ALWAYS_INLINE void store_scattered(const lanes_part *address, uint64_t bias, some lanes,
					  words value)
{
	uint64_t at[LANE_GROUP];
	uint32_t put[LANE_GROUP];

	EACH_PART(p)
		_mm256_storeu_si256((__m256i *)(void *)(at + p * PART), further(address[p], bias));
	put_sixteen(put, value);
	for (unsigned m = bits_of_some(lanes); m;) {
		const unsigned i = 31 - (unsigned)__builtin_clz(m);

		*(word_at *)(uintptr_t)at[i] = put[i];
		m ^= 1u << i;
	}
}
#endif

#endif
