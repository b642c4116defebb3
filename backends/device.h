/* backends/device.h -- grids on backends that have memory of their own. */
#ifndef HR_DEVICE_H
#define HR_DEVICE_H

#include "registry.h"
#include "run.h"
#include "unit.h"

/* Whether a unit can run on memory that is not the program's; TEXT says why not. */
hr_unit_refusal hr_device_admit(const hr_unit *unit, char text[HR_BACKEND_TEXT]);
/* What stays on devices from grid to grid: KEPT of the caller; NULL: nothing stays. One grid at a time. */
typedef struct hr_kept hr_kept;
hr_kept *hr_kept_new(void);
void hr_kept_free(hr_kept *kept);
/* Brings all of it back, and keeps nothing. False: something cannot be copied. */
bool hr_kept_settle(hr_run *run, hr_kept *kept) HR_MUST_CHECK;
uint64_t hr_kept_copied(const hr_kept *kept, bool back);
/* Grids of this thread may leave what they have there from now on, or not. */
void hr_kept_allow(bool allow);

/* run() of the backend, between copies of what the inputs point to, of which RUN is told. */
hr_grid_end hr_device_run(hr_run *run, hr_kept *kept, const hr_backend_entry *entry, const hr_made_unit *made, void *built,
			  const hr_unit_grid *grid, char text[HR_BACKEND_TEXT]);

#endif
