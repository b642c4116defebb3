/* interp/host/fresh.c -- fill memory that the host allocates, so that uninitialised bytes can be
 * recognised.
 *
 * With --check=uninit these functions replace those of the C library that return memory without
 * contents. The whole usable size of a block is filled, so that memory moved by realloc() is filled
 * as well. A program that defines its own malloc() keeps it.
 *
 * Owns:      nothing.
 * Clauses:   M6 (uninitialised).
 * Not here:  recognising the fill pattern (interp/check/uninit/host.c,
 *            interp/check/access/arguments.c), variables of host code (fill.c). */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "interp/check/shadow.h"
#include "interp/host/host_runtime.h"
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
