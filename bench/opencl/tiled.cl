/* Matrix multiplication by tiles in local memory. */
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
tiled(__global const float *a, __global const float *b, __global float *c, int n)
{
	__local float left[TILE][TILE], right[TILE][TILE];
	int x = get_local_id(0), y = get_local_id(1);
	int column = get_global_id(0), row = get_global_id(1);
	float sum = 0;

	for (int t = 0; t < n; t += TILE) {
		left[y][x] = a[row * n + t + x];
		right[y][x] = b[(t + y) * n + column];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int k = 0; k < TILE; k++)
			sum += left[y][k] * right[k][x];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	c[row * n + column] = sum;
}
