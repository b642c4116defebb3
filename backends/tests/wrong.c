/* backends/tests/wrong.c -- faulty modules; WRONG_... selects the fault. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/backend.h"

#ifndef WRONG_NAME
#define WRONG_NAME "wrong"
#endif
#ifndef WRONG_VERSION
#define WRONG_VERSION HR_BACKEND_VERSION
#endif

#ifdef WRONG_CRASHES
__attribute__((constructor)) static void crash(void)
{
	raise(SIGSEGV);
}
#endif

#ifdef WRONG_EXITS
__attribute__((constructor)) static void leave(void)
{
	puts("this is printed by nobody");
	exit(3);
}
#endif

static int anything;   /* stands for a built unit */
#ifdef WRONG_DIES
static volatile int *volatile nowhere = (volatile int *)8;
#define WRONG_RUN *nowhere = 1
#endif

static int wrong_open(const hr_backend_host *host, void **state, char text[HR_BACKEND_TEXT])
{
	const char *opened = getenv("WRONG_OPENED");

	(void)host;
	*state = NULL;
	if (opened)
		fclose(fopen(opened, "w"));
#ifdef WRONG_OUT
	strcpy(text, "there is no driver");
	return 1;
#else
	(void)text;
	return 0;
#endif
}

static void wrong_close(void *state)
{
	(void)state;
#ifdef WRONG_CLOSES
	abort();
#endif
}

static uint32_t wrong_devices(void *state, hr_device *list, uint32_t room)
{
	(void)state;
	if (room > 1) {
		strcpy(list[0].name, "the first device");
		strcpy(list[1].name, "the second device");
	}
	return 2;
}

static hr_unit_refusal wrong_admit(void *state, const hr_unit *unit, char text[HR_BACKEND_TEXT])
{
	(void)state, (void)unit;
#ifdef WRONG_RUN
	(void)text;
	return HR_TAKEN;
#else
	strcpy(text, "this backend takes nothing");
	return HR_REFUSES_DEVICE;
#endif
}

static hr_unit_refusal wrong_build(void *state, const hr_unit *unit, void **built,
			      char text[HR_BACKEND_TEXT])
{
	*built = &anything;
	return wrong_admit(state, unit, text);
}

#ifndef WRONG_LACKS
static hr_grid_end wrong_run(void *built, const hr_unit_grid *grid, char text[HR_BACKEND_TEXT])
{
	(void)built, (void)grid, (void)text;
#ifdef WRONG_RUN
	WRONG_RUN;
#endif
	return HR_GRID_FAILED;
}
#endif

static void wrong_release(void *built)
{
	(void)built;
}

#ifdef WRONG_SYMBOL
const hr_backend hr_another_name;
#define hr_backend_module hr_another_name
#endif
const hr_backend hr_backend_module;
const hr_backend hr_backend_module = {
	.version = WRONG_VERSION,
	.bytes = sizeof(hr_backend),
	.name = WRONG_NAME,
	.summary = "takes nothing",
	.open = wrong_open,
	.close = wrong_close,
	.devices = wrong_devices,
	.admit = wrong_admit,
	.build = wrong_build,
#ifndef WRONG_LACKS
	.run = wrong_run,
#endif
	.release = wrong_release,
};
