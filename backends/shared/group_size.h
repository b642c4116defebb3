/* backends/shared/group_size.h -- chooses the work-group size of a device kernel when neither the
 * graph nor the user sets it.
 *
 * A few sizes are tried one after the other on grids that are large enough for a measurement.
 * Shared by modules. */
#ifndef HR_GROUP_SIZE_H
#define HR_GROUP_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "backends/backend.h"

typedef struct hr_group_limits {
	size_t most_items, most_side[3];
} hr_group_limits;

/* Parse "X[,Y[,Z]]" into SIDE. Return false, with SIDE unchanged, if TEXT is not a size or exceeds
 * LIMITS. */
bool hr_group_read(const char *text, const hr_group_limits *limits, size_t side[3]);
/* Whether a device without limits would have that: of an option (backends/backend.h). */
int hr_group_accepts(const char *value, char text[HR_OPTION_TEXT]);

typedef struct hr_group_choice hr_group_choice;
/* Return a new choice among COUNT SIDES, which are borrowed. The first size must always be
 * possible; it is used until another proves faster. TRIAL is the overhead of trying a size, in
 * nanoseconds, besides running it. Owned by the caller. */
hr_group_choice *hr_group_choice_new(const size_t (*sides)[3], unsigned count, double trial);
void hr_group_choice_free(hr_group_choice *choice);
/* Return the group size for a grid of COUNT instances in each dimension. */
const size_t *hr_group_choose(hr_group_choice *choice, const hr_group_limits *limits,
			      const size_t count[3]);
/* Return true if the caller must measure the launch with the size chosen last. Otherwise the launch
 * of INSTANCES instances is counted at the known cost of that size. */
bool hr_group_is_measured(hr_group_choice *choice, uint64_t instances);
/* Record the measured cost of the size chosen last. */
void hr_group_note(hr_group_choice *choice, double nanoseconds, uint64_t instances);

#endif
