/* tools/ral/context.c -- contexts of libhpvm-ral, devices by name, errors.
 *
 * Owns:      all that a context has.
 * Not here:  devices (cpu.c, hpvm.c). */
#include "config.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tools/ral/ral_private.h"

enum { WHY = 512 };
static _Thread_local char device_why[WHY]; /* of functions of devices, and of ral_open() */

int ral_device_failed(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	vsnprintf(device_why, sizeof(device_why), format, list);
	va_end(list);
	return -1;
}

int ral_fail(ral *r, const char *format, ...)
{
	char text[2 * WHY];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof(text), format, list);
	va_end(list);
	r->error = hr_arena_strdup(&r->arena, text);
	return -1;
}

int ral_fail_device(ral *r, const char *what)
{
	return ral_fail(r, "%s: %s", what, *device_why ? device_why : "the device failed");
}

const char *ral_error(const ral *r)
{
	return r ? r->error : device_why;
}

/* --- devices by name --------------------------------------------------------------------------- */

typedef int device_of_options(const char *options, ral_device *device);

/* Set *DEVICE to that of the library NAME, which has the function FUNCTION. */
static int load_device(const char *name, const char *function, const char *options,
		       ral_device *device)
{
	void *library = dlopen(name, RTLD_NOW);
	device_of_options *make;

	if (!library)
		return ral_device_failed("%s", dlerror());
	*(void **)&make = dlsym(library, function);
	return make ? make(options, device) : ral_device_failed("%s", dlerror());
}

/* If TEXT is NAME, or NAME and a colon, return what follows. */
static const char *after_name(const char *text, const char *name)
{
	size_t length = strlen(name);

	if (strncmp(text, name, length) != 0 || (text[length] && text[length] != ':'))
		return NULL;
	return text + length + (text[length] == ':');
}

static int open_cpu(const char *options, ral_device *device)
{
	enum { MOST = 1024 };
	char *end = NULL;
	long threads = *options ? strtol(options, &end, 10) : 1;

	if (threads < 1 || threads > MOST || (end && *end))
		return ral_device_failed("RAL_DEVICE: 'cpu:%s' is not cpu:THREADS, 1 to %d",
					 options, MOST);
	ral_cpu((unsigned)threads, device);
	return 0;
}

static int open_named(const char *name, ral_device *device)
{
	const char *options = after_name(name, "cpu");

	if (options)
		return open_cpu(options, device);
	options = after_name(name, "hpvm");
	return options ? load_device("libhpvm-ral-hpvm.so.1", "ral_hpvm_device", options, device)
		       : ral_device_failed(
				 "RAL_DEVICE: there is no device '%s'; it is cpu[:THREADS] "
				 "or hpvm[:OPTION[=VALUE]]...",
				 name);
}

/* --- contexts --------------------------------------------------------------------------------- */

ral *ral_open(const ral_device *device)
{
	const char *name = getenv("RAL_DEVICE");
	ral_device named;
	ral *r;

	*device_why = 0;
	if (!device && open_named(name && *name ? name : "cpu", &named))
		return NULL;
	if (device && device->size != sizeof(*device)) {
		(void)ral_device_failed("the device has another version of ral.h");
		return NULL;
	}
	r = hr_alloc_zero(sizeof(*r));
	r->device = device ? *device : named;
	r->error = "";
	hr_arena_init(&r->arena);
	return r;
}

void ral_close(ral *r)
{
	if (!r)
		return;
	while (r->tensors)
		ral_tensor_free(r->tensors);
	for (size_t i = 0; i < r->loaded.count; i++) {
		hr_free(r->loaded.data[i]->sites);
		hr_free(r->loaded.data[i]);
	}
	for (size_t i = 0; i < r->files.count; i++)
		munmap(r->files.data[i].memory, r->files.data[i].bytes);
	if (r->device.close)
		r->device.close(r->device.state);
	HR_VEC_FREE(&r->loaded);
	HR_VEC_FREE(&r->provided);
	HR_VEC_FREE(&r->files);
	hr_arena_free(&r->arena);
	hr_free(r);
}

int ral_provide(ral *r, const char *row, ral_library *function, void *data)
{
	if (!hr_row_named(row, strlen(row)))
		return ral_fail(r, "there is no row '%s'", row);
	HR_PUSH(&r->provided, (ral_provided){hr_arena_strdup(&r->arena, row), function, data});
	return 0;
}
