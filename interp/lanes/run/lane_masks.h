/* interp/lanes/run/lane_masks.h -- the active lanes of a batch, and where the others wait; private
 * to interp/lanes/.
 *
 * The functions are inline, because the frequent callers are compiled for each instruction set
 * (lane_set.h). */
#ifndef HR_LANE_MASKS_H
#define HR_LANE_MASKS_H

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "interp/lanes/run/lane_batch.h"

#ifdef __AVX512F__
/* Masks of lanes are loaded and stored as a whole if the processor can. */
typedef __m512i lane_mask;

static inline lane_mask lane_mask_at(const uint64_t mask[HR_LANE_WORDS])
{
	return _mm512_loadu_si512(mask);
}

static inline void lane_put_mask(uint64_t mask[HR_LANE_WORDS], lane_mask value)
{
	_mm512_storeu_si512(mask, value);
}

/* Return a bit for each word that is not 0. */
static inline unsigned lane_words_of(lane_mask mask)
{
	return _mm512_test_epi64_mask(mask, mask);
}

static inline lane_mask lane_and(lane_mask a, lane_mask b)
{
	return _mm512_and_si512(a, b);
}

static inline lane_mask lane_and_not(lane_mask a, lane_mask b)
{
	return _mm512_andnot_si512(b, a);
}

static inline lane_mask lane_or(lane_mask a, lane_mask b)
{
	return _mm512_or_si512(a, b);
}

/* Return a mask that has been stored word by word. */
static inline lane_mask lane_mask_of_words(const uint64_t mask[HR_LANE_WORDS])
{
	return _mm512_set_epi64((int64_t)lane_alone(mask[7]), (int64_t)lane_alone(mask[6]),
				(int64_t)lane_alone(mask[5]), (int64_t)lane_alone(mask[4]),
				(int64_t)lane_alone(mask[3]), (int64_t)lane_alone(mask[2]),
				(int64_t)lane_alone(mask[1]), (int64_t)lane_alone(mask[0]));
}
#elif defined __AVX2__
typedef struct lane_mask {
	__m256i low, high;
} lane_mask;

static inline lane_mask lane_mask_at(const uint64_t mask[HR_LANE_WORDS])
{
	const __m256i *at = (const __m256i *)(const void *)mask;

	return (lane_mask){_mm256_loadu_si256(at), _mm256_loadu_si256(at + 1)};
}

static inline void lane_put_mask(uint64_t mask[HR_LANE_WORDS], lane_mask value)
{
	__m256i *at = (__m256i *)(void *)mask;

	_mm256_storeu_si256(at, value.low);
	_mm256_storeu_si256(at + 1, value.high);
}

static inline unsigned lane_words_of_half(__m256i half)
{
	const __m256i none = _mm256_cmpeq_epi64(half, _mm256_setzero_si256());

	return 0xF ^ (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(none));
}

static inline unsigned lane_words_of(lane_mask mask)
{
	return lane_words_of_half(mask.low) | lane_words_of_half(mask.high) << 4;
}

static inline lane_mask lane_and(lane_mask a, lane_mask b)
{
	return (lane_mask){_mm256_and_si256(a.low, b.low), _mm256_and_si256(a.high, b.high)};
}

static inline lane_mask lane_and_not(lane_mask a, lane_mask b)
{
	return (lane_mask){_mm256_andnot_si256(b.low, a.low), _mm256_andnot_si256(b.high, a.high)};
}

static inline lane_mask lane_or(lane_mask a, lane_mask b)
{
	return (lane_mask){_mm256_or_si256(a.low, b.low), _mm256_or_si256(a.high, b.high)};
}

static inline lane_mask lane_mask_of_words(const uint64_t mask[HR_LANE_WORDS])
{
	return (lane_mask){
		_mm256_set_epi64x((int64_t)lane_alone(mask[3]), (int64_t)lane_alone(mask[2]),
				  (int64_t)lane_alone(mask[1]), (int64_t)lane_alone(mask[0])),
		_mm256_set_epi64x((int64_t)lane_alone(mask[7]), (int64_t)lane_alone(mask[6]),
				  (int64_t)lane_alone(mask[5]), (int64_t)lane_alone(mask[4]))};
}
#else
typedef struct lane_mask {
	uint64_t word[HR_LANE_WORDS];
} lane_mask;

static inline lane_mask lane_mask_at(const uint64_t mask[HR_LANE_WORDS])
{
	lane_mask value;

	lane_copy_mask(value.word, mask);
	return value;
}

static inline void lane_put_mask(uint64_t mask[HR_LANE_WORDS], lane_mask value)
{
	lane_copy_mask(mask, value.word);
}

