/* interp/lanes/handlers/lane_watch.h -- shared by the race checker's fast paths for many instances;
 * private to watch.c and watch_bytes.c, which are compiled once for each instruction set. */
#ifndef HR_LANE_WATCH_H
#define HR_LANE_WATCH_H

#include <string.h>

#include "interp/check/race/check_race.h"
#include "interp/lanes/handlers/lane_loop.h"

/* The cells of COUNT words from an address on; the events of instance I begin at FIRST + (I <<
 * SHIFT). */
typedef struct cell_row {
	uint32_t *writers, *readers, *others;
	uint8_t *starts;
	uint32_t count, words; /* words of one instance, 1 or 2 */
	uint32_t first, place, shift;
} cell_row;

static inline cell_row row_of(const race_state *race, const check_site_check *check,
			      const hr_access_run *run)
{
	const unit *now = &race->current;
	uint64_t at = run->address;

	return (cell_row){.writers = (uint32_t *)(uintptr_t)(check->writers + at),
			  .readers = (uint32_t *)(uintptr_t)(check->readers + at),
			  .others = (uint32_t *)(uintptr_t)(check->others + at),
			  .starts = (uint8_t *)(uintptr_t)(check->starts + (at >> 2)),
			  .count = run->count * (uint32_t)(check->like.bytes >> 2),
			  .words = (uint32_t)(check->like.bytes >> 2),
			  .first = now->first + (uint32_t)(run->index << now->shift),
			  .place = check->place,
			  .shift = now->shift};
}

/* The ranges of event numbers that are ordered before the running unit (hr_is_past). */
typedef struct past {
	uint32_t calm, near, near_span, far, far_span, farther, farther_span;
	uint32_t first, shift, mate, mate_shift, mate_span; /* see hr_is_near() */
} past;

static inline past past_of(const race_state *race)
{
	return (past){
		race->calm,         race->current.near,  race->current.first - race->current.near,
		race->far[0].first, race->far[0].span,   race->far[1].first,
		race->far[1].span,  race->current.first, race->current.shift,
		race->mate.first,   race->mate.shift,    race->mate.span};
}

/* Return 1 if SET is past. */
static inline uint32_t is_past(uint32_t set, past before)
{
	const uint32_t event = set & ~SHARED;

	return (uint32_t)(event < before.calm) |
	       (uint32_t)(event - before.near < before.near_span) |
	       (uint32_t)(event - before.far < before.far_span) |
	       (uint32_t)(event - before.farther < before.farther_span);
}

/* Return 1 if SET is past, or near (hr_is_near()) to the instance whose events begin at SELF. */
static inline uint32_t passes(uint32_t set, uint32_t self, uint32_t own, past before)
{
	const uint32_t mate =
		before.mate + ((self - before.first) >> before.shift << before.mate_shift);

	return is_past(set, before) | (uint32_t)(set - self < own) |
	       (uint32_t)(set - mate < before.mate_span);
}

/* Pages that are all zero are not written, so that they stay unallocated. */
static inline void clear(uint32_t *plane, uint32_t count)
{
	uint32_t any = 0;

	LANES_LOOP for (uint32_t i = 0; i < count; i++) any |= plane[i];
	if (any)
		memset(plane, 0, count * sizeof(*plane));
}

/* watch_bytes.c: contiguous bytes or half words that begin and end at word boundaries. Return false
 * if some must be checked separately. */
bool HR_LANE_OF_SET(watch_bytes)(race_state *race, const check_site_check *check,
				 const hr_access_run *run);

#endif
