/* interp/lanes/handlers/watch_groups.c -- the race checker's fast path for lanes at arbitrary
 * addresses, 16 at a time; compiled once for each instruction set, and effective where
 * lane_watch_sixteen.h supports it.
 *
 * As watch.c, but a group is recorded before the next is checked. If a later group needs the slow
 * path, the slow path finds the instances' own events in the cells of earlier groups, which is
 * harmless.
 *
 * Owns:      nothing.
 * Clauses:   M4.
 * Not here:  the meaning of cells (interp/check/race/race.c). */
#include "interp/check/race/check_race.h"
#include "interp/lanes/handlers/lane_watch_sixteen.h"

#ifdef HAS_WATCH_SIXTEEN
/* One word for each of 16 instances. */
typedef struct word_group {
	lanes_part at[PARTS]; /* addresses; only for GATHERED */
	words self;           /* events for place 0 */
	uint64_t from;        /* the first address */
	some lanes;
	unsigned mask; /* the same as `lanes`, as bits */
} word_group;

typedef struct rules {
	limit calm, span, far_span[FAR], own, all, mate_span;
	words near, far[FAR], begin, place, mate;
	__m128i shift, mate_shift;
	uint64_t writers, readers, others, starts;
	bool cut;   /* some granule is divided */
	bool two;   /* some cell has used `others` */
	bool mates; /* there is a mate (hr_is_near) */
	bool shared;
} rules;

static rules rules_of(const race_state *race, const check_site_check *check, bool write,
		      bool shared)
{
	const unit *now = &race->current;

	return (rules){.calm = limit_of(race->calm),
		       .near = same(now->near),
		       .span = limit_of(now->first - now->near),
		       .far = {same(race->far[0].first), same(race->far[1].first)},
		       .far_span = {limit_of(race->far[0].span), limit_of(race->far[1].span)},
		       .own = limit_of(shared ? 0 : UINT32_C(1) << now->shift),
		       .begin = same(now->first),
		       .all = limit_of(write ? 0 : (uint32_t)(now->count << now->shift)),
		       .place = same(check->place),
		       .mate = same(race->mate.first),
		       .mate_span = limit_of(race->mate.span),
		       .shift = _mm_cvtsi32_si128((int)now->shift),
		       .mate_shift = _mm_cvtsi32_si128((int)race->mate.shift),
		       .writers = check->writers,
		       .readers = check->readers,
		       .others = check->others,
		       .starts = check->starts,
		       .cut = race->cut,
		       .two = race->two,
		       .mates = race->mate.span && !shared,
		       .shared = shared};
}

/* --- addresses -------------------------------------------------------------------------------- */

/* Return true if the lanes are STEP bytes apart, a constant. */
static ALWAYS_INLINE bool are_apart(const word_group *g, uint64_t step)
{
	unsigned odd = 0;
	lanes_part expected[PARTS];

	EACH_PART(p)
		expected[p] = further(strided(p * PART * step, step), g->from);
	if (all_alike(g->at, expected))
		return true;
	EACH_PART(p)
		odd |= differing(g->at[p], expected[p]) << p * PART;
	return !(g->mask & odd);
}

/* Return true if the addresses of all active lanes are multiples of a word. */
static ALWAYS_INLINE bool are_whole(const word_group *g)
{
	unsigned odd = 0;

	if (!any_touches(g->at, WORD - 1))
		return true;
	EACH_PART(p)
		odd |= touching(g->at[p], WORD - 1) << p * PART;
	return !(g->mask & odd);
}

/* Return true if the indices of all lanes ascend by one from that of the first, the most common
 * case. */
static ALWAYS_INLINE bool ascend(const uint64_t *index)
{
	lanes_part at[PARTS], expected[PARTS];

	EACH_PART(p) {
		at[p] = part_at(index + p * PART);
		expected[p] = further(strided(p * PART, 1), index[0]);
	}
	return all_alike(at, expected);
}

/* Find the addresses of group NUMBER, which accesses BYTES in each lane. Return false if some are
 * not multiples of a word. */
static ALWAYS_INLINE bool find(word_group *g, const hr_access_groups *all, unsigned number,
			       uint64_t bytes, lie *how)
{
	const uint64_t *const index = all->index ? all->index + number * LANE_GROUP : NULL;

	g->from = all->base + (index ? *index : (uint64_t)number * LANE_GROUP) * all->scale;
	if (!index || ascend(index)) {
		*how = all->scale == bytes      ? (bytes == WORD ? BESIDE : ALTERNATE)
		       : all->scale == 2 * WORD ? ALTERNATE
						: GATHERED;
		if (*how == GATHERED) {
			EACH_PART(p)
				g->at[p] = strided(g->from + p * PART * all->scale, all->scale);
		}
		return !((g->from | all->scale) & (WORD - 1));
	}
	EACH_PART(p)
		g->at[p] = scaled_part(index + p * PART, all->base, all->scale);
	*how = bytes == WORD && are_apart(g, WORD) ? BESIDE
	       : are_apart(g, 2 * WORD)            ? ALTERNATE
						   : GATHERED;
	return are_whole(g);
}

