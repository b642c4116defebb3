/* interp/lanes/run/check.c -- checks accesses of many lanes beyond the comparison with the access
 * check.
 *
 * Active lanes with contiguous addresses are checked together (interp/check/checker.h). Only if
 * that fails is each lane checked separately, as if it ran alone.
 *
 * Undefined bits: in batches no register has undefined bits. So everything that is written is
 * defined. If undefined memory is read, the speculative run that the batch belongs to fails
 * (interp/orders/speculative.c). If races are not checked, it also fails when memory is read
 * that the batch itself may have initialised since its last barrier.
 *
 * Invariant: every access of every active lane has been recorded before the batch makes it.
 * Clauses:   M4-M6. */
#include "interp/check/checker.h"
#include "interp/check/shadow.h"
#include "interp/lanes/run/lane_batch.h"

/* Nothing is reported here, because the execution is repeated. */
const uint32_t *hr_lane_met_undefined(hr_batch *batch)
{
	if (!hr_speculation_fail(batch->thread->run))
		hr_bug("a batch met undefined bits outside of a speculative run");
	batch->status = HR_TRAP;
	return NULL;
}

/* Return true if no bit is undefined. A quick check that only handles a few bytes within one
 * chunk. */
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

/* --- memory that a batch initialises ---------------------------------------------------------- */

static bool checks_races(const hr_batch *batch)
{
	return batch->thread->run->options.checks & HR_CHECK_RACE;
}

/* Return the distance between the interval and BYTES at ADDRESS; 0 if they overlap or touch. */
static uint64_t distance(const lane_interval *at, uint64_t address, uint64_t bytes)
{
	if (address > at->end)
		return address - at->end;
	return at->begin > address + bytes ? at->begin - (address + bytes) : 0;
}

/* Add memory that lanes initialise. If there is no room, the nearest interval grows. */
static void add_initialised(hr_batch *batch, uint64_t address, uint64_t bytes)
{
	lane_interval *list = batch->initialised, *nearest = list;

	for (unsigned i = 1; i < batch->initialised_count; i++)
		if (distance(&list[i], address, bytes) < distance(nearest, address, bytes))
			nearest = &list[i];
	if (!batch->initialised_count ||
	    (distance(nearest, address, bytes) && batch->initialised_count < LANE_INITIALISED)) {
		list[batch->initialised_count++] = (lane_interval){address, address + bytes};
		return;
	}
	nearest->begin = nearest->begin < address ? nearest->begin : address;
	nearest->end = nearest->end > address + bytes ? nearest->end : address + bytes;
}

/* Return true if another instance may have initialised the memory in this batch that, one instance
 * at a time, is read before. With --check=race that shows as a race. */
static bool hides_undefined(const hr_batch *batch, uint64_t address, uint64_t bytes)
{
	for (unsigned i = 0; i < batch->initialised_count; i++)
		if (address < batch->initialised[i].end &&
		    batch->initialised[i].begin < address + bytes)
			return true;
	return false;
}

/* Note that lanes write memory, before its undefined bits are cleared. The variables of a lane are
 * its own. */
static void note_write(hr_batch *batch, uint64_t address, uint64_t bytes)
{
	const uint64_t own = (uint64_t)(uintptr_t)batch->memory;

	if (!checks_races(batch) && !is_clear(batch->shadow, address, bytes) &&
	    address - own >= batch->memory_stride * batch->lane_code->lanes &&
	    !hr_uninit_defined(batch->thread->run->checker, address, bytes))
		add_initialised(batch, address, bytes);
}

bool hr_lane_copies_undefined(hr_batch *batch, uint64_t to, uint64_t from, uint64_t bytes)
{
	if (hides_undefined(batch, from, bytes))
		return false;
	note_write(batch, to, bytes);
	return true;
}

