/* interp/lanes/handlers/store.c -- stores and atomics of all lanes; compiled once for each
 * instruction set.
 *
 * Invariant: stores that may overlap are done in the order of lanes, so that the last one remains.
 * Clauses:   M2, M6, M7. */
#include "interp/lanes/handlers/lane_lines.h"
#include "src/arith/atomic.h"

/* --- stores ----------------------------------------------------------------------------------- */

static written written_at(const hr_batch *batch, const uint32_t *pc, uint32_t size)
{
	return (written){batch->frame + pc[2], !pc[3] ? 0 : size == LONG_BYTES ? LONG_ROOM : size};
}

/* In the order of lanes, because they may overlap. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void store_run(written what, uint32_t size, unsigned first,
						      unsigned count, uint64_t to, uint64_t stride)
{
	if (stride == size && what.step) {
		memcpy((void *)to, what.value + (size_t)first * size, (size_t)count * size);
		return;
	}
#define RUN(T)                                                                                     \
	const hr_c_##T *from = (const hr_c_##T *)(const void *)what.value;                         \
	unsigned i =                                                                               \
		what.step ? scatter_run((const uint8_t *)(from + first), size, count, to, stride)  \
			  : 0;                                                                     \
	for (; i < count; i++)                                                                     \
		POKE(T, to + i * stride) = from[what.step ? first + i : 0];
	BY_SIZE(size, RUN)
#undef RUN
}

HR_PROGRAM_MEMORY static void store_some(const hr_batch *batch, written what, uint32_t size,
					 const lane_affine *a)
{
	const bool one_row = lane_is_one_row(batch, a);

	for (unsigned g = batch->first_group; g < batch->end_group; g++) {
		const unsigned lane = g * LANE_GROUP, mask = lane_group_mask(batch, g);
		const bool in_row = size != LONG_BYTES && (one_row || is_whole(batch, lane));

		if (in_row && is_beside(size) && what.step && a->stride[0] == size) {
			store_beside(what.value + (size_t)lane * size, size, mask,
				     lane_of_number(batch, a, lane));
			continue;
		}
		if (in_row && mask == 0xFFFF) {
			store_run(what, size, lane, LANE_GROUP, lane_of_number(batch, a, lane),
				  a->stride[0]);
			continue;
		}
		for (unsigned m = mask; m; m &= m - 1) {
			const unsigned i = lane + (unsigned)__builtin_ctz(m);

			memcpy((void *)lane_of_number(batch, a, i),
			       what.value + (size_t)i * what.step, size);
		}
	}
}

HR_PROGRAM_MEMORY HANDLER(store_affine)
{
	const lane_affine a = address_at(batch, pc + 6);
	const uint32_t size = pc[5];
	const written what = written_at(batch, pc, size);

	publish(batch, pc);
	batch->changes++;
	if (!admit(batch, pc[4], &a, size, what))
		return NULL;
	if (!batch->full || size == LONG_BYTES || in_short_rows(batch, &a)) {
		store_some(batch, what, size, &a);
	} else if (lane_is_one_row(batch, &a)) {
		const unsigned first = batch->first_group * LANE_GROUP;
		const uint64_t to = a.base + first * a.stride[0];
		GROUPS_WINDOW;

		store_run(what, size, first, count, to, a.stride[0]);
	} else {
#define CALL(lane, run, address) store_run(what, size, lane, run, address, a.stride[0])
		EACH_RUN(batch, &a, CALL)
#undef CALL
	}
	__asm__ volatile("" ::: "memory");
	return pc + 10;
}

#ifdef HAS_SIXTEEN
/* As gather(). Lanes before one that does not pass have already stored, as they would at width
 * 1. */
