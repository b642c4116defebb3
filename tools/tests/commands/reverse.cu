__global__ void reverse(int *a)
{
  __shared__ int s[64];
  int i = threadIdx.x;

  s[i] = a[i];
  a[i] = s[63 - i];
}
