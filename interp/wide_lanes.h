/* interp/wide_lanes.h -- which lanes of a batch run, and which wait where; private to wide*.c.
 *
 * Inline, for those who run often are compiled for each instruction set (wide_set.h). */
#ifndef HR_WIDE_LANES_H
#define HR_WIDE_LANES_H

#include "wide_batch.h"

/* Sets the lanes that run; they must not be none. */
static inline void wide_set_mask(hr_batch *batch, const uint64_t mask[HR_WIDE_WORDS])
{
	unsigned active = 0, any = 0, first, end;

	for (unsigned i = 0; i < HR_WIDE_WORDS; i++) {
		const uint64_t word = wide_alone(mask[i]);

		active += (unsigned)__builtin_popcountll(word);
		any |= (unsigned)(word != 0) << i;
		batch->mask[i] = word;
	}
	first = (unsigned)__builtin_ctz(any);
	end = 32 - (unsigned)__builtin_clz(any);
	batch->active = active;
	batch->first_group = first * 4 + (unsigned)__builtin_ctzll(batch->mask[first]) / WIDE_GROUP;
	batch->end_group = end * 4 - (unsigned)__builtin_clzll(batch->mask[end - 1]) / WIDE_GROUP;
	batch->full = active == (batch->end_group - batch->first_group) * WIDE_GROUP;
}

/* MASK waits at a position. */
static inline void wide_wait_at(hr_batch *batch, uint32_t position, const uint64_t mask[HR_WIDE_WORDS])
{
	uint64_t *waiting = &batch->waiting[(size_t)position * HR_WIDE_WORDS];

	wide_join_mask(waiting, mask);
	wide_add(batch->waiting_set, position);
	if (position < batch->lowest)
		batch->lowest = position;
}

static inline void wide_find_lowest(hr_batch *batch)
{
	const uint32_t words = (batch->wide->order_count + 63) / 64;

	batch->lowest = WIDE_NONE;
	for (uint32_t i = 0; i < words; i++)
		if (batch->waiting_set[i]) {
			batch->lowest = i * 64 + (unsigned)__builtin_ctzll(batch->waiting_set[i]);
			return;
		}
}

/* Outside of the loop that lanes were packed for, they are at home. */
static inline void wide_come_to(hr_batch *batch, uint32_t position)
{
	if (batch->packing &&
	    (position < batch->packing->low || position > batch->packing->high))
		hr_wide_unpack(batch);
}

/* Nobody runs: goes on with those who wait first; NULL: nobody waits. */
static inline const uint32_t *wide_next_lanes(hr_batch *batch)
{
	uint32_t position = batch->lowest;
	uint64_t *waiting;

	if (position == WIDE_NONE)
		return NULL;
	wide_come_to(batch, position);
	waiting = &batch->waiting[(size_t)position * HR_WIDE_WORDS];
	wide_set_mask(batch, waiting);
	memset(waiting, 0, HR_WIDE_WORDS * sizeof(*waiting));
	wide_drop(batch->waiting_set, position);
	wide_find_lowest(batch);
	return wide_code_at(batch, position);
}

static inline const uint32_t *wide_count_steps(hr_batch *batch, uint32_t steps, const uint32_t *go_on)
{
	batch->left -= (int64_t)steps * batch->active;
	return batch->left < 0 ? hr_wide_pause(batch, go_on) : go_on;
}

#endif
