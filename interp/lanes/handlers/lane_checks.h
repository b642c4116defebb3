/* interp/lanes/handlers/lane_checks.h -- shared by loads, stores and atomics of all lanes: program
 * memory, and the access checks in front of it.
 *
 * Every access goes through the access check of its place (interp/check/access_check.h). With
 * affine addresses, checking the corners of the tile covers all lanes. With an array of addresses,
 * all active lanes are compared at once. If some lanes fail, each lane is checked separately, in
 * order, on the slow path of the checker.
 *
 * Program memory can be anywhere, and a fault is an error of the program (HR_PROGRAM_MEMORY):
 * accesses are made after batch->at has been set, and only for active lanes. Only from an object
 * that lanes may read completely is more read than the lanes request: memory ahead of them
 * (lane_prefetch_loop.h), and whole rows of a tile.
 *
 * Private to load.c and store.c, which are compiled once for each instruction set.
 *
 * Clauses:   M6. */
#ifndef HR_LANE_CHECKS_H
#define HR_LANE_CHECKS_H

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "interp/lanes/handlers/lane_set.h"

/* For parts of handlers that run for each batch of a few hundred lanes. Sanitizers must not
 * instrument these functions, because the handlers are not instrumented, and the marks that a
 * sanitizer sets at the end of a scope would remain. */
#define ALWAYS_INLINE inline __attribute__((always_inline)) HR_PROGRAM_MEMORY

/* Publishes the place; the compiler must not move accesses before it. */
static inline void publish(hr_batch *batch, const uint32_t *pc)
{
	batch->at = pc;
	__asm__ volatile("" ::: "memory");
}

/* Program memory at any alignment. */
#define PEEK(T, address) (((const struct peek_##T *)(address))->value)
#define POKE(T, address) (((struct peek_##T *)(address))->value)
#define PEEK_TYPE(T)                                                                               \
	struct peek_##T {                                                                          \
		hr_c_##T value;                                                                    \
	} __attribute__((packed, may_alias));
PEEK_TYPE(I8)
PEEK_TYPE(I16)
PEEK_TYPE(I32)
PEEK_TYPE(I64)
PEEK_TYPE(I128)

/* The largest vector that the processor moves at once. */
#ifdef __AVX512F__
typedef uint8_t longest __attribute__((vector_size(64), aligned(1), may_alias));
#elif defined __AVX2__
typedef uint8_t longest __attribute__((vector_size(32), aligned(1), may_alias));
#else
typedef uint8_t longest __attribute__((vector_size(16), aligned(1), may_alias));
#endif

enum { LONG_BYTES = 10, LONG_ROOM = 16 }; /* size of an f80 in memory and in an array */

/* Words: a i scale offset. */
static ALWAYS_INLINE lane_affine address_at(const hr_batch *batch, const uint32_t *words)
{
	const lane_affine a = affine_at(batch, words[0]), i = affine_at(batch, words[1]);
	const uint64_t scale = words[2];

	return (lane_affine){
		.base = a.base + i.base * scale + (uint64_t)(int64_t)(int32_t)words[3],
		.stride = {lane_alone(a.stride[0] + i.stride[0] * scale),
			   lane_alone(a.stride[1] + i.stride[1] * scale)},
	};
}

/* --- access checks ------------------------------------------------------------------------ */

/* The value written: an array (STEP is the size of an element), one value (STEP 0), or NULL. */
typedef struct written {
	const uint8_t *value;
	uint32_t step;
} written;

static const written nothing = {NULL, 0};

static inline bool is_far(uint64_t stride)
{
	const uint64_t far = UINT64_C(1) << 40;

	return stride + far > 2 * far;
}

/* Return true if passing the access check is not sufficient (interp/lanes/run/check.c). */
static ALWAYS_INLINE bool is_looked_at(const hr_access_check *check)
{
	return check->watch || !check->defined;
}

/* Return true if all lanes are in range. An affine function that does not wrap has its minimum and
 * maximum at corners of the tile. */
static ALWAYS_INLINE bool corners_pass(const hr_batch *batch, const lane_check_at *at,
				       const lane_affine *a)
{
	const hr_access_check *check = *at->check;
	const uint64_t span = check->span;
	const uint64_t base = a->base - check->base - (at->variables & check->framed);
	const uint64_t along = a->stride[0] - (batch->memory_stride & check->framed);
	const uint64_t right = base + (batch->columns - 1) * along;
	uint64_t odd = (a->base | a->stride[0]) & check->align, across, down;

	if (odd || is_far(along) || base >= span || right >= span)
		return false;
	if (batch->rows == 1)
		return true;
	across = a->stride[1] - (batch->memory_stride * batch->columns & check->framed);
	down = (batch->rows - 1) * across;
	return !(a->stride[1] & check->align) && !is_far(across) && base + down < span &&
	       right + down < span;
}

/* Return true if inactive lanes may load too. If the corners of the tile have passed, their
 * addresses are in the same object, and their values are not used. */
static inline bool is_all_open(const hr_batch *batch, const lane_check_at *at)
{
	return batch->valid == batch->lanes && (*at->check)->span != UINT64_MAX;
}

