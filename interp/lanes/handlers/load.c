/* interp/lanes/handlers/load.c -- loads of all lanes, and addresses; compiled once for each
 * instruction set.
 *
 * Clauses:   M2, M6. */
#include "interp/lanes/handlers/lane_gather.h"
#include "interp/lanes/handlers/lane_prefetch_loop.h"

/* --- addresses -------------------------------------------------------------------------------- */

/* Add the affine value A to the lanes of the window. */
static void add_affine(const hr_batch *batch, uint64_t *to, const lane_affine *a)
{
	const unsigned first = first_lane(batch);
	const uint64_t from = a->base + first * a->stride[0];
	WINDOW;

	if (lane_is_one_row(batch, a))
		EACH_LANE(i)
			to[i] += from + i * a->stride[0];
	else
		EACH_LANE(i)
			to[i] += a->base + batch->column_of[first + i] * a->stride[0] +
				 batch->row_of[first + i] * a->stride[1];
}

/* TO = INDEX * SCALE + BASE */
static void scale_array(const hr_batch *batch, uint64_t *to, const uint64_t *index, uint64_t scale,
			uint64_t base)
{
	const unsigned shift = scale ? (unsigned)__builtin_ctzll(scale) : 0;
	WINDOW;

	if (scale == UINT64_C(1) << shift)
		EACH_LANE(i)
			to[i] = (index[i] << shift) + base;
	else
		EACH_LANE(i)
			to[i] = index[i] * scale + base;
}

static void add_to(lane_affine *sum, lane_affine a, uint64_t factor)
{
	sum->base += a.base * factor;
	sum->stride[0] += a.stride[0] * factor;
	sum->stride[1] += a.stride[1] * factor;
}

HANDLER(address)
{
	const uint64_t scale = pc[6] | (uint64_t)pc[7] << 32;
	const bool varies = pc[3] == LANE_VARYING;
	const bool indexed = pc[4] != LANE_NONE && pc[5] == LANE_VARYING;
	lane_affine rest = {.base = pc[8] | (uint64_t)pc[9] << 32};
	uint64_t *const d = ARRAY(I64, 1), base;
	bool uniform;
	WINDOW;

	if (!varies)
		add_to(&rest, affine_at(batch, pc[2]), 1);
	if (!indexed && pc[4] != LANE_NONE)
		add_to(&rest, affine_at(batch, pc[4]), scale);
	uniform = !rest.stride[0] && !rest.stride[1];
	base = uniform ? rest.base : 0;
	if (varies && indexed) {
		const uint64_t *const a = ARRAY(I64, 2), *const index = ARRAY(I64, 4);

		EACH_LANE(i)
			d[i] = a[i] + index[i] * scale + base;
	} else if (varies || indexed) {
		scale_array(batch, d, varies ? ARRAY(I64, 2) : ARRAY(I64, 4), varies ? 1 : scale,
			    base);
	} else {
		EACH_LANE(i)
			d[i] = base;
	}
	if (!uniform)
		add_affine(batch, d, &rest);
	return pc + 10;
}

/* --- loads ------------------------------------------------------------------------------------ */

HR_PROGRAM_MEMORY static void load_long(uint8_t *d, uint64_t address)
{
	memset(d, 0, LONG_ROOM);
	memcpy(d, (const void *)address, LONG_BYTES);
}

HR_PROGRAM_MEMORY HANDLER(load_uniform)
{
	uint64_t address = ONE(I64, 5) + (uint64_t)(int64_t)(int32_t)pc[8];
	lane_affine a = {0};

	if (pc[6] != LANE_NONE)
		address += ONE(I64, 6) * pc[7];
	a.base = address;
	publish(batch, pc);
	if (!admit(batch, pc[3], &a, pc[4], nothing))
		return NULL;
#define LOAD(T) ONE(T, 2) = PEEK(T, address)
	if (pc[4] == LONG_BYTES)
		load_long(batch->frame + pc[2], address);
	else
		BY_SIZE(pc[4], LOAD)
#undef LOAD
	return pc + 9;
}

