// Sub-groups. The first two kernels store a row of results for each work-item, and warps.py computes the same; the others
// count in wrong[k] the work-items for which check k fails.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define CHECK(what)                                        \
	do {                                               \
		if (!(what))                               \
			atomic_inc(&wrong[__COUNTER__]);   \
	} while (0)

#if __clang_major__ < 19
int __attribute__((overloadable)) sub_group_rotate(int x, int by);
int __attribute__((overloadable)) sub_group_clustered_rotate(int x, int by, uint cluster);
#endif

kernel void subgroups(global int *out)
{
	int t = (int)get_global_id(0);
	global int *o = out + t * 14;

	o[0] = (int)get_sub_group_size();
	o[1] = (int)get_max_sub_group_size();
	o[2] = (int)get_num_sub_groups();
	o[3] = (int)get_sub_group_id();
	o[4] = (int)get_sub_group_local_id();
	o[5] = sub_group_reduce_add(t);
	o[6] = sub_group_reduce_min(t);
	o[7] = sub_group_reduce_max(t);
	o[8] = sub_group_scan_exclusive_add(t);
	o[9] = sub_group_scan_inclusive_add(t);
	o[10] = sub_group_scan_exclusive_max(t);
	o[11] = sub_group_broadcast(t, 5) * 2;
	o[12] = sub_group_any(t == 40);
	o[13] = sub_group_all(t >= 32);
}

kernel void shuffled(global int *out)
{
	int t = (int)get_global_id(0);
	uint lane = get_sub_group_local_id();
	global int *o = out + t * 16;
	uint4 thirds = sub_group_ballot(t % 3 == 0);
	int above = sub_group_shuffle_up(t, 2), below = sub_group_shuffle_down(t, 2);

	o[0] = sub_group_shuffle(t, (lane + 3) % 32);
	o[1] = sub_group_shuffle_xor(t, 7);
	o[2] = lane >= 2 ? above : -9;
	o[3] = lane < 30 ? below : -9;
	o[4] = sub_group_rotate(t, 5);
	o[5] = sub_group_clustered_rotate(t, 3, 8);
	o[6] = (int)thirds.x;
	o[7] = (int)sub_group_ballot_bit_count(thirds);
	o[8] = sub_group_clustered_reduce_add(t, 8);
	o[9] = sub_group_clustered_reduce_max(t, 8);
	if (t % 2) {
		o[10] = sub_group_non_uniform_reduce_add(t);
		o[11] = sub_group_non_uniform_scan_exclusive_add(t);
		o[12] = sub_group_non_uniform_any(t == 41);
		o[13] = sub_group_broadcast_first(t);
	} else { // with other types, since clang 14 would make one call of two
		o[10] = (int)sub_group_non_uniform_reduce_add((long)t);
		o[11] = (int)sub_group_non_uniform_scan_exclusive_add((long)t);
		o[12] = sub_group_non_uniform_reduce_logical_or(t == 41);
		o[13] = (int)sub_group_broadcast_first((long)t);
	}
	o[14] = sub_group_non_uniform_broadcast(t, 9);
	o[15] = sub_group_elect();
}

// --- vectors, and Intel's functions, of whole sub-groups of 8 work-items

#define PLACE                                                                      \
	const int id = (int)get_local_linear_id();                                 \
	const int lane = (int)get_sub_group_local_id(), first = id - lane;

kernel void vectors(global int *wrong)
{
	PLACE
	float4 f = (float4)(id, id + 0.5f, -id, 1);
	char3 c = (char3)((char)id, 1, (char)-id);
	ushort8 s = (ushort8)((ushort)id) + (ushort8)(0, 1, 2, 3, 4, 5, 6, 7);
	double2 d = (double2)(id, id * 1e10);

	CHECK(all(sub_group_broadcast(f, 3) == f + (float4)(first + 3 - id, first + 3 - id, id - first - 3, 0)));
	CHECK(all(sub_group_broadcast(c, 2) == (char3)((char)(first + 2), 1, (char)-(first + 2))));
	CHECK(all(sub_group_non_uniform_broadcast(s, 1) == s - (ushort8)((ushort)(id - first - 1))));
	CHECK(all(sub_group_broadcast(d, 7) == (double2)(first + 7, (first + 7) * 1e10)));
}

