/* interp/run/site.h -- which call of the runtime compiled host code is making, for diagnostics.
 *
 * Calls are numbered from 1 (interp/host/site.c); 0: unknown, or the host code is interpreted. */
#ifndef HR_SITE_H
#define HR_SITE_H

#include "interp/run/run.h"

/* Compiled code is about to make this call. */
void hr_host_site_note(uint32_t number);
/* Around what the called function does. */
void hr_host_site_enter(void);
void hr_host_site_leave(void);
/* The call that this thread carries out. */
uint32_t hr_host_site_now(void);
/* Where a call is; all 0 for 0. */
hr_where hr_host_site_where(uint32_t number);
/* Says from now on where calls are. */
void hr_host_site_set_table(hr_where (*where)(uint32_t number));

#endif
