/* interp/memory/device_heap.h -- how much the kernels of a run have of their device's heap.
 *
 * The blocks are those of the C library; with --check=bounds interp/check/access/heap.c gives and frees them, else the
 * functions that stand in for the C library's (interp/host/fresh.c). Safe from several threads. */
#ifndef HR_DEVICE_HEAP_H
#define HR_DEVICE_HEAP_H

#include <pthread.h>

#include "interp/run/run.h"
#include "src/base/map.h"

typedef struct hr_device_heap {
	pthread_mutex_t lock;
	uint64_t limit;  /* bytes of all blocks; 0: none */
	uint64_t used;   /* by blocks that have not been freed */
	uint64_t before; /* the same before the execution that may be repeated */
	hr_map blocks;   /* to their bytes */
} hr_device_heap;

/* Return the heap of TRACKER, which owns it (memory.c). */
hr_device_heap *hr_tracker_heap(hr_tracker *tracker);
/* Return true, and count BYTES, if there is room for a block of so many, or no limit. */
bool hr_heap_reserve(hr_run *run, uint64_t bytes) HR_MUST_CHECK;
/* BLOCK has been made with the BYTES that were reserved; NULL: it could not be. */
void hr_heap_made(hr_run *run, const void *block, uint64_t bytes);
/* BLOCK, or NULL, is freed. */
void hr_heap_freed(hr_run *run, const void *block);
/* An execution begins that may be repeated; and it is repeated. */
void hr_heap_mark(hr_run *run);
void hr_heap_rewind(hr_run *run);
/* Let kernels have at most BYTES at a time; before anything runs. */
void hr_heap_limit(hr_run *run, uint64_t bytes);

#endif
