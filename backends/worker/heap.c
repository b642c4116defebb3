/* backends/worker/heap.c -- HPVM objects that a grid in a forked process allocates, in memory that
 * both processes share.
 *
 * A heap begins with the number of bytes in use; each object follows a header with its size. The
 * heap contains the objects of one grid only, so nothing is ever freed.
 * Invariant: a write by the child between objects is detected.
 * Owns:      nothing; heaps belong to their units.
 * Clauses:   M1.
 * Not here:  which objects the program can reach (backends/crosscheck/objects.c). */
#define _GNU_SOURCE 1
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "backends/worker/worker_process.h"

enum { HEAD = HR_OBJECT_ALIGN };

typedef struct heap {
	_Atomic uint64_t used;
} heap;

typedef struct heap_head {
	uint64_t bytes, guard;
} heap_head;

static const uint64_t heap_bytes = UINT64_C(1) << 30;

void *hr_heap_open(void)
{
	heap *self = hr_worker_share(heap_bytes);

	if (self)
		self->used = HEAD;
	return self;
}

void hr_heap_close(void *memory)
{
	hr_worker_unshare(memory, heap_bytes);
}

void hr_heap_clear(void *memory)
{
	heap *self = memory;
	uint64_t used = self->used < heap_bytes ? self->used : heap_bytes;

	if (used == HEAD)
		return;
	used = (used + WORKER_PAGE - 1) & ~(uint64_t)(WORKER_PAGE - 1);
	if (madvise(memory, used, MADV_REMOVE) != 0)
		memset(memory, 0, used);
	self->used = HEAD;
}

void *hr_heap_allocate(void *memory, uint64_t bytes)
{
	heap *self = memory;
	uint64_t at = self->used, size = bytes ? bytes : 1;
	heap_head *made;

	if (bytes > heap_bytes)
		return NULL;
	size = (size + 2 * HEAD - 1) & ~(uint64_t)(HEAD - 1);
	do
		if (at > heap_bytes || size > heap_bytes - at)
			return NULL;
	while (!atomic_compare_exchange_weak(&self->used, &at, at + size));
	made = (heap_head *)(void *)((uint8_t *)memory + at);
	*made = (heap_head){bytes, HR_BOARD_GUARD};
	memset((uint8_t *)made + HEAD, HR_OBJECT_FILL, size - HEAD);
	return (uint8_t *)made + HEAD;
}

hr_worker_end hr_heap_list(void *memory, hr_objects_list *list, char text[HR_BACKEND_TEXT])
{
	const heap *self = memory;
	uint64_t end = self->used < heap_bytes ? self->used : heap_bytes;

	list->count = 0;
	for (uint64_t at = HEAD; at < end;) {
		const heap_head *made =
			(const heap_head *)(const void *)((const uint8_t *)memory + at);
		uint64_t bytes = made->bytes;

		if (made->guard != HR_BOARD_GUARD || bytes > end - at - HEAD) {
			snprintf(text, HR_BACKEND_TEXT,
				 "it wrote outside an object that it allocated");
			return HR_WORKER_GARBAGE;
		}
		HR_PUSH(list, (hr_object){(uint8_t *)memory + at + HEAD, bytes});
		at += ((bytes ? bytes : 1) + 2 * HEAD - 1) & ~(uint64_t)(HEAD - 1);
	}
	return HR_WORKER_ANSWERED;
}
