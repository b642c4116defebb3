/* interp/host/free.c -- defer freeing memory that a launched graph uses, or that is tracked.
 *
 * Such a block is not returned to the C library, so that no other allocation gets its bytes and
 * every access to them is a use after free. A block that is held only because it is tracked is
 * freed when tracking ends, or when there are too many. All other blocks are freed at once, and
 * without --check=bounds every block is. The tracker and devices with a copy of a block are
 * notified.
 *
 * Owns:     the blocks of a run that were not given back (hr_resident_blocks).
 * Clauses:  M6 (use-after-free).
 * Not here: finding the access (interp/check/access/bounds.c), which graphs are launched
 *           (launch.c). */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "interp/check/checker.h"
#include "interp/host/host.h"
#include "interp/host/host_runtime.h"
#include "interp/host/host_state.h"
#include "interp/host/launch.h"
#include "interp/memory/memory.h"
#include "interp/run/offload.h"
#include "src/base/vec.h"

enum {
	/* most memory of blocks that are held only because they are tracked */
	QUARANTINE_BYTES = 64 << 20,
	/* of a larger block everything except its ends is returned to the system */
	LARGE = 128 * 1024,
};

/* The lock is held. */
static size_t taken_by(const hr_resident_block *one)
{
	return one->launched ? 0 : one->bytes < LARGE ? one->bytes : 1;
}

/* The lock is held. */
static void give_one(hr_run *run, size_t at)
{
	hr_resident_blocks *kept = &run->host->kept;
	const hr_resident_block one = kept->blocks.data[at];

	kept->memory -= taken_by(&one);
	kept->blocks.count--;
	__atomic_store_n(&kept->any, kept->blocks.count > 0, __ATOMIC_RELAXED);
	memmove(&kept->blocks.data[at], &kept->blocks.data[at + 1],
		(kept->blocks.count - at) * sizeof(one));
	hr_check_host_given(run->checker, one.block);
	one.give(one.block);
}

/* The first of those that are kept for being tracked alone. */
static size_t oldest(const hr_resident_blocks *kept)
{
	size_t at = 0;

	while (kept->blocks.data[at].launched)
		at++;
	return at;
}

static void notify_checker(hr_run *run, void *block, size_t bytes, bool tracked)
{
	char freed[HR_TRACKED_BY], by[HR_TRACKED_BY], text[2 * HR_TRACKED_BY + 40];

	hr_host_call_text(freed);
	hr_tracked_last(run->tracker, block, bytes, by);
	if (tracked || !*by)
		snprintf(text, sizeof(text), "freed by the host%s", freed);
	else
		snprintf(text, sizeof(text), "tracked by the host%s and freed%s", by, freed);
	hr_check_host_freed(run->checker, block, bytes, text);
}

static void keep(hr_run *run, hr_resident_block one, bool tracked)
{
	hr_resident_blocks *kept = &run->host->kept;

	if (one.bytes >= LARGE)
		hr_pages_zero(one.block, one.block + one.bytes);
	notify_checker(run, one.block, one.bytes, tracked);
	pthread_mutex_lock(&kept->lock);
	HR_PUSH(&kept->blocks, one);
	__atomic_store_n(&kept->any, true, __ATOMIC_RELAXED);
	kept->memory += taken_by(&one);
	while (kept->memory > QUARANTINE_BYTES)
		give_one(run, oldest(kept));
	pthread_mutex_unlock(&kept->lock);
}

/* C finds out that a block is freed for the second time: it was in truth only once. */
static void give_if_quarantined(hr_run *run, const void *block)
{
	hr_resident_blocks *kept = &run->host->kept;

	if (!__atomic_load_n(&kept->any, __ATOMIC_RELAXED))
		return;
	pthread_mutex_lock(&kept->lock);
	for (size_t i = 0; i < kept->blocks.count; i++)
		if (kept->blocks.data[i].block == block) {
			give_one(run, i);
			break;
		}
	pthread_mutex_unlock(&kept->lock);
}

void hr_runtime_untracked(hr_run *run, const void *base)
{
	hr_resident_blocks *kept = &run->host->kept;

	if (!__atomic_load_n(&kept->any, __ATOMIC_RELAXED))
		return;
	pthread_mutex_lock(&kept->lock);
	for (size_t i = 0; i < kept->blocks.count; i++) {
		hr_resident_block *one = &kept->blocks.data[i];

		if (one->launched || (uintptr_t)base - (uintptr_t)one->block >= one->bytes ||
		    hr_tracked_within(run->tracker, one->block, one->bytes))
			continue;
		if (hr_launched_with(run, one->block, one->bytes)) {
			kept->memory -= taken_by(one);
			one->launched = true;
		} else {
			give_one(run, i);
		}
		break;
	}
	pthread_mutex_unlock(&kept->lock);
}

/* Before memory is freed. What a device has of it nobody wants any more. Whether it was tracked. */
static bool give_up(hr_run *run, void *block, size_t bytes)
{
	(void)hr_run_note(run, hr_offload_bring_back(run, block, bytes, true));
	return hr_tracked_freed(run->tracker, block, bytes);
}

