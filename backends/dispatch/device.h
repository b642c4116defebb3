/* backends/dispatch/device.h -- grids on backends that have memory of their own. */
#ifndef HR_DEVICE_H
#define HR_DEVICE_H

#include "backends/dispatch/resident.h"
#include "backends/registry/registry.h"
#include "backends/unit/unit.h"
#include "interp/run/run.h"

/* Whether a unit of RUN can run on MODULE's memory; TEXT says why not. */
hr_unit_refusal hr_device_admit(const hr_run *run, const hr_backend *module, const hr_unit *unit,
				char text[HR_BACKEND_TEXT]);
/* run() of the backend, with what the inputs point to in KEPT; NULL: nothing stays there. RUN is
 * told of copies. */
hr_grid_end hr_device_run(hr_run *run, hr_resident *resident, const hr_backend_entry *entry,
			  const hr_made_unit *made, void *built, const hr_unit_grid *grid,
			  char text[HR_BACKEND_TEXT]);

#endif
