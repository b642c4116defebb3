/* bench/times.h -- statistics of many measurements of the same thing: the mean of all, and of the
 * fastest tenth. */
#ifndef BENCH_TIMES_H
#define BENCH_TIMES_H

#include <stdlib.h>

typedef struct bench_times {
	double all, best;
} bench_times;

static inline int bench_is_less(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Return the statistics of COUNT measurements, at least 10, which are sorted. */
static inline bench_times bench_summary(double *took, int count)
{
	bench_times made = {0, 0};

	qsort(took, (size_t)count, sizeof(double), bench_is_less);
	for (int i = 0; i < count; i++)
		made.all += took[i] / count;
	for (int i = 0; i < count / 10; i++)
		made.best += took[i] / (count / 10);
	return made;
}

#endif
