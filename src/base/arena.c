/* src/base/arena.c -- a chain of blocks with bump allocation.
 *
 * Invariant: used <= size in every block; allocations come from the newest block.
 * Owns:      its blocks. */
#include "src/base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "src/base/alloc.h"
#include "src/base/hash.h"

/* A block has twice the size of the one before, from LEAST_BYTES to BLOCK_BYTES. */
enum { LEAST_BYTES = 1024, BLOCK_BYTES = 64 * 1024, ALIGN = 16 };

struct hr_arena_block {
	hr_arena_block *next;
	size_t used, size;
	_Alignas(ALIGN) char bytes[];
};

void hr_arena_init(hr_arena *arena)
{
	*arena = (hr_arena){0};
}

void hr_arena_share_texts(hr_arena *arena)
{
	arena->shares_texts = true;
}

void hr_arena_free(hr_arena *arena)
{
	while (arena->blocks) {
		hr_arena_block *next = arena->blocks->next;

		hr_free(arena->blocks);
		arena->blocks = next;
	}
	hr_map_free(&arena->texts);
}

static hr_arena_block *new_block(hr_arena *arena, size_t bytes)
{
	const size_t before = arena->blocks ? arena->blocks->size : LEAST_BYTES / 2;
	const size_t usual = before < BLOCK_BYTES / 2 ? 2 * before : BLOCK_BYTES;
	size_t size = bytes > usual ? bytes : usual;
	size_t whole =
		size > SIZE_MAX - sizeof(hr_arena_block) ? SIZE_MAX : sizeof(hr_arena_block) + size;
	hr_arena_block *block = hr_alloc_zero(whole);

	block->size = size;
	block->next = arena->blocks;
	arena->blocks = block;
	return block;
}

void *hr_arena_alloc(hr_arena *arena, size_t bytes)
{
	size_t rounded = (bytes + ALIGN - 1) & ~(size_t)(ALIGN - 1);
	hr_arena_block *block = arena->blocks;
	void *memory;

	if (rounded < bytes) /* overflow: more than the whole memory */
		rounded = bytes;
	if (!block || block->size - block->used < rounded)
		block = new_block(arena, rounded);
	memory = block->bytes + block->used;
	block->used += rounded;
	return memory;
}

void *hr_arena_array(hr_arena *arena, size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes))
		return hr_alloc_array(count, size); /* reports and does not return */
	return hr_arena_alloc(arena, bytes);
}

static char *copy_text(hr_arena *arena, const char *text, size_t length)
{
	char *copy = hr_arena_alloc(arena, length + 1);

	memcpy(copy, text, length);
	return copy;
}

/* Return the copy of TEXT that the arena has, or a new one. Of texts with equal hashes, the last one
 * is known. */
static char *shared_text(hr_arena *arena, const char *text, size_t length)
{
	const uint64_t hash = hr_hash(HR_HASH_FIRST, text, length);
	uint64_t known;
	char *copy;

	if (hr_map_get(&arena->texts, hash, &known)) {
		copy = (char *)(uintptr_t)known;
		if (strncmp(copy, text, length) == 0 && !copy[length])
			return copy;
	}
	copy = copy_text(arena, text, length);
	hr_map_put(&arena->texts, hash, hr_map_key(copy));
	return copy;
}

char *hr_arena_strndup(hr_arena *arena, const char *text, size_t length)
{
	return arena->shares_texts ? shared_text(arena, text, length)
				   : copy_text(arena, text, length);
}

char *hr_arena_strdup(hr_arena *arena, const char *text)
{
	return hr_arena_strndup(arena, text, strlen(text));
}

static char *print_shared(hr_arena *arena, size_t length, const char *format, va_list args)
{
	char *text = hr_alloc(length + 1), *shared;

	vsnprintf(text, length + 1, format, args);
	shared = shared_text(arena, text, length);
	hr_free(text);
	return shared;
}

char *hr_arena_printf(hr_arena *arena, const char *format, ...)
{
	va_list args, again;
	int length;
	char *text;

	va_start(args, format);
	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (arena->shares_texts) {
		text = print_shared(arena, (size_t)length, format, again);
	} else {
		text = hr_arena_alloc(arena, (size_t)length + 1);
		vsnprintf(text, (size_t)length + 1, format, again);
	}
	va_end(again);
	return text;
}
