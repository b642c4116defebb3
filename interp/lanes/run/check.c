/* interp/lanes/run/check.c -- accesses of many lanes as the checkers see them, beyond the access
 * check's comparison.
 *
 * Lanes that run and stand side by side are looked at together (interp/check/checker.h); only where
 * that does not do each is looked at by itself, as if it ran alone.
 *
 * Undefined bits: in batches no register has any. What is written is defined, then, and where what
 * is read is not, the speculative run that the batch is part of has failed
 * (interp/orders/speculative.c).
 *
 * Invariant: every access of every lane that runs has been noted before the batch makes it.
 * Clauses:   M4-M6. */
#include "interp/check/checker.h"
#include "interp/check/shadow.h"
#include "interp/lanes/run/lane_batch.h"

/* Nothing is reported here: the execution is done again. */
const uint32_t *hr_lane_met_undefined(hr_batch *batch)
{
	if (!hr_speculation_fail(batch->thread->run))
		hr_bug("a batch has met undefined bits outside of a speculative run");
	batch->status = HR_TRAP;
	return NULL;
}

/* Whether no bit is undefined, as far as one look tells: within one chunk, a few bytes. */
static inline bool is_clear(const hr_shadow *shadow, uint64_t address, uint64_t bytes)
{
	const hr_shadow_chunk *chunk = hr_shadow_chunk_of(shadow, address);
	const uint64_t at = address & (HR_SHADOW_BYTES - 1);
	uint64_t any = 0, word = 0;

	if (at + bytes > HR_SHADOW_BYTES)
		return false;
	if (!chunk)
		return true;
	for (; bytes >= 8; bytes -= 8) {
		memcpy(&word, &chunk->undefined[at + bytes - 8], 8);
		any |= word;
	}
	for (; bytes; bytes--)
		any |= chunk->undefined[at + bytes - 1];
	return !any;
}

static bool shadow_one(hr_batch *batch, uint64_t address, uint64_t bytes, bool write)
{
	if (write)
		hr_shadow_clear(batch->shadow, address, bytes);
	else if (!is_clear(batch->shadow, address, bytes) &&
		 !hr_uninit_defined(batch->thread->run->checker, address, bytes))
		return hr_lane_met_undefined(batch) != NULL;
	return true;
}

bool hr_lane_defined(hr_batch *batch, uint64_t address, uint64_t bytes, bool write)
{
	return !batch->shadow || shadow_one(batch, address, bytes, write);
}

/* What raced is to be met again when the execution is, so nothing more is noted. */
static bool is_over(hr_batch *batch)
{
	if (!hr_speculation_failed(batch->thread->run))
		return false;
	batch->status = HR_TRAP;
	return true;
}

typedef struct lanes_access {
	uint32_t check, bytes;
	const uint8_t *value; /* NULL: a read */
	uint32_t step;
} lanes_access;

/* Which lanes an access is made by, and where. */
typedef struct lanes {
	uint64_t addresses[HR_LANE_MAX];
	uint16_t lanes[HR_LANE_MAX];
	unsigned count;
} lanes;

static uint64_t address_of(const hr_access_run *run, unsigned i)
{
	return run->addresses ? run->addresses[i] : run->address + i * run->stride;
}

static unsigned lane_of(const hr_access_run *run, unsigned first, unsigned i)
{
	return run->addresses ? run->lanes[i] : first + i;
}

static bool shadow_run(hr_batch *batch, const hr_access_run *run, uint64_t bytes, bool write)
{
	if (!run->addresses && (run->stride == bytes || !run->stride))
		return shadow_one(batch, run->address, run->stride ? run->count * bytes : bytes,
				  write);
	for (unsigned i = 0; i < run->count; i++)
		if (!shadow_one(batch, address_of(run, i), bytes, write))
			return false;
	return true;
}

/* FIRST: the lane of the first, unless the run says which. */
static bool watch(hr_batch *batch, const lanes_access *access, const hr_access_run *run,
		  unsigned first)
{
	const hr_access_check *check = *batch->checks[access->check].check;

	if (!check->watch || hr_access_watched_run(check, run, batch->lane_code->ops->watch))
		return !batch->shadow || check->defined ||
		       shadow_run(batch, run, access->bytes, access->value != NULL);
	for (unsigned i = 0; i < run->count; i++) {
		unsigned lane = lane_of(run, first, i);

		if (!hr_lane_admit(batch, access->check, lane, address_of(run, i), access->bytes,
				   access->value ? access->value + (size_t)lane * access->step
						 : NULL))
			return false;
	}
	return true;
}

