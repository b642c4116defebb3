extern "C" __global__ void reverse(int *a)
{
  __shared__ int s[64];
  int i = __nvvm_read_ptx_sreg_tid_x();

  s[i] = a[i];
  a[i] = s[63 - i];
}