bool hr_lane_accesses_any(hr_batch *batch)
{
	if (!batch->shadow || checks_races(batch))
		return true;
	if (batch->initialised_count)
		return false;
	add_initialised(batch, 0, UINT64_MAX);
	return true;
}

/* --- undefined bits --------------------------------------------------------------------------- */

/* A read requires that the object is not known to be defined as a whole. */
static bool shadow_one(hr_batch *batch, uint64_t address, uint64_t bytes, bool write)
{
	if (write) {
		note_write(batch, address, bytes);
		hr_shadow_clear(batch->shadow, address, bytes);
		return true;
	}
	if (hides_undefined(batch, address, bytes) ||
	    (!is_clear(batch->shadow, address, bytes) &&
	     !hr_uninit_defined(batch->thread->run->checker, address, bytes)))
		return hr_lane_met_undefined(batch) != NULL;
	return true;
}

bool hr_lane_defined(hr_batch *batch, uint64_t address, uint64_t bytes, bool write)
{
	return !batch->shadow || shadow_one(batch, address, bytes, write);
}

/* A race has been found and will be found again when the execution is repeated, so nothing more is
 * recorded. */
static bool is_over(hr_batch *batch)
{
	if (!hr_speculation_failed(batch->thread->run))
		return false;
	batch->status = HR_TRAP;
	return true;
}

typedef struct lanes_access {
	uint32_t check, bytes;
	const uint8_t *value; /* NULL for a read */
	uint32_t step;
} lanes_access;

/* The lanes that make an access, and their addresses. */
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

/* FIRST is the lane of the first access, unless the run lists the lanes. */
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

/* Check by groups. Return false if each run of lanes must be checked. */
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

/* Memory that all lanes of a row, or of a column, read in common. */
typedef struct shared_read {
	uint64_t begin, end, step;
	unsigned count, apart; /* apart: distance between the first instances that read each */
} shared_read;

/* Return false if lanes read different memory. */
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

/* Record BEGIN to END as read by many instances. Return false if that is not possible or a read may
 * race. */
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
	       (!hides_undefined(batch, begin, end - begin) &&
		!hr_shadow_any(batch->shadow, begin, end - begin));
}

/* In a loop, many lanes read consecutive elements of the same memory. All memory between the
 * elements of one iteration is recorded as read at once, which leaves little to check for the next
 * iteration. If that causes a race that does not exist, the speculative run is repeated without
 * it. */
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

/* Return false if a read may be invalid. */
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

/* Return the number of contiguous active lanes at or after LANE and before END; *first is set to
 * the first of them. */
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

/* Return true if a read need not be recorded: its instance writes the same bytes before anything
 * that could order it, so an access that races with the read also races with the write. Which of
 * the two races is reported when the execution is repeated. */
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
			/* of many reads of the same memory, the first two record everything */
			break;
	}
	return true;
}

/* Return the end of the contiguous lanes from I of ALL on that access contiguous memory of BYTES
 * each. */
static unsigned end_of_stretch(const lanes *all, unsigned i, uint32_t bytes)
{
	enum { AT_ONCE = 8 };

	for (i++; i + AT_ONCE <= all->count; i += AT_ONCE) {
		const uint64_t *at = all->addresses + i;
		const uint64_t next = at[-1] + bytes;
		uint64_t odd = 0;

		for (unsigned k = 0; k < AT_ONCE; k++)
			odd |= at[k] ^ (next + k * (uint64_t)bytes);
		/* Lanes are in ascending order. */
		if (odd || all->lanes[i + AT_ONCE - 1] != all->lanes[i - 1] + AT_ONCE)
			break;
	}
	for (; i < all->count && all->lanes[i] == all->lanes[i - 1] + 1 &&
	       all->addresses[i] == all->addresses[i - 1] + bytes;)
		i++;
	return i;
}

/* The checkers accept accesses of less than four bytes only if they are contiguous, and most
 * are. */
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
		if (scale == 1) /* addresses of bytes */
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

/* A function begins in all active lanes. */
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
