/* interp/memory/fresh_fill.c -- fills uninitialised memory of host code. */
#include "interp/memory/fresh_fill.h"

#include <string.h>

static void fill_bytes(char *from, const char *end)
{
	const uint64_t word = HR_FRESH_WORD;

	for (; from < end; from++)
		*from = ((const char *)&word)[(uintptr_t)from & 7];
}

void hr_fresh_fill(void *memory, size_t bytes)
{
	const uint64_t word = HR_FRESH_WORD;
	char *at = memory, *end = at + bytes;
	char *first = at + (-(uintptr_t)at & 7);

	fill_bytes(at, first < end ? first : end);
	for (at = first; at + sizeof(word) <= end; at += sizeof(word))
		memcpy(at, &word, sizeof(word));
	fill_bytes(at, end);
}
