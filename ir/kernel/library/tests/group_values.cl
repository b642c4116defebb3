/* group_values.cl -- functions of a group, copies and atomic functions, whose results have closed forms.
 *
 * wrong[k] becomes 1 if check k fails for any work-item; run-values.sh expects zeros. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define CHECK(what)                                         \
	do {                                                \
		if (!(what))                                \
			atomic_or(&wrong[__COUNTER__], 1);  \
	} while (0)

#define NUMBERS(T, least, greatest)                                                               \
	{                                                                                         \
		T x = (T)(id + 1);                                                                \
		CHECK(work_group_reduce_add(x) == (T)(n * (n + 1) / 2));                          \
		CHECK(work_group_reduce_min(x) == 1);                                             \
		CHECK(work_group_reduce_max(x) == (T)n);                                          \
		CHECK(work_group_scan_inclusive_add(x) == (T)((id + 1) * (id + 2) / 2));          \
		CHECK(work_group_scan_exclusive_add(x) == (T)(id * (id + 1) / 2));                \
		CHECK(work_group_scan_inclusive_min((T)(n - id)) == (T)(n - id));                 \
		CHECK(work_group_scan_exclusive_min(x) == (id ? (T)1 : (T)(greatest)));           \
		CHECK(work_group_scan_inclusive_max(x) == x);                                     \
		CHECK(work_group_scan_exclusive_max(x) == (id ? (T)id : (T)(least)));             \
		CHECK(work_group_broadcast(x, get_local_size(0) - 1, get_local_size(1) - 1,       \
					   get_local_size(2) - 1) == (T)n);                       \
	}

kernel void collectives(global int *wrong)
{
	int id = (int)get_local_linear_id();
	int n = (int)(get_local_size(0) * get_local_size(1) * get_local_size(2));

	NUMBERS(int, INT_MIN, INT_MAX)
	NUMBERS(long, LONG_MIN, LONG_MAX)
	NUMBERS(uint, 0, UINT_MAX)
	NUMBERS(ulong, 0, ULONG_MAX)
	NUMBERS(float, -INFINITY, INFINITY)
	NUMBERS(double, -INFINITY, INFINITY)
	NUMBERS(half, -INFINITY, INFINITY)
	CHECK(work_group_all(1) == 1);
	CHECK(work_group_all(id < n - 1) == 0);
	CHECK((work_group_any(id == n - 1 ? 256 : 0) != 0) == 1);
	CHECK(work_group_any(0) == 0);
	CHECK((work_group_all(256) != 0) == 1);
}

#define COPY(T, part, n, stride)                                                                                \
	{                                                                                                    \
		event_t e = async_work_group_copy(part, (const global T *)in, n, 0);                         \
		wait_group_events(1, &e);                                                                    \
		for (int k = id; k < n; k += count)                                                          \
			CHECK(all(part[k] == ((const global T *)in)[k]));                                    \
		barrier(CLK_LOCAL_MEM_FENCE);                                                                \
		e = async_work_group_strided_copy((global T *)out, part, n, stride, 0);                      \
		wait_group_events(1, &e);                                                                    \
		for (int k = id; k < n; k += count)                                                          \
			CHECK(all(((global T *)out)[k * stride] == part[k]));                                \
		barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                                         \
		e = async_work_group_strided_copy(part, (const global T *)in, n, stride, 0);                 \
		wait_group_events(1, &e);                                                                    \
		e = async_work_group_copy((global T *)out + 64 * stride, part + n / 2, n / 2, 0);            \
		wait_group_events(1, &e);                                                                    \
		barrier(CLK_LOCAL_MEM_FENCE);                                                                \
		for (int k = id; k < n; k += count)                                                          \
			CHECK(all(part[k] == ((const global T *)in)[k * stride]));                           \
		barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                                         \
	}

kernel void copies(global const int *in, global int *out, global int *wrong)
{
	int id = (int)get_local_linear_id();
	int count = (int)(get_local_size(0) * get_local_size(1) * get_local_size(2));
	local int2 pairs[37];
	local float4 fours[19];
	local long8 longs[16];

	COPY(int2, pairs, 37, 3)
	COPY(float4, fours, 19, 2)
	COPY(long8, longs, 16, 1)
}

/* 15 work-items in groups of 5: sums of small numbers are exact in any order. */
kernel void float_atomics(global float *floats, global double *doubles, global int *wrong)
{
	int g = (int)get_global_id(0);
	global atomic_float *f = (global atomic_float *)floats;
	global atomic_double *d = (global atomic_double *)doubles;

	atomic_fetch_add_explicit(&f[0], 0.5f, memory_order_relaxed);
	atomic_fetch_sub_explicit(&f[1], (float)g, memory_order_relaxed);
	atomic_fetch_min(&f[2], -(float)g);
	atomic_fetch_max(&f[3], g / 4.0f);
	atomic_fetch_add(&d[0], 0x1p-40);
	atomic_fetch_max(&d[1], (double)g);
	atomic_fetch_min_explicit(&d[2], g * 0.5 - 3, memory_order_acq_rel, memory_scope_device);
	CHECK(atomic_xchg(&floats[4], 7.0f) == 7);
	CHECK(atomic_exchange(&d[3], 9.0) == 9);
}

/* 15 work-items in groups of 5. */
kernel void atomics(global int *ints, global long *longs, global int *olds, global int *wrong)
{
	int g = (int)get_global_id(0), id = (int)get_local_id(0), seen, old;
	global uint *uints = (global uint *)ints;
	global atomic_int *shared = (global atomic_int *)ints;
	local int last, total;
	local atomic_long best;
	long expected;

	atomic_inc(&olds[atomic_add(&ints[0], 1)]);
	atomic_sub(&ints[1], g + 1);
	atomic_inc(&olds[15 + atomic_inc(&ints[2])]);
	atomic_dec(&ints[3]);
	atomic_min(&ints[4], g - 5);
	atomic_max(&ints[5], g);
	atomic_and(&ints[6], ~(1 << g));
	atomic_or(&ints[7], 1 << g);
	atomic_xor(&ints[8], 1 << g);
	for (seen = atomic_or(&ints[9], 0); (old = atomic_cmpxchg(&ints[9], seen, seen + 2)) != seen;)
		seen = old;
	CHECK(atomic_fetch_add_explicit(&shared[10], 3, memory_order_relaxed) % 3 == 0);
	atomic_max(&uints[11], 0x80000000u + (uint)g);
	atomic_min(&uints[12], 0x80000000u + (uint)g);
	if (!atomic_flag_test_and_set((global atomic_flag *)&ints[13]))
		atomic_inc(&ints[14]);
	atomic_fetch_min(&shared[15], -g);
	atom_add(&longs[0], 1L << 40);
	atom_max(&longs[1], (long)g << 40);
	atom_min(&longs[2], -((long)g << 40));
	atomic_fetch_xor((global atomic_ulong *)&longs[3], 1UL << (63 - g));

	if (id == 0) {
		last = 100;
		total = 0;
		atomic_init(&best, 0L);
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	old = atomic_xchg(&last, id);
	atomic_add(&total, old);
	expected = atomic_load(&best);
	while (!atomic_compare_exchange_strong(&best, &expected, expected + id))
		;
	barrier(CLK_LOCAL_MEM_FENCE);
	CHECK(total + last == 110);
	CHECK(atomic_load(&best) == 10);
}
