/* interp/run/site.c -- records which call of the runtime compiled host code is making, for
 * diagnostics. */
#include "interp/run/site.h"

static __thread uint32_t noted; /* 0: none */
static __thread uint32_t entered;

void hr_host_site_note(uint32_t number)
{
	noted = number;
}

void hr_host_site_enter(void)
{
	entered = noted;
	noted = 0;
}

void hr_host_site_leave(void)
{
	entered = 0;
}

uint32_t hr_host_site_now(void)
{
	return entered;
}

hr_where hr_host_site_where(const hr_run *run, uint32_t number)
{
	return number && run && run->site_where ? run->site_where(run, number) : (hr_where){0};
}
