/* interp/lanes/handlers/lane_lines.h -- loads and stores of contiguous or evenly spaced lanes, with
 * vector instructions where the processor has them.
 *
 * Private to load.c and store.c, which are compiled once for each instruction set. */
#ifndef HR_LANE_LINES_H
#define HR_LANE_LINES_H

#include "interp/lanes/handlers/lane_sixteen.h"

/* --- rows of the tile ------------------------------------------------------------------------- */

/* Return true if the 16 lanes from LANE on are in one row. */
static inline bool is_whole(const hr_batch *batch, unsigned lane)
{
	return batch->columns - batch->column_of[lane] >= LANE_GROUP;
}

/* Return true if processing group by group is faster than row by row. */
static inline bool in_short_rows(const hr_batch *batch, const lane_affine *a)
{
	return batch->columns <= 4 * LANE_GROUP && batch->columns % LANE_GROUP == 0 &&
	       !lane_is_one_row(batch, a);
}

/* For each run of lanes in one row: CALL(first, count, address of the first). */
#define EACH_RUN(batch, a, CALL)                                                                   \
	for (unsigned lane_ = (batch)->first_group * LANE_GROUP,                                   \
		      end_ = (batch)->end_group * LANE_GROUP, run_;                                \
	     lane_ < end_; lane_ += run_) {                                                        \
		run_ = (batch)->columns - (batch)->column_of[lane_];                               \
		run_ = run_ < end_ - lane_ ? run_ : end_ - lane_;                                  \
		CALL(lane_, run_, lane_of_number(batch, a, lane_));                                \
	}

/* --- contiguous lanes
 * -------------------------------------------------------------------------- */

#ifdef __AVX512BW__
/* Load the lanes of MASK from 16 contiguous elements; the processor does not access the others. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void load_beside(uint8_t *d, uint32_t size, unsigned mask,
							uint64_t from)
{
	const uint8_t *at = (const uint8_t *)from;

	if (size == 4) {
		_mm512_storeu_si512(d, _mm512_maskz_loadu_epi32((__mmask16)mask, at));
	} else if (size == 8) {
		_mm512_storeu_si512(d, _mm512_maskz_loadu_epi64((__mmask8)mask, at));
		_mm512_storeu_si512(d + 64,
				    _mm512_maskz_loadu_epi64((__mmask8)(mask >> 8), at + 64));
	} else if (size == 2) {
		_mm256_storeu_si256((__m256i *)(void *)d,
				    _mm256_maskz_loadu_epi16((__mmask16)mask, at));
	} else {
		_mm_storeu_si128((__m128i *)(void *)d, _mm_maskz_loadu_epi8((__mmask16)mask, at));
	}
}

HR_PROGRAM_MEMORY static ALWAYS_INLINE void store_beside(const uint8_t *v, uint32_t size,
							 unsigned mask, uint64_t to)
{
	uint8_t *at = (uint8_t *)to;

	if (size == 4) {
		_mm512_mask_storeu_epi32(at, (__mmask16)mask, _mm512_loadu_si512(v));
	} else if (size == 8) {
		_mm512_mask_storeu_epi64(at, (__mmask8)mask, _mm512_loadu_si512(v));
		_mm512_mask_storeu_epi64(at + 64, (__mmask8)(mask >> 8),
					 _mm512_loadu_si512(v + 64));
	} else if (size == 2) {
		_mm256_mask_storeu_epi16(at, (__mmask16)mask,
					 _mm256_loadu_si256((const __m256i *)(const void *)v));
	} else {
		_mm_mask_storeu_epi8(at, (__mmask16)mask,
				     _mm_loadu_si128((const __m128i *)(const void *)v));
	}
}

/* Return true for the sizes of elements that are supported. */
static ALWAYS_INLINE bool is_beside(uint32_t size)
{
	return size <= 8;
}

/* Return a mask with bit i of MASK at bit 2 * i. */
static ALWAYS_INLINE __mmask16 every_other(unsigned mask)
{
	return (__mmask16)_pdep_u32(mask & 0xFF, 0x5555);
}

