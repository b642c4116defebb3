/* src/base/hash.h -- a hash of bytes: FNV-1a, 64 bits (Fowler, Noll and Vo). Not secure: collisions
 * are easy to construct. */
#ifndef HR_HASH_H
#define HR_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The hash of no bytes. */
#define HR_HASH_FIRST UINT64_C(0xcbf29ce484222325)

/* Return the hash SUM extended by COUNT BYTES. */
static inline uint64_t hr_hash(uint64_t sum, const void *bytes, size_t count)
{
	const uint8_t *at = (const uint8_t *)bytes;

	for (size_t i = 0; i < count; i++)
		sum = (sum ^ at[i]) * UINT64_C(0x100000001b3);
	return sum;
}

#endif
