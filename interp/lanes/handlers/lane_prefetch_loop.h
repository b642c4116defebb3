/* interp/lanes/handlers/lane_prefetch_loop.h -- prefetching loads: in a loop, each lane reads the
 * element behind the one that it read last.
 *
 * If each lane reads along its own row, every load is a gather from as many cache lines as there
 * are lanes. Instead, 32 bytes of each lane are read at once and transposed, so that the values for
 * the next iterations are contiguous.
 *
 * Invariant: a prefetched value is only used for the address from which it was read, and as long as
 *            the batch has done nothing that could have changed memory, or informed it of a change
 *            (batch->changes).
 *
 * Private to load.c, which is compiled once for each instruction set.
 *
 * Clauses:   M2, M6. */
#ifndef HR_LANE_PREFETCH_LOOP_H
#define HR_LANE_PREFETCH_LOOP_H

#include "interp/lanes/handlers/lane_lines.h"

#ifdef HAS_SIXTEEN
enum { GROUP_AHEAD = LANE_GROUP * LANE_AHEAD, MOST_MISSES = 8 };

static ALWAYS_INLINE __m256i two_halves(uint64_t low, uint64_t high)
{
	return _mm256_inserti128_si256(
		_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)low)),
		_mm_loadu_si128((const __m128i *)high), 1);
}

/* Transpose elements I and I + 1, of 8 bytes, of the 4 lanes AT. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void transpose_two(uint8_t *to, const uint64_t *at,
							  unsigned i)
{
	const uint64_t by = i * sizeof(uint64_t), row = LANE_GROUP * sizeof(uint64_t);
	const __m256i a = two_halves(at[0] + by, at[2] + by),
		      b = two_halves(at[1] + by, at[3] + by);

	to += i * row;
	_mm256_storeu_si256((__m256i *)(void *)to, _mm256_unpacklo_epi64(a, b));
	_mm256_storeu_si256((__m256i *)(void *)(to + row), _mm256_unpackhi_epi64(a, b));
}

#ifdef __AVX512F__
static ALWAYS_INLINE __m512i two_lanes(uint64_t low, uint64_t high)
{
	const __m256i half = _mm256_loadu_si256((const __m256i *)low);

	return _mm512_inserti64x4(_mm512_castsi256_si512(half),
				  _mm256_loadu_si256((const __m256i *)high), 1);
}

/* Transpose 8 elements of 4 bytes of 16 lanes. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void transpose_all(uint8_t *to, const uint64_t *at)
{
	const __m512i even = _mm512_set_epi64(13, 12, 5, 4, 9, 8, 1, 0);
	const __m512i odd = _mm512_set_epi64(15, 14, 7, 6, 11, 10, 3, 2);
	static const uint8_t first_of[8] = {0, 0, 1, 1, 4, 4, 5, 5};
	__m512i lanes[8], pairs[8], fours[8];

#define EIGHT _Pragma("GCC unroll 8") for (unsigned i = 0; i < 8; i++)
	EIGHT lanes[i] = two_lanes(at[i], at[i + 8]);
	/* elements 0, 1 and 4, 5 of two lanes; then 2, 3 and 6, 7 */
	EIGHT pairs[i] = i % 2 ? _mm512_unpackhi_epi32(lanes[i - 1], lanes[i])
			       : _mm512_unpacklo_epi32(lanes[i], lanes[i + 1]);
	/* elements i % 4 and i % 4 + 4 of four lanes */
	EIGHT fours[i] = i % 2 ? _mm512_unpackhi_epi64(pairs[first_of[i]], pairs[first_of[i] + 2])
			       : _mm512_unpacklo_epi64(pairs[first_of[i]], pairs[first_of[i] + 2]);
	EIGHT _mm512_storeu_si512(
		to + (size_t)i * LANE_GROUP * sizeof(uint32_t),
		_mm512_permutex2var_epi64(fours[i % 4], i < 4 ? even : odd, fours[i % 4 + 4]));
