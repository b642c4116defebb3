/* Inclusive prefix sums within each group (Hillis and Steele), with two buffers in local memory. */
__kernel void scan(__global const int *in, __global int *out, __local int *both)
{
	int local_id = get_local_id(0), size = get_local_size(0), from = 0, to = size;

	both[local_id] = in[get_global_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int step = 1; step < size; step *= 2) {
		int value = both[from + local_id];

		if (local_id >= step)
			value += both[from + local_id - step];
		both[to + local_id] = value;
		barrier(CLK_LOCAL_MEM_FENCE);
		from = size - from;
		to = size - to;
	}
	out[get_global_id(0)] = both[from + local_id];
}
