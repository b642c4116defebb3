/* interp/host_free.c -- memory that the host frees while a launched graph still has it, or it is tracked.
 *
 * A block that a launched graph has is not given back, so that nobody else gets its bytes and every access to
 * them is one after free. All other blocks are freed as ever; the tracker hears of it, and so do devices that have some
 * of it.
 *
 * Owns:     the blocks that were not given back, until the process ends.
 * Clauses:  M6 (use-after-free).
 * Not here: finding the access (check_bounds.c), which graphs are launched (launch.c). */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "checker.h"
#include "host_runtime.h"
#include "launch.h"
#include "memory.h"
#include "offload.h"

static hr_run *watching;

/* Before that happens. What a device has of it nobody wants any more. */
static void give_up(void *block, size_t bytes)
{
	(void)hr_run_note(watching, hr_offload_bring_back(watching, block, bytes, true));
	hr_tracked_freed(watching->tracker, block, bytes);
}

static size_t forget(void *block)
{
	size_t bytes = block ? malloc_usable_size(block) : 0;

	if (bytes)
		give_up(block, bytes);
	return bytes;
}

static void watched_free(void *block)
{
	size_t bytes = forget(block);

	if (!bytes || !(watching->options.checks & HR_CHECK_BOUNDS) || !hr_launched_with(watching, block, bytes))
		free(block);
	else
		hr_check_host_freed(watching->checker, block, bytes);
}

static int watched_munmap(void *pages, size_t bytes)
{
	give_up(pages, bytes);
	return munmap(pages, bytes);
}

/* What stays where it was, stays tracked. */
static void *watched_realloc(void *block, size_t bytes)
{
	volatile uintptr_t was = (uintptr_t)block;   /* no use of what is freed */
	size_t before = block ? malloc_usable_size(block) : 0;
	void *now;

	if (before)
		(void)hr_run_note(watching, hr_offload_bring_back(watching, block, before, false));
	now = realloc(block, bytes);
	if (before && (uintptr_t)now != was && (now || !bytes))
		hr_tracked_freed(watching->tracker, (void *)was, before);
	return now;
}

/* Operators of C++; the size that some are told is no more than a hint. */
static void (*operators[2])(void *);

static void watched_delete(void *block)
{
	forget(block);
	operators[0](block);
}

static void watched_delete_array(void *block)
{
	forget(block);
	operators[1](block);
}

void *hr_runtime_free(hr_run *run, const char *name, void *found)
{
	static const struct {
		const char *name, *same;
		void *function;
	} stand_ins[] = {
		{"free", "free", (void *)watched_free},
		{"realloc", "realloc", (void *)watched_realloc},
		{"munmap", "munmap", (void *)watched_munmap},
		{"_ZdlPv", "_ZdlPv", (void *)watched_delete},
		{"_ZdlPvm", "_ZdlPv", (void *)watched_delete},
		{"_ZdaPv", "_ZdaPv", (void *)watched_delete_array},
		{"_ZdaPvm", "_ZdaPv", (void *)watched_delete_array},
	};

	for (size_t i = 0; i < sizeof(stand_ins) / sizeof(stand_ins[0]); i++) {
		void *same;

		if (strcmp(name, stand_ins[i].name) != 0 || found != dlsym(RTLD_DEFAULT, name))
			continue;
		same = dlsym(RTLD_DEFAULT, stand_ins[i].same);
		if (stand_ins[i].name[0] == '_')
			memcpy(&operators[stand_ins[i].name[3] == 'a'], &same, sizeof(same));
		watching = run;
		return stand_ins[i].function;
	}
	return found;
}