HR_PROGRAM_MEMORY static bool scatter(hr_batch *batch, uint32_t number, written what, uint32_t size,
				      const uint64_t *index, uint64_t base, uint64_t scale)
{
	const hr_access_check *check = *batch->checks[number].check;
	pattern now;
	unsigned tries = TRIES;

	if ((size != 4 && size != 8) || !what.step || check->framed)
		return false;
	now.step = no_step;
	for (unsigned g = batch->first_group; g < batch->end_group; g++) {
		const unsigned mask = lane_group_mask(batch, g), lane = g * LANE_GROUP;
		const uint8_t *const value = what.value + (size_t)lane * size;
		lanes_part address[PARTS];
		uint64_t to;

		if (now.step == no_step && tries && tries--)
			now = pattern_of(index + lane, scale, size);
		if (now.step != no_step &&
		    keeps_stride(&now, check, mask, index + lane, base, scale, &to)) {
			if (now.step == size)
				store_beside(value, size, mask, to);
			else
				store_alternate(value, mask, to);
			continue;
		}
		now.step = no_step;
		if (!mask)
			continue;
		if (!group_passes(check, mask, index + lane, base, scale, address))
			return false;
		scatter_sixteen(value, size, mask, address);
	}
	return true;
}
#else
#define scatter(batch, number, what, size, index, base, scale) false
#endif

HR_PROGRAM_MEMORY static inline bool store_to(hr_batch *batch, const uint32_t *pc,
					      const uint64_t *index, uint64_t base, uint64_t scale)
{
	const uint32_t size = pc[5];
	const written what = written_at(batch, pc, size);
	const bool looked_at = is_looked_at(*batch->checks[pc[4]].check);
	bool done = false;

	publish(batch, pc);
	batch->changes++;
	if (!looked_at)
		done = scatter(batch, pc[4], what, size, index, base, scale);
	if (!done && !admit_array(batch, pc[4], index, base, scale, size, what))
		return false;
	if (looked_at)
		done = scatter(batch, pc[4], what, size, index, base, scale);
	if (done) {
		/* nothing left to do */
	} else if (size == LONG_BYTES) {
		FOR_LANES_IN_MASK(batch, lane)
			memcpy((void *)(base + index[lane] * scale), what.value + lane * what.step,
			       LONG_BYTES);
	} else {
#define STORE(T)                                                                                   \
	const hr_c_##T *const from = (const hr_c_##T *)(const void *)what.value;                   \
	FOR_LANES_IN_MASK(batch, lane)                                                             \
		POKE(T, base + index[lane] * scale) = from[what.step ? lane : 0];
		BY_SIZE(size, STORE)
#undef STORE
	}
	__asm__ volatile("" ::: "memory");
	return true;
}

HR_PROGRAM_MEMORY HANDLER(store_indexed)
{
	const uint64_t *index = (const uint64_t *)(const void *)(batch->frame + pc[7]);
	uint64_t base = ONE(I64, 6) + (uint64_t)(int64_t)(int32_t)pc[9];

	return store_to(batch, pc, index, base, pc[8]) ? pc + 10 : NULL;
}

HR_PROGRAM_MEMORY HANDLER(store_scatter)
{
	const uint64_t *addresses = (const uint64_t *)(const void *)(batch->frame + pc[6]);

	return store_to(batch, pc, addresses, (uint64_t)(int64_t)(int32_t)pc[7], 1) ? pc + 8 : NULL;
}

/* --- atomics ---------------------------------------------------------------------------------- */

/* Lane after lane, as the handler of width 1 does (interp/engine/rare.c). */
#define ATOMIC(ident, T, W)                                                                        \
	case HR_OP_##ident:                                                                        \
		FOR_LANES_IN_MASK(batch, lane) {                                                   \
			W *const at = (W *)address[lane],                                          \
				 seen = __atomic_load_n(at, __ATOMIC_SEQ_CST), next;               \
			hr_c_##T old, desired, b;                                                  \
			memcpy(&b, value + (array ? lane * sizeof(b) : 0), sizeof(b));             \
			do {                                                                       \
				memcpy(&old, &seen, sizeof(old));                                  \
				desired = hr_a_##ident(old, b);                                    \
				memcpy(&next, &desired, sizeof(next));                             \
			} while (!__atomic_compare_exchange_n(                                     \
				at, &seen, next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));      \
			memcpy(result + lane * sizeof(old), &old, sizeof(old));                    \
		}                                                                                  \
		return;
