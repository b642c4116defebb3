/* src/base/tick.h -- time in what the processor counts, and in nanoseconds.
 *
 * A tick costs less than half of a look at the clock where the processor counts at a constant rate,
 * as all of x86-64 do; elsewhere it is a nanosecond. Another processor may have begun to count
 * later. */
#ifndef HR_TICK_H
#define HR_TICK_H

#include <stdint.h>
#include <time.h>

enum { HR_SECOND = 1000000000 }; /* in nanoseconds */

/* Nanoseconds that CLOCK has counted. */
static inline uint64_t hr_clock(clockid_t clock)
{
	struct timespec at;

	clock_gettime(clock, &at);
	return (uint64_t)at.tv_sec * HR_SECOND + (uint64_t)at.tv_nsec;
}

/* Nanoseconds of a clock that never goes back. */
static inline uint64_t hr_nanoseconds(void)
{
	return hr_clock(CLOCK_MONOTONIC);
}

/* So many nanoseconds from now on CLOCK: until when a condition or a lock is waited for, of which
 * each has its clock. */
static inline struct timespec hr_time_after(clockid_t clock, uint64_t nanoseconds)
{
	uint64_t at = hr_clock(clock) + nanoseconds;

	return (struct timespec){.tv_sec = (time_t)(at / HR_SECOND),
				 .tv_nsec = (long)(at % HR_SECOND)};
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
