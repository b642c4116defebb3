/* src/tick.h -- time in what the processor counts.
 *
 * A tick costs less than half of a look at the clock where the processor counts at a constant rate, as all of x86-64
 * do; elsewhere it is a nanosecond. Another processor may have begun to count later. */
#ifndef HR_TICK_H
#define HR_TICK_H

#include <stdint.h>
#include <time.h>

/* Nanoseconds of a clock that never goes back. */
static inline uint64_t hr_nanoseconds(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	return (uint64_t)at.tv_sec * 1000000000 + (uint64_t)at.tv_nsec;
}

static inline uint64_t hr_tick(void)
{
#ifdef __x86_64__
	return __builtin_ia32_rdtsc();
#else
	return hr_nanoseconds();
#endif
}

#endif
