// All functions of sub-groups, for all types and all sizes of groups and sub-groups, against loops over shared memory:
// wrong[k] counts the work-items for which check k fails.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define CHECK(what)                                        \
	do {                                               \
		if (!(what))                               \
			atomic_inc(&wrong[__COUNTER__]);   \
	} while (0)

#define EACH for (int i = first; i < end; i++)
// what operation OP of the values of the work-items from FROM to TO gives, from the value NEUTRAL on
#define COMBINED(T, op, from, to, neutral)                                   \
	(T)({                                                                \
		T sum = (T)(neutral);                                        \
		for (int i = (from); i < (to); i++)                          \
			sum = (T)op(sum, all[i]);                            \
		sum;                                                         \
	})
#define ADD(x, y) ((x) + (y))
#define MUL(x, y) ((x) * (y))
#define AND(x, y) ((x) & (y))
#define OR(x, y)  ((x) | (y))
#define XOR(x, y) ((x) ^ (y))
#define MIN(x, y) ((y) < (x) ? (y) : (x))
#define MAX(x, y) ((x) < (y) ? (y) : (x))
#define WITH(T, name, op, neutral)                                                                          \
	CHECK(sub_group_non_uniform_reduce_##name(x) == COMBINED(T, op, first, end, neutral));              \
	CHECK(sub_group_non_uniform_scan_inclusive_##name(x) == COMBINED(T, op, first, id + 1, neutral));   \
	CHECK(sub_group_non_uniform_scan_exclusive_##name(x) == COMBINED(T, op, first, id, neutral));       \
	CHECK(sub_group_clustered_reduce_##name(x, 4) ==                                                    \
	      COMBINED(T, op, cluster, min(end, cluster + 4), neutral));                                    \
	CHECK(sub_group_clustered_reduce_##name(x, 1) == x);
#define WITH_ALL(T, name, op, neutral)                                                                      \
	WITH(T, name, op, neutral)                                                                          \
	CHECK(sub_group_reduce_##name(x) == COMBINED(T, op, first, end, neutral));                          \
	CHECK(sub_group_scan_inclusive_##name(x) == COMBINED(T, op, first, id + 1, neutral));               \
	CHECK(sub_group_scan_exclusive_##name(x) == COMBINED(T, op, first, id, neutral));
#define NUMBERS(T, least, greatest)                                                                         \
	{                                                                                                   \
		local T *all = (local T *)room;                                                             \
		T x = (T)(id % 3 ? id % 5 + 1 : -id);                                                       \
		all[id] = x;                                                                                \
		barrier(CLK_LOCAL_MEM_FENCE);                                                               \
		WITH_ALL(T, add, ADD, 0)                                                                    \
		WITH_ALL(T, min, MIN, greatest)                                                             \
		WITH_ALL(T, max, MAX, least)                                                                \
		barrier(CLK_LOCAL_MEM_FENCE);                                                               \
		all[id] = x = (T)(id % 4 ? 1 : 2);                                                          \
		barrier(CLK_LOCAL_MEM_FENCE);                                                               \
		WITH(T, mul, MUL, 1)                                                                        \
		barrier(CLK_LOCAL_MEM_FENCE);                                                               \
		all[id] = x = (T)(100 - id);                                                                \
		barrier(CLK_LOCAL_MEM_FENCE);                                                               \
		CHECK(sub_group_broadcast(x, last) == all[first + last]);                                   \
		CHECK(sub_group_non_uniform_broadcast(x, last) == all[first + last]);                       \
		CHECK(sub_group_broadcast_first(x) == all[first]);                                          \
		CHECK(sub_group_shuffle(x, last - lane) == all[first + last - lane]);                       \
		CHECK(sub_group_shuffle_xor(x, 0) == x);                                                    \
		T up = sub_group_shuffle_up(x, 1), down = sub_group_shuffle_down(x, 1);                     \
		if (id > first)                                                                             \
			CHECK(up == all[id - 1]);                                                           \
		if (id + 1 < end)                                                                           \
			CHECK(down == all[id + 1]);                                                         \
		CHECK(sub_group_non_uniform_all_equal((T)(lane >= 0)));                                     \
		CHECK(sub_group_non_uniform_all_equal((T)lane) == (last == 0));                             \
		barrier(CLK_LOCAL_MEM_FENCE);                                                               \
	}
#define INTEGERS(T, least, greatest)                                                                        \
	NUMBERS(T, least, greatest)                                                                         \
	{                                                                                                   \
		local T *all = (local T *)room;                                                             \
		T x = (T)((id * 37 ^ id << 5) | 1 << 6);                                                    \
		all[id] = x;                                                                                \
		barrier(CLK_LOCAL_MEM_FENCE);                                                               \
		WITH(T, and, AND, ~(T)0)                                                                    \
		WITH(T, or, OR, 0)                                                                          \
		WITH(T, xor, XOR, 0)                                                                        \
		barrier(CLK_LOCAL_MEM_FENCE);                                                               \
	}
#define PLACE                                                                     \
	local ulong room[64];                                                     \
	const int id = (int)get_local_linear_id();                                \
	const int lane = (int)get_sub_group_local_id(), first = id - lane;        \
	const int end = first + (int)get_sub_group_size(), last = end - first - 1; \
	const int cluster = id - lane % 4;

kernel void small_types(global int *wrong)
{
	PLACE
	INTEGERS(char, CHAR_MIN, CHAR_MAX)
	INTEGERS(uchar, 0, UCHAR_MAX)
	INTEGERS(short, SHRT_MIN, SHRT_MAX)
	INTEGERS(ushort, 0, USHRT_MAX)
}

kernel void types(global int *wrong)
{
	PLACE
	INTEGERS(int, INT_MIN, INT_MAX)
	INTEGERS(uint, 0, UINT_MAX)
	INTEGERS(long, LONG_MIN, LONG_MAX)
	INTEGERS(ulong, 0, ULONG_MAX)
}

kernel void floats(global int *wrong)
{
	PLACE
	NUMBERS(float, -INFINITY, INFINITY)
	NUMBERS(double, -INFINITY, INFINITY)
	NUMBERS(half, -INFINITY, INFINITY)
	CHECK(!sub_group_non_uniform_all_equal(NAN));
	CHECK(sub_group_non_uniform_all_equal(lane % 2 ? 0.0f : -0.0f));
}

kernel void masks(global int *wrong)
{
	PLACE
	const uint n = get_max_sub_group_size();
	const ulong whole = n < 64 ? (1ul << n) - 1 : ~0ul, here = end - first < 64 ? (1ul << (end - first)) - 1 : ~0ul;
	uint4 odd = sub_group_ballot(id & 1), none = sub_group_ballot(0), every = sub_group_ballot(256);
	ulong bits = 0;

	EACH bits |= (ulong)(i & 1) << (i - first);
	CHECK(as_ulong(odd.xy) == bits && odd.z == 0 && odd.w == 0);
	CHECK(as_ulong(every.xy) == here && as_ulong(none.xy) == 0);
	CHECK(sub_group_inverse_ballot(odd) == (id & 1));
	CHECK(sub_group_ballot_bit_extract(odd, (uint)last) == ((end - 1) & 1));
	CHECK(sub_group_ballot_bit_count(odd) == popcount(bits));
	CHECK(sub_group_ballot_inclusive_scan(odd) == popcount(bits & ((1ul << lane) * 2 - 1)));
	CHECK(sub_group_ballot_exclusive_scan(odd) == popcount(bits & ((1ul << lane) - 1)));
	CHECK(sub_group_ballot_find_lsb(every) == 0);
	CHECK(sub_group_ballot_find_msb(every) == last);
	CHECK(sub_group_ballot_bit_count((uint4)(~0u)) == n);
	CHECK(as_ulong(get_sub_group_eq_mask().xy) == 1ul << lane);
	CHECK(as_ulong(get_sub_group_lt_mask().xy) == (1ul << lane) - 1);
	CHECK(as_ulong(get_sub_group_le_mask().xy) == (1ul << lane) * 2 - 1);
	CHECK(as_ulong(get_sub_group_gt_mask().xy) == (whole & ~((1ul << lane) * 2 - 1)));
	CHECK(as_ulong(get_sub_group_ge_mask().xy) == (whole & ~((1ul << lane) - 1)));
	CHECK(sub_group_elect() == (lane == 0));
	CHECK(sub_group_all(1) && !sub_group_all(lane) && (sub_group_any(lane == last ? 512 : 0)) && !sub_group_any(0));
	CHECK(sub_group_non_uniform_all(2) && !sub_group_non_uniform_any(0));
	CHECK(sub_group_non_uniform_reduce_logical_and(256) && !sub_group_non_uniform_reduce_logical_and(lane));
	CHECK(sub_group_non_uniform_reduce_logical_or(lane == last ? 512 : 0) == 1);
	CHECK(sub_group_non_uniform_reduce_logical_xor(2) == ((end - first) & 1));
	CHECK(sub_group_non_uniform_scan_inclusive_logical_xor(2) == ((lane + 1) & 1));
	CHECK(sub_group_non_uniform_scan_exclusive_logical_xor(2) == (lane & 1));
	CHECK(sub_group_non_uniform_scan_exclusive_logical_and(lane < 1) == (lane < 2));
	CHECK(sub_group_non_uniform_scan_exclusive_logical_or(1) == (lane > 0));
	CHECK(sub_group_clustered_reduce_logical_or(lane == 0, 2) == (lane < 2));
	if (lane % 3 == 0) {
		CHECK(sub_group_non_uniform_reduce_add(1) == (end - first + 2) / 3);
		CHECK(sub_group_elect() == (lane == 0));
	} else {
		CHECK(sub_group_broadcast_first(id) == first + 1);
		CHECK(sub_group_elect() == (lane == 1));
	}
}