static void let_go(hr_run *run, void *block, hr_give_back *give)
{
	hr_resident_block one = {
		.block = block, .bytes = block ? malloc_usable_size(block) : 0, .give = give};
	bool checked = one.bytes && run->options.checks & HR_CHECK_BOUNDS, tracked;

	give_if_quarantined(run, block);
	tracked = one.bytes && give_up(run, block, one.bytes);
	one.launched = checked && hr_launched_with(run, block, one.bytes);
	if (checked && (tracked || one.launched)) {
		hr_check_block_taken(run->checker, block);
		keep(run, one, tracked);
	} else if (!checked || !hr_check_block_keep(run->checker, block, give)) {
		hr_check_block_taken(run->checker, block);
		give(block);
	}
}

/* --- the replacements ------------------------------------------------------------------------- */

/* Frees BLOCK by GIVE when RUN is done with it; a thread that works for no run frees it at once. */
static void release(hr_run *run, void *block, hr_give_back *give)
{
	if (!run) {
		give(block);
		return;
	}
	hr_host_site_enter();
	let_go(run, block, give);
	hr_host_site_leave();
}

static void watched_free(void *block)
{
	release(hr_run_current(), block, free);
}

static int watched_munmap(void *pages, size_t bytes)
{
	hr_run *run = hr_run_current();

	if (run)
		give_up(run, pages, bytes);
	return munmap(pages, bytes);
}

/* What stays where it was, stays tracked. */
static void *realloc_in(hr_run *run, void *block, size_t bytes)
{
	size_t before = block ? malloc_usable_size(block) : 0;
	void *now;

	if (before && !bytes) {
		release(run, block, free);
		return NULL;
	}
	if (before)
		(void)hr_run_note(run, hr_offload_bring_back(run, block, before, false));
	if (!before || bytes <= before ||
	    !(hr_tracked_within(run->tracker, block, before) ||
	      hr_launched_with(run, block, before))) {
		hr_check_block_taken(run->checker, block);
		return run->host->kept.realloc(block, bytes);
	}
	now = run->host->kept.realloc(NULL, bytes);
	if (!now)
		return NULL;
	memcpy(now, block, before);
	release(run, block, free);
	return now;
}

static void *watched_realloc(void *block, size_t bytes)
{
	hr_run *run = hr_run_current();

	return run ? realloc_in(run, block, bytes) : realloc(block, bytes);
}

/* Operators of C++; the size that some are told is no more than a hint. */
static void delete_by(bool array, void *block)
{
	hr_run *run = hr_run_current();
	hr_give_back *give;
	void *same;

	if (run) {
		release(run, block, run->host->kept.operators[array]);
		return;
	}
	same = dlsym(RTLD_DEFAULT, array ? "_ZdaPv" : "_ZdlPv");
	memcpy(&give, &same, sizeof(give));
	give(block);
}

static void watched_delete(void *block)
{
	delete_by(false, block);
}

static void watched_delete_array(void *block)
{
	delete_by(true, block);
}

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

bool hr_runtime_is_free(const hr_run *run, const char *name)
{
	if (!run->host->kept.watching)
		return false;
	for (size_t i = 0; i < sizeof(stand_ins) / sizeof(stand_ins[0]); i++)
		if (strcmp(name, stand_ins[i].name) == 0)
			return stand_ins[i].function != (void *)watched_munmap;
	return false;
}

void hr_runtime_watch(hr_run *run, bool watch)
{
	run->host->kept.watching = watch;
}

void hr_runtime_watch_no_more(hr_run *run)
{
	hr_resident_blocks *kept = &run->host->kept;

	pthread_mutex_lock(&kept->lock);
	for (size_t i = 0; i < kept->blocks.count; i++)
		if (!kept->blocks.data[i].launched)
			kept->blocks.data[i].give(kept->blocks.data[i].block);
	kept->blocks.count = kept->memory = 0;
	__atomic_store_n(&kept->any, false, __ATOMIC_RELAXED);
	kept->watching = false;
	pthread_mutex_unlock(&kept->lock);
}

void *hr_runtime_free(hr_run *run, const char *name, void *real, void *found)
{
	hr_resident_blocks *kept = &run->host->kept;

	if (!kept->watching)
		return found;
	for (size_t i = 0; i < sizeof(stand_ins) / sizeof(stand_ins[0]); i++) {
		void *same;

		if (strcmp(name, stand_ins[i].name) != 0 || real != dlsym(RTLD_DEFAULT, name))
			continue;
		same = dlsym(RTLD_DEFAULT, stand_ins[i].same);
		if (stand_ins[i].name[0] == '_')
			memcpy(&kept->operators[stand_ins[i].name[3] == 'a'], &same, sizeof(same));
		else if (stand_ins[i].function == (void *)watched_realloc)
			memcpy(&kept->realloc, &found, sizeof(found));
		return stand_ins[i].function;
	}
	return found;
}
