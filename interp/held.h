/* interp/held.h -- what instances do that the run survives, said once for each place, with a count.
 *
 * Safe from several threads. */
#ifndef HR_HELD_H
#define HR_HELD_H

#include "frame.h"

typedef struct hr_held hr_held;
hr_held *hr_held_new(void);
void hr_held_free(hr_held *held);

/* Whether a report of THREAD is held: one of an instance that ends by it while the run goes on (--keep-going), or a
 * warning that others may give as well. */
bool hr_held_holds(const hr_run *run, const hr_thread *thread, hr_diag_id id);
/* Holds it, or counts it where THREAD stands at a place that has been met. What hr_report() would return. */
hr_status hr_held_note(hr_run *run, const hr_thread *thread, hr_diag_id id, const hr_where *where, va_list args);
/* Reports what is held. Safe in a signal handler; what another thread is just noting is then left out. */
void hr_held_say(hr_run *run);

#endif
