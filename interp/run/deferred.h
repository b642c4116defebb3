/* interp/run/deferred.h -- what the run survives, said once for each place or pair of places, with
 * a count.
 *
 * Safe from several threads. */
#ifndef HR_DEFERRED_H
#define HR_DEFERRED_H

#include "interp/run/thread.h"

typedef struct hr_deferred hr_deferred;
hr_deferred *hr_deferred_new(void);
void hr_deferred_free(hr_deferred *deferred);

/* Whether the run goes on after a report: with --keep-going, or after a warning. */
bool hr_deferred_survives(const hr_run *run, hr_diag_id id);
/* Whether a report of THREAD is held: one of an instance that ends by it while the run goes on, or
 * a warning that others may give as well. */
bool hr_deferred_applies(const hr_run *run, const hr_thread *thread, hr_diag_id id);
/* A number of the place in the source that the operation at WORD of CODE comes from, which
 * compilers may have made several of; of the operation where that is not known. And of that where
 * THREAD (NULL: compiled host code) stands. */
uint64_t hr_deferred_source(hr_run *run, const hr_code *code, uint32_t word);
uint64_t hr_deferred_place(hr_run *run, const hr_thread *thread);
/* Holds what is reported of PLACES, or counts it where they have been met. What hr_report() would
 * return. */
hr_status hr_deferred_note(hr_run *run, hr_diag_id id, hr_places places, const hr_where *where,
			   va_list args);
/* Whether that is held already; counts it then. Not to be called of what is not held. */
bool hr_deferred_known(hr_run *run, hr_diag_id id, hr_places places);
/* Reports what is held. Safe in a signal handler; what another thread is just noting is then left
 * out. */
void hr_deferred_report(hr_run *run);

#endif
