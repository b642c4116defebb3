__kernel void square(__global float *a) {
  int i = get_global_id(0);

  a[i] *= a[i];
}

__kernel void fold(__global float *a) {
  int i = get_global_id(0);

  a[i] += a[i + get_global_size(0)];
}
