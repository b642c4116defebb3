/* interp/lanes/handlers/lane_sixteen.h -- gathers and scatters of 16 lanes in as few steps as the
 * processor allows: two vectors of 8 lanes with AVX-512, four of 4 with AVX2. HAS_SIXTEEN is
 * defined if one of them is available.
 *
 * Private to load.c, store.c and watch_groups.c, which are compiled once for each instruction
 * set. */
#ifndef HR_LANE_SIXTEEN_H
#define HR_LANE_SIXTEEN_H

#include "interp/lanes/handlers/lane_checks.h"

#define EACH_PART(p)       _Pragma("GCC unroll 4") for (unsigned p = 0; p < PARTS; p++)
#define EACH_OF_SIXTEEN(i) _Pragma("GCC unroll 16") for (unsigned i = 0; i < LANE_GROUP; i++)

#ifdef __AVX2__
/* Load one by one: few processors gather faster than that, and many much slower. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void
load_one_by_one(uint8_t *to, uint32_t size, const uint64_t *index, uint64_t base, unsigned shift)
{
#define WORD(i) PEEK(I32, base + (index[i] << shift))
	_Pragma("GCC unroll 2") for (unsigned i = 0; i < LANE_GROUP && size == 4; i += 8)
		_mm256_storeu_si256((__m256i *)(void *)(to + i * 4),
				    _mm256_setr_epi32(WORD(i), WORD(i + 1), WORD(i + 2),
						      WORD(i + 3), WORD(i + 4), WORD(i + 5),
						      WORD(i + 6), WORD(i + 7)));
#undef WORD
#define LONG(i) PEEK(I64, base + (index[i] << shift))
	_Pragma("GCC unroll 4") for (unsigned i = 0; i < LANE_GROUP && size == 8; i += 4)
		_mm256_storeu_si256(
			(__m256i *)(void *)(to + i * 8),
			_mm256_setr_epi64x(LONG(i), LONG(i + 1), LONG(i + 2), LONG(i + 3)));
#undef LONG
}
#endif

#ifdef __AVX512F__
#define HAS_SIXTEEN 1
enum { PART = 8, PARTS = LANE_GROUP / PART, ALL_LANES = (1 << LANE_GROUP) - 1 };
typedef __m512i lanes_part;

static ALWAYS_INLINE lanes_part part_at(const uint64_t *at)
{
	return _mm512_loadu_si512(at);
}

/* FROM, FROM + STRIDE ... */
static ALWAYS_INLINE lanes_part strided(uint64_t from, uint64_t stride)
{
	const __m512i lanes = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);

	return _mm512_add_epi64(_mm512_mullo_epi64(lanes, _mm512_set1_epi64((int64_t)stride)),
				_mm512_set1_epi64((int64_t)from));
}

static ALWAYS_INLINE lanes_part further(lanes_part part, uint64_t by)
{
	return _mm512_add_epi64(part, _mm512_set1_epi64((int64_t)by));
}

static ALWAYS_INLINE unsigned differing(lanes_part a, lanes_part b)
{
	return _mm512_cmpneq_epu64_mask(a, b);
}

static ALWAYS_INLINE void put_part(uint64_t *at, lanes_part part)
{
	_mm512_storeu_si512(at, part);
}

/* Return the lanes that have any of BITS. */
static ALWAYS_INLINE unsigned touching(lanes_part part, uint64_t bits)
{
	return _mm512_test_epi64_mask(part, _mm512_set1_epi64((int64_t)bits));
}

static ALWAYS_INLINE lanes_part scaled_part(const uint64_t *index, uint64_t base, uint64_t scale)
{
	return eight(index, base, scale);
}

static ALWAYS_INLINE unsigned outside_part(lanes_part address, const hr_access_check *check)
{
	return outside(address, check->base, 0, check->span, check->align);
}

/* Return PART for the lanes whose bits are set in the low bits of MASK, OTHER for the others. */
static ALWAYS_INLINE lanes_part chosen(unsigned mask, lanes_part part, lanes_part other)
{
	return _mm512_mask_blend_epi64((__mmask8)mask, other, part);
}

static ALWAYS_INLINE lanes_part same_part(uint64_t value)
{
	return _mm512_set1_epi64((int64_t)value);
}