#undef EIGHT
}
#else
/* Transpose elements I to I + 3, of 4 bytes, of the 8 lanes AT. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void transpose_four(uint8_t *to, const uint64_t *at,
							   unsigned i)
{
	const uint64_t by = i * sizeof(uint32_t), row = LANE_GROUP * sizeof(uint32_t);
	const __m256i a = two_halves(at[0] + by, at[4] + by),
		      b = two_halves(at[1] + by, at[5] + by);
	const __m256i c = two_halves(at[2] + by, at[6] + by),
		      d = two_halves(at[3] + by, at[7] + by);
	const __m256i ab = _mm256_unpacklo_epi32(a, b), cd = _mm256_unpacklo_epi32(c, d);
	const __m256i ab_high = _mm256_unpackhi_epi32(a, b), cd_high = _mm256_unpackhi_epi32(c, d);

	to += i * row;
	_mm256_storeu_si256((__m256i *)(void *)to, _mm256_unpacklo_epi64(ab, cd));
	_mm256_storeu_si256((__m256i *)(void *)(to + row), _mm256_unpackhi_epi64(ab, cd));
	_mm256_storeu_si256((__m256i *)(void *)(to + 2 * row),
			    _mm256_unpacklo_epi64(ab_high, cd_high));
	_mm256_storeu_si256((__m256i *)(void *)(to + 3 * row),
			    _mm256_unpackhi_epi64(ab_high, cd_high));
}

HR_PROGRAM_MEMORY static ALWAYS_INLINE void transpose_all(uint8_t *to, const uint64_t *at)
{
	for (unsigned lane = 0; lane < LANE_GROUP; lane += 8) {
		transpose_four(to + lane * sizeof(uint32_t), at + lane, 0);
		transpose_four(to + lane * sizeof(uint32_t), at + lane, 4);
	}
}
#endif

/* Transpose everything that is prefetched for 16 lanes. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void turn(uint8_t *to, const uint64_t *at, uint32_t size)
{
	if (size == sizeof(uint32_t))
		transpose_all(to, at);
	for (unsigned lane = 0; lane < LANE_GROUP && size == sizeof(uint64_t); lane += 4) {
		transpose_two(to + lane * sizeof(uint64_t), at + lane, 0);
		transpose_two(to + lane * sizeof(uint64_t), at + lane, 2);
	}
}

/* Compute the addresses of 16 lanes. Return false if the memory ahead of some lanes is not
 * completely in range. */
static ALWAYS_INLINE bool are_open_ahead(const hr_access_check *check, const uint64_t *index,
					 uint64_t base, uint64_t scale, uint32_t size,
					 uint64_t at[LANE_GROUP])
{
	const uint64_t span = check->span < INT64_MAX ? check->span : INT64_MAX;
	const uint64_t last = span - 1 - (LANE_AHEAD - size), begin = base - check->base;
	uint64_t outside = 0, odd = 0;

	LANES_LOOP for (unsigned i = 0; i < LANE_GROUP; i++)
	{
		const uint64_t place = index[i] * scale + begin;

		outside |= place | (last - place);
		odd |= place;
		at[i] = place + check->base;
	}
	return !(outside >> 63) && !(odd & check->align);
}

/* The same; lanes not in MASK use the address of the first lane in MASK. */
static ALWAYS_INLINE bool is_open_ahead(const hr_access_check *check, unsigned mask,
					const uint64_t *index, uint64_t base, uint64_t scale,
					uint32_t size, uint64_t at[LANE_GROUP])
{
	lanes_part first;
	uint64_t moved[LANE_GROUP];

	if (mask == ALL_LANES)
		return are_open_ahead(check, index, base, scale, size, at);
	first = same_part(index[__builtin_ctz(mask)]);
	EACH_PART(p)
		put_part(moved + p * PART,
			 chosen(mask >> p * PART, part_at(index + p * PART), first));
	return are_open_ahead(check, moved, base, scale, size, at);
}

HR_PROGRAM_MEMORY static ALWAYS_INLINE void take(uint8_t *to, const lane_prefetch *o, unsigned g,
						 uint32_t size)
{
	const uint8_t *const from =
		o->values + (size_t)g * GROUP_AHEAD + (size_t)o->next * LANE_GROUP * size;

	for (unsigned i = 0; i < LANE_GROUP * size; i += sizeof(longest))
		*(longest *)(void *)(to + (size_t)g * LANE_GROUP * size + i) =
			*(const longest *)(const void *)(from + i);
}

