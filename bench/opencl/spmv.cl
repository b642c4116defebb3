/* Multiplication of a sparse matrix (CSR) and a vector: a work-item for each row. */
__kernel void spmv(__global const int *begin, __global const int *column, __global const float *value,
		   __global const float *x, __global float *y, int rows)
{
	int row = get_global_id(0);
	float sum = 0;

	if (row >= rows)
		return;
	for (int i = begin[row]; i < begin[row + 1]; i++)
		sum += value[i] * x[column[i]];
	y[row] = sum;
}
