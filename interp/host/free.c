/* interp/host/free.c -- defer freeing memory that a launched graph uses, or that is tracked.
 *
 * Such a block is not returned to the C library, so that no other allocation gets its bytes and
 * every access to them is a use after free. A block that is held only because it is tracked is
 * freed when tracking ends, or when there are too many. All other blocks are freed at once, and
 * without --check=bounds every block is. The tracker and devices with a copy of a block are
 * notified.
 *
 * Owns:      the blocks whose freeing is deferred.
 * Clauses:   M6 (use-after-free).
 * Not here:  finding the access (interp/check/access/bounds.c), which graphs are launched
 *            (launch.c). */
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

typedef void give_back(void *block);

typedef struct quarantined_block {
	uint8_t *block;
	size_t bytes;
	give_back *give;
	bool launched; /* a graph uses it: held until the end of the run */
} quarantined_block;

static hr_run *watching;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static HR_VEC(quarantined_block) blocks; /* oldest first */
static size_t memory;                    /* memory of the blocks that are not LAUNCHED */

/* The caller holds the lock. */
static size_t taken_by(const quarantined_block *one)
{
	return one->launched ? 0 : one->bytes < LARGE ? one->bytes : 1;
}

/* The caller holds the lock. */
static void give_one(size_t at)
{
	const quarantined_block one = blocks.data[at];

	memory -= taken_by(&one);
	blocks.count--;
	memmove(&blocks.data[at], &blocks.data[at + 1], (blocks.count - at) * sizeof(one));
	hr_check_host_given(watching->checker, one.block);
	one.give(one.block);
}

/* Return the oldest block that is held only because it is tracked. */
static size_t oldest(void)
{
	size_t at = 0;

	while (blocks.data[at].launched)
		at++;
	return at;
}

static void notify_checker(void *block, size_t bytes, bool tracked)
{
	char freed[HR_TRACKED_BY], by[HR_TRACKED_BY], text[2 * HR_TRACKED_BY + 40];

	hr_host_call_text(freed);
	hr_tracked_last(watching->tracker, block, bytes, by);
	if (tracked || !*by)
		snprintf(text, sizeof(text), "freed by the host%s", freed);
	else
		snprintf(text, sizeof(text), "tracked by the host%s and freed%s", by, freed);
	hr_check_host_freed(watching->checker, block, bytes, text);
}

static void keep(quarantined_block one, bool tracked)
{
	if (one.bytes >= LARGE)
		hr_pages_zero(one.block, one.block + one.bytes);
	notify_checker(one.block, one.bytes, tracked);
	pthread_mutex_lock(&lock);
	HR_PUSH(&blocks, one);
	memory += taken_by(&one);
	while (memory > QUARANTINE_BYTES)
		give_one(oldest());
	pthread_mutex_unlock(&lock);
}

/* If BLOCK is already held, free it, so that the C library detects the double free. */
static void give_if_quarantined(const void *block)
{
	if (!__atomic_load_n(&blocks.count, __ATOMIC_RELAXED))
		return;
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < blocks.count; i++)
		if (blocks.data[i].block == block) {
			give_one(i);
			break;
		}
	pthread_mutex_unlock(&lock);
}

void hr_runtime_untracked(const void *base)
{
	if (!__atomic_load_n(&blocks.count, __ATOMIC_RELAXED))
		return;
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < blocks.count; i++) {
		quarantined_block *one = &blocks.data[i];

		if (one->launched || (uintptr_t)base - (uintptr_t)one->block >= one->bytes ||
		    hr_tracked_within(watching->tracker, one->block, one->bytes))
			continue;
		if (hr_launched_with(watching, one->block, one->bytes)) {
			memory -= taken_by(one);
			one->launched = true;
		} else {
			give_one(i);
		}
		break;
	}
	pthread_mutex_unlock(&lock);
}

/* Called before memory is freed. Discard copies on devices. Return true if the block was
 * tracked. */
