size_t helper(uint d) { return get_global_id(d) * 100 + get_local_id(d); }
__kernel void ids(__global int *a) {
  __local int s[16];
  size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1), z = get_global_id(2) - get_global_offset(2);
  size_t i = (z * get_global_size(1) + y) * get_global_size(0) + x;
  s[get_local_linear_id()] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = s[get_local_linear_id()] == i && get_global_linear_id() == i ? (int)(get_local_size(0) * 100 + get_local_size(1) * 10 + get_local_size(2)) : -1;
}
__kernel void dims(__global int *a) { 
  int i = get_global_id(0);
  a[i] = 0;
  for (uint d = 0; d < 5; d++) a[i] += get_num_groups(d) * 1000 + get_enqueued_local_size(d);
  a[i] += 100000 * get_work_dim() + get_group_id(0) * 10000000;
}
struct S { int a; float b; long c; char d[3]; };
__kernel void st(struct S s, __global float *o, float4 v) { o[get_global_id(0)] = s.a + s.b + s.c + s.d[1] + v.w; }
__kernel void none(void) { }
