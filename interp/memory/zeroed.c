/* interp/memory/zeroed.c -- memory for the outputs of grids.
 *
 * Few bytes are no mapping of their own, because each fork copies all mappings, and hpvm-diff forks for each leaf.
 *
 * Invariant: there is room on both sides, so that a backend that leaves its outputs damages no other memory. */
#include "interp/memory/zeroed.h"

#include <stdint.h>

#include "interp/memory/memory.h"
#include "src/base/alloc.h"

static const size_t mapped_from = 1 << 16, room = 1 << 11;

void *hr_zeroed(size_t bytes)
{
	if (bytes >= mapped_from)
		return hr_pages_map(bytes, true);
	return (uint8_t *)hr_alloc_zero(bytes + 2 * room) + room;
}

void hr_zeroed_free(void *memory, size_t bytes)
{
	if (bytes >= mapped_from)
		hr_pages_unmap(memory, bytes);
	else if (memory)
		hr_free((uint8_t *)memory - room);
}