/* Return true if all lanes of the tile, SIZE bytes apart, are in range and have no observers:
 * corners_pass() and is_all_open() for a row of that stride. */
static ALWAYS_INLINE bool lies_open(const hr_batch *batch, uint32_t number, const lane_affine *a,
				    uint32_t size)
{
	const hr_access_check *check = *batch->checks[number].check;
	const uint64_t from = a->base - check->base, open = check->quick;

	return (batch->rows == 1 || a->stride[1] == (uint64_t)batch->columns * size) &&
	       from < open && (uint64_t)(batch->valid - 1) * size < open - from && !check->framed &&
	       !(a->base & check->align) && batch->valid == batch->lanes;
}

/* The same for a tile whose rows are between 0 and 2 GiB apart. */
static ALWAYS_INLINE bool lies_open_in_rows(const hr_batch *batch, uint32_t number,
					    const lane_affine *a)
{
	const hr_access_check *check = *batch->checks[number].check;
	const uint64_t from = a->base - check->base, open = check->quick;
	const uint64_t last =
		(batch->columns - 1) * a->stride[0] + (batch->rows - 1) * a->stride[1];

	return a->stride[1] <= INT32_MAX && from < open && last < open - from && !check->framed &&
	       !((a->base | a->stride[0] | a->stride[1]) & check->align) &&
	       batch->valid == batch->lanes;
}

/* Return true if everything that the lanes read has already been recorded as read by many
 * (interp/lanes/run/check.c). */
static ALWAYS_INLINE bool is_seen(const hr_batch *batch, uint32_t check, const lane_affine *a,
				  uint32_t size)
{
	const lane_seen *seen = &batch->seen[check];
	const uint64_t room = seen->end - seen->begin, from = a->base - seen->begin;
	const uint64_t along = (batch->columns - 1) * a->stride[0];
	const uint64_t down = (batch->rows - 1) * a->stride[1];

	return seen->run == batch->run && from < room && along < room && down < room &&
	       from + along + down + size <= room;
}

static ALWAYS_INLINE bool is_watched(hr_batch *batch, uint32_t check, const lane_affine *a,
				     uint32_t size, written what)
{
	return !is_looked_at(*batch->checks[check].check) ||
	       (!what.value && is_seen(batch, check, a, size)) ||
	       hr_lane_watch(batch, check, a, size, what.value, what.step);
}

/* Check each lane separately; after the first one, the checker may have opened the access check for
 * all. */
static inline bool admit_each(hr_batch *batch, uint32_t check, const lane_affine *a, uint32_t size,
			      written what)
{
	bool first = true;

	FOR_LANES_IN_MASK(batch, lane) {
		if (!hr_lane_admit(batch, check, (uint32_t)lane,
				   lane_of_number(batch, a, (unsigned)lane), size,
				   what.value ? what.value + lane * what.step : NULL))
			return false;
		if (first && corners_pass(batch, &batch->checks[check], a))
			return is_watched(batch, check, a, size, what);
		first = false;
	}
	return true;
}

static ALWAYS_INLINE bool admit(hr_batch *batch, uint32_t check, const lane_affine *a,
				uint32_t size, written what)
{
	return corners_pass(batch, &batch->checks[check], a)
		       ? is_watched(batch, check, a, size, what)
		       : admit_each(batch, check, a, size, what);
}

#ifdef __AVX512F__
/* Return BASE + INDEX * SCALE for 8 lanes. */
static ALWAYS_INLINE __m512i eight(const uint64_t *index, uint64_t base, uint64_t scale)
{
	__m512i from = _mm512_loadu_si512(index);

	if ((scale & (scale - 1)) == 0)
		from = _mm512_sll_epi64(from, _mm_cvtsi64_si128(__builtin_ctzll(scale)));
	else
		from = _mm512_mullo_epi64(from, _mm512_set1_epi64((int64_t)scale));
	return _mm512_add_epi64(from, _mm512_set1_epi64((int64_t)base));
}

/* Return which of 8 lanes are out of range: SPAN bytes from BEGIN on are open, ALONG further for
 * each lane. */
static ALWAYS_INLINE unsigned outside(__m512i address, uint64_t begin, uint64_t along,
				      uint64_t span, uint64_t align)
{
	const __m512i lanes = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
	const __m512i step = _mm512_mullo_epi64(lanes, _mm512_set1_epi64((int64_t)along));
	const __m512i low = _mm512_add_epi64(_mm512_set1_epi64((int64_t)begin), step);

	return _mm512_cmpge_epu64_mask(_mm512_sub_epi64(address, low),
				       _mm512_set1_epi64((int64_t)span)) |
	       _mm512_test_epi64_mask(address, _mm512_set1_epi64((int64_t)align));
}

/* The same for 16 lanes. */
static ALWAYS_INLINE unsigned outsiders(const uint64_t *index, uint64_t base, uint64_t scale,
					uint64_t begin, uint64_t along, uint64_t span,
					uint64_t align)
{
	return outside(eight(index, base, scale), begin, along, span, align) |
	       outside(eight(index + 8, base, scale), begin + 8 * along, along, span, align) << 8;
}
#elif defined __AVX2__
static ALWAYS_INLINE __m256i four_same(uint64_t value)
{
	return _mm256_set1_epi64x((int64_t)value);
}