#define ONE_STEP(ident, T, builtin)                                                                \
	case HR_OP_##ident:                                                                        \
		FOR_LANES_IN_MASK(batch, lane) {                                                   \
			T b, old;                                                                  \
			memcpy(&b, value + (array ? lane * sizeof(b) : 0), sizeof(b));             \
			old = __atomic_##builtin((T *)address[lane], b, __ATOMIC_SEQ_CST);         \
			memcpy(result + lane * sizeof(old), &old, sizeof(old));                    \
		}                                                                                  \
		return;
HR_PROGRAM_MEMORY static void modify(const hr_batch *batch, uint32_t op, uint8_t *result,
				     const uint64_t *address, const uint8_t *value, bool array)
{
	switch (op) {
		LANE_ATOMICS(ATOMIC)
		LANE_ONE_STEP_ATOMICS(ONE_STEP)
	}
}

/* For sums whose results are not read: the values of lanes with the same address are added first,
 * so that memory changes once for each address. TABLE holds zeros for the places from LOW on. */
#define SUM_UP(T)                                                                                  \
	T *const sums = (T *)(void *)table;                                                        \
	FOR_LANES_IN_MASK(batch, lane) {                                                           \
		T b;                                                                               \
		memcpy(&b, value + (array ? lane * sizeof(b) : 0), sizeof(b));                     \
		sums[(address[lane] - low) / sizeof(T)] += b;                                      \
	}                                                                                          \
	for (size_t i = 0; i < count; i++)                                                         \
		if (sums[i])                                                                       \
			__atomic_fetch_add((T *)low + i, minus ? 0 - sums[i] : sums[i],            \
					   __ATOMIC_SEQ_CST);
enum { SUM_BYTES = 4096 };

HR_PROGRAM_MEMORY static bool sum_up(const hr_batch *batch, const uint32_t *pc,
				     const uint64_t *address)
{
	const hr_access_check *check = *batch->checks[pc[3]].check;
	const uint32_t op = pc[4], size = pc[8];
	const uint8_t *const value = batch->frame + pc[5];
	const bool array = pc[6], minus = op == HR_OP_rmw_sub_i32 || op == HR_OP_rmw_sub_i64;
	const uint64_t low = check->base & ~(uint64_t)(size - 1);
	const size_t count = check->span / size + 2;
	uint8_t table[SUM_BYTES] __attribute__((aligned(64)));

	if (!pc[9] || check->framed || check->span >= SUM_BYTES - 2 * sizeof(uint64_t) ||
	    count > 2 * (size_t)batch->active ||
	    (op != HR_OP_rmw_add_i32 && op != HR_OP_rmw_add_i64 && !minus))
		return false;
	memset(table, 0, count * size);
	if (size == sizeof(uint32_t)) {
		SUM_UP(uint32_t)
	} else {
		SUM_UP(uint64_t)
	}
	return true;
}

/* If an address does not pass at once, or is not aligned, the lane-by-lane path is used. */
HANDLER(atomic)
{
	const uint64_t *address = (const uint64_t *)(const void *)(batch->frame + pc[7]);
	uint64_t odd = 0;

	FOR_LANES_IN_MASK(batch, lane)
		odd |= address[lane];
	if (odd & (pc[8] - 1) || !array_passes(batch, &batch->checks[pc[3]], address, 0, 1))
		return hr_lane_lanes(batch, pc) ? pc + 10 : NULL;
	publish(batch, pc);
	batch->changes++;
	if (is_looked_at(*batch->checks[pc[3]].check) &&
	    !hr_lane_watch_atomic(batch, pc[3], address, pc[8]))
		return NULL;
	if (!sum_up(batch, pc, address))
		modify(batch, pc[4], batch->frame + pc[2], address, batch->frame + pc[5], pc[6]);
	return pc + 10;
}
