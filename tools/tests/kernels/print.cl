#pragma OPENCL EXTENSION cl_khr_fp16 : enable

__kernel void all(__global int *a, __global char *text)
{
	int i = get_global_id(0), r = 0;
	float4 f = (float4)(1, -2.5f, 3, 4) * (i + 1);

	r |= printf("%d %i|%5d|%-5d|%05d|%+d|%x|%X|%o|%#x|%u\n", i, -i, 1, 2, 3, 4, 255, 255, 8, 255, -1);
	r |= printf("%.3s|%5s|%s|%c|%e|%G|%.2f|%a|%hhd|%hu|%*d|%.*f|100%%\n", "abcdef", "ab", "", 'z', 1.5, 1e10, 1.0f, 1.5f,
		    (char)-1, (ushort)65535, 6, 7, 1, 2.25);
	r |= printf("%ld %lu %lx %lld\n", -1L, ~0UL, 1L << 40, 1L << 62);
	r |= printf("%v4hlf|%4.1v4hlf|%v2hhx|%v3hlx|%v2lf\n", f, f, (char2)(1, -1), (int3)(5, 6, -7), (double2)(1.5, 2.5));
	r |= printf("%v16hhu|%v8hd|%v2ld|%v4hf|%-4v2hld|\n", (uchar16)(200), (short8)(-2), (long2)(-1, 1L << 40), (half4)(1.5h),
		    (int2)(1, -2));
	r |= printf(i & 1 ? "odd %d\n" : "even %x\n", i + 10);
	a[i] = r;
}