/* Return BASE + INDEX * SCALE for 4 lanes. */
static ALWAYS_INLINE __m256i four(const uint64_t *index, uint64_t base, uint64_t scale)
{
	const __m256i from = _mm256_loadu_si256((const __m256i *)(const void *)index);
	const __m256i low = four_same(scale & UINT32_MAX), high = four_same(scale >> 32);
	__m256i crossed;

	if ((scale & (scale - 1)) == 0)
		return _mm256_add_epi64(
			_mm256_sll_epi64(from, _mm_cvtsi64_si128(__builtin_ctzll(scale))),
			four_same(base));
	crossed = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(from, 32), low),
				   _mm256_mul_epu32(from, high));
	return _mm256_add_epi64(
		_mm256_add_epi64(_mm256_mul_epu32(from, low), _mm256_slli_epi64(crossed, 32)),
		four_same(base));
}

/* As outside() for 4 lanes; LOW is the begin of each lane's range. */
static ALWAYS_INLINE unsigned outside_four(__m256i address, __m256i low, uint64_t span,
					   uint64_t align)
{
	const __m256i sign = four_same(UINT64_C(1) << 63);
	const __m256i within =
		_mm256_cmpgt_epi64(_mm256_xor_si256(four_same(span), sign),
				   _mm256_xor_si256(_mm256_sub_epi64(address, low), sign));
	const __m256i even = _mm256_cmpeq_epi64(_mm256_and_si256(address, four_same(align)),
						_mm256_setzero_si256());

	return 0xF ^
	       (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_and_si256(within, even)));
}

static ALWAYS_INLINE unsigned outsiders(const uint64_t *index, uint64_t base, uint64_t scale,
					uint64_t begin, uint64_t along, uint64_t span,
					uint64_t align)
{
	const __m256i step =
		_mm256_set_epi64x((int64_t)(3 * along), (int64_t)(2 * along), (int64_t)along, 0);
	unsigned found = 0;

	for (unsigned i = 0; i < LANE_GROUP; i += 4)
		found |= outside_four(four(index + i, base, scale),
				      _mm256_add_epi64(four_same(begin + i * along), step), span,
				      align)
			 << i;
	return found;
}
#else
static ALWAYS_INLINE unsigned outsiders(const uint64_t *index, uint64_t base, uint64_t scale,
					uint64_t begin, uint64_t along, uint64_t span,
					uint64_t align)
{
	uint64_t any = 0;
	unsigned found = 0;

	LANES_LOOP for (unsigned i = 0; i < LANE_GROUP; i++)
	{
		const uint64_t address = base + index[i] * scale;

		any |= (address - begin - i * along >= span) | ((address & align) != 0);
	}
	for (unsigned i = 0; any && i < LANE_GROUP; i++) {
		const uint64_t address = base + index[i] * scale;

		if (address - begin - i * along >= span || address & align)
			found |= 1u << i;
	}
	return found;
}
#endif

/* Return true if the addresses BASE + INDEX[lane] * SCALE of all active lanes are in range. */
static inline bool array_passes(const hr_batch *batch, const lane_check_at *at,
				const uint64_t *index, uint64_t base, uint64_t scale)
{
	const hr_access_check *check = *at->check;
	const uint64_t span = check->span, align = check->align;
	const uint64_t along = batch->memory_stride & check->framed;
	const uint64_t low = check->base + (at->variables & check->framed);
	unsigned bad = 0;

	if (batch->packing && check->framed)
		return false;
	for (unsigned g = batch->first_group; g < batch->end_group; g++)
		bad |= lane_group_mask(batch, g) & outsiders(index + g * LANE_GROUP, base, scale,
							     low + g * LANE_GROUP * along, along,
							     span, align);
	return !bad;
}

static inline bool is_watched_array(hr_batch *batch, uint32_t check, const uint64_t *index,
				    uint64_t base, uint64_t scale, uint32_t size, written what)
{
	return !is_looked_at(*batch->checks[check].check) ||
	       hr_lane_watch_array(batch, check, index, base, scale, size, what.value, what.step);
}

static inline bool admit_array(hr_batch *batch, uint32_t check, const uint64_t *index,
			       uint64_t base, uint64_t scale, uint32_t size, written what)
{
	bool first = true;

	if (array_passes(batch, &batch->checks[check], index, base, scale))
		return is_watched_array(batch, check, index, base, scale, size, what);
	FOR_LANES_IN_MASK(batch, lane) {
		if (!hr_lane_admit(batch, check, (uint32_t)lane, base + index[lane] * scale, size,
				   what.value ? what.value + lane * what.step : NULL))
			return false;
		if (first && array_passes(batch, &batch->checks[check], index, base, scale))
			return is_watched_array(batch, check, index, base, scale, size, what);
		first = false;
	}
	return true;
}

#endif
