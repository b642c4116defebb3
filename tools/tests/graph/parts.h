/* parts.h -- a leaf that accesses the five bytes from 5 * i on, at all positions and widths. */
#ifndef PARTS_H
#define PARTS_H

#include "graph.h"

typedef struct __attribute__((packed)) any_short {
	volatile short value;
} any_short;
typedef struct __attribute__((packed)) any_int {
	volatile int value;
} any_int;

static inline void use_five(char *bytes)
{
	for (volatile int at = 0; at < 4; at++) {
		any_short *pair = (any_short *)(bytes + at);

		pair->value = (short)(pair->value + 1);
	}
	for (volatile int at = 0; at < 5; at++)
		((volatile char *)bytes)[at]++;
	for (volatile int at = 0; at < 2; at++) {
		any_int *four = (any_int *)(bytes + at);

		four->value = four->value + 1;
	}
	((volatile char *)bytes)[0]--;
}
#endif