static bool watch_run(hr_batch *batch, const lanes_access *access, unsigned first, unsigned count,
		      uint64_t address, uint64_t stride)
{
	const hr_access_run run = {.address = address,
				   .stride = stride,
				   .index = batch->tile.first + first,
				   .count = count};

	return watch(batch, access, &run, first);
}

static bool watch_lanes(hr_batch *batch, const lanes_access *access, const lanes *all)
{
	const hr_access_run run = {.addresses = all->addresses,
				   .lanes = all->lanes,
				   .index = batch->tile.first,
				   .count = all->count};

	return watch(batch, access, &run, 0);
}

/* By groups. False: each run of lanes is to be looked at. */
static bool watch_groups(hr_batch *batch, const hr_access_check *check, const uint64_t *index,
			 uint64_t base, uint64_t scale)
{
	const hr_access_groups groups = {.mask = batch->mask,
					 .index = index,
					 .base = base,
					 .scale = scale,
					 .first = batch->tile.first,
					 .begin = batch->first_group,
					 .end = batch->end_group};

	return check->watch &&
	       hr_access_watched_groups(check, &groups, batch->lane_code->ops->watch_groups);
}

/* What all lanes of a row, or of a column, read at once. */
typedef struct shared_read {
	uint64_t begin, end, step;
	unsigned count, apart; /* apart: instances between those that are first to read each */
} shared_read;

/* False: lanes read something of their own. */
static bool is_shared(const hr_batch *batch, const lane_affine *a, uint32_t bytes, shared_read *all)
{
	const bool rows = !a->stride[0];

	if (!batch->full || batch->rows == 1 || batch->columns == 1 ||
	    (a->stride[0] && a->stride[1]) || batch->valid != batch->rows * batch->columns)
		return false;
	all->step = rows ? a->stride[1] : a->stride[0];
	all->count = rows ? batch->rows : batch->columns;
	all->apart = rows ? batch->columns : 1;
	all->begin = a->base;
	all->end = a->base + (all->count - 1) * all->step + bytes;
	return all->step >> 32 == 0;
}

/* BEGIN to END is taken to be read by many. False: it must not be, or not all is well with it. */
static bool take_part(hr_batch *batch, const hr_access_check *check, uint64_t begin, uint64_t end)
{
	const hr_access_run run = {.address = begin,
				   .index = batch->tile.first,
				   .count = (unsigned)((end - begin) / 4),
				   .many = true};

	if (begin >= end)
		return true;
	if ((begin | end) & 3 ||
	    (check->watch && !hr_access_watched_run(check, &run, batch->lane_code->ops->watch)))
		return false;
	return !batch->shadow || check->defined ||
	       !hr_shadow_any(batch->shadow, begin, end - begin);
}

/* In a loop many lanes read one element after the other of the same memory. What lies between those
 * of one time is taken to be read at once, which leaves little for the next. If that makes a race
 * where none is, the speculative run is made once more without. */
static bool take_all(hr_batch *batch, const hr_access_check *check, lane_seen *seen,
		     const shared_read *all)
{
	enum { MOST_TIMES = 32 };
	hr_speculation *speculation = &batch->thread->run->speculation;
	lane_seen now = {.run = batch->run, .begin = all->begin, .end = all->end};
	const bool more =
		seen->run == batch->run && all->begin <= seen->end && seen->begin <= all->end;

	if (!speculation->on || speculation->exact ||
	    all->end - all->begin > (uint64_t)all->count * 8 * MOST_TIMES)
		return false;
	speculation->guessed = true;
	if (more && seen->begin < now.begin)
		now.begin = seen->begin;
	if (more && seen->end > now.end)
		now.end = seen->end;
	if (!take_part(batch, check, now.begin, more ? seen->begin : now.end) ||
	    (more && !take_part(batch, check, seen->end, now.end)))
		return false;
	*seen = now;
	return true;
}

