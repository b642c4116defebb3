/* interp/run/site.h -- records which call of the runtime compiled host code is making, for
 * diagnostics.
 *
 * Calls are numbered from 1 (interp/host/site.c); 0: unknown, or the host code is interpreted. */
#ifndef HR_SITE_H
#define HR_SITE_H

#include "interp/run/run.h"

/* Called by compiled code before it makes call NUMBER. */
void hr_host_site_note(uint32_t number);
/* Call around the body of the called function. */
void hr_host_site_enter(void);
void hr_host_site_leave(void);
/* Return the call that this thread carries out. */
uint32_t hr_host_site_now(void);
/* Where call NUMBER of RUN's host code is; all 0 for 0 and for NULL. */
hr_where hr_host_site_where(const hr_run *run, uint32_t number);

#endif
