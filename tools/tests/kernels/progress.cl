/* progress.cl -- work-items of OpenCL C that wait for each other in loops (M8): see progress.cu. */

#define FENCE atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device)

kernel void spin(volatile global int *state, global int *out)
{
	while (atomic_cmpxchg(state, 0, 1))
		;
	FENCE;
	out[0] += 1;
	FENCE;
	atomic_xchg(state, 0);
}

/* a lock of a group, in local memory */
kernel void local_lock(global int *state, global int *out)
{
	local atomic_int lock;
	local int sum;

	if (get_local_id(0) == 0) {
		atomic_init(&lock, 0);
		sum = 0;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int none = 0; !atomic_compare_exchange_strong_explicit(&lock, &none, 1, memory_order_acquire,
								     memory_order_relaxed,
								     memory_scope_work_group);)
		none = 0;
	sum += 1;
	atomic_store_explicit(&lock, 0, memory_order_release, memory_scope_work_group);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (get_local_id(0) == 0)
		out[get_group_id(0)] = sum;
}

/* group g waits for group g + 1 */
kernel void backwards(global atomic_int *state, global int *out)
{
	const int g = get_group_id(0), last = get_num_groups(0) - 1;

	if (g < last)
		while (!atomic_load_explicit(&state[g + 1], memory_order_acquire, memory_scope_device))
			;
	out[g] = g == last ? 1 : out[g + 1] + 1;
	atomic_store_explicit(&state[g], 1, memory_order_release, memory_scope_device);
}

/* float addition by compare-and-exchange does not wait */
kernel void add(volatile global float *state, global int *out)
{
	union { int i; float f; } old, sum;

	do {
		old.f = *state;
		sum.f = old.f + 1;
	} while (atomic_cmpxchg((volatile global int *)state, old.i, sum.i) != old.i);
}

kernel void queue(volatile global int *state, global int *out)
{
	int i;

	while ((i = atomic_inc(state)) < 8)
		out[i] = i;
}

kernel void forgotten(volatile global int *state, global int *out)
{
	while (atomic_cmpxchg(state, 0, 1))
		;
}
