/* interp/lanes/run/wide_prefetch_rows.h -- looking ahead for lanes that each read a row of their own, of rows that lie one
 * behind the other, as those of a sparse matrix do.
 *
 * The processor sees no order in such loads, and each lane would wait for its own lines. Where lanes stand
 * in the order of what they read, and not far apart, all that lies between them is asked for at the first
 * load; and with each load after that a part of as much behind it, which will be the next batch's.
 *
 * Private to load.c, which is compiled once for each instruction set. */
#ifndef HR_WIDE_PREFETCH_ROWS_H
#define HR_WIDE_PREFETCH_ROWS_H

#include "interp/lanes/run/wide_lines.h"

#ifdef HAS_SIXTEEN
/* From where to where the lanes stand, as far as some of them tell; false: not in order, or far apart. */
static bool lies_between(const hr_batch *batch, const uint64_t *index, uint64_t base, uint64_t scale,
			 uint64_t *first, uint64_t *end)
{
	enum { LEAST_GROUPS = 8, SAMPLES = 4, MOST_APART = 256 };
	const unsigned groups = batch->end_group - batch->first_group, part = groups / SAMPLES;
	const uint64_t most = (uint64_t)part * WIDE_GROUP * MOST_APART;
	uint64_t at = 0;

	if (groups < LEAST_GROUPS)
		return false;
	for (unsigned i = 0; i <= SAMPLES; i++) {
		const unsigned g = i < SAMPLES ? batch->first_group + i * part : batch->end_group - 1;
		const unsigned mask = wide_group_mask(batch, g);
		const uint64_t before = at;

		if (!mask)
			return false;
		at = base + index[g * WIDE_GROUP + (unsigned)__builtin_ctz(mask)] * scale;
		if (i == 0)
			*first = at;
		else if (at - before - 1 >= most)
			return false;
	}
	*end = at + WIDE_GROUP * LINE;
	return true;
}

static ALWAYS_INLINE void look_ahead_between(hr_batch *batch, uint32_t gate, const uint64_t *index,
					     uint64_t base, uint64_t scale)
{
	wide_between *b = &batch->between[gate];
	uint64_t first, end, from;

	if (b->run == batch->run) {
		b->loads++;
		if (b->asked < b->end) {
			ask_for(b->asked, b->part);
			b->asked += b->part;
		}
		return;
	}
	b->run = batch->run;
	if (!lies_between(batch, index, base, scale, &first, &end)) {
		b->begin = b->asked = b->end = 0;
	} else {
		from = b->begin <= first && first <= b->asked ? b->asked : first;
		if (from < end)
			ask_for(from, end - from);
		b->begin = first;
		b->asked = from < end ? end : from;
		/* lanes that meet at barriers go on in their own rows, and the next batch is another one */
		b->end = batch->is_group ? 0 : end + (end - first);
		b->part = ((end - first) / (b->loads + 1) / LINE + 1) * LINE;
	}
	b->loads = 0;
}
#endif

#endif
