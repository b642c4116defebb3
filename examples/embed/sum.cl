// examples/embed/sum.cl -- the sum of each group's numbers, for kernels.c.

__kernel void sum(__global const int *in, __global int *out, __local int *part)
{
	int i = get_local_id(0);

	part[i] = in[get_global_id(0)];
	for (int n = get_local_size(0) / 2; n > 0; n /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (i < n)
			part[i] += part[i + n];
	}
	if (i == 0)
		out[get_group_id(0)] = part[0];
}
