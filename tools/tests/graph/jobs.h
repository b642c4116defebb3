/* jobs.h -- instance EARLIEST fails late, and instances from LATER on fail at once: the first one
 * must be reported, on any number of threads. */
#ifndef JOBS_H
#define JOBS_H

#include "graph.h"

enum { EARLIEST = 333, LATER = 336, ENDLESS = 3000, INSTANCES = 4000 };

static volatile int nothing;

static void __attribute__((noinline)) wait_long(int *p)
{
	for (int k = 0; k < 400000; k++)
		p[63] |= k & 1;
}
#endif