/* Load COUNT lanes from lane FIRST on, STRIDE bytes apart. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void load_run(uint8_t *array, uint32_t size, unsigned first,
						     unsigned count, uint64_t from, uint64_t stride)
{
	if (stride == size) {
		memcpy(array + (size_t)first * size, (const void *)from, (size_t)count * size);
		return;
	}
#define RUN(T)                                                                                     \
	hr_c_##T *const d = (hr_c_##T *)(void *)array + first;                                     \
	if (stride == 0) {                                                                         \
		const hr_c_##T value = PEEK(T, from);                                              \
		EACH_LANE(i)                                                                       \
			d[i] = value;                                                              \
	} else {                                                                                   \
		for (unsigned i = gather_run((uint8_t *)d, size, count, from, stride); i < count;  \
		     i++)                                                                          \
			d[i] = PEEK(T, from + i * stride);                                         \
	}
	BY_SIZE(size, RUN)
#undef RUN
}

/* Load the active lanes of one group. */
HR_PROGRAM_MEMORY static inline void load_group(const hr_batch *batch, uint8_t *array,
						uint32_t size, unsigned group, const lane_affine *a)
{
#define GROUP(T)                                                                                   \
	hr_c_##T *const d = (hr_c_##T *)(void *)array;                                             \
	for (unsigned m = lane_group_mask(batch, group); m; m &= m - 1) {                          \
		const unsigned lane = group * LANE_GROUP + (unsigned)__builtin_ctz(m);             \
		d[lane] = PEEK(T, lane_of_number(batch, a, lane));                                 \
	}
	BY_SIZE(size, GROUP);
#undef GROUP
}

HR_PROGRAM_MEMORY static ALWAYS_INLINE void load_all(hr_batch *batch, const uint32_t *pc,
						     const lane_affine *a)
{
	const unsigned first = batch->first_group * LANE_GROUP;
	uint8_t *const array = batch->frame + pc[2];
	const uint32_t size = pc[4];
	const uint64_t from = a->base + first * a->stride[0], stride = a->stride[0];
	GROUPS_WINDOW;

	if (lane_is_one_row(batch, a)) {
		load_run(array, size, first, count, from, stride);
		return;
	}
#define CALL(lane, run, address) load_run(array, size, lane, run, address, stride)
	EACH_RUN(batch, a, CALL)
#undef CALL
}

HR_PROGRAM_MEMORY static void load_some(hr_batch *batch, const uint32_t *pc, const lane_affine *a)
{
	uint8_t *const array = batch->frame + pc[2];
	const uint32_t size = pc[4];
	const bool one_row = lane_is_one_row(batch, a);

	if (size == LONG_BYTES) {
		FOR_LANES_IN_MASK(batch, lane)
			load_long(array + lane * LONG_ROOM,
				  lane_of_number(batch, a, (unsigned)lane));
		return;
	}
	for (unsigned g = batch->first_group; g < batch->end_group; g++) {
		const unsigned lane = g * LANE_GROUP;
		const unsigned mask = lane_group_mask(batch, g);
		const bool in_row = one_row || is_whole(batch, lane);

		if (in_row && is_beside(size) && a->stride[0] == size)
			load_beside(array + (size_t)lane * size, size, mask,
				    lane_of_number(batch, a, lane));
		else if (in_row && mask == 0xFFFF)
			load_run(array, size, lane, LANE_GROUP, lane_of_number(batch, a, lane),
				 a->stride[0]);
		else
			load_group(batch, array, size, g, a);
	}
}

