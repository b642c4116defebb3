/* opencl/clock.cl -- the clock in two halves (cl_khr_kernel_clock); ir/kernel replaces the clock itself. */
#include "library.clh"

#define CLOCK(scope)                              \
	ulong OVER_LONG clock_read_##scope(void); \
	uint2 OVER clock_read_hilo_##scope(void) { return as_uint2(clock_read_##scope()); }
CLOCK(device)
CLOCK(work_group)
CLOCK(sub_group)