/* Prefetch, and store the first elements at TO. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE bool read_ahead(const hr_batch *batch, lane_prefetch *o,
						       uint8_t *to, const hr_access_check *check,
						       const uint64_t *index, uint64_t base,
						       uint64_t scale, uint32_t size)
{
	o->changes = 0;
	o->next = 0;
	for (unsigned g = 0; g < batch->lane_code->lanes / LANE_GROUP; g++)
		o->read[g] = 0;
	for (unsigned g = batch->first_group; g < batch->end_group; g++) {
		const unsigned mask = lane_group_mask(batch, g);
		uint64_t at[LANE_GROUP];

		if (!mask)
			continue;
		if (!is_open_ahead(check, mask, index + (size_t)g * LANE_GROUP, base, scale, size,
				   at))
			return false;
		memcpy(o->from + (size_t)g * LANE_GROUP, index + (size_t)g * LANE_GROUP,
		       sizeof(at));
		o->read[g] = (uint16_t)mask;
		turn(o->values + (size_t)g * GROUP_AHEAD, at, size);
		take(to, o, g, size);
	}
	o->changes = batch->changes;
	o->base = base;
	o->next = 1;
	return true;
}

/* Return true if the indices of the lanes of MASK of group G are BY higher than at the prefetch. */
static ALWAYS_INLINE bool has_gone_on(const lane_prefetch *o, unsigned g, unsigned mask,
				      const uint64_t *index, uint64_t by)
{
	const uint64_t *const from = o->from + (size_t)g * LANE_GROUP;
	unsigned odd = ~(unsigned)o->read[g];
	lanes_part now[PARTS], then[PARTS];

	index += (size_t)g * LANE_GROUP;
	EACH_PART(p) {
		now[p] = part_at(index + p * PART);
		then[p] = further(part_at(from + p * PART), by);
	}
	if (all_alike(now, then))
		return !(odd & mask);
	EACH_PART(p)
		odd |= differing(now[p], then[p]) << p * PART;
	return !(odd & mask);
}

HR_PROGRAM_MEMORY static ALWAYS_INLINE bool go_on(const hr_batch *batch, lane_prefetch *o,
						  uint8_t *to, const uint64_t *index,
						  uint64_t scale, uint32_t size)
{
	const uint64_t by = o->next * (uint64_t)size / scale;

	for (unsigned g = batch->first_group; g < batch->end_group; g++) {
		const unsigned mask = lane_group_mask(batch, g);

		if (!mask)
			continue;
		if (!has_gone_on(o, g, mask, index, by))
			return false;
		take(to, o, g, size);
	}
	o->next++;
	return true;
}

/* Return true if a prefetch should be tried: attempts become rarer while prefetched values are not
 * used. */
static ALWAYS_INLINE bool is_worth_a_try(lane_prefetch *o)
{
	if (o->wait) {
		o->wait--;
		return false;
	}
	if (o->next > 1)
		o->misses = 0;
	else if (o->misses < MOST_MISSES)
		o->misses++;
	o->wait = (1u << o->misses) - 1;
	return true;
}

/* Load SIZE bytes, 4 or 8, at BASE + INDEX[lane] * SCALE, by prefetching. Return false if not
 * everything has been loaded. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE bool
load_prefetched_of(hr_batch *batch, lane_prefetch *o, uint8_t *to, const hr_access_check *check,
		   const uint64_t *index, uint64_t base, uint64_t scale, uint32_t size)
{
	if (o->changes == batch->changes && o->base == base && o->next < LANE_AHEAD / size &&
	    go_on(batch, o, to, index, scale, size))
		return true;
	return is_worth_a_try(o) && read_ahead(batch, o, to, check, index, base, scale, size);
}

HR_PROGRAM_MEMORY static bool load_prefetched(hr_batch *batch, const uint32_t *pc,
					      const uint64_t *index, uint64_t base, uint64_t scale)
{
	const hr_access_check *check = *batch->checks[pc[3]].check;
	lane_prefetch **const at = &batch->prefetch[pc[3]];
	uint8_t *const to = batch->frame + pc[2];
	const uint32_t size = pc[4];

	if ((scale != size && scale != 1) || check->span == UINT64_MAX ||
	    check->span <= LANE_AHEAD || check->base & check->align ||
	    (!*at && !(*at = hr_lane_prefetch_new(batch->lane_code))))
		return false;
	return size == 4 ? load_prefetched_of(batch, *at, to, check, index, base, scale, 4)
			 : load_prefetched_of(batch, *at, to, check, index, base, scale, 8);
}
#endif

#endif
