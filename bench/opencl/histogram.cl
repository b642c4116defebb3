/* A histogram for each group by atomic operations on local memory, added up by atomic operations on
 * global memory. */
#define BINS 256

__kernel void histogram(__global const uchar *in, __global int *bins, int each)
{
	__local int own[BINS];
	int local_id = get_local_id(0), size = get_local_size(0);
	int first = get_group_id(0) * size * each;

	for (int i = local_id; i < BINS; i += size)
		own[i] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = 0; i < each; i++)
		atomic_inc(&own[in[first + i * size + local_id]]);
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = local_id; i < BINS; i += size)
		atomic_add(&bins[i], own[i]);
}