#ifdef cl_intel_subgroups
__attribute__((intel_reqd_sub_group_size(8))) kernel void intel(global int *wrong, global uint *blocks)
{
	PLACE
	const int next = id + 100;
	float2 f = (float2)(id, -id);
	const global uint *block = blocks + first * 4;
	uint4 four = intel_sub_group_block_read4(block);

	CHECK(get_max_sub_group_size() == 8);
	CHECK(intel_sub_group_shuffle(id, 7 - (uint)lane) == first + 7 - lane);
	CHECK(all(intel_sub_group_shuffle(f, 1) == (float2)(first + 1, -first - 1)));
	CHECK(intel_sub_group_shuffle_xor(id * 2, 5) == (first + (lane ^ 5)) * 2);
	CHECK(intel_sub_group_shuffle_down(id, next, 3) == (lane + 3 < 8 ? id + 3 : first + lane + 3 - 8 + 100));
	CHECK(intel_sub_group_shuffle_up(next, id, 3) == (lane >= 3 ? id - 3 : first + lane + 5 + 100));
	CHECK(all(intel_sub_group_shuffle_down(f, f + 64, 8) == f + 64));
	CHECK(intel_sub_group_block_read(block) == block[lane]);
	CHECK(all(four == (uint4)(block[lane], block[8 + lane], block[16 + lane], block[24 + lane])));
#if __clang_major__ >= 22
	local uint copy[256];

	intel_sub_group_block_write4(copy + first * 4, four);
	sub_group_barrier(CLK_LOCAL_MEM_FENCE);
	CHECK(copy[first * 4 + lane * 4] == block[lane * 4]);
#endif
#ifdef cl_intel_subgroups_short
	CHECK(intel_sub_group_reduce_add((short)1) == 8);
	CHECK(intel_sub_group_scan_exclusive_add((ushort)2) == lane * 2);
	CHECK(intel_sub_group_broadcast((short)id, 3) == first + 3);
	CHECK(intel_sub_group_block_read_us((const global ushort *)block) == ((const global ushort *)block)[lane]);
	CHECK(intel_sub_group_block_read_us2((const global ushort *)block).y == ((const global ushort *)block)[8 + lane]);
#endif
	sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
	intel_sub_group_block_write2(blocks + first * 4, (uint2)(lane, 8 + lane));
}
#endif

// --- faults, with their lines in run-kernel-subgroups.sh

kernel void unordered(global int *a)
{
	local int s[64];
	int t = (int)get_local_id(0);

	s[t] = a[t];
	a[t] = s[t ^ 1];
}

kernel void ordered(global int *a)
{
	local int s[64];
	int t = (int)get_local_id(0);

	s[t] = a[t];
	sub_group_barrier(CLK_LOCAL_MEM_FENCE);
	a[t] = s[t ^ 1];
}

kernel void wrong_flags(global int *a)
{
	int t = (int)get_local_id(0);

	a[t] = t;
	sub_group_barrier(CLK_LOCAL_MEM_FENCE);
	a[t ^ 1] = 5;
}

kernel void right_flags(global int *a)
{
	int t = (int)get_local_id(0);

	a[t] = t;
	sub_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_sub_group);
	a[t ^ 1] = 5;
}

kernel void other_sub_group(global int *a)
{
	int t = (int)get_local_id(0);

	a[t] = t;
	sub_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
	a[63 - t] = 5;
}

kernel void diverged(global int *a)
{
	int t = (int)get_local_id(0);

	if (t % 2)
		a[t] = sub_group_reduce_add(t);
}

kernel void early(global int *a)
{
	int t = (int)get_local_id(0);

	if (t == 3)
		return;
	sub_group_barrier(CLK_LOCAL_MEM_FENCE);
	a[t] = t;
}

kernel void inactive(global int *a)
{
	int t = (int)get_local_id(0);

	if (t % 2) {
		int v = sub_group_shuffle(t, 4);

		if (v > 3)
			a[t] = v;
	}
}