static bool give_up(void *block, size_t bytes)
{
	(void)hr_run_note(watching, hr_offload_bring_back(watching, block, bytes, true));
	return hr_tracked_freed(watching->tracker, block, bytes);
}

static void let_go(void *block, give_back *give)
{
	quarantined_block one = {
		.block = block, .bytes = block ? malloc_usable_size(block) : 0, .give = give};
	bool checked = one.bytes && watching->options.checks & HR_CHECK_BOUNDS, tracked;

	give_if_quarantined(block);
	hr_check_block_taken(watching->checker, block);
	tracked = one.bytes && give_up(block, one.bytes);
	one.launched = checked && hr_launched_with(watching, block, one.bytes);
	if (checked && (tracked || one.launched))
		keep(one, tracked);
	else
		give(block);
}

/* --- the replacements ------------------------------------------------------------------------- */

static void watched_free(void *block)
{
	hr_host_site_enter();
	let_go(block, free);
	hr_host_site_leave();
}

static int watched_munmap(void *pages, size_t bytes)
{
	give_up(pages, bytes);
	return munmap(pages, bytes);
}

static void *(*inner_realloc)(void *block, size_t bytes);

/* A block that is not moved stays tracked. */
static void *watched_realloc(void *block, size_t bytes)
{
	size_t before = block ? malloc_usable_size(block) : 0;
	void *now;

	if (before && !bytes) {
		watched_free(block);
		return NULL;
	}
	if (before)
		(void)hr_run_note(watching, hr_offload_bring_back(watching, block, before, false));
	if (!before || bytes <= before ||
	    !(hr_tracked_within(watching->tracker, block, before) ||
	      hr_launched_with(watching, block, before))) {
		hr_check_block_taken(watching->checker, block);
		return inner_realloc(block, bytes);
	}
	now = inner_realloc(NULL, bytes);
	if (!now)
		return NULL;
	memcpy(now, block, before);
	hr_host_site_enter();
	let_go(block, free);
	hr_host_site_leave();
	return now;
}

/* C++ operators. The size argument of some is only a hint. */
static give_back *operators[2];

static void watched_delete(void *block)
{
	hr_host_site_enter();
	let_go(block, operators[0]);
	hr_host_site_leave();
}

static void watched_delete_array(void *block)
{
	hr_host_site_enter();
	let_go(block, operators[1]);
	hr_host_site_leave();
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

bool hr_runtime_is_free(const char *name)
{
	for (size_t i = 0; watching && i < sizeof(stand_ins) / sizeof(stand_ins[0]); i++)
		if (strcmp(name, stand_ins[i].name) == 0)
			return stand_ins[i].function != (void *)watched_munmap;
	return false;
}

void hr_runtime_watch(hr_run *run)
{
	watching = run;
}

void hr_runtime_watch_no_more(const hr_run *run)
{
	if (watching != run)
		return;
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < blocks.count; i++)
		if (!blocks.data[i].launched)
			blocks.data[i].give(blocks.data[i].block);
	blocks.count = memory = 0;
	watching = NULL;
	pthread_mutex_unlock(&lock);
}

void *hr_runtime_free(const char *name, void *real, void *found)
{
	for (size_t i = 0; watching && i < sizeof(stand_ins) / sizeof(stand_ins[0]); i++) {
		void *same;

		if (strcmp(name, stand_ins[i].name) != 0 || real != dlsym(RTLD_DEFAULT, name))
			continue;
		same = dlsym(RTLD_DEFAULT, stand_ins[i].same);
		if (stand_ins[i].name[0] == '_')
			memcpy(&operators[stand_ins[i].name[3] == 'a'], &same, sizeof(same));
		else if (stand_ins[i].function == (void *)watched_realloc)
			memcpy(&inner_realloc, &found, sizeof(found));
		return stand_ins[i].function;
	}
	return found;
}
