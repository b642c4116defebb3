/* interp/lanes/handlers/pack.c -- packing: moves the lanes that remain in a loop together.
 *
 * When most lanes have left a loop, or inactive places have cost as much as moving would, the
 * remaining lanes are moved to the first places of all arrays that are read later; masks of waiting
 * lanes are permuted in the same way. When the batch continues outside of the loop, everything is
 * moved back. Arrays that only the loop reads need not be preserved for the lanes that have left.
 * So the cost of the remaining iterations is proportional to the number of active lanes. Only loops
 * are packed whose operations do not depend on the place of a lane in the tile
 * (interp/lanes/build/emit.c).
 *
 * Compiled once for each instruction set: with gather instructions, a permutation takes one
 * instruction for each vector.
 *
 * Invariant: active lanes keep their order, in which they store.
 * Owns:      nothing. */
#include <string.h>

#include "interp/lanes/handlers/lane_compress.h"
#include "interp/lanes/handlers/lane_set.h"
#include "interp/lanes/run/lane_masks.h"

/* A permutation of the first COUNT places, a multiple of 16. */
typedef struct lane_moves {
	const lane_place *order; /* place i receives what was at order[i] */
	/* the lanes of this mask come first, then the others; NULL: ORDER is another permutation */
	const uint64_t *mask;
	unsigned count;
} lane_moves;

static void take(uint8_t *array, uint32_t size, const lane_moves *by)
{
	uint8_t old[HR_LANE_MAX * 16] __attribute__((aligned(64)));
	const lane_place *const order = by->order;
	const unsigned count = by->count;

	if (by->mask && compress_array(array, size, by->mask, count, true))
		return;
	memcpy(old, array, (size_t)count * size);
#define TAKE(T)                                                                                    \
	hr_c_##T *const d = (hr_c_##T *)(void *)array;                                             \
	const hr_c_##T *const from = (const hr_c_##T *)(const void *)old;                          \
	EACH_LANE(i)                                                                               \
	d[i] = from[order[i]]
	BY_SIZE(size, TAKE)
#undef TAKE
}

/* Permute the bits of a mask. */
static void take_mask(uint64_t *mask, const lane_moves *by)
{
	uint8_t bytes[HR_LANE_MAX] __attribute__((aligned(64)));

	if (by->mask && compress_bits(mask, by->mask, by->count))
		return;
	for (unsigned i = 0; i < by->count; i += LANE_STRIP)
		put_bits(bytes + i, mask[i / LANE_STRIP]);
	take(bytes, 1, by);
	for (unsigned i = 0; i < by->count; i += LANE_STRIP)
		mask[i / LANE_STRIP] = bits_of(bytes + i);
}

/* Permute only the FIRST places, for arrays whose other places are not read. Elements only move
 * towards the front, so no lane reads what an earlier one has written. */
static void draw(uint8_t *array, uint32_t size, const lane_moves *by, unsigned first)
{
	const lane_place *const order = by->order;
	const unsigned count = first;

	if (by->mask && compress_array(array, size, by->mask, by->count, false))
		return;
#define DRAW(T)                                                                                    \
	hr_c_##T *const d = (hr_c_##T *)(void *)array;                                             \
	EACH_LANE(i)                                                                               \
	d[i] = d[order[i]]
	BY_SIZE(size, DRAW)
#undef DRAW
}

/* Return true if lanes wait in the loop. */
static bool some_wait_inside(const hr_batch *batch, const lane_packing *packing)
{
	for (uint32_t p = packing->low; p <= packing->high; p++)
		if (lane_in(batch->waiting_set, p))
			return true;
	return false;
}

