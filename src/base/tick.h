/* src/base/tick.h -- time in processor ticks, and in nanoseconds.
 *
 * Reading a tick costs less than half of reading the clock where the processor's counter has a
 * constant rate, as on all x86-64 processors; elsewhere a tick is a nanosecond. Counters of
 * different processors may have different offsets. */
#ifndef HR_TICK_H
#define HR_TICK_H

#include <stdint.h>
#include <time.h>

enum { HR_SECOND = 1000000000 }; /* in nanoseconds */

/* Return the time of CLOCK in nanoseconds. */
static inline uint64_t hr_clock(clockid_t clock)
{
	struct timespec at;

	clock_gettime(clock, &at);
	return (uint64_t)at.tv_sec * HR_SECOND + (uint64_t)at.tv_nsec;
}

/* Return the nanoseconds of a monotonic clock. */
static inline uint64_t hr_nanoseconds(void)
{
	return hr_clock(CLOCK_MONOTONIC);
}

/* Return the time of CLOCK in NANOSECONDS from now, for waits for a condition or a lock, which use
 * different clocks. */
static inline struct timespec hr_time_after(clockid_t clock, uint64_t nanoseconds)
{
	uint64_t at = hr_clock(clock) + nanoseconds;

	return (struct timespec){.tv_sec = (time_t)(at / HR_SECOND),
				 .tv_nsec = (long)(at % HR_SECOND)};
}

/* Return the time in ticks. */
static inline uint64_t hr_tick(void)
{
#ifdef __x86_64__
	return __builtin_ia32_rdtsc();
#else
	return hr_nanoseconds();
#endif
}

#endif