/* Copy COUNT groups of elements of SIZE bytes, at most 8. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void copy_groups(uint8_t *to, const uint8_t *from,
							unsigned count, uint32_t size)
{
	const size_t bytes = (size_t)count * LANE_GROUP * size;
	size_t i = 0;

	for (; i + sizeof(longest) <= bytes; i += sizeof(longest))
		*(longest *)(void *)(to + i) = *(const longest *)(const void *)(from + i);
	for (; i < bytes; i += LANE_GROUP)
		memcpy(to + i, from + i, LANE_GROUP);
}

/* Load rows of one group each, STEP bytes apart: all lanes of a row load the same element. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void
load_one_each(uint8_t *array, uint32_t size, unsigned rows, uint64_t from, uint64_t step)
{
#define EACH(T)                                                                                    \
	hr_c_##T *d = (hr_c_##T *)(void *)array;                                                   \
	for (unsigned r = 0; r < rows; r++, d += LANE_GROUP, from += step) {                       \
		const hr_c_##T value = PEEK(T, from);                                              \
		LANES_LOOP for (unsigned i = 0; i < LANE_GROUP; i++) d[i] = value;                 \
	}
	BY_SIZE(size, EACH);
#undef EACH
}

/* Load rows of one group each, STEP bytes apart: the lanes of a row are contiguous. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void
load_row_each(uint8_t *array, uint32_t size, unsigned rows, uint64_t from, uint64_t step)
{
#define EACH(T)                                                                                    \
	hr_c_##T *d = (hr_c_##T *)(void *)array, row[LANE_GROUP] __attribute__((aligned(64)));     \
	memcpy(row, (const void *)from, sizeof(row));                                              \
	for (unsigned r = 0; r < rows; r++, d += LANE_GROUP) {                                     \
		if (step)                                                                          \
			memcpy(d, (const void *)(from + r * step), sizeof(row));                   \
		else                                                                               \
			memcpy(d, row, sizeof(row));                                               \
	}
	BY_SIZE(size, EACH);
#undef EACH
}

/* Load rows of a few whole groups, whose lanes are contiguous or load the same element. */
HR_PROGRAM_MEMORY static __attribute__((noinline)) void
load_groups(const hr_batch *batch, uint8_t *array, uint32_t size, const lane_affine *a)
{
	const unsigned across = batch->columns / LANE_GROUP;
	const unsigned end = batch->end_group;

	for (unsigned g = batch->first_group, count; g < end; g += count) {
		const uint64_t from = lane_of_number(batch, a, g * LANE_GROUP);
		uint8_t *const to = array + (size_t)g * LANE_GROUP * size;

		count = across == 1 ? end - g : across - g % across;
		count = count < end - g ? count : end - g;
		if (across > 1)
			load_run(to, size, 0, count * LANE_GROUP, from, a->stride[0]);
		else if (a->stride[0] == 0)
			load_one_each(to, size, count, from, a->stride[1]);
		else
			load_row_each(to, size, count, from, a->stride[1]);
	}
}

/* number of lanes up to which they are loaded one by one instead of as a whole range */
enum { FEW = LANE_GROUP };