/* Permute COUNT arrays and the masks of waiting lanes. */
static void take_all(hr_batch *batch, const lane_packing *packing, uint32_t count,
		     const lane_moves *by)
{
	for (uint32_t i = 0; i < count; i++) {
		const lane_array *a = &batch->version->packed.data[packing->first + i];

		take(batch->frame + a->place, a->size, by);
	}
	for (uint32_t p = 0; p < batch->lane_code->order_count; p++)
		if (lane_in(batch->waiting_set, p))
			take_mask(&batch->waiting[(size_t)p * HR_LANE_WORDS], by);
}

/* Compute the permutation that puts the lanes of MASK below COUNT first, then the others. */
static void put_first(const uint64_t *mask, unsigned count, lane_place *order)
{
	lane_place rest[HR_LANE_MAX];
	unsigned first = 0, left = 0;

	if (compress_places(order, mask, count))
		return;
	for (unsigned w = 0; w * 64 < count; w++) {
		const uint64_t valid =
			count - w * 64 < 64 ? (UINT64_C(1) << count % 64) - 1 : ~UINT64_C(0);

		for (uint64_t bits = mask[w] & valid; bits; bits &= bits - 1)
			order[first++] = (lane_place)(w * 64) + __builtin_ctzll(bits);
		for (uint64_t bits = ~mask[w] & valid; bits; bits &= bits - 1)
			rest[left++] = (lane_place)(w * 64) + __builtin_ctzll(bits);
	}
	memcpy(order + first, rest, left * sizeof(*rest));
}

/* Make the first COUNT lanes active. */
static void run_first(hr_batch *batch, unsigned count)
{
	uint64_t mask[HR_LANE_WORDS] = {0};

	for (unsigned i = 0; i * 64 < count; i++)
		mask[i] =
			count - i * 64 < 64 ? (UINT64_C(1) << (count - i * 64)) - 1 : ~UINT64_C(0);
	lane_set_mask(batch, mask);
}

/* Invalidate remembered results of comparisons: arrays that only the loop reads are not moved back,
 * and none is if the batch is abandoned. While lanes are packed, no affine values are compared. */
static void forget_compared(hr_batch *batch)
{
	const lane_version *version = batch->version;

	for (size_t i = 0; i < version->compared.count; i++)
		((lane_compared *)(void *)(batch->frame + version->compared.data[i]))->result =
			LANE_NOTHING;
}

void HR_LANE_OF_SET(pack)(hr_batch *batch, const lane_packing *packing)
{
	const bool inside = some_wait_inside(batch, packing);
	const uint32_t whole = inside ? packing->count : packing->outside;
	lane_place order[HR_LANE_MAX], home[HR_LANE_MAX];
	uint64_t mask[HR_LANE_WORDS];
	const lane_moves first = {order, mask, batch->end_group * LANE_GROUP};

	lane_copy_mask(mask, batch->mask);
	put_first(mask, first.count, order);
	for (unsigned i = 0; i < batch->lanes; i++)
		home[i] = (lane_place)lane_home_of(batch, i < first.count ? (unsigned)order[i] : i);
	take_all(batch, packing, whole, &first);
	for (uint32_t i = whole; i < packing->count; i++) {
		const lane_array *a = &batch->version->packed.data[packing->first + i];

		draw(batch->frame + a->place, a->size, &first, batch->active);
	}
	forget_compared(batch);
	run_first(batch, batch->active);
	memcpy(batch->home, home, batch->lanes * sizeof(*home));
	batch->packing = packing;
}

void HR_LANE_OF_SET(unpack)(hr_batch *batch)
{
	const lane_packing *packing = batch->packing;
	lane_place order[HR_LANE_MAX];
	uint64_t mask[HR_LANE_WORDS];
	const lane_moves back = {order, NULL, batch->lanes};

	for (unsigned i = 0; i < batch->lanes; i++)
		order[batch->home[i]] = (lane_place)i;
	take_all(batch, packing,
		 some_wait_inside(batch, packing) ? packing->count : packing->outside, &back);
	lane_copy_mask(mask, batch->mask);
	take_mask(mask, &back);
	lane_set_mask(batch, mask);
	batch->packing = NULL;
}
