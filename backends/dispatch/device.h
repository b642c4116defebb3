/* backends/dispatch/device.h -- runs grids on backends that have memory of their own. */
#ifndef HR_DEVICE_H
#define HR_DEVICE_H

#include "backends/dispatch/resident.h"
#include "backends/registry/registry.h"
#include "backends/unit/unit.h"
#include "interp/run/run.h"

/* Return whether UNIT of RUN can run on MODULE's memory: HR_TAKEN, or the refusal, with the reason
 * in TEXT. */
hr_unit_refusal hr_device_admit(const hr_run *run, const hr_backend *module, const hr_unit *unit,
				char text[HR_BACKEND_TEXT]);
/* Call the backend's run() after copying the memory that the inputs point to. RESIDENT manages memory
 * that stays on the device; NULL if none does. Copies are reported to RUN as events. */
hr_grid_end hr_device_run(hr_run *run, hr_resident *resident, const hr_backend_entry *entry,
			  const hr_made_unit *made, void *built, const hr_unit_grid *grid,
			  char text[HR_BACKEND_TEXT]);

#endif
