/* Matrix multiplication without local memory; columns are numbered by x, or with BY_Y by y. */
#ifdef BY_Y
enum { COLUMN = 1, ROW = 0 };
#else
enum { COLUMN = 0, ROW = 1 };
#endif

__kernel void matmul(__global const float *a, __global const float *b, __global float *c, int n)
{
	int column = get_global_id(COLUMN), row = get_global_id(ROW);
	float sum = 0;

	if (row >= n || column >= n)
		return;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + column];
	c[row * n + column] = sum;
}