static inline unsigned lane_words_of(lane_mask mask)
{
	unsigned any = 0;

	for (unsigned i = 0; i < HR_LANE_WORDS; i++)
		any |= (unsigned)(mask.word[i] != 0) << i;
	return any;
}

static inline lane_mask lane_and(lane_mask a, lane_mask b)
{
	LANE_EACH_WORD(i)
		a.word[i] &= b.word[i];
	return a;
}

static inline lane_mask lane_and_not(lane_mask a, lane_mask b)
{
	LANE_EACH_WORD(i)
		a.word[i] &= ~b.word[i];
	return a;
}

static inline lane_mask lane_or(lane_mask a, lane_mask b)
{
	LANE_EACH_WORD(i)
		a.word[i] |= b.word[i];
	return a;
}

static inline lane_mask lane_mask_of_words(const uint64_t mask[HR_LANE_WORDS])
{
	return lane_mask_at(mask);
}
#endif

/* Set the active lanes; MASK must not be empty. */
static inline void lane_run(hr_batch *batch, lane_mask mask)
{
	const unsigned any = lane_words_of(mask);
	unsigned active = 0, first, end;

	lane_put_mask(batch->mask, mask);
	LANE_EACH_WORD(i)
		active += (unsigned)__builtin_popcountll(lane_alone(batch->mask[i]));
	first = (unsigned)__builtin_ctz(any);
	end = 32 - (unsigned)__builtin_clz(any);
	batch->active = active;
	lane_set_window(batch,
			first * 4 + (unsigned)__builtin_ctzll(batch->mask[first]) / LANE_GROUP,
			end * 4 - (unsigned)__builtin_clzll(batch->mask[end - 1]) / LANE_GROUP);
	batch->full = active == (batch->end_group - batch->first_group) * LANE_GROUP;
}

static inline void lane_set_mask(hr_batch *batch, const uint64_t mask[HR_LANE_WORDS])
{
	lane_run(batch, lane_mask_at(mask));
}

static inline void lane_join_mask(uint64_t to[HR_LANE_WORDS], const uint64_t with[HR_LANE_WORDS])
{
	lane_put_mask(to, lane_or(lane_mask_at(to), lane_mask_at(with)));
}

/* Add LANES to those that wait at a position. */
static inline void lane_group_wait_at(hr_batch *batch, uint32_t position, lane_mask lanes)
{
	uint64_t *waiting = &batch->waiting[(size_t)position * HR_LANE_WORDS];

	lane_put_mask(waiting, lane_or(lane_mask_at(waiting), lanes));
	lane_add(batch->waiting_set, position);
	if (position < batch->lowest)
		batch->lowest = position;
}

static inline void lane_wait_at(hr_batch *batch, uint32_t position,
				const uint64_t mask[HR_LANE_WORDS])
{
	lane_group_wait_at(batch, position, lane_mask_at(mask));
}

static inline void lane_find_lowest(hr_batch *batch)
{
	const uint32_t words = (batch->lane_code->order_count + 63) / 64;

	batch->lowest = LANE_NONE;
	for (uint32_t i = 0; i < words; i++)
		if (batch->waiting_set[i]) {
			batch->lowest = i * 64 + (unsigned)__builtin_ctzll(batch->waiting_set[i]);
			return;
		}
}

/* Unpack the lanes when the batch leaves the loop for which they were packed. */
static inline void lane_come_to(hr_batch *batch, uint32_t position)
{
	if (batch->packing && (position < batch->packing->low || position > batch->packing->high))
		batch->lane_code->ops->unpack(batch);
}

/* No lane is active: activate those that wait at the lowest position. Return NULL if no lanes
 * wait. */
static inline const uint32_t *lane_next(hr_batch *batch)
{
	uint32_t position = batch->lowest;
	uint64_t *waiting;

	if (position == LANE_NONE)
		return NULL;
	lane_come_to(batch, position);
	waiting = &batch->waiting[(size_t)position * HR_LANE_WORDS];
	lane_set_mask(batch, waiting);
	memset(waiting, 0, HR_LANE_WORDS * sizeof(*waiting));
	lane_drop(batch->waiting_set, position);
	lane_find_lowest(batch);
	return lane_code_at(batch, position);
}

static inline const uint32_t *lane_count_steps(hr_batch *batch, uint32_t steps,
					       const uint32_t *go_on)
{
	batch->left -= (int64_t)steps * batch->active;
	return batch->left < 0 ? hr_lane_pause(batch, go_on) : go_on;
}

#endif
