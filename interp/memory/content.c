/* interp/memory/content.c -- hashes and bounds of the contents of buffers.
 *
 * The hash reads four words at a time. Each word goes into a separate sum, which is multiplied and
 * rotated, so that no step depends on the previous one; the sums are mixed at the end.
 * Owns:     nothing.
 * Not here: when buffers are read (interp/schedule/emit_events.c). */
#include "interp/memory/content.h"

#include <setjmp.h>
#include <string.h>

#include "interp/memory/memory.h"

enum { LANES = 4, STEP = LANES * sizeof(uint64_t) };

static const uint64_t factor = UINT64_C(0x9fb21c651e98df25);

static uint64_t turn(uint64_t sum, uint64_t word)
{
	sum = (sum ^ word) * factor;
	return sum << 29 | sum >> 35;
}

static uint64_t mix(uint64_t value)
{
	value = (value ^ value >> 32) * factor;
	value = (value ^ value >> 29) * factor;
	return value ^ value >> 32;
}

uint64_t hr_content_hash(const void *bytes, size_t count)
{
	const uint8_t *at = bytes;
	uint64_t sums[LANES] = {1, 2, 3, 4}, words[LANES], result = count;
	size_t left = count;

	for (; left >= STEP; left -= STEP, at += STEP) {
		memcpy(words, at, STEP);
		for (unsigned i = 0; i < LANES; i++)
			sums[i] = turn(sums[i], words[i]);
	}
	memset(words, 0, sizeof(words));
	if (left)
		memcpy(words, at, left);
	for (unsigned i = 0; i < LANES; i++)
		result = mix(result ^ turn(sums[i], words[i])) + i;
	return result;
}

bool hr_content_find(const hr_run *run, const hr_port *ports, unsigned count, unsigned port,
		     const uint8_t *image, void **address, size_t *bytes)
{
	const hr_port *next = &ports[port + 1];
	uint64_t size;
	void *base;

	memcpy(address, image + ports[port].offset, sizeof(*address));
	if (!*address || !hr_tracked(run->tracker, *address, &base, bytes))
		return false;
	*bytes -= (size_t)((uint8_t *)*address - (uint8_t *)base);
	if (port + 1 < count && next->type->kind == HR_T_INT &&
	    next->type->store_size == sizeof(size)) {
		memcpy(&size, image + next->offset, sizeof(size));
		*bytes = size && size < *bytes ? size : *bytes;
	}
	return true;
}

/* A fault in this function continues here, at `recover`, as in the engine. */
bool hr_content_read(hr_thread *thread, const void *bytes, size_t count, uint64_t *hash,
		     uint8_t *copy, size_t room)
{
	sigjmp_buf *outer = thread->recover, recover;
	const hr_code *code = thread->code;
	bool there = false;

	if (sigsetjmp(recover, 0) == 0) {
		thread->code = NULL;
		thread->recover = &recover;
		thread->peeks = true;
		*hash = hr_content_hash(bytes, count);
		if (copy)
			memcpy(copy, bytes, count < room ? count : room);
		there = true;
	}
	thread->peeks = false;
	thread->recover = outer;
	thread->code = code;
	return there;
}
