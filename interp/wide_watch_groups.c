/* interp/wide_watch_groups.c -- the race checker's short way for lanes at any distance, 16 at a
 * time; compiled once for each instruction set, and of use where the processor gathers and
 * scatters.
 *
 * As wide_watch.c, but a group is noted before the next is asked: who then goes the long way finds
 * his own events in the cells of those before, which pass.
 *
 * Owns:     nothing.
 * Clauses:  M4.
 * Not here: what cells mean (check_race.c). */
#include "check_race.h"
#include "wide_loop.h"

#ifdef __AVX512BW__
#include <immintrin.h>

#define ALWAYS_INLINE inline __attribute__((always_inline))

enum { GROUP = 16, WORD = 4 };

/* How the words of a group lie: side by side, every other one, or anywhere. */
typedef enum lie { BESIDE, ALTERNATE, ANYWHERE } lie;

/* One word of each of 16 instances. */
typedef struct group {
	__m512i at[2]; /* addresses */
	__m512i self;  /* events of place 0 */
	uint64_t from; /* the first address */
	__mmask16 mask;
	lie lie;
} group;

typedef struct rules {
	__m512i calm, near, span, far[FAR], far_span[FAR], own, begin, all, place;
	__m512i mate, mate_span;
	__m128i shift, mate_shift;
	uint64_t writers, readers, others, starts;
	bool cut; /* some granule is */
	bool two; /* some cell has had others */
	bool mates; /* there are such */
	bool shared;
} rules;

static __m512i same(uint32_t value)
{
	return _mm512_set1_epi32((int)value);
}

static rules rules_of(const race_state *race, const check_gate *gate, bool write, bool shared)
{
	const unit *now = &race->current;

	return (rules){.calm = same(race->calm),
		       .near = same(now->near),
		       .span = same(now->first - now->near),
		       .far = {same(race->far[0].first), same(race->far[1].first)},
		       .far_span = {same(race->far[0].span), same(race->far[1].span)},
		       .own = same(shared ? 0 : UINT32_C(1) << now->shift),
		       .begin = same(now->first),
		       .all = same(write ? 0 : (uint32_t)(now->count << now->shift)),
		       .place = same(gate->place),
		       .mate = same(race->mate.first),
		       .mate_span = same(race->mate.span),
		       .shift = _mm_cvtsi32_si128((int)now->shift),
		       .mate_shift = _mm_cvtsi32_si128((int)race->mate.shift),
		       .writers = gate->writers,
		       .readers = gate->readers,
		       .others = gate->others,
		       .starts = gate->starts,
		       .cut = race->cut,
		       .two = race->two,
		       .mates = race->mate.span && !shared,
		       .shared = shared};
}

/* --- addresses -------------------------------------------------------------------------------- */

static ALWAYS_INLINE __m512i numbers(void)
{
	return _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
}

/* Whether lanes of MASK are STEP bytes from one another, a constant. */
static ALWAYS_INLINE bool are_apart(const group *g, __m512i first, unsigned step)
{
	const __m512i low =
		_mm512_add_epi64(first, _mm512_slli_epi64(numbers(), step == 8 ? 3 : 2));
	const __m512i high = _mm512_add_epi64(low, _mm512_set1_epi64(8 * (int)step));

	return !(g->mask & (_mm512_cmpneq_epu64_mask(g->at[0], low) |
			    _mm512_cmpneq_epu64_mask(g->at[1], high) << 8));
}

static ALWAYS_INLINE __m512i scaled(__m512i index, uint64_t scale)
{
	if ((scale & (scale - 1)) == 0)
		return _mm512_sll_epi64(index, _mm_cvtsi64_si128(__builtin_ctzll(scale)));
	return _mm512_mullo_epi64(index, _mm512_set1_epi64((int64_t)scale));
}

