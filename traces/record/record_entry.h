/* traces/record/record_entry.h -- an event before it is encoded in a block, and the encoding of
 * numbers.
 *
 * The first fields of a kind, as far as they are in HR_TRACE_NUMBERS, are numbers of the entry. All
 * later fields are its tail, which is stored in the file unchanged. */
#ifndef HR_RECORD_ENTRY_H
#define HR_RECORD_ENTRY_H

#include <stdint.h>
#include <string.h>

#include "traces/trace_format.h"

enum {
	/* bytes of a text including its end; the rest is omitted */
	RECORD_TEXT = 1024,
	/* most bytes of a tail, not counting the recorded bytes of a buffer */
	RECORD_TAIL = 1 << 16,
};

typedef struct record_moment {
	uint64_t tick, operations; /* of all threads since the run began */
	uint32_t thread;
} record_moment;

typedef struct record_entry {
	record_moment at;
	uint64_t execution, parent, first, count; /* valid if its kind has them */
	uint32_t node;
	/* hr_trace_kind; PUSH is followed by BEGIN_EXECUTION */
	uint32_t kind;
	/* BY: size of the tail's first field, if that is y */
	uint32_t tail_bytes, by;
	const uint8_t *tail;
} record_entry;

/* --- numbers in the file ---------------------------------------------------------------------- */

uint8_t *put_large(uint8_t *at, uint64_t value);

static inline uint8_t *put(uint8_t *at, uint64_t value)
{
	if (__builtin_expect(value >= 0x80, 0))
		return put_large(at, value);
	*at = (uint8_t)value;
	return at + 1;
}

/* Write four bytes, the lowest first. */
static inline uint8_t *put_word(uint8_t *at, uint32_t bytes)
{
	memcpy(at, &bytes, sizeof(bytes));
	return at + sizeof(bytes);
}

/* Write a number of operations. Optimised for the length of the last one, since a node often
 * repeats its work. */
static inline uint8_t *put_count(uint8_t *at, uint64_t value)
{
	uint16_t two = (uint16_t)((value & 0x7f) | (value & 0x3f80) << 1 | 0x80);

	if (value < 0x80) {
		*at = (uint8_t)value;
		return at + 1;
	}
	if (__builtin_expect(value >= 0x4000, 0))
		return put_large(at, value);
	memcpy(at, &two, sizeof(two));
	return at + sizeof(two);
}

/* Write two numbers below 0x4000 in two bytes each, even if one byte would do. */
static inline uint8_t *put_2_short(uint8_t *at, uint64_t a, uint64_t b)
{
	uint64_t low = (a & 0x7f) | (b & 0x7f) << 16, high = (a & 0x3f80) | (b & 0x3f80) << 16;

	return put_word(at, (uint32_t)(low | high << 1 | 0x00800080));
}

/* Write a number without unpredictable branches: most are below 128, but the length of a time
 * cannot be predicted. Writes up to 4 bytes more than the number has. */
static inline uint8_t *put_time(uint8_t *at, uint64_t value)
{
	static const uint8_t lengths[] = {1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2,
					  3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4};
	/* bits that say that more bytes follow */
	static const uint32_t marks[] = {0, 0, 0x80, 0x8080, 0x808080};
	uint32_t low = (uint32_t)value, bytes;

	if (__builtin_expect(value >= 1u << 28, 0))
		return put_large(at, value);
	bytes = lengths[31 - __builtin_clz(low | 1)];
	low = (low & 0x7f) | (low & 0x3f80) << 1 | (low & 0x1fc000) << 2 | (low & 0xfe00000) << 3;
	low |= marks[bytes];
	memcpy(at, &low, sizeof(low));
	return at + bytes;
}

/* Write a value, which often has the length of the last one. */
static inline uint8_t *put_whole(uint8_t *at, uint64_t value)
{
	return value < 0x4000 ? put_count(at, value) : put_time(at, value);
}

/* Write an empty text for the backend: the interpreter itself. */
static inline uint8_t *put_nobody(uint8_t *at)
{
	memset(at, 0, 2);
	return at + 2;
}

uint8_t *put_4_large(uint8_t *at, uint64_t a, uint64_t b, uint64_t c, uint64_t d);

/* Write four numbers. One test suffices for all, since most are small. */
static inline uint8_t *put_4(uint8_t *at, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	uint32_t all = (uint32_t)(a | b << 8 | c << 16 | d << 24);

	if (__builtin_expect((a | b | c | d) >= 0x80, 0))
		return put_4_large(at, a, b, c, d);
	memcpy(at, &all, sizeof(all));
	return at + sizeof(all);
}

static inline uint64_t folded(uint64_t value)
{
	return value << 1 ^ (uint64_t)((int64_t)value >> 63);
}

static inline uint8_t *put_signed(uint8_t *at, uint64_t value)
{
	return put(at, folded(value));
}

#endif
