/* src/base/alloc.c -- allocation with one hook, so that tests can fail each allocation in turn.
 *
 * Invariant: no function here returns NULL.
 * Not here:  arenas (arena.c). */
#include "src/base/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/status.h"

static unsigned long countdown;
static hr_out_of_memory *out_of_memory;

void hr_alloc_failed(size_t bytes)
{
	if (out_of_memory)
		out_of_memory(bytes);
	fprintf(stderr, "%s: error: out of memory (%zu bytes requested)\n", hr_command, bytes);
	fprintf(stderr, "%s: %s (exit %d)\n", hr_command, hr_status_text(HR_LIMIT),
		hr_exit_code(HR_LIMIT));
	fflush(stderr);
	_Exit(hr_exit_code(HR_LIMIT));
}

static bool must_fail(void)
{
	return countdown && --countdown == 0;
}

static size_t checked_product(size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes))
		hr_alloc_failed(SIZE_MAX);
	return bytes;
}

void *hr_alloc(size_t bytes)
{
	void *memory = must_fail() ? NULL : malloc(bytes ? bytes : 1);

	if (!memory)
		hr_alloc_failed(bytes);
	return memory;
}

void *hr_alloc_zero(size_t bytes)
{
	void *memory = must_fail() ? NULL : calloc(1, bytes ? bytes : 1);

	if (!memory)
		hr_alloc_failed(bytes);
	return memory;
}

void *hr_alloc_array(size_t count, size_t size)
{
	return hr_alloc_zero(checked_product(count, size));
}

void *hr_resize(void *old, size_t bytes)
{
	void *memory = must_fail() ? NULL : realloc(old, bytes ? bytes : 1);

	if (!memory)
		hr_alloc_failed(bytes);
	return memory;
}

void *hr_resize_array(void *old, size_t count, size_t size)
{
	return hr_resize(old, checked_product(count, size));
}

void hr_free(void *memory)
{
	free(memory);
}

char *hr_strdup(const char *text)
{
	size_t bytes = strlen(text) + 1;

	return memcpy(hr_alloc(bytes), text, bytes);
}

void hr_alloc_fail_after(unsigned long nth)
{
	countdown = nth;
}

hr_out_of_memory *hr_alloc_set_out_of_memory(hr_out_of_memory *handler)
{
	hr_out_of_memory *before = out_of_memory;

	out_of_memory = handler;
	return before;
}

#ifdef HR_SANITIZERS
/* Called by AddressSanitizer. Exhausted memory is reported by hr_alloc(), not by the sanitizer. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}
#endif
