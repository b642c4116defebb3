/* Kernels that read memory which other work-items may write, or nobody. */

/* OUT may point into IN. */
__kernel void shift(__global const int *in, ulong n, __global int *out) {
  size_t i = get_global_id(0);
  if (i < n)
    out[i] = in[i];
}

__kernel void product(__global const float *a, __global const float *b, __global float *c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