HR_PROGRAM_MEMORY static __attribute__((noinline)) void
load_few(const hr_batch *batch, uint8_t *array, uint32_t size, uint64_t from)
{
#define FEW_OF(T)                                                                                  \
	FOR_LANES_IN_MASK(batch, lane)                                                             \
	((hr_c_##T *)(void *)array)[lane] = PEEK(T, from + lane * size)
	BY_SIZE(size, FEW_OF)
#undef FEW_OF
}

/* Point the slot to the loaded values; lane 0 is at ARRAY. */
static ALWAYS_INLINE void set_slot(const hr_batch *batch, const uint32_t *pc, uint8_t *array)
{
	lane_slot *slot = (lane_slot *)(void *)(batch->frame + pc[9]);

	if (!pc[9])
		return;
	slot->at = array;
	if (pc[10])
		slot->kind = LANE_SLOT_ARRAY;
}

/* Return true for tiles of 16 columns whose rows may be read in place. */
static ALWAYS_INLINE bool is_in_rows(const hr_batch *batch, const uint32_t *pc,
				     const lane_affine *a)
{
	return pc[10] && batch->columns == LANE_GROUP &&
	       (int32_t)a->stride[1] == (int64_t)a->stride[1] &&
	       (a->stride[0] == 0 || a->stride[0] == pc[4]);
}

static ALWAYS_INLINE void set_rows(hr_batch *batch, const uint32_t *pc, const lane_affine *a)
{
	lane_slot *slot = (lane_slot *)(void *)(batch->frame + pc[9]);

	slot->at = (const uint8_t *)a->base;
	slot->step = (int32_t)a->stride[1];
	slot->kind = a->stride[0] ? LANE_SLOT_ROWS : LANE_SLOT_ONE;
}

/* The general path. PASSED: the corners of the tile have passed the access check. */
HR_PROGRAM_MEMORY static __attribute__((noinline)) const uint32_t *
load_otherwise(hr_batch *batch, const uint32_t *pc, const lane_affine *a, bool passed)
{
	bool all = batch->full || (passed && is_all_open(batch, &batch->checks[pc[3]]));

	if (!(passed ? is_watched(batch, pc[3], a, pc[4], nothing)
		     : admit_each(batch, pc[3], a, pc[4], nothing)))
		return NULL;
	set_slot(batch, pc, batch->frame + pc[2]);
	if (all && pc[4] != LONG_BYTES && !in_short_rows(batch, a))
		load_all(batch, pc, a);
	else if (all && pc[4] != LONG_BYTES && (a->stride[0] == 0 || a->stride[0] == pc[4]))
		load_groups(batch, batch->frame + pc[2], pc[4], a);
	else
		load_some(batch, pc, a);
	return pc + 11;
}

/* Contiguous lanes that do not fulfil the conditions of load_affine, or lanes in rows. */
HR_PROGRAM_MEMORY static __attribute__((noinline)) const uint32_t *
load_rows(hr_batch *batch, const uint32_t *pc, const lane_affine *a)
{
	const lane_check_at *check = &batch->checks[pc[3]];
	const uint32_t size = pc[4];
	const uint64_t first = (uint64_t)batch->first_group * LANE_GROUP * size;
	const bool passed = corners_pass(batch, check, a);

	if (is_in_rows(batch, pc, a) && passed && is_all_open(batch, check) &&
	    (!is_looked_at(*check->check) || is_seen(batch, pc[3], a, size))) {
		set_rows(batch, pc, a);
		return pc + 11;
	}
	if (!passed || is_looked_at(*check->check) || a->stride[0] != size ||
	    !lane_is_one_row(batch, a) || size > sizeof(uint64_t) ||
	    !(batch->full || is_all_open(batch, check)))
		return load_otherwise(batch, pc, a, passed);
	if (pc[9] && is_all_open(batch, check) && batch->lanes % LANE_STRIP == 0) {
		set_slot(batch, pc, (uint8_t *)a->base);
		return pc + 11;
	}
	set_slot(batch, pc, batch->frame + pc[2]);
	copy_groups(batch->frame + pc[2] + first, (const uint8_t *)(a->base + first),
		    batch->end_group - batch->first_group, size);
	return pc + 11;
}

/* All lanes of a whole tile are contiguous in one object without observers, or in rows. */
HR_PROGRAM_MEMORY static __attribute__((noinline)) const uint32_t *
load_beside_each_other(hr_batch *batch, const uint32_t *pc)
{
	const lane_affine a = address_at(batch, pc + 5);
	const uint32_t size = pc[4], slot = pc[9];
	const uint64_t first = (uint64_t)batch->first_group * LANE_GROUP * size;
	const bool in_rows = slot && is_in_rows(batch, pc, &a);

	if (in_rows && lies_open_in_rows(batch, pc[3], &a)) {
		set_rows(batch, pc, &a);
		return pc + 11;
	}
	if (slot || a.stride[0] != size || size > sizeof(uint64_t) ||
	    !lies_open(batch, pc[3], &a, size))
		return load_rows(batch, pc, &a);
	if (batch->active <= FEW)
		load_few(batch, batch->frame + pc[2], size, a.base);
	else
		copy_groups(batch->frame + pc[2] + first, (const uint8_t *)(a.base + first),
			    batch->end_group - batch->first_group, size);
	return pc + 11;
}

/* The most common case comes first and needs no stack frame: contiguous lanes are read in place. */
HR_PROGRAM_MEMORY HANDLER(load_affine)
{
	const lane_affine a = address_at(batch, pc + 5);
	const uint32_t size = pc[4];

	publish(batch, pc);
	if (!pc[9] || a.stride[0] != size || size > sizeof(uint64_t) || batch->lanes % LANE_STRIP ||
	    (pc[10] && batch->columns == LANE_GROUP) || !lies_open(batch, pc[3], &a, size))
		return load_beside_each_other(batch, pc);
	set_slot(batch, pc, (uint8_t *)a.base);
	return pc + 11;
}

#ifdef HAS_SIXTEEN
/* Check the addresses of 16 lanes at a time, and load. Lanes that turn out to be contiguous, or one
 * element apart (parts of complex numbers), are loaded without gathering. Return false if some
 * lanes do not pass, or the size is not 4 or 8. If there are observers, the caller must report the
 * accesses. */
HR_PROGRAM_MEMORY static bool gather(hr_batch *batch, const uint32_t *pc, const uint64_t *index,
				     uint64_t base, uint64_t scale)
{
	const uint32_t size = pc[4];
	const lane_check_at *at = &batch->checks[pc[3]];
	const hr_access_check *check = *at->check;
	pattern now;
	unsigned tries = TRIES;

	if ((size != 4 && size != 8) || check->framed)
		return false;
	if (load_prefetched(batch, pc, index, base, scale))
		return true;
	now.step = no_step;
	for (unsigned g = batch->first_group; g < batch->end_group; g++) {
		const unsigned mask = lane_group_mask(batch, g), lane = g * LANE_GROUP;
		uint8_t *const to = batch->frame + pc[2] + (size_t)lane * size;
		lanes_part address[PARTS];
		uint64_t from;

		if (now.step == no_step && !tries) {
			const unsigned next = gather_groups(batch, g, batch->frame + pc[2], size,
							    check, index, base, scale);

			if (next > g) {
				g = next - 1;
				continue;
			}
		}
		if (now.step == no_step && tries && tries--)
			now = pattern_of(index + lane, scale, size);
		if (now.step != no_step &&
		    keeps_stride(&now, check, mask, index + lane, base, scale, &from)) {
			if (now.step == size)
				load_beside(to, size, mask, from);
			else
				load_alternate(to, mask, from);
			continue;
		}
		now.step = no_step;
		if (!mask)
			continue;
		if (!group_passes(check, mask, index + lane, base, scale, address))
			return false;
		gather_sixteen(to, size, mask, address);
	}
	return true;
}
#else
static inline bool gather(hr_batch *batch, const uint32_t *pc, const uint64_t *index, uint64_t base,
			  uint64_t scale)
{
	(void)batch, (void)pc, (void)index, (void)base, (void)scale;
	return false;
}
#endif

HR_PROGRAM_MEMORY static inline bool load_from(hr_batch *batch, const uint32_t *pc,
					       const uint64_t *index, uint64_t base, uint64_t scale)
{
	const uint32_t size = pc[4];
	uint8_t *const array = batch->frame + pc[2];
	const bool looked_at = is_looked_at(*batch->checks[pc[3]].check);

	publish(batch, pc);
	if (!looked_at && gather(batch, pc, index, base, scale))
		return true;
	if (!admit_array(batch, pc[3], index, base, scale, size, nothing))
		return false;
	if (looked_at && gather(batch, pc, index, base, scale))
		return true;
	if (size == LONG_BYTES) {
		FOR_LANES_IN_MASK(batch, lane)
			load_long(array + lane * LONG_ROOM, base + index[lane] * scale);
		return true;
	}
#define LOAD(T)                                                                                    \
	hr_c_##T *const d = (hr_c_##T *)(void *)array;                                             \
	FOR_LANES_IN_MASK(batch, lane)                                                             \
		d[lane] = PEEK(T, base + index[lane] * scale);
	BY_SIZE(size, LOAD)
#undef LOAD
	return true;
}

HR_PROGRAM_MEMORY HANDLER(load_indexed)
{
	const uint64_t *index = (const uint64_t *)(const void *)(batch->frame + pc[6]);
	uint64_t base = ONE(I64, 5) + (uint64_t)(int64_t)(int32_t)pc[8];

	return load_from(batch, pc, index, base, pc[7]) ? pc + 9 : NULL;
}

HR_PROGRAM_MEMORY HANDLER(load_gather)
{
	const uint64_t *addresses = (const uint64_t *)(const void *)(batch->frame + pc[5]);

	return load_from(batch, pc, addresses, (uint64_t)(int64_t)(int32_t)pc[6], 1) ? pc + 7
										     : NULL;
}
