/* backends/shared/group_size.h -- how many instances make a group of a device, where nothing says
 * it.
 *
 * A few sizes are tried, one after the other, on grids that are large enough to be measured. Shared
 * by modules. */
#ifndef HR_GROUP_SIZE_H
#define HR_GROUP_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hr_group_limits {
	size_t most_items, most_side[3];
} hr_group_limits;

/* "X[,Y[,Z]]". False: it is no size, or too large; SIDE is unchanged then. */
bool hr_group_read(const char *text, const hr_group_limits *limits, size_t side[3]);

typedef struct hr_group_choice hr_group_choice;
/* Among COUNT SIDES, of which the first, always possible, is taken until another proves better;
 * they are borrowed. TRIAL: nanoseconds that trying one may take beside running it. Owned by the
 * caller. */
hr_group_choice *hr_group_choice_new(const size_t (*sides)[3], unsigned count, double trial);
void hr_group_choice_free(hr_group_choice *choice);
/* The size for a grid of COUNT instances in each dimension. */
const size_t *hr_group_choose(hr_group_choice *choice, const hr_group_limits *limits,
			      const size_t count[3]);
/* Whether it matters what the last choice costs; otherwise its launch of INSTANCES counts as one
 * that takes what the others took. */
bool hr_group_is_measured(hr_group_choice *choice, uint64_t instances);
/* What the last choice has cost. */
void hr_group_note(hr_group_choice *choice, double nanoseconds, uint64_t instances);

#endif
