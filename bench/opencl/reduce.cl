/* One sum for each group: a tree of halves in local memory, with a barrier in each step. */
__kernel void reduce(__global const int *in, __global int *out, __local int *part)
{
	int local_id = get_local_id(0);

	part[local_id] = in[get_global_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
		if (local_id < half_size)
			part[local_id] += part[local_id + half_size];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (local_id == 0)
		out[get_group_id(0)] = part[0];
}
