__kernel void sum(__global const int *in, __global int *out) {
  __local int part[64];
  int i = get_local_id(0);

  part[i] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int n = 32; n > 0; n /= 2)
    if (i < n)
      part[i] += part[i + n];
  if (i == 0)
    out[get_group_id(0)] = part[0];
}
