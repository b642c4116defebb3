/* interp/run/deferred.h -- deferred diagnostics: a run that continues reports each place or pair of
 * places once, with a count.
 *
 * Safe from several threads. */
#ifndef HR_DEFERRED_H
#define HR_DEFERRED_H

#include "interp/run/thread.h"

typedef struct hr_deferred hr_deferred;
hr_deferred *hr_deferred_new(void);
void hr_deferred_free(hr_deferred *deferred);

/* Return true if the run continues after diagnostic ID: with --keep-going, or if it is a
 * warning. */
bool hr_deferred_survives(const hr_run *run, hr_diag_id id);
/* Return true if diagnostic ID of THREAD is deferred: it ends one instance while the run continues,
 * or is a warning that other instances may produce as well. */
bool hr_deferred_applies(const hr_run *run, const hr_thread *thread, hr_diag_id id);
/* hr_deferred_source(): return a number for the place in the source of the operation at WORD of
 * CODE, which may be shared by several operations; a number for the operation if the source is
 * unknown. hr_deferred_place(): return the same for the place where THREAD (NULL: compiled host
 * code) is. */
uint64_t hr_deferred_source(hr_run *run, const hr_code *code, uint32_t word);
uint64_t hr_deferred_place(hr_run *run, const hr_thread *thread);
/* Defer a diagnostic about PLACES, or count it if it is deferred already. Return what hr_report()
 * would return. */
hr_status hr_deferred_note(hr_run *run, hr_diag_id id, hr_places places, const hr_where *where,
			   va_list args);
/* Return true, and count it, if the diagnostic is deferred already. Valid only for diagnostics that
 * are deferred (hr_deferred_applies()). */
bool hr_deferred_known(hr_run *run, hr_diag_id id, hr_places places);
/* Return true if the place AT comes before OTHER in the source, or at the same place in the order of
 * the nodes' paths. */
bool hr_where_is_before(const hr_where *at, const hr_where *other);
/* Report the deferred diagnostics: the earliest first, or if the program has several threads, whose
 * order differs from run to run, in the order of the source. Safe in a signal handler, which reports nothing while another
 * thread defers one. */
void hr_deferred_report(hr_run *run);

#endif
