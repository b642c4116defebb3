/* interp/wide_pack.c -- the lanes that are left in a loop, side by side.
 *
 * When most lanes have left a loop, those that stay are moved to the first places of all arrays that
 * are read later on, and so is what waits for others; when the batch goes on outside of the loop
 * everything moves home again. So the rest of a batch costs what it computes. Only loops are packed
 * whose operations do not ask where in the tile a place stands (wide_emit.c).
 *
 * Invariant: lanes that run keep their order, in which they store.
 * Owns:      nothing. */
#include <string.h>

#include "wide_lanes.h"

/* ARRAY[i] gets what ARRAY[order[i]] was, for COUNT lanes. */
static void take(uint8_t *array, uint32_t size, const uint16_t *order, unsigned count)
{
	uint8_t old[HR_WIDE_MAX * 16];

	memcpy(old, array, (size_t)count * size);
#define TAKE(T)                                                                                    \
	for (unsigned i = 0; i < count; i++)                                                       \
		memcpy(array + i * sizeof(T), old + order[i] * sizeof(T), sizeof(T))
	switch (size) {
	case 1:
		TAKE(uint8_t);
		break;
	case 2:
		TAKE(uint16_t);
		break;
	case 4:
		TAKE(uint32_t);
		break;
	case 8:
		TAKE(uint64_t);
		break;
	default:
		TAKE(unsigned __int128);
	}
#undef TAKE
}

/* So do the bits of a mask below COUNT, a multiple of 16. */
static void take_mask(uint64_t *mask, const uint16_t *order, unsigned count)
{
	uint8_t old[HR_WIDE_MAX];

	for (unsigned i = 0; i < count; i++)
		old[i] = mask[i / 64] >> i % 64 & 1;
	for (unsigned i = 0; i < count; i += WIDE_GROUP) {
		uint64_t bits = 0;

		for (unsigned k = 0; k < WIDE_GROUP; k++)
			bits |= (uint64_t)old[order[i + k]] << k;
		mask[i / 64] &= ~(UINT64_C(0xFFFF) << i % 64);
		mask[i / 64] |= bits << i % 64;
	}
}

static void take_all(hr_batch *batch, const wide_packing *packing, const uint16_t *order,
		     unsigned count)
{
	uint64_t mask[HR_WIDE_WORDS];

	for (uint32_t i = 0; i < packing->count; i++) {
		const wide_array *a = &batch->version->packed.data[packing->first + i];

		take(batch->frame + a->place, a->size, order, count);
	}
	for (uint32_t p = 0; p < batch->wide->order_count; p++)
		if (wide_in(batch->waiting_set, p))
			take_mask(&batch->waiting[(size_t)p * HR_WIDE_WORDS], order, count);
	memcpy(mask, batch->mask, sizeof(mask));
	take_mask(mask, order, count);
	wide_set_mask(batch, mask);
}

void hr_wide_pack(hr_batch *batch, const wide_packing *packing)
{
	uint16_t order[2 * HR_WIDE_MAX], rest[HR_WIDE_MAX], home[HR_WIDE_MAX];
	const unsigned count = batch->end_group * WIDE_GROUP;
	unsigned first = 0, left = 0;

	for (unsigned lane = 0; lane < count; lane++) {
		bool stays = wide_in(batch->mask, lane);

		order[first] = rest[left] = (uint16_t)lane;
		first += stays;
		left += !stays;
	}
	memcpy(order + first, rest, left * sizeof(*rest));
	for (unsigned i = 0; i < batch->lanes; i++)
		home[i] = (uint16_t)wide_home_of(batch, i < count ? order[i] : i);
	take_all(batch, packing, order, count);
	memcpy(batch->home, home, batch->lanes * sizeof(*home));
	batch->packing = packing;
}

void hr_wide_unpack(hr_batch *batch)
{
	uint16_t order[HR_WIDE_MAX];

	for (unsigned i = 0; i < batch->lanes; i++)
		order[batch->home[i]] = (uint16_t)i;
	take_all(batch, batch->packing, order, batch->lanes);
	batch->packing = NULL;
}
