/* interp/wide_lines.h -- lanes in a row: instructions that move many at once, wherever the
 * processor has them.
 *
 * Private to wide_load.c and wide_store.c, which are compiled once for each instruction set. */
#ifndef HR_WIDE_LINES_H
#define HR_WIDE_LINES_H

#include "wide_gates.h"

/* --- rows of the tile ------------------------------------------------------------------------- */

/* Whether the 16 lanes from LANE on lie in one row. */
static inline bool is_whole(const hr_batch *batch, unsigned lane)
{
	return batch->columns - batch->column_of[lane] >= WIDE_GROUP;
}

/* Then group by group is faster than row by row. */
static inline bool in_short_rows(const hr_batch *batch, const wide_affine *a)
{
	return batch->columns <= 4 * WIDE_GROUP && batch->columns % WIDE_GROUP == 0 &&
	       !wide_is_one_row(batch, a);
}

/* Runs of lanes in one row: CALL(first, count, address of the first). */
#define EACH_RUN(batch, a, CALL)                                                                   \
	for (unsigned lane_ = (batch)->first_group * WIDE_GROUP,                                   \
		      end_ = (batch)->end_group * WIDE_GROUP, run_;                                \
	     lane_ < end_; lane_ += run_) {                                                        \
		run_ = (batch)->columns - (batch)->column_of[lane_];                               \
		run_ = run_ < end_ - lane_ ? run_ : end_ - lane_;                                  \
		CALL(lane_, run_, wide_of_lane(batch, a, lane_));                                  \
	}

/* --- looking ahead ---------------------------------------------------------------------------- */

enum { PAGE = 4096, LINE = 64 };

/* How far the place behind GATE has gone on since the last batch. */
static inline uint64_t step_of(hr_batch *batch, uint32_t gate, uint64_t at)
{
	const uint64_t step = at - batch->last[gate];

	batch->last[gate] = at;
	return step;
}

/* Rows of a matrix lie too far from one another for the processor to guess where the next is. */
static ALWAYS_INLINE bool is_far_row(uint64_t step)
{
	return step - PAGE / 2 < PAGE * PAGE / 8;
}

/* Loads one behind the other the processor guesses by itself. */
static ALWAYS_INLINE void look_ahead_far(hr_batch *batch, uint32_t gate, uint64_t from,
					 uint64_t bytes)
{
	const uint64_t step = step_of(batch, gate, from);

	if (step == bytes || !is_far_row(step))
		return;
	for (uint64_t at = 0; at < bytes; at += LINE)
		__builtin_prefetch((const void *)(from + step + at), 0, 2);
}

/* Stores wait for lines that nobody has asked for before, until no more fit behind the processor:
 * those of the next batch are asked for now. */
static ALWAYS_INLINE void look_ahead_store(hr_batch *batch, uint32_t gate, uint64_t to,
					   uint64_t bytes)
{
	const uint64_t step = step_of(batch, gate, to);

	if (step != bytes && !is_far_row(step))
		return;
	for (uint64_t at = 0; at < bytes; at += LINE)
		__builtin_prefetch((const void *)(to + step + at), 1, 2);
}

/* --- addresses at any distance ---------------------------------------------------------------- */

#ifdef __AVX512F__
/* 8 lanes, of which those of MASK run. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void gather_eight(uint8_t *d, uint32_t size, unsigned mask,
							 __m512i address)
{
	if (size == 4)
		_mm256_storeu_si256((__m256i *)(void *)d,
				    _mm512_mask_i64gather_epi32(_mm256_setzero_si256(),
								(__mmask8)mask, address, NULL, 1));
	else
		_mm512_storeu_si512(d,
				    _mm512_mask_i64gather_epi64(_mm512_setzero_si512(),
								(__mmask8)mask, address, NULL, 1));
}

/* The processor scatters in the order of lanes. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void scatter_eight(const uint8_t *v, uint32_t size,
							  unsigned mask, __m512i address)
{
	if (size == 4)
		_mm512_mask_i64scatter_epi32(NULL, (__mmask8)mask, address,
					     _mm256_loadu_si256((const __m256i *)(const void *)v),
					     1);
	else
		_mm512_mask_i64scatter_epi64(NULL, (__mmask8)mask, address, _mm512_loadu_si512(v),
					     1);
}

/* Addresses of 8 lanes STRIDE bytes from one another. */
static ALWAYS_INLINE __m512i strided(uint64_t from, uint64_t stride)
{
	const __m512i lanes = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);

	return _mm512_add_epi64(_mm512_mullo_epi64(lanes, _mm512_set1_epi64((int64_t)stride)),
				_mm512_set1_epi64((int64_t)from));
}