/* The lanes of group NUMBER; false: some are not at whole words. */
static ALWAYS_INLINE bool find(group *g, const hr_gate_groups *all, unsigned number)
{
	const __m512i base = _mm512_set1_epi64((int64_t)all->base), odd = _mm512_set1_epi64(3);
	__m512i low, high, first;

	if (all->index) {
		low = _mm512_loadu_si512(all->index + number * GROUP);
		high = _mm512_loadu_si512(all->index + number * GROUP + 8);
	} else {
		low = _mm512_add_epi64(numbers(), _mm512_set1_epi64((int64_t)number * GROUP));
		high = _mm512_add_epi64(low, _mm512_set1_epi64(8));
	}
	g->at[0] = _mm512_add_epi64(scaled(low, all->scale), base);
	g->at[1] = _mm512_add_epi64(scaled(high, all->scale), base);
	g->from = (uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(g->at[0]));
	if (!all->index) { /* the same for all groups */
		g->lie = all->scale == WORD ? BESIDE : all->scale == 2 * WORD ? ALTERNATE : ANYWHERE;
		return !((g->from | all->scale) & 3);
	}
	first = _mm512_set1_epi64((int64_t)g->from);
	g->lie = are_apart(g, first, WORD)	 ? BESIDE
		 : are_apart(g, first, 2 * WORD) ? ALTERNATE
						 : ANYWHERE;
	return !(g->mask & (_mm512_test_epi64_mask(g->at[0], odd) |
			    _mm512_test_epi64_mask(g->at[1], odd) << 8));
}

/* --- cells ------------------------------------------------------------------------------------ */

/* Bit i of MASK as bit 2 * i. */
static ALWAYS_INLINE __mmask16 every_other(unsigned mask)
{
	return (__mmask16)_pdep_u32(mask & 0xFF, 0x5555);
}

/* From the plane that is BIAS bytes behind the program's memory. */
static ALWAYS_INLINE __m512i load(const group *g, uint64_t bias)
{
	const __m512i even =
		_mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
	const uint8_t *at = (const uint8_t *)(uintptr_t)(bias + g->from);
	const __m512i plane = _mm512_set1_epi64((int64_t)bias);
	const __m256i none = _mm256_setzero_si256();
	__m256i low, high;

	if (g->lie == BESIDE)
		return _mm512_maskz_loadu_epi32(g->mask, at);
	if (g->lie == ALTERNATE)
		return _mm512_permutex2var_epi32(
			_mm512_maskz_loadu_epi32(every_other(g->mask), at), even,
			_mm512_maskz_loadu_epi32(every_other(g->mask >> 8), at + 64));
	low = _mm512_mask_i64gather_epi32(none, (__mmask8)g->mask,
					  _mm512_add_epi64(g->at[0], plane), NULL, 1);
	high = _mm512_mask_i64gather_epi32(none, (__mmask8)(g->mask >> 8),
					   _mm512_add_epi64(g->at[1], plane), NULL, 1);
	return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

static ALWAYS_INLINE unsigned turned_bits(__mmask16 mask)
{
	const __m512i back = _mm512_set_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);

	return _mm512_movepi32_mask(_mm512_permutexvar_epi32(back, _mm512_movm_epi32(mask)));
}

/* Of several lanes of MASK at one place the first stays: the processor stores in the order of
 * lanes. */
static ALWAYS_INLINE void store_anywhere(const group *g, uint64_t bias, __mmask16 mask,
					 __m512i value)
{
	const __m512i back = _mm512_set_epi64(0, 1, 2, 3, 4, 5, 6, 7);
	const __m512i turned = _mm512_permutexvar_epi32(
		_mm512_set_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), value);
	const __m512i plane = _mm512_set1_epi64((int64_t)bias);
	const __m512i first = _mm512_permutexvar_epi64(back, g->at[1]);
	const __m512i second = _mm512_permutexvar_epi64(back, g->at[0]);
	const unsigned bits = turned_bits(mask);

	_mm512_mask_i64scatter_epi32(NULL, (__mmask8)bits, _mm512_add_epi64(first, plane),
				     _mm512_castsi512_si256(turned), 1);
	_mm512_mask_i64scatter_epi32(NULL, (__mmask8)(bits >> 8), _mm512_add_epi64(second, plane),
				     _mm512_extracti64x4_epi64(turned, 1), 1);
}

static ALWAYS_INLINE void store(const group *g, uint64_t bias, __mmask16 mask, __m512i value)
{
	const __m512i low = _mm512_set_epi32(7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0);
	const __m512i high = _mm512_add_epi32(low, _mm512_set1_epi32(8));
	uint8_t *at = (uint8_t *)(uintptr_t)(bias + g->from);

	if (g->lie == BESIDE) {
		_mm512_mask_storeu_epi32(at, mask, value);
	} else if (g->lie == ALTERNATE) {
		_mm512_mask_storeu_epi32(at, every_other(mask),
					 _mm512_permutexvar_epi32(low, value));
		_mm512_mask_storeu_epi32(at + 64, every_other(mask >> 8),
					 _mm512_permutexvar_epi32(high, value));
	} else {
		store_anywhere(g, bias, mask, value);
	}
}

