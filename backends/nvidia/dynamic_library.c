/* backends/nvidia/dynamic_library.c -- loads optional libraries.
 *
 * Not here: the lists of functions (driver.def and the like). */
#define _GNU_SOURCE 1
#include "backends/nvidia/dynamic_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* Messages of dlerror() begin with the file's name, and so do ours. */
static const char *reason(const char *name)
{
	const char *said = dlerror();
	size_t length = strlen(name);

	if (!said)
		return "unknown reason";
	if (strncmp(said, name, length) == 0 && strncmp(said + length, ": ", 2) == 0)
		said += length + 2;
	return said;
}

static void *open_any(const nv_library *library, const char *wanted, const char **name,
		      char text[HR_BACKEND_TEXT])
{
	static const int flags[] = {RTLD_NOLOAD, 0};
	void *handle = NULL;

	if (wanted) {
		*name = wanted;
		handle = dlopen(wanted, RTLD_NOW | RTLD_LOCAL);
		if (!handle)
			snprintf(text, HR_BACKEND_TEXT,
				 "%s: cannot load %s (named by an option): %s", library->what,
				 wanted, reason(wanted));
		return handle;
	}
	for (size_t k = 0; !handle && k < 2; k++)
		for (size_t i = 0; !handle && library->names[i]; i++) {
			*name = library->names[i];
			handle = dlopen(*name, RTLD_NOW | RTLD_LOCAL | flags[k]);
		}
	if (!handle)
		snprintf(text, HR_BACKEND_TEXT, "%s is missing: %s: %s", library->what, *name,
			 reason(*name));
	return handle;
}

void *nv_library_open(const nv_library *library, const char *wanted, void *table,
		      char text[HR_BACKEND_TEXT])
{
	const char *name = "";
	void *handle = open_any(library, wanted, &name, text);

	for (size_t i = 0; i < library->symbol_count; i++) {
		const nv_symbol *symbol = &library->symbols[i];
		void *address = handle ? dlsym(handle, symbol->name) : NULL;

		memcpy((char *)table + symbol->offset, &address, sizeof(address));
		if (!handle || address)
			continue;
		snprintf(text, HR_BACKEND_TEXT,
			 "%s is too old or another library: %s has no symbol %s", library->what,
			 name, symbol->name);
		dlclose(handle);
		handle = NULL;
		i = (size_t)-1; /* start again: zero the table */
	}
	return handle;
}

void nv_library_close(void *handle)
{
	if (handle)
		dlclose(handle);
}
