/* bench/kernels/leaf.cl -- a kernel's body as an OpenCL kernel. size_t is no type of a kernel's
 * parameter; x is dimension 0, whose neighbours OpenCL devices run side by side. */
#define BENCH_CL_VALUE(type, name) ulong name,

__kernel void leaf(KERNEL_PARAMETERS(BENCH_FORMAL_BUFFER, BENCH_CL_VALUE) ulong n)
{
#ifdef KERNEL_TILE
	__local float local_floats[KERNEL_LOCAL];

	body(get_group_id(1), get_group_id(0), get_local_id(1), get_local_id(0), local_floats,
	     BENCH_ACTUAL n);
#else
	body(get_global_id(2), get_global_id(1), get_global_id(0), get_global_size(2),
	     get_global_size(1), get_global_size(0), BENCH_ACTUAL n);
#endif
}
