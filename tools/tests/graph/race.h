/* race.h -- two leaves over one buffer: First writes p[i], Second reads it at another index. */
#ifndef RACE_H
#define RACE_H

#include "pair.h"

#define SECOND_READS(index)                                                                        \
	void Second(int *p, size_t bytes, long value)                                              \
	{                                                                                          \
		LEAF_BEGIN                                                                         \
		p[32 + i] = p[index];                                                              \
		__hpvm__return(1, value);                                                          \
	}
#define FIRST_WRITES                                                                               \
	void First(int *p, size_t bytes)                                                           \
	{                                                                                          \
		LEAF_BEGIN                                                                         \
		p[i] = (int)i + 1;                                                                 \
		__hpvm__return(2, bytes, 5l);                                                      \
	}
#endif
