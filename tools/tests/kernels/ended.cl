// work-items that end before others reach a barrier
__kernel void early(__global int *a) { __local int l[64]; int i = get_local_id(0); l[i] = i; barrier(CLK_LOCAL_MEM_FENCE); if (i >= 32) return; a[get_global_id(0)] = l[63 - i]; barrier(CLK_GLOBAL_MEM_FENCE); a[get_global_id(0)] += l[i]; }
