/* interp/content.c -- what a buffer holds.
 *
 * Four words at a time, each into a sum of its own that is multiplied and turned, so that no step waits for the one
 * before it; the sums are mixed at the end.
 * Owns:     nothing.
 * Not here: which buffers are read (schedule_tell.c). */
#include "content.h"

#include <setjmp.h>
#include <string.h>

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

/* A fault comes back here, as from the engine. */
bool hr_content_read(hr_thread *thread, const void *bytes, size_t count, uint64_t *hash, uint8_t *copy,
		     size_t room)
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
