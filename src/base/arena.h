/* src/base/arena.h -- memory that is freed all at once: one arena for a module, a graph, a run.
 *
 * Blocks are aligned to 16 bytes and never move. Not safe for several threads at once. */
#ifndef HR_ARENA_H
#define HR_ARENA_H

#include "src/base/map.h"

typedef struct hr_arena_block hr_arena_block;
typedef struct hr_arena {
	hr_arena_block *blocks; /* owns; newest first */
	bool shares_texts;
	hr_map texts; /* hash to text, if it shares texts */
} hr_arena;

/* Initialise an empty arena; free all its memory. */
void hr_arena_init(hr_arena *arena);
void hr_arena_free(hr_arena *arena);
/* From now on, equal texts of the last three functions below are one copy, which callers do not
 * change: for an arena that lives long and gets the same texts again and again. */
void hr_arena_share_texts(hr_arena *arena);
void *hr_arena_alloc(hr_arena *arena, size_t bytes);              /* zeroed */
void *hr_arena_array(hr_arena *arena, size_t count, size_t size); /* checked, zeroed */
char *hr_arena_strdup(hr_arena *arena, const char *text);
char *hr_arena_strndup(hr_arena *arena, const char *text, size_t length);
char *hr_arena_printf(hr_arena *arena, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#define HR_ARENA_NEW(arena, type) ((type *)hr_arena_alloc((arena), sizeof(type)))

#endif
