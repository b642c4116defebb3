/* bench/matmul.cl -- the loop for Oclgrind. */
#pragma OPENCL FP_CONTRACT OFF
__kernel void leaf(__global const float *a, __global const float *b, __global float *c, ulong n,
		   ulong depth)
{
	ulong i = get_global_id(0), j = get_global_id(1), k = 0;
	float sum = 0;

	do {
		sum += a[i * n + k] * b[k * n + j];
	} while (++k != depth);
	c[i * n + j] = sum;
}
