// barriers that order a part of memory
__kernel void through_global(__global int *a) {
  int i = get_local_id(0), g = get_global_id(0);
  a[g] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[g] += a[g ^ 1];
}
__kernel void through_local(__global int *a) {
  __local int l[64];
  int i = get_local_id(0);
  l[i] = i;
  work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_work_group);
  a[get_global_id(0)] = l[i ^ 1];
}
__kernel void neither(__global int *a) {
  int g = get_global_id(0);
  a[g] = g;
  barrier(0);
  a[g ^ 1] = g;
}
void meet(cl_mem_fence_flags flags) {
  barrier(flags);
}
__kernel void by_call(__global int *a) {
  int g = get_global_id(0);
  a[g] = g;
  meet(CLK_LOCAL_MEM_FENCE);
  a[g ^ 1] = g;
}
// correct: each part is ordered by a barrier that names it, or by none but for the own work-item
__kernel void right(__global int *a, __global int *b, __local int *l) {
  int i = get_local_id(0), g = get_global_id(0), n = get_local_size(0);
  l[i] = b[g];
  a[g] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[g] += l[n - 1 - i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = n / 2; k > 0; k /= 2) {
    if (i < k)
      l[i] += l[i + k];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[g] += 1;
  }
  a[g] += l[0];
  barrier(CLK_GLOBAL_MEM_FENCE);
  b[g] = a[g ^ 1];
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  l[i] = a[g ^ 2];
  meet(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  a[g] = l[i ^ 3];
}