/* Only the lanes of MASK are active. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void gather_part(uint8_t *d, uint32_t size, unsigned mask,
							lanes_part address)
{
	if (size == 4)
		_mm256_storeu_si256((__m256i *)(void *)d,
				    _mm512_mask_i64gather_epi32(_mm256_setzero_si256(),
								(__mmask8)mask, address, NULL, 1));
	else
		_mm512_storeu_si512(d,
				    _mm512_mask_i64gather_epi64(_mm512_setzero_si512(),
								(__mmask8)mask, address, NULL, 1));
}

/* The lanes of MASK must have passed the access check. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void gather_sixteen(uint8_t *d, uint32_t size, unsigned mask,
							   const lanes_part *address)
{
	gather_part(d, size, mask, address[0]);
	gather_part(d + (size_t)PART * size, size, mask >> PART, address[1]);
}

/* The processor scatters in the order of lanes. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void scatter_part(const uint8_t *v, uint32_t size,
							 unsigned mask, lanes_part address)
{
	if (size == 4)
		_mm512_mask_i64scatter_epi32(NULL, (__mmask8)mask, address,
					     _mm256_loadu_si256((const __m256i *)(const void *)v),
					     1);
	else
		_mm512_mask_i64scatter_epi64(NULL, (__mmask8)mask, address, _mm512_loadu_si512(v),
					     1);
}

/* As gather_sixteen(). */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void
scatter_sixteen(const uint8_t *v, uint32_t size, unsigned mask, const lanes_part *address)
{
	scatter_part(v, size, mask, address[0]);
	scatter_part(v + (size_t)PART * size, size, mask >> PART, address[1]);
}
#elif defined __AVX2__
#define HAS_SIXTEEN 1
enum { PART = 4, PARTS = LANE_GROUP / PART, ALL_LANES = (1 << LANE_GROUP) - 1 };
typedef __m256i lanes_part;

static ALWAYS_INLINE lanes_part part_at(const uint64_t *at)
{
	return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

static ALWAYS_INLINE lanes_part strided(uint64_t from, uint64_t stride)
{
	return _mm256_set_epi64x((int64_t)(from + 3 * stride), (int64_t)(from + 2 * stride),
				 (int64_t)(from + stride), (int64_t)from);
}

static ALWAYS_INLINE lanes_part further(lanes_part part, uint64_t by)
{
	return _mm256_add_epi64(part, four_same(by));
}

static ALWAYS_INLINE unsigned differing(lanes_part a, lanes_part b)
{
	return 0xF ^ (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(a, b)));
}

static ALWAYS_INLINE void put_part(uint64_t *at, lanes_part part)
{
	_mm256_storeu_si256((__m256i *)(void *)at, part);
}

static ALWAYS_INLINE unsigned touching(lanes_part part, uint64_t bits)
{
	const __m256i none = _mm256_setzero_si256();

	return differing(_mm256_and_si256(part, four_same(bits)), none);
}

static ALWAYS_INLINE lanes_part scaled_part(const uint64_t *index, uint64_t base, uint64_t scale)
{
	return four(index, base, scale);
}

static ALWAYS_INLINE unsigned outside_part(lanes_part address, const hr_access_check *check)
{
	return outside_four(address, four_same(check->base), check->span, check->align);
}

/* Return a vector mask, for 8 elements of 4 bytes or 4 of 8, from the low bits of MASK. */
static ALWAYS_INLINE __m256i mask_of(unsigned mask, uint32_t size)
{
	const __m256i fours = _mm256_set_epi32(128, 64, 32, 16, 8, 4, 2, 1);
	const __m256i eights = _mm256_set_epi64x(8, 4, 2, 1);

	if (size == 4)
		return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32((int)mask), fours),
					  fours);
	return _mm256_cmpeq_epi64(_mm256_and_si256(four_same(mask), eights), eights);
}

/* Return PART for the lanes whose bits are set in the low bits of MASK, OTHER for the others. */
static ALWAYS_INLINE lanes_part chosen(unsigned mask, lanes_part part, lanes_part other)
{
	return _mm256_blendv_epi8(other, part, mask_of(mask, sizeof(uint64_t)));
}

static ALWAYS_INLINE lanes_part same_part(uint64_t value)
{
	return four_same(value);
}

/* The lanes of MASK, at least one, must have passed the access check; inactive lanes load from the
 * address of the first active one. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void gather_sixteen(uint8_t *d, uint32_t size, unsigned mask,
							   const lanes_part *address)
{
	uint64_t at[LANE_GROUP];

	EACH_PART(p)
		put_part(at + p * PART, address[p]);
	if (mask != ALL_LANES) {
		const lanes_part first = same_part(lane_alone(at[__builtin_ctz(mask)]));

		EACH_PART(p)
			put_part(at + p * PART, chosen(mask >> p * PART, address[p], first));
	}
	load_one_by_one(d, size, at, 0, 0);
}

/* The lanes of MASK must have passed the access check. AVX2 has no scatter instruction. */
HR_PROGRAM_MEMORY static ALWAYS_INLINE void
scatter_sixteen(const uint8_t *v, uint32_t size, unsigned mask, const lanes_part *address)
{
	uint64_t at[LANE_GROUP];

	EACH_PART(p)
		put_part(at + p * PART, address[p]);
	if (mask == ALL_LANES && size == 4) {
		EACH_OF_SIXTEEN(i)
			POKE(I32, at[i]) = PEEK(I32, v + i * 4);
	} else if (mask == ALL_LANES) {
		EACH_OF_SIXTEEN(i)
			POKE(I64, at[i]) = PEEK(I64, v + i * 8);
	} else {
		for (; mask; mask &= mask - 1) {
			const unsigned i = (unsigned)__builtin_ctz(mask);

			if (size == 4)
				POKE(I32, at[i]) = PEEK(I32, v + i * 4);
			else
				POKE(I64, at[i]) = PEEK(I64, v + i * 8);
		}
	}
}
#endif

