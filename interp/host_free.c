/* interp/host_free.c -- memory that the host frees while a launched graph still has it.
 *
 * Such a block is not given back, so that nobody else gets its bytes and every access to them is
 * one after free. All other blocks are freed as ever.
 *
 * Owns:     the blocks that were not given back, until the process ends.
 * Clauses:  M6 (use-after-free).
 * Not here: finding the access (check_bounds.c), which graphs are launched (launch.c). */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "checker.h"
#include "host_runtime.h"
#include "launch.h"

static hr_run *watching;

static void watched_free(void *block)
{
	size_t bytes = block ? malloc_usable_size(block) : 0;

	if (!bytes || !hr_launched_with(watching, block, bytes))
		free(block);
	else
		hr_check_host_freed(watching->checker, block, bytes);
}

void *hr_runtime_free(hr_run *run, const char *name, void *found)
{
	if (strcmp(name, "free") != 0 || found != dlsym(RTLD_DEFAULT, name))
		return found;
	watching = run;
	return (void *)watched_free;
}