static bool is_cut(const rules *r, const group *g)
{
	uint64_t at[GROUP];

	_mm512_storeu_si512(at, g->at[0]);
	_mm512_storeu_si512(at + 8, g->at[1]);
	for (unsigned m = g->mask; m; m &= m - 1)
		if (*(uint8_t *)(uintptr_t)(r->starts + (at[__builtin_ctz(m)] >> 2)))
			return true;
	return false;
}

/* --- what they say ---------------------------------------------------------------------------- */

static ALWAYS_INLINE __m512i event_of(__m512i set)
{
	return _mm512_andnot_si512(same(SHARED), set);
}

/* Events of the instance of the same index that an edge orders before (hr_is_near). */
static ALWAYS_INLINE __mmask16 of_mate(const rules *r, __m512i set, __m512i self)
{
	const __m512i index = _mm512_srl_epi32(_mm512_sub_epi32(self, r->begin), r->shift);
	const __m512i mate = _mm512_add_epi32(r->mate, _mm512_sll_epi32(index, r->mate_shift));

	return _mm512_cmplt_epu32_mask(_mm512_sub_epi32(set, mate), r->mate_span);
}

/* Of MASK, sets that are past, or of the instance itself or its mate (check_race.h): what is most common first. */
static ALWAYS_INLINE __mmask16 passing(const rules *r, __mmask16 mask, __m512i set, __m512i self)
{
	const __m512i event = event_of(set);
	const __mmask16 calm = _mm512_cmplt_epu32_mask(event, r->calm);
	const __mmask16 own = _mm512_cmplt_epu32_mask(_mm512_sub_epi32(set, self), r->own);
	const __mmask16 most = calm | own;

	if (__builtin_expect(!(mask & ~most), 1))
		return most;
	return most | _mm512_cmplt_epu32_mask(_mm512_sub_epi32(event, r->near), r->span) |
	       _mm512_cmplt_epu32_mask(_mm512_sub_epi32(event, r->far[0]), r->far_span[0]) |
	       _mm512_cmplt_epu32_mask(_mm512_sub_epi32(event, r->far[1]), r->far_span[1]) |
	       (r->mates ? of_mate(r, set, self) : 0);
}

/* The other readers, who seldom are any, are gone where all of them pass. */
static ALWAYS_INLINE bool clear_others(const rules *r, const group *g)
{
	const __m512i others = load(g, r->others);
	const __mmask16 some = _mm512_mask_test_epi32_mask(g->mask, others, others);

	if (some & ~passing(r, some, others, g->self))
		return false;
	if (some)
		store(g, r->others, some, _mm512_setzero_si512());
	return true;
}

static ALWAYS_INLINE bool write_group(const rules *r, const group *g)
{
	const __m512i writers = load(g, r->writers), readers = load(g, r->readers);
	const __m512i event = _mm512_add_epi32(g->self, r->place);
	const __mmask16 good = passing(r, g->mask, writers, g->self) & passing(r, g->mask, readers, g->self);
	const __mmask16 read = _mm512_mask_test_epi32_mask(g->mask, readers, readers);

	if (g->mask & ~good || (r->two && !clear_others(r, g)))
		return false;
	store(g, r->writers, g->mask, event);
	if (read)
		store(g, r->readers, read, _mm512_setzero_si512());
	/* where two write the same, one finds the other's event, and goes the long way */
	return g->lie != ANYWHERE ||
	       !_mm512_mask_cmpneq_epu32_mask(g->mask, load(g, r->writers), event);
}