#ifdef HAS_SIXTEEN
static ALWAYS_INLINE bool all_alike(const lanes_part *a, const lanes_part *b)
{
#ifdef __AVX512F__
	return !(differing(a[0], b[0]) | differing(a[1], b[1]));
#else
	lanes_part odd = _mm256_xor_si256(a[0], b[0]);

	EACH_PART(p)
		odd = _mm256_or_si256(odd, _mm256_xor_si256(a[p], b[p]));
	return _mm256_testz_si256(odd, odd);
#endif
}

/* Return true if any lane has any of BITS. */
static ALWAYS_INLINE bool any_touches(const lanes_part *a, uint64_t bits)
{
#ifdef __AVX512F__
	return touching(a[0], bits) | touching(a[1], bits);
#else
	lanes_part any = a[0];

	EACH_PART(p)
		any = _mm256_or_si256(any, a[p]);
	return !_mm256_testz_si256(any, four_same(bits));
#endif
}

/* Compute the addresses of 16 lanes. Return false if some lanes of MASK do not pass the access
 * check, which must not be framed. */
static ALWAYS_INLINE bool group_passes(const hr_access_check *check, unsigned mask,
				       const uint64_t *index, uint64_t base, uint64_t scale,
				       lanes_part *address)
{
	unsigned bad = 0;

	EACH_PART(p) {
		address[p] = scaled_part(index + p * PART, base, scale);
		bad |= outside_part(address[p], check) << p * PART;
	}
	return !(mask & bad);
}

/* The distances between the lanes of a group, as in the group before: STEP bytes apart; AT holds
 * their indices relative to the first one. STEP is `no_step` if unknown. */
typedef struct pattern {
	uint64_t step;
	lanes_part at[PARTS];
} pattern;

static const uint64_t no_step = UINT64_MAX;

enum { TRIES = 3 }; /* number of attempts to find a pattern in a batch */

/* Return true if the lanes of MASK keep the pattern, whose step must be known, and the whole group
 * passes the access check, which must not be framed. *from is set to the address of the first
 * lane. */
static ALWAYS_INLINE bool keeps_stride(const pattern *s, const hr_access_check *check,
				       unsigned mask, const uint64_t *index, uint64_t base,
				       uint64_t scale, uint64_t *from)
{
	const uint64_t begin = base + index[0] * scale, at = begin - check->base;
	unsigned odd = 0;

	EACH_PART(p)
		odd |= differing(further(part_at(index + p * PART), -index[0]), s->at[p])
		       << p * PART;
	*from = begin;
	return !(odd & mask) && at < check->span && at + (LANE_GROUP - 1) * s->step < check->span &&
	       !((begin | s->step) & check->align);
}
#endif

#ifdef __AVX512F__
/* Process COUNT lanes that are STRIDE bytes apart. Return the number of lanes done; the caller does
 * the rest. */
HR_PROGRAM_MEMORY static inline unsigned gather_run(uint8_t *d, uint32_t size, unsigned count,
						    uint64_t from, uint64_t stride)
{
	lanes_part address = strided(from, stride);
	unsigned i = 0;

	if (size != 4 && size != 8)
		return 0;
	for (; i + PART <= count; i += PART, address = further(address, PART * stride))
		gather_part(d + (size_t)i * size, size, (1 << PART) - 1, address);
	return i;
}

HR_PROGRAM_MEMORY static inline unsigned scatter_run(const uint8_t *v, uint32_t size,
						     unsigned count, uint64_t to, uint64_t stride)
{
	lanes_part address = strided(to, stride);
	unsigned i = 0;

	if (size != 4 && size != 8)
		return 0;
	for (; i + PART <= count; i += PART, address = further(address, PART * stride))
		scatter_part(v + (size_t)i * size, size, (1 << PART) - 1, address);
	return i;
}
#else
#define gather_run(d, size, count, from, stride) 0
#define scatter_run(v, size, count, to, stride)  0
#endif

#endif
