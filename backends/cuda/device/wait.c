/* backends/cuda/device/wait.c -- waits for a stream, as long as the caller wants.
 *
 * A kernel of some microseconds has ended before the thread could sleep. So the driver is first
 * polled without pause, then with yields to other threads, then with short sleeps, which are a
 * small fraction of the time waited so far.
 * Not here:  what is waited for (run.c). */
#include <sched.h>
#include <time.h>

#include "backends/cuda/device/cuda.h"

/* nanoseconds */
enum { ASKING = 50 * 1000, YIELDING = 1000 * 1000, NAP_PART = 32, LONGEST_NAP = 200 * 1000 };
#define PATIENCE UINT64_C(1000000000)

uint64_t cuda_clock(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * UINT64_C(1000000000) + (uint64_t)time.tv_nsec;
}

/* Yield the processor or sleep, depending on how long the caller has WAITED. */
static void rest(uint64_t waited)
{
	uint64_t nap = waited / NAP_PART;

	if (waited >= YIELDING)
		nanosleep(&(struct timespec){0, nap < LONGEST_NAP ? (long)nap : LONGEST_NAP}, NULL);
	else if (waited >= ASKING)
		sched_yield();
}

nv_result cuda_wait(const nv_driver *driver, nv_stream stream, const volatile int *stop)
{
	uint64_t begun = 0, stopped = 0, now;
	nv_result result;

	if (!stop)
		return driver->stream_wait(stream);
	while ((result = driver->stream_query(stream)) == NV_NOT_READY) {
		now = cuda_clock();
		begun = begun ? begun : now;
		if (*stop && !stopped)
			stopped = now;
		if (stopped && now - stopped > PATIENCE)
			return NV_NOT_READY;
		rest(now - begun);
	}
	return result;
}