static ALWAYS_INLINE bool read_group(const rules *r, const group *g)
{
	const __m512i writers = load(g, r->writers), readers = load(g, r->readers);
	const __m512i event = _mm512_add_epi32(g->self, r->place), shared = same(SHARED);
	const __mmask16 ours =
		_mm512_cmplt_epu32_mask(_mm512_sub_epi32(event_of(readers), r->begin), r->all);
	const __mmask16 own = _mm512_cmplt_epu32_mask(_mm512_sub_epi32(readers, g->self), r->own);
	const __mmask16 good = passing(r, g->mask, writers, g->self) &
			       (passing(r, g->mask & ~ours, readers, g->self) | ours);
	__m512i now = _mm512_mask_mov_epi32(event, ours, readers), met;
	__mmask16 others;

	if (g->mask & ~good)
		return false;
	now = _mm512_mask_or_epi32(now, r->shared ? g->mask : (__mmask16)(ours & ~own), now,
				   shared);
	if (!_mm512_mask_cmpneq_epu32_mask(g->mask, now, readers))
		return true;
	store(g, r->readers, g->mask, now);
	if (g->lie != ANYWHERE)
		return true;
	met = load(g, r->readers);
	others = _mm512_mask_cmpneq_epu32_mask(g->mask, met, now);
	if (others)
		store(g, r->readers, others, _mm512_or_si512(met, shared));
	return true;
}

static ALWAYS_INLINE bool one_word(const rules *r, const group *g, bool write)
{
	if (r->cut && is_cut(r, g))
		return false;
	return write ? write_group(r, g) : read_group(r, g);
}

/* Both words of 8 lanes each. */
static ALWAYS_INLINE bool two_beside(const rules *r, const group *g, bool write)
{
	const __m512i pairs = _mm512_set_epi32(7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0);

	for (unsigned half = 0; half < 2; half++) {
		const __m512i from = _mm512_set1_epi64((int64_t)(g->from + half * 64));
		const group words = {
			.at = {_mm512_add_epi64(from, _mm512_slli_epi64(numbers(), 2)),
			       _mm512_add_epi64(from,
						_mm512_add_epi64(_mm512_slli_epi64(numbers(), 2),
								 _mm512_set1_epi64(32)))},
			.self = _mm512_permutexvar_epi32(_mm512_add_epi32(pairs, same(8 * half)),
							 g->self),
			.from = g->from + half * 64,
			.mask = (__mmask16)(every_other(g->mask >> 8 * half) * 3),
			.lie = BESIDE};

		if (words.mask && !one_word(r, &words, write))
			return false;
	}
	return true;
}

static ALWAYS_INLINE bool all_words(const rules *r, group *g, uint64_t bytes, bool write)
{
	if (bytes == WORD)
		return one_word(r, g, write);
	if (g->lie == ALTERNATE)
		return two_beside(r, g, write);
	g->lie = ANYWHERE;
	if (!one_word(r, g, write))
		return false;
	g->at[0] = _mm512_add_epi64(g->at[0], _mm512_set1_epi64(WORD));
	g->at[1] = _mm512_add_epi64(g->at[1], _mm512_set1_epi64(WORD));
	return one_word(r, g, write);
}

static bool all_groups(const check_gate *self, const hr_gate_groups *all, const rules *r,
		       bool write)
{
	const race_state *race = self->race;
	const uint32_t shift = race->current.shift;
	const uint32_t step = (all->shared ? all->shared : 1) << shift;
	const __m512i apart = _mm512_mullo_epi32(
		_mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0), same(step));

	for (unsigned i = all->begin; i < all->end; i++) {
		group g = {.mask = (__mmask16)(all->mask[i / 4] >> i % 4 * GROUP)};

		if (!g.mask)
			continue;
		g.self = _mm512_add_epi32(same(race->current.first +
					       (uint32_t)(all->first << shift) + i * GROUP * step),
					  apart);
		if (!find(&g, all, i) || !all_words(r, &g, self->like.bytes, write))
			return false;
	}
	return true;
}

bool HR_WIDE_OF_SET(watch_groups)(const hr_gate *gate, const hr_gate_groups *all)
{
	const check_gate *self = (const check_gate *)gate;
	race_state *race = self->race;
	const bool write = self->like.kind & HR_ACCESS_WRITE;
	rules r = rules_of(race, self, write, all->shared);

	if (self->like.kind & HR_ACCESS_ATOMIC || (write && all->shared) ||
	    (self->like.bytes != WORD && self->like.bytes != 2 * WORD) ||
	    (!write && race->atomic_reads))
		return false;
	if (all_groups(self, all, &r, write))
		return true;
	if (write)
		return false;
	r.readers = r.others;
	race->two = true; /* some may be noted */
	return all_groups(self, all, &r, false);
}
#else
bool HR_WIDE_OF_SET(watch_groups)(const hr_gate *gate, const hr_gate_groups *all)
{
	(void)gate, (void)all;
	return false;
}
#endif