/* --- cells ------------------------------------------------------------------------------------ */

/* Load from the plane that is BIAS bytes behind the program's memory. */
static ALWAYS_INLINE words load(const word_group *g, lie how, uint64_t bias)
{
	const uint8_t *at = (const uint8_t *)(uintptr_t)(bias + g->from);

	return how == BESIDE      ? load_words(at, g->lanes)
	       : how == ALTERNATE ? load_apart(at, g->lanes)
				  : load_scattered(g->at, bias, g->lanes);
}

/* Store for LANES. */
static ALWAYS_INLINE void store(const word_group *g, lie how, uint64_t bias, some lanes,
				words value)
{
	uint8_t *at = (uint8_t *)(uintptr_t)(bias + g->from);

	if (how == BESIDE)
		store_words(at, lanes, value);
	else if (how == ALTERNATE)
		store_apart(at, lanes, value);
	else
		store_scattered(g->at, bias, lanes, value);
}

static bool is_cut(const rules *r, const word_group *g, lie how)
{
	const uint64_t step = how == BESIDE ? WORD : 2 * WORD;
	uint64_t at[LANE_GROUP];

	EACH_PART(p)
		put_part(at + p * PART,
			 how == GATHERED ? g->at[p] : strided(g->from + p * PART * step, step));
	for (unsigned m = g->mask; m; m &= m - 1)
		if (*(uint8_t *)(uintptr_t)(r->starts + (at[__builtin_ctz(m)] >> 2)))
			return true;
	return false;
}

/* --- conditions ----------------------------------------------------------------------------- */

static ALWAYS_INLINE words event_of(words set)
{
	return without_bits(set, same(SHARED));
}

/* Return the lanes whose set is an event of the instance of the same index that an edge orders
 * before (hr_is_near). */
static ALWAYS_INLINE some of_mate(const rules *r, words set, words self)
{
	const words index = shifted_right(sub(self, r->begin), r->shift);
	const words mate = add(r->mate, shifted_left(index, r->mate_shift));

	return below(sub(set, mate), r->mate_span);
}

/* Return the lanes of LANES whose sets are past, or belong to the instance itself or its mate
 * (interp/check/race/check_race.h); the most common cases are tested first. */
static ALWAYS_INLINE some passing(const rules *r, some lanes, words set, words self)
{
	const words event = event_of(set);
	const some most = either(below(event, r->calm), below(sub(set, self), r->own));
	some past;

	if (__builtin_expect(!is_any(but_not(lanes, most)), 1))
		return most;
	past = either(below(sub(event, r->near), r->span),
		      either(below(sub(event, r->far[0]), r->far_span[0]),
			     below(sub(event, r->far[1]), r->far_span[1])));
	return either(either(most, past), r->mates ? of_mate(r, set, self) : some_of(0));
}

/* Clear the second set of readers, which is usually empty, if all its events pass. */
static ALWAYS_INLINE bool clear_others(const rules *r, const word_group *g, lie how)
{
	const words others = load(g, how, r->others);
	const some noted = both(g->lanes, differ(others, same(0)));

	if (is_any(but_not(noted, passing(r, noted, others, g->self))))
		return false;
	if (is_any(noted))
		store(g, how, r->others, noted, same(0));
	return true;
}

static ALWAYS_INLINE bool write_group(const rules *r, const word_group *g, lie how)
{
	const words writers = load(g, how, r->writers), readers = load(g, how, r->readers);
	const words event = add(g->self, r->place);
	const some good = both(passing(r, g->lanes, writers, g->self),
			       passing(r, g->lanes, readers, g->self));
	/* A read by the instance itself may stay: an access that races with it also races with the
	 * write, which is reported first. */
	const some stale = but_not(both(g->lanes, differ(readers, same(0))),
				   below(sub(readers, g->self), r->own));

	if (is_any(but_not(g->lanes, good)) || (r->two && !clear_others(r, g, how)))
		return false;
	store(g, how, r->writers, g->lanes, event);
	if (is_any(stale))
		store(g, how, r->readers, stale, same(0));
	/* if two lanes write the same word, one finds the event of the other, and takes the slow
	 * path */
	return how != GATHERED || !is_any(both(g->lanes, differ(load(g, how, r->writers), event)));
}

