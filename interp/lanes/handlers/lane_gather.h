/* interp/lanes/handlers/lane_gather.h -- gathering loads, group by group.
 *
 * Private to load.c, which is compiled once for each instruction set.
 *
 * Clauses:   M6. */
#ifndef HR_LANE_GATHER_H
#define HR_LANE_GATHER_H

#include "interp/lanes/handlers/lane_sixteen.h"

#ifdef HAS_SIXTEEN
/* Return true if 16 lanes all load from the open range of an object. BEGIN is the base address of
 * the indices minus the base of the access check; SPAN must be below 2^63. */
static ALWAYS_INLINE bool are_open(const hr_access_check *check, const uint64_t *index,
				   __m128i shift, uint64_t begin, uint64_t span)
{
#ifdef __AVX512F__
	const __m512i from = _mm512_set1_epi64((int64_t)begin),
		      end = _mm512_set1_epi64((int64_t)span);
	const __m512i low = _mm512_add_epi64(_mm512_sll_epi64(part_at(index), shift), from);
	const __m512i high = _mm512_add_epi64(_mm512_sll_epi64(part_at(index + PART), shift), from);

	return !(_mm512_cmpge_epu64_mask(low, end) | _mm512_cmpge_epu64_mask(high, end) |
		 touching(_mm512_or_si512(low, high), check->align));
#else
	const __m256i from = four_same(begin), last = four_same(span - 1);
	__m256i outside = _mm256_setzero_si256(), odd = outside;

	EACH_PART(p) {
		const __m256i at =
			_mm256_add_epi64(_mm256_sll_epi64(part_at(index + p * PART), shift), from);

		outside = _mm256_or_si256(outside, _mm256_or_si256(at, _mm256_sub_epi64(last, at)));
		odd = _mm256_or_si256(odd, at);
	}
	/* the sign bit is set if an address is before the first or behind the last */
	return !_mm256_movemask_pd(_mm256_castsi256_pd(outside)) &&
	       _mm256_testz_si256(odd, four_same(check->align));
#endif
}

/* Gather groups from G on. Return the first group that is not in range, or that cannot be checked
 * at once, or the end. */
HR_PROGRAM_MEMORY static unsigned gather_groups(const hr_batch *batch, unsigned g, uint8_t *array,
						uint32_t size, const hr_access_check *check,
						const uint64_t *index, uint64_t base,
						uint64_t scale)
{
	const unsigned shift = scale ? (unsigned)__builtin_ctzll(scale) : 0;
	const __m128i by = _mm_cvtsi32_si128((int)shift);
	const uint64_t begin = base - check->base;
	const uint64_t span = check->span < INT64_MAX ? check->span : INT64_MAX;

	if (!scale || scale & (scale - 1) || check->base & check->align || !check->span)
		return g;
	for (; g < batch->end_group; g++) {
		const unsigned mask = lane_group_mask(batch, g);
		const uint64_t *const lanes = index + (size_t)g * LANE_GROUP;
		uint8_t *const to = array + (size_t)g * LANE_GROUP * size;
		lanes_part address[PARTS];

		if (!mask)
			continue;
		if (mask != ALL_LANES) {
			if (!group_passes(check, mask, lanes, base, scale, address))
				return g;
			gather_sixteen(to, size, mask, address);
			continue;
		}
		if (!are_open(check, lanes, by, begin, span))
			return g;
		if (size == sizeof(uint32_t))
			load_one_by_one(to, sizeof(uint32_t), lanes, base, shift);
		else
			load_one_by_one(to, sizeof(uint64_t), lanes, base, shift);
	}
	return g;
}
#endif

#endif
