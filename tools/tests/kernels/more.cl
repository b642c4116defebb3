// shared memory that a called function uses, reaches the end of, or reads before it is written
__attribute__((noinline)) int sum(__local int *l, int n) { int s = 0; for (int i = 0; i < n; i++) s += l[i]; return s; }
__attribute__((noinline)) void meet(void) { barrier(CLK_LOCAL_MEM_FENCE); }
__kernel void total(__global int *a, int n) {
  __local int l[16], m[16];
  int i = get_local_id(0);
  l[i] = i; m[i] = 100;
  meet();
  a[get_global_id(0)] = sum(l, n) + m[15 - i];
}
__kernel void beyond(__global int *a, int n) {
  __local int l[16], m[16];
  int i = get_local_id(0);
  l[i] = i; m[i] = 100;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = l[i + n] + m[i];
}
// every group must find its shared memory as new
__kernel void fresh(__global int *a) {
  __local int l[16];
  if (get_group_id(0) == 0) l[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = l[get_local_id(0)];
}
__kernel void groups(__global int *a) { if (get_local_id(0) == 0) a[0] = get_group_id(0); }
__kernel void many(__global int *a) { __local int l[4096]; l[get_local_id(0) * 100] = 1; barrier(CLK_LOCAL_MEM_FENCE); if (get_local_id(0) == 0) a[get_group_id(0)] = l[100]; }
