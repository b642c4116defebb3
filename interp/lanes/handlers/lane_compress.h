/* interp/lanes/handlers/lane_compress.h -- moves the lanes of a mask together, with the compress
 * instructions of AVX-512.
 *
 * Private to pack.c, which is compiled once for each instruction set. */
#ifndef HR_LANE_COMPRESS_H
#define HR_LANE_COMPRESS_H

#include "interp/lanes/handlers/lane_set.h"

typedef int32_t lane_place; /* place of a lane */

#ifdef __AVX512F__
/* Store the elements of FROM in MASK contiguously at TO; the bytes behind them are undefined. */
static inline void put_elements(uint8_t *to, __m512i from, uint32_t size, unsigned mask)
{
	_mm512_storeu_si512(to, size == 4 ? _mm512_maskz_compress_epi32((__mmask16)mask, from)
					  : _mm512_maskz_compress_epi64((__mmask8)mask, from));
}

static inline __attribute__((always_inline)) void
compress_of_size(uint8_t *array, uint32_t size, const uint64_t *mask, unsigned count, bool others)
{
	uint8_t rest[HR_LANE_MAX * 8 + 64];
	const unsigned each = 64 / size, all = (1u << each) - 1;
	unsigned first = 0, left = 0;

	for (unsigned i = 0; i < count; i += each) {
		const unsigned now = (unsigned)(mask[i / 64] >> i % 64) & all;
		const unsigned many = (unsigned)__builtin_popcount(now);
		const __m512i from = _mm512_loadu_si512(array + i * size);

		put_elements(array + first * size, from, size, now);
		first += many;
		if (others) {
			put_elements(rest + left * size, from, size, now ^ all);
			left += each - many;
		}
	}
	memcpy(array + first * size, rest, left * size);
}

/* Move the lanes of MASK below COUNT, a multiple of 16, to the front. With OTHERS, the other lanes
 * follow; else what follows is undefined. Return false if elements of SIZE bytes are not
 * supported. */
static inline bool compress_array(uint8_t *array, uint32_t size, const uint64_t *mask,
				  unsigned count, bool others)
{
	if (size == 4)
		compress_of_size(array, 4, mask, count, others);
	else if (size == 8)
		compress_of_size(array, 8, mask, count, others);
	return size == 4 || size == 8;
}

/* Compute the permutation of lanes that compress_array() makes. */
static inline bool compress_places(lane_place *order, const uint64_t *mask, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		order[i] = (lane_place)i;
	return compress_array((uint8_t *)order, sizeof(*order), mask, count, true);
}

/* Set COUNT bits, at most 64, from bit AT on, all of which must be 0. */
static inline void append_bits(uint64_t *to, unsigned at, uint64_t bits, unsigned count)
{
	to[at / 64] |= bits << at % 64;
	if (at % 64 + count > 64)
		to[at / 64 + 1] |= bits >> (64 - at % 64);
}

/* Permute the first COUNT bits in the same way; the other bits are unchanged. */
static inline bool compress_bits(uint64_t *bits, const uint64_t *mask, unsigned count)
{
	uint64_t to[HR_LANE_WORDS] = {0};
	unsigned at = 0;

	for (unsigned part = 0; part < 2; part++)
		for (unsigned i = 0; i < count; i += 64) {
			const uint64_t valid =
				count - i < 64 ? (UINT64_C(1) << count % 64) - 1 : ~UINT64_C(0);
			const uint64_t now = (part ? ~mask[i / 64] : mask[i / 64]) & valid;
			const unsigned many = (unsigned)__builtin_popcountll(now);

			append_bits(to, at, _pext_u64(bits[i / 64], now), many);
			at += many;
		}
	if (count % 64)
		to[count / 64] |= bits[count / 64] >> count % 64 << count % 64;
	memcpy(bits, to, (count + 63) / 64 * sizeof(*to));
	return true;
}
#else
static inline bool compress_array(uint8_t *array, uint32_t size, const uint64_t *mask,
				  unsigned count, bool others)
{
	(void)array, (void)size, (void)mask, (void)count, (void)others;
	return false;
}

static inline bool compress_places(lane_place *order, const uint64_t *mask, unsigned count)
{
	(void)order, (void)mask, (void)count;
	return false;
}

static inline bool compress_bits(uint64_t *bits, const uint64_t *mask, unsigned count)
{
	(void)bits, (void)mask, (void)count;
	return false;
}
#endif

#endif