static uint64_t bits_below(unsigned count)
{
	return count >= 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

/* False: it is not known to be well. */
static bool watch_shared(hr_batch *batch, const hr_access_check *check, uint32_t bytes,
			 const shared_read *all)
{
	const hr_access_run run = {.address = all->begin, .stride = all->step, .count = all->count};
	uint64_t mask[HR_LANE_WORDS];
	const hr_access_groups groups = {.mask = mask,
					 .base = all->begin,
					 .scale = all->step,
					 .first = batch->tile.first,
					 .end = (all->count + LANE_GROUP - 1) / LANE_GROUP,
					 .shared = all->apart};

	for (unsigned i = 0; i * 64 < all->count; i++)
		mask[i] = bits_below(all->count - i * 64);
	if (check->watch &&
	    !hr_access_watched_groups(check, &groups, batch->lane_code->ops->watch_groups))
		return false;
	return !batch->shadow || check->defined || shadow_run(batch, &run, bytes, false);
}

/* Lanes from LANE on that run, side by side, up to END; gives how many; *first: where they begin.
 */
static unsigned next_run(const hr_batch *batch, unsigned lane, unsigned end, unsigned *first)
{
	uint64_t bits;

	while (lane < end) {
		bits = batch->mask[lane / 64] >> lane % 64;
		if (bits)
			break;
		lane = (lane / 64 + 1) * 64;
	}
	if (lane >= end)
		return 0;
	lane += (unsigned)__builtin_ctzll(bits);
	*first = lane;
	while (lane < end && batch->mask[lane / 64] >> lane % 64 & 1) {
		bits = ~(batch->mask[lane / 64] >> lane % 64);
		lane += bits ? (unsigned)__builtin_ctzll(bits) : 64;
	}
	return (lane < end ? lane : end) - *first;
}

/* Whether a read need not be noted: its instance writes the same bytes before anything else that is
 * ordered comes, so whoever races with the read races with that, too. Which of the two does is said
 * when the execution is done again. */
static bool is_noted_by_write(const hr_batch *batch, uint32_t check, const hr_access_check *open)
{
	return batch->lane_code->checks.data[check].rewritten &&
	       batch->thread->run->speculation.on && hr_access_races_alone(open) &&
	       (!batch->shadow || open->defined);
}

bool hr_lane_watch(hr_batch *batch, uint32_t check, const lane_affine *a, uint32_t bytes,
		   const uint8_t *value, uint32_t step)
{
	const lanes_access access = {check, bytes, value, step};
	const bool one_row = lane_is_one_row(batch, a);
	const bool same_rows = !value && batch->full && !one_row && !a->stride[1];
	const unsigned begin = batch->first_group * LANE_GROUP;
	unsigned end = batch->end_group * LANE_GROUP, first, count;
	const hr_access_check *open = *batch->checks[check].check;
	shared_read all;

	if (is_over(batch))
		return false;
	if (!value && is_noted_by_write(batch, check, open))
		return true;
	if (!value && is_shared(batch, a, bytes, &all) &&
	    (take_all(batch, open, &batch->seen[check], &all) ||
	     watch_shared(batch, open, bytes, &all)))
		return true;
	if (batch->status != HR_OK)
		return false;
	if (one_row && (!batch->full || (a->stride[0] && a->stride[0] != bytes)) &&
	    (!batch->shadow || open->defined) &&
	    watch_groups(batch, open, NULL, a->base, a->stride[0]))
		return true;
	for (unsigned lane = begin; (count = next_run(batch, lane, end, &first)) > 0;
	     lane = first + count) {
		unsigned left = batch->columns - batch->column_of[first];

		if (!one_row && count > left)
			count = left;
		if (!watch_run(batch, &access, first, count, lane_of_number(batch, a, first),
			       a->stride[0]))
			return false;
		if (same_rows && first >= begin + 2 * batch->columns)
			break; /* of many that read the same, two tell as much */
	}
	return true;
}

/* Lanes from I of ALL on that stand side by side, and so do the BYTES that they access; gives the
 * next. */
static unsigned end_of_stretch(const lanes *all, unsigned i, uint32_t bytes)
{
	enum { AT_ONCE = 8 };

	for (i++; i + AT_ONCE <= all->count; i += AT_ONCE) {
		const uint64_t *at = all->addresses + i;
		const uint64_t next = at[-1] + bytes;
		uint64_t odd = 0;

		for (unsigned k = 0; k < AT_ONCE; k++)
			odd |= at[k] ^ (next + k * (uint64_t)bytes);
		/* Lanes ascend. */
		if (odd || all->lanes[i + AT_ONCE - 1] != all->lanes[i - 1] + AT_ONCE)
			break;
	}
	for (; i < all->count && all->lanes[i] == all->lanes[i - 1] + 1 &&
	       all->addresses[i] == all->addresses[i - 1] + bytes;)
		i++;
	return i;
}

/* Less than words, which the checkers take side by side only, mostly are. */
static bool watch_stretches(hr_batch *batch, const lanes_access *access, const lanes *all)
{
	enum { LEAST = 8 };

	for (unsigned i = 0, end, next; i < all->count; i = end) {
		hr_access_run run = {.addresses = all->addresses + i,
				     .lanes = all->lanes + i,
				     .index = batch->tile.first};

		end = end_of_stretch(all, i, access->bytes);
		if (end - i >= LEAST) {
			if (!watch_run(batch, access, all->lanes[i], end - i, all->addresses[i],
				       access->bytes))
				return false;
			continue;
		}
		for (; end < all->count; end = next) {
			next = end_of_stretch(all, end, access->bytes);
			if (next - end >= LEAST)
				break;
		}
		run.count = end - i;
		if (!watch(batch, access, &run, 0))
			return false;
	}
	return true;
}

static void find_lanes(const hr_batch *batch, const uint64_t *index, uint64_t base, uint64_t scale,
		       lanes *all)
{
	all->count = 0;
	if (batch->full) {
		const unsigned first = batch->first_group * LANE_GROUP;

		all->count = batch->active;
		for (unsigned i = 0; i < all->count; i++)
			all->lanes[i] = (uint16_t)(first + i);
		if (scale == 1) /* bytes */
			for (unsigned i = 0; i < all->count; i++)
				all->addresses[i] = base + index[first + i];
		else
			for (unsigned i = 0; i < all->count; i++)
				all->addresses[i] = base + index[first + i] * scale;
		return;
	}
	FOR_LANES_IN_MASK(batch, lane) {
		all->lanes[all->count] = (uint16_t)lane;
		all->addresses[all->count++] = base + index[lane] * scale;
	}
}

bool hr_lane_watch_array(hr_batch *batch, uint32_t check, const uint64_t *index, uint64_t base,
			 uint64_t scale, uint32_t bytes, const uint8_t *value, uint32_t step)
{
	const lanes_access access = {check, bytes, value, step};
	const hr_access_check *open = *batch->checks[check].check;
	lanes all;

	if (is_over(batch))
		return false;
	if (!value && is_noted_by_write(batch, check, open))
		return true;
	if ((!batch->shadow || open->defined) && watch_groups(batch, open, index, base, scale))
		return true;

	find_lanes(batch, index, base, scale, &all);
	return bytes < 4 ? watch_stretches(batch, &access, &all)
			 : watch_lanes(batch, &access, &all);
}

bool hr_lane_watch_atomic(hr_batch *batch, uint32_t check, const uint64_t *addresses,
			  uint32_t bytes)
{
	const hr_access_check *open = *batch->checks[check].check;
	const bool asks = batch->shadow && !open->defined;

	if (is_over(batch))
		return false;
	FOR_LANES_IN_MASK(batch, lane) {
		if (open->watch && !hr_access_counts(open, addresses[lane]))
			hr_lane_see(batch, open, (uint32_t)lane, addresses[lane], NULL);
		if (asks && !shadow_one(batch, addresses[lane], bytes, false))
			return false;
	}
	return true;
}

/* A function begins in all lanes that run. */
const uint32_t *hr_lane_frame(hr_batch *batch, const uint32_t *pc)
{
	const lane_area *area = &batch->lane_code->areas.data[lane_inst_at(batch, pc[1])->area];

	if (!batch->shadow)
		return pc + 2;
	FOR_LANES_IN_MASK(batch, lane)
		hr_shadow_fill(batch->shadow,
			       hr_map_key(batch->memory) + lane * batch->memory_stride +
				       area->slots,
			       area->code->frame_bytes - area->code->register_bytes, 0);
	return pc + 2;
}
