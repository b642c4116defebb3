/* interp/host/fresh.c -- the functions that allocate memory: what the host gets is filled, so that uninitialised bytes
 * can be recognised, and kernels get no more than the heap of a device has.
 *
 * With --check=uninit these functions replace those of the C library that return memory without
 * contents. The whole usable size of a block is filled, so that memory moved by realloc() is filled
 * as well. A program that defines its own malloc() keeps it.
 *
 * Owns:      nothing.
 * Clauses:   M6 (uninitialised), K4 (a device's heap).
 * Not here:  recognising the fill pattern (interp/check/uninit/host.c,
 *            interp/check/access/arguments.c), variables of host code (fill.c). */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "interp/check/shadow.h"
#include "interp/host/host.h"
#include "interp/host/host_runtime.h"
#include "interp/host/host_state.h"
#include "interp/memory/device_heap.h"
#include "interp/memory/fresh_fill.h"

/* Blocks are aligned to 16 bytes. */
static void *fill_from(void *block, size_t from)
{
	size_t end = block ? malloc_usable_size(block) : 0;

	if (from < end)
		hr_fresh_fill((char *)block + from, end - from);
	return block;
}

static void *fresh_malloc(size_t bytes)
{
	return fill_from(malloc(bytes), 0);
}

static void *fresh_realloc(void *block, size_t bytes)
{
	size_t before = block ? malloc_usable_size(block) : 0;

	return fill_from(realloc(block, bytes), before);
}

static void *fresh_reallocarray(void *block, size_t count, size_t bytes)
{
	size_t before = block ? malloc_usable_size(block) : 0;

	return fill_from(reallocarray(block, count, bytes), before);
}

static void *fresh_aligned_alloc(size_t align, size_t bytes)
{
	return fill_from(aligned_alloc(align, bytes), 0);
}

static int fresh_posix_memalign(void **block, size_t align, size_t bytes)
{
	int error = posix_memalign(block, align, bytes);

	if (!error)
		fill_from(*block, 0);
	return error;
}

/* C++ operators by their mangled names. Exceptions that they throw pass through these functions. */
typedef void *plain_new(size_t bytes);
typedef void *quiet_new(size_t bytes, const void *nothrow);
typedef void *aligned_new(size_t bytes, size_t align);

/* Set *FUNCTION, of one of the types above, to the operator NAME. */
static void find_new(const char *name, void *function)
{
	void *address = dlsym(RTLD_DEFAULT, name);

	memcpy(function, &address, sizeof(address));
}

static void *fresh_new(size_t bytes)
{
	plain_new *function;

	find_new("_Znwm", &function);
	return fill_from(function(bytes), 0);
}

static void *fresh_new_quiet(size_t bytes, const void *nothrow)
{
	quiet_new *function;

	find_new("_ZnwmRKSt9nothrow_t", &function);
	return fill_from(function(bytes, nothrow), 0);
}

static void *fresh_new_aligned(size_t bytes, size_t align)
{
	aligned_new *function;

	find_new("_ZnwmSt11align_val_t", &function);
	return fill_from(function(bytes, align), 0);
}

#define STANDS_IN(name, function) {name, (void *)(function)}

void *hr_runtime_fresh(const char *name, void *found)
{
	static const struct {
		const char *name;
		void *function;
	} fresh[] = {
		STANDS_IN("malloc", fresh_malloc),
		STANDS_IN("realloc", fresh_realloc),
		STANDS_IN("reallocarray", fresh_reallocarray),
		STANDS_IN("aligned_alloc", fresh_aligned_alloc),
		STANDS_IN("memalign", fresh_aligned_alloc),
		STANDS_IN("posix_memalign", fresh_posix_memalign),
		STANDS_IN("_Znwm", fresh_new),
		STANDS_IN("_Znam", fresh_new),
		STANDS_IN("_ZnwmRKSt9nothrow_t", fresh_new_quiet),
		STANDS_IN("_ZnamRKSt9nothrow_t", fresh_new_quiet),
		STANDS_IN("_ZnwmSt11align_val_t", fresh_new_aligned),
		STANDS_IN("_ZnamSt11align_val_t", fresh_new_aligned),
	};

	for (size_t i = 0; i < sizeof(fresh) / sizeof(fresh[0]); i++)
		if (strcmp(name, fresh[i].name) == 0 && found == dlsym(RTLD_DEFAULT, name))
			return fresh[i].function;
	return found;
}

/* --- the heap of a device ---------------------------------------------------------------------- */

/* What a kernel does not free lives as long as the process. With --check=bounds other functions do this. */
static void *allocate(unsigned kind, size_t bytes)
{
	hr_run *run = hr_run_current();
	void *block;

	if (!hr_heap_reserve(run, bytes))
		return NULL;
	block = run->host->device_heap.allocate[kind](bytes);
	hr_heap_made(run, block, bytes);
	return block;
}

static void release(unsigned kind, void *block)
{
	hr_run *run = hr_run_current();

	hr_heap_freed(run, block);
	run->host->device_heap.release[kind](block);
}

enum { PLAIN, NEW, NEW_ARRAY };

static void *device_malloc(size_t bytes)
{
	return allocate(PLAIN, bytes);
}

static void *device_new(size_t bytes)
{
	return allocate(NEW, bytes);
}

static void *device_new_array(size_t bytes)
{
	return allocate(NEW_ARRAY, bytes);
}

static void device_free(void *block)
{
	release(PLAIN, block);
}

static void device_delete(void *block)
{
	release(NEW, block);
}

static void device_delete_array(void *block)
{
	release(NEW_ARRAY, block);
}

void *hr_runtime_device(hr_run *run, const char *name, void *found)
{
	static const struct {
		const char *name;
		unsigned kind;
		bool releases;
		void *function;
	} functions[] = {
		{"malloc", PLAIN, false, (void *)device_malloc},
		{"_Znwm", NEW, false, (void *)device_new},
		{"_Znam", NEW_ARRAY, false, (void *)device_new_array},
		{"free", PLAIN, true, (void *)device_free},
		{"_ZdlPv", NEW, true, (void *)device_delete},
		{"_ZdlPvm", NEW, true, (void *)device_delete},
		{"_ZdaPv", NEW_ARRAY, true, (void *)device_delete_array},
		{"_ZdaPvm", NEW_ARRAY, true, (void *)device_delete_array},
	};
	hr_device_functions *heap = &run->host->device_heap;

	if (!run->program->kernel || run->options.checks & HR_CHECK_BOUNDS || !found)
		return found;
	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
		if (strcmp(name, functions[i].name) != 0)
			continue;
		if (functions[i].releases)
			memcpy(&heap->release[functions[i].kind], &found, sizeof(found));
		else
			memcpy(&heap->allocate[functions[i].kind], &found, sizeof(found));
		return functions[i].function;
	}
	return found;
}