static ALWAYS_INLINE bool read_group(const rules *r, const word_group *g, lie how)
{
	const words writers = load(g, how, r->writers), readers = load(g, how, r->readers);
	const words event = add(g->self, r->place), shared = same(SHARED);
	const some ours = below(sub(event_of(readers), r->begin), r->all);
	const some own = below(sub(readers, g->self), r->own);
	const some good = both(passing(r, g->lanes, writers, g->self),
			       either(passing(r, but_not(g->lanes, ours), readers, g->self), ours));
	const some many = r->shared ? g->lanes : but_not(ours, own);
	words now = choose(ours, readers, event), met;
	some others;

	if (is_any(but_not(g->lanes, good)))
		return false;
	now = choose(many, with_bits(now, shared), now);
	if (!is_any(both(g->lanes, differ(now, readers))))
		return true;
	store(g, how, r->readers, g->lanes, now);
	if (how != GATHERED)
		return true;
	met = load(g, how, r->readers);
	others = both(g->lanes, differ(met, now));
	if (is_any(others))
		store(g, how, r->readers, others, with_bits(met, shared));
	return true;
}

typedef bool word_case(const rules *r, const word_group *g);

/* The placement of the words and the kind of access are constants in each function. */
#define WORD_CASE(name, call, how)                                                                 \
	static __attribute__((noinline)) bool name(const rules *r, const word_group *g)            \
	{                                                                                          \
		return call(r, g, how);                                                            \
	}
WORD_CASE(read_words_beside, read_group, BESIDE)
WORD_CASE(read_words_alternate, read_group, ALTERNATE)
WORD_CASE(read_words_gathered, read_group, GATHERED)
WORD_CASE(write_words_beside, write_group, BESIDE)
WORD_CASE(write_words_alternate, write_group, ALTERNATE)
WORD_CASE(write_words_gathered, write_group, GATHERED)
#undef WORD_CASE
static word_case *const word_cases[2][3] = {
	{read_words_beside, read_words_alternate, read_words_gathered},
	{write_words_beside, write_words_alternate, write_words_gathered},
};

static ALWAYS_INLINE bool one_word(const rules *r, const word_group *g, lie how, bool write)
{
	return !(r->cut && is_cut(r, g, how)) && word_cases[write][how](r, g);
}

/* Both words of 8 lanes each. */
static bool two_beside(const rules *r, const word_group *g, bool write)
{
	for (unsigned half = 0; half < 2; half++) {
		const uint64_t from = g->from + half * 64;
		word_group pairs;

		pairs.mask = _pdep_u32(g->mask >> 8 * half & 0xFF, 0x5555) * 3;
		pairs.lanes = some_of(pairs.mask);
		pairs.self = twice(g->self, half);
		pairs.from = from;
		if (pairs.mask && !one_word(r, &pairs, BESIDE, write))
			return false;
	}
	return true;
}

static ALWAYS_INLINE bool all_words(const rules *r, word_group *g, lie how, uint64_t bytes,
				    bool write)
{
	if (bytes == WORD)
		return one_word(r, g, how, write);
	if (how == ALTERNATE)
		return two_beside(r, g, write);
	if (!one_word(r, g, GATHERED, write))
		return false;
	EACH_PART(p)
		g->at[p] = further(g->at[p], WORD);
	return one_word(r, g, GATHERED, write);
}

static ALWAYS_INLINE unsigned mask_of_group(const hr_access_groups *all, unsigned number)
{
	return all->mask[number / 4] >> number % 4 * LANE_GROUP & ALL_OF_SIXTEEN;
}

static bool all_groups(const check_site_check *self, const hr_access_groups *all, const rules *r,
		       bool write)
{
	const race_state *race = self->race;
	const uint32_t shift = race->current.shift;
	const uint32_t step = (all->shared ? all->shared : 1) << shift;
	const uint32_t first = race->current.first + (uint32_t)(all->first << shift);

	for (unsigned i = all->begin; i < all->end; i++) {
		word_group g;
		lie how;

		g.mask = mask_of_group(all, i);
		if (!g.mask)
			continue;
		g.lanes = some_of(g.mask);
		g.self = counting(first + i * LANE_GROUP * step, step);
		if (!find(&g, all, i, self->like.bytes, &how) ||
		    !all_words(r, &g, how, self->like.bytes, write))
			return false;
	}
	return true;
}

bool HR_LANE_OF_SET(watch_groups)(const hr_access_check *check, const hr_access_groups *all)
{
	const check_site_check *self = (const check_site_check *)check;
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
	race->two = true; /* some reads may have been recorded */
	return all_groups(self, all, &r, false);
}
#else
bool HR_LANE_OF_SET(watch_groups)(const hr_access_check *check, const hr_access_groups *all)
{
	(void)check, (void)all;
	return false;
}
#endif