/* COUNT lanes; gives how many it has done, the rest is left. */
HR_PROGRAM_MEMORY static inline unsigned gather_run(uint8_t *d, uint32_t size, unsigned count,
						    uint64_t from, uint64_t stride)
{
	const __m512i step = _mm512_set1_epi64((int64_t)(8 * stride));
	__m512i address = strided(from, stride);
	unsigned i = 0;

	if (size != 4 && size != 8)
		return 0;
	for (; i + 8 <= count; i += 8, address = _mm512_add_epi64(address, step))
		gather_eight(d + (size_t)i * size, size, 0xFF, address);
	return i;
}

HR_PROGRAM_MEMORY static inline unsigned scatter_run(const uint8_t *v, uint32_t size,
						     unsigned count, uint64_t to, uint64_t stride)
{
	const __m512i step = _mm512_set1_epi64((int64_t)(8 * stride));
	__m512i address = strided(to, stride);
	unsigned i = 0;

	if (size != 4 && size != 8)
		return 0;
	for (; i + 8 <= count; i += 8, address = _mm512_add_epi64(address, step))
		scatter_eight(v + (size_t)i * size, size, 0xFF, address);
	return i;
}
#else
#define gather_run(d, size, count, from, stride) 0
#define scatter_run(v, size, count, to, stride)	 0
#endif

/* --- side by side ----------------------------------------------------------------------------- */

#ifdef __AVX512BW__
/* Lanes of MASK among 16 that lie side by side; the processor does not touch the others. */
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

enum { BESIDE = 8 }; /* elements up to this size */

/* Bit i of MASK as bit 2 * i. */
static ALWAYS_INLINE __mmask16 every_other(unsigned mask)
{
	return (__mmask16)_pdep_u32(mask & 0xFF, 0x5555);
}

/* Lanes of MASK among 16 whose elements of 4 bytes are 8 bytes from one another. */
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
#else
#define load_beside(d, size, mask, from)
#define store_beside(v, size, mask, to)

enum { BESIDE = 0 };
#endif

/* --- what addresses turn out to be ------------------------------------------------------------ */

#ifdef __AVX512F__
/* The addresses of 16 lanes; false: some of those of MASK do not pass a gate that is not framed. */
static ALWAYS_INLINE bool group_passes(const hr_gate *gate, unsigned mask, const uint64_t *index,
				       uint64_t base, uint64_t scale, __m512i *first,
				       __m512i *second)
{
	*first = eight(index, base, scale);
	*second = eight(index + 8, base, scale);
	return !(mask & (outside(*first, gate->base, 0, gate->span, gate->align) |
			 outside(*second, gate->base, 0, gate->span, gate->align) << 8));
}

/* How the lanes of a group lie to one another, as those of the group before did: STEP bytes apart,
 * their indices as in LOW and HIGH from that of the first one on. STEP is `no_step` when unknown. */
typedef struct pattern {
	uint64_t step;
	__m512i low, high;
} pattern;

static const uint64_t no_step = UINT64_MAX;

enum { TRIES = 3 }; /* at finding one, in a batch */

/* Strides that lanes are moved by without gathering. */
static ALWAYS_INLINE bool is_short(uint64_t step, uint32_t size)
{
	return step == size || (size == 4 && step == 8);
}

/* That of the 16 lanes from INDEX on, as the first two have it. */
static ALWAYS_INLINE pattern pattern_of(const uint64_t *index, uint64_t scale, uint32_t size)
{
	const uint64_t apart = index[1] - index[0];

	if (!is_short(apart * scale, size))
		return (pattern){.step = no_step};
	return (pattern){apart * scale, strided(0, apart), strided(8 * apart, apart)};
}

/* Whether the lanes of MASK keep the stride, and the whole group passes a gate that is not framed;
 * *from: the address of the first. */
static ALWAYS_INLINE bool keeps_stride(const pattern *s, const hr_gate *gate, unsigned mask,
				       const uint64_t *index, uint64_t base, uint64_t scale,
				       uint64_t *from)
{
	const __m512i first = _mm512_set1_epi64((int64_t)index[0]);
	const __m512i low = _mm512_sub_epi64(_mm512_loadu_si512(index), first);
	const __m512i high = _mm512_sub_epi64(_mm512_loadu_si512(index + 8), first);
	const unsigned odd = _mm512_cmpneq_epu64_mask(low, s->low) |
			     _mm512_cmpneq_epu64_mask(high, s->high) << 8;
	const uint64_t begin = base + index[0] * scale, at = begin - gate->base;

	*from = begin;
	return s->step != no_step && !(odd & mask) && at < gate->span &&
	       at + (WIDE_GROUP - 1) * s->step < gate->span &&
	       !((begin | s->step) & gate->align);
}
#endif

#endif
