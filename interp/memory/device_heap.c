/* interp/memory/device_heap.c -- how much the kernels of a run have of their device's heap.
 *
 * Owns:      the map of the tracker's heap.
 * Clauses:   K4.
 * Not here:  the blocks (interp/check/access/heap.c, interp/host/fresh.c). */
#include "interp/memory/device_heap.h"

static bool has_limit(const hr_run *run)
{
	return run->program->kernel && hr_tracker_heap(run->tracker)->limit;
}

bool hr_heap_reserve(hr_run *run, uint64_t bytes)
{
	hr_device_heap *heap = hr_tracker_heap(run->tracker);
	bool room;

	if (!has_limit(run))
		return true;
	pthread_mutex_lock(&heap->lock);
	room = bytes <= heap->limit && heap->used <= heap->limit - bytes;
	heap->used += room ? bytes : 0;
	pthread_mutex_unlock(&heap->lock);
	return room;
}

void hr_heap_made(hr_run *run, const void *block, uint64_t bytes)
{
	hr_device_heap *heap = hr_tracker_heap(run->tracker);

	if (!has_limit(run))
		return;
	pthread_mutex_lock(&heap->lock);
	if (block)
		hr_map_put(&heap->blocks, hr_map_key(block), bytes);
	else
		heap->used -= bytes;
	pthread_mutex_unlock(&heap->lock);
}

void hr_heap_freed(hr_run *run, const void *block)
{
	hr_device_heap *heap = hr_tracker_heap(run->tracker);
	uint64_t bytes;

	if (!block || !has_limit(run))
		return;
	pthread_mutex_lock(&heap->lock);
	if (hr_map_get(&heap->blocks, hr_map_key(block), &bytes)) {
		hr_map_remove(&heap->blocks, hr_map_key(block));
		heap->used -= bytes < heap->used ? bytes : heap->used;
	}
	pthread_mutex_unlock(&heap->lock);
}

void hr_heap_mark(hr_run *run)
{
	hr_device_heap *heap = hr_tracker_heap(run->tracker);

	heap->before = heap->used;
}

void hr_heap_rewind(hr_run *run)
{
	hr_device_heap *heap = hr_tracker_heap(run->tracker);

	heap->used = heap->before;
}

void hr_heap_limit(hr_run *run, uint64_t bytes)
{
	hr_tracker_heap(run->tracker)->limit = bytes;
}
