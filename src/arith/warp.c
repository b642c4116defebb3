/* src/arith/warp.c -- what the collectives of a warp compute (W2, W4).
 *
 * Sums of floats are those of a loop over the lanes in ascending order.
 *
 * Not here:  which lanes take part, and when (interp/schedule/warp.c, interp/lanes/run/warp.c). */
#include "src/arith/warp.h"

#include <string.h>

#include "src/arith/arith.h"

#define EACH_LANE(lane, mask)                                                                      \
	for (uint64_t left_ = (mask), lane;                                                        \
	     left_ && (lane = (unsigned)__builtin_ctzll(left_), true); left_ &= left_ - 1)

bool hr_warp_is_valid(uint32_t what)
{
	return hr_warp_kind_of(what) == HR_WARP_PRODUCT ||
	       (hr_warp_kind_of(what) < HR_WARP_KINDS &&
		(what >> HR_WARP_COMBINE & 0xFF) < HR_WARP_COMBINE_COUNT);
}

const char *hr_warp_name(uint32_t what)
{
	static const char *const names[HR_WARP_KINDS] = {[HR_WARP_SYNC] = "barrier of the warp",
							 [HR_WARP_SHUFFLE] = "shuffle",
							 [HR_WARP_BALLOT] = "vote",
							 [HR_WARP_MATCH] = "match",
							 [HR_WARP_MATCH_ALL] = "vote",
							 [HR_WARP_REDUCE] = "reduction",
							 [HR_WARP_SCAN] = "scan",
							 [HR_WARP_SCAN_BEFORE] = "scan",
							 [HR_WARP_ACTIVE] = "query of active lanes",
							 [HR_WARP_PRODUCT] = "product of matrices"};

	return names[hr_warp_kind_of(what)];
}

static uint64_t combine(unsigned how, uint64_t x, uint64_t y)
{
	switch ((hr_warp_combine)how) {
#define X(ident, T, op)                                                                            \
	case HR_WARP_COMBINE_##ident: {                                                            \
		hr_c_##T a, b, sum;                                                                \
		uint64_t bits = 0;                                                                 \
                                                                                                   \
		memcpy(&a, &x, sizeof(a));                                                         \
		memcpy(&b, &y, sizeof(b));                                                         \
		sum = hr_a_##op(a, b);                                                             \
		memcpy(&bits, &sum, sizeof(sum));                                                  \
		return bits;                                                                       \
	}
		HR_WARP_COMBINES(X)
#undef X
	default: return 0;
	}
}

uint64_t hr_warp_sources(uint32_t what, uint64_t members, unsigned lane, uint64_t operand)
{
	const uint64_t own = UINT64_C(1) << lane, before = own - 1;

	switch (hr_warp_kind_of(what)) {
	case HR_WARP_SHUFFLE: return operand < 64 ? members & UINT64_C(1) << operand : 0;
	case HR_WARP_REDUCE:
		if (operand && operand < 64)
			return members & hr_warp_first((unsigned)operand)
						 << lane / operand * operand;
		return members;
	case HR_WARP_SCAN: return members & (before | own);
	case HR_WARP_SCAN_BEFORE: return members & before;
	case HR_WARP_SYNC:
	case HR_WARP_ACTIVE: return 0;
	default: return members;
	}
}

/* Return the lanes of MEMBERS whose value is VALUE. */
static uint64_t same(const hr_warp_lanes *lanes, uint64_t members, uint64_t value)
{
	uint64_t found = 0;

	EACH_LANE(lane, members)
		if (lanes->value[lane] == value)
			found |= UINT64_C(1) << lane;
	return found;
}

/* Combine the values of the lanes of CLUSTER, which all get the sum. */
static void reduce(hr_warp_lanes *lanes, unsigned how, uint64_t cluster)
{
	const unsigned first = (unsigned)__builtin_ctzll(cluster);
	uint64_t sum = lanes->value[first];

	EACH_LANE(lane, cluster & (cluster - 1))
		sum = combine(how, sum, lanes->value[lane]);
	EACH_LANE(lane, cluster)
		lanes->result[lane] = sum;
}

static void scan(hr_warp_lanes *lanes, uint32_t what, unsigned how, uint64_t members)
{
	const unsigned first = (unsigned)__builtin_ctzll(members);
	const bool exclusive = hr_warp_kind_of(what) == HR_WARP_SCAN_BEFORE;
	uint64_t sum = exclusive ? lanes->operand[first] : lanes->value[first];

	EACH_LANE(lane, members) {
		if (exclusive) {
			lanes->result[lane] = sum;
			sum = combine(how, sum, lanes->value[lane]);
			continue;
		}
		if (lane != first)
			sum = combine(how, sum, lanes->value[lane]);
		lanes->result[lane] = sum;
	}
}

static void shuffle(hr_warp_lanes *lanes, uint64_t members)
{
	EACH_LANE(lane, members) {
		const uint64_t from = lanes->operand[lane];
		const bool misses = from >= HR_WARP_MOST || !(members >> from & 1);

		lanes->result[lane] = misses ? HR_WARP_MISSED : lanes->value[from];
		lanes->missed |= (uint64_t)misses << lane;
	}
}

/* A product of which a lane is missing is unknown. */
static void product(uint32_t what, uint64_t members, hr_warp_lanes *lanes)
{
	if (members == hr_warp_first(HR_PRODUCT_LANES)) {
		hr_warp_product(what, lanes);
		return;
	}
	lanes->missed = members;
	EACH_LANE(lane, members)
		lanes->result[lane] = lanes->second[lane] = HR_WARP_MISSED;
}

static void compute(uint32_t what, uint64_t members, hr_warp_lanes *lanes)
{
	const unsigned how = what >> HR_WARP_COMBINE & 0xFF;
	uint64_t all = members;

	switch (hr_warp_kind_of(what)) {
	case HR_WARP_SHUFFLE: shuffle(lanes, members); return;
	case HR_WARP_MATCH:
		EACH_LANE(lane, members)
			lanes->result[lane] = same(lanes, members, lanes->value[lane]);
		return;
	case HR_WARP_REDUCE:
		while (all) {
			unsigned lane = (unsigned)__builtin_ctzll(all);
			uint64_t cluster =
				hr_warp_sources(what, members, lane, lanes->operand[lane]);

			reduce(lanes, how, cluster);
			all &= ~cluster;
		}
		return;
	case HR_WARP_SCAN:
	case HR_WARP_SCAN_BEFORE: scan(lanes, what, how, members); return;
	case HR_WARP_PRODUCT: product(what, members, lanes); return;
	case HR_WARP_BALLOT: all = members & ~same(lanes, members, 0); break;
	case HR_WARP_MATCH_ALL:
		all = same(lanes, members, lanes->value[__builtin_ctzll(members)]) == members
			      ? members
			      : 0;
		break;
	default: break;
	}
	EACH_LANE(lane, members)
		lanes->result[lane] = all;
}

void hr_warp_compute(uint32_t what, uint64_t members, hr_warp_lanes *lanes)
{
	lanes->missed = 0;
	compute(what, members, lanes);
}