/* Load the lanes of MASK among 16 whose elements of 4 bytes are 8 bytes apart. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void load_alternate(uint8_t *d, unsigned mask, uint64_t from)
{
	const __m512i even =
		_mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
	const uint8_t *at = (const uint8_t *)from;

	_mm512_storeu_si512(d, _mm512_permutex2var_epi32(
				       _mm512_maskz_loadu_epi32(every_other(mask), at), even,
				       _mm512_maskz_loadu_epi32(every_other(mask >> 8), at + 64)));
}

HR_PROGRAM_MEMORY static ALWAYS_INLINE void store_alternate(const uint8_t *v, unsigned mask,
							    uint64_t to)
{
	const __m512i low = _mm512_set_epi32(7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0);
	const __m512i high = _mm512_add_epi32(low, _mm512_set1_epi32(8));
	const __m512i value = _mm512_loadu_si512(v);
	uint8_t *at = (uint8_t *)to;

	_mm512_mask_storeu_epi32(at, every_other(mask), _mm512_permutexvar_epi32(low, value));
	_mm512_mask_storeu_epi32(at + 64, every_other(mask >> 8),
				 _mm512_permutexvar_epi32(high, value));
}
#elif defined __AVX2__
static ALWAYS_INLINE bool is_beside(uint32_t size)
{
	return size == 4 || size == 8;
}

HR_PROGRAM_MEMORY static ALWAYS_INLINE __m256i load_masked(uint64_t from, uint32_t size,
							   unsigned mask)
{
	return size == 4 ? _mm256_maskload_epi32((const int *)from, mask_of(mask, size))
			 : _mm256_maskload_epi64((const long long *)from, mask_of(mask, size));
}

HR_PROGRAM_MEMORY static ALWAYS_INLINE void store_masked(uint64_t to, uint32_t size, unsigned mask,
							 __m256i value)
{
	if (size == 4)
		_mm256_maskstore_epi32((int *)to, mask_of(mask, size), value);
	else
		_mm256_maskstore_epi64((long long *)to, mask_of(mask, size), value);
}

/* If all lanes are active, no masks are used, because they are slow on some processors. */
static ALWAYS_INLINE __m256i four_words(const uint8_t *at)
{
	return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

static ALWAYS_INLINE void put_words(uint8_t *at, __m256i value)
{
	_mm256_storeu_si256((__m256i *)(void *)at, value);
}

HR_PROGRAM_MEMORY static ALWAYS_INLINE void load_beside(uint8_t *d, uint32_t size, unsigned mask,
							uint64_t from)
{
	const unsigned each = 32 / size;

	for (unsigned i = 0; i < LANE_GROUP; i += each)
		put_words(d + i * size, mask == ALL_LANES
						? four_words((const uint8_t *)from + i * size)
						: load_masked(from + i * size, size, mask >> i));
}

HR_PROGRAM_MEMORY static ALWAYS_INLINE void store_beside(const uint8_t *v, uint32_t size,
							 unsigned mask, uint64_t to)
{
	const unsigned each = 32 / size;

	for (unsigned i = 0; i < LANE_GROUP; i += each) {
		if (mask == ALL_LANES)
			put_words((uint8_t *)to + i * size, four_words(v + i * size));
		else
			store_masked(to + i * size, size, mask >> i, four_words(v + i * size));
	}
}

/* Return a mask with bit i of MASK at bit 2 * i. */
static ALWAYS_INLINE unsigned every_other(unsigned mask)
{
	return _pdep_u32(mask & 0xF, 0x55);
}

/* The gap after the last of the 16 elements may not belong to the object, so it must not be
 * read. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void load_alternate(uint8_t *d, unsigned mask, uint64_t from)
{
	const bool all = mask == ALL_LANES;

	for (unsigned i = 0; i < LANE_GROUP; i += 8) {
		const uint8_t *at = (const uint8_t *)from + i * 8;
		const __m256i low =
			all ? four_words(at) : load_masked(from + i * 8, 4, every_other(mask >> i));
		const __m256i high =
			all && i + 8 < LANE_GROUP
				? four_words(at + 32)
				: load_masked(from + i * 8 + 32, 4, every_other(mask >> i >> 4));
		const __m256 even = _mm256_shuffle_ps(_mm256_castsi256_ps(low),
						      _mm256_castsi256_ps(high), 0x88);

		put_words(d + i * 4, _mm256_permute4x64_epi64(_mm256_castps_si256(even), 0xD8));
	}
}

HR_PROGRAM_MEMORY static ALWAYS_INLINE void store_alternate(const uint8_t *v, unsigned mask,
							    uint64_t to)
{
	if (mask == ALL_LANES) {
		EACH_OF_SIXTEEN(i)
			POKE(I32, to + i * 8) = PEEK(I32, v + i * 4);
		return;
	}
	for (; mask; mask &= mask - 1) {
		const unsigned i = (unsigned)__builtin_ctz(mask);

		POKE(I32, to + i * 8) = PEEK(I32, v + i * 4);
	}
}
#else
static ALWAYS_INLINE bool is_beside(uint32_t size)
{
	(void)size;
	return false;
}
#define load_beside(d, size, mask, from)
#define store_beside(v, size, mask, to)
#endif

#ifdef HAS_SIXTEEN
/* Return true for strides for which lanes are moved without gathering. */
static ALWAYS_INLINE bool is_short(uint64_t step, uint32_t size)
{
	return (step == size && is_beside(size)) || (size == 4 && step == 8);
}

/* Return the pattern of the 16 lanes from INDEX on, judging by the first two. */
static ALWAYS_INLINE pattern pattern_of(const uint64_t *index, uint64_t scale, uint32_t size)
{
	const uint64_t apart = index[1] - index[0];
	pattern found;

	found.step = is_short(apart * scale, size) ? apart * scale : no_step;
	if (found.step == no_step)
		return found;
	EACH_PART(p)
		found.at[p] = strided(p * PART * apart, apart);
	return found;
}
#endif

#endif
