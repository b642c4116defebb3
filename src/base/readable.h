/* src/base/readable.h -- text of programs, such as names, without characters that a person cannot
 * read.
 *
 * Names of functions, parameters and files may contain any bytes. Readable text is valid UTF-8
 * without characters that move a terminal's cursor, change the direction of text or are invisible.
 * These become escapes: \n, \x1b, \u202e; a byte that is not UTF-8 becomes \xff. */
#ifndef HR_READABLE_H
#define HR_READABLE_H

#include <stdbool.h>
#include <stddef.h>

struct hr_arena;

enum { HR_ESCAPE = 8 }; /* bytes of the longest escape, with the terminating null */

/* Return the length of the UTF-8 sequence at TEXT, 1 to 4; 0 if it is invalid. LEFT: bytes at
 * TEXT. */
size_t hr_utf8_length(const char *text, size_t left);
/* Return the number of the character at TEXT, which has LENGTH bytes of valid UTF-8. */
unsigned hr_utf8_character(const char *text, size_t length);
bool hr_is_unreadable(unsigned character);

/* Return the length of the first character of TEXT, which has LEFT bytes, at least one. ESCAPE is
 * what stands for it in readable text; empty if it stands for itself. */
size_t hr_readable(const char *text, size_t left, char escape[HR_ESCAPE]);
/* The same for text that cannot end a comment of C, OpenCL C or assembly. */
size_t hr_readable_in_comment(const char *text, size_t left, char escape[HR_ESCAPE]);
/* Return TEXT if it is readable; otherwise its readable form, in the arena. */
const char *hr_arena_readable(struct hr_arena *arena, const char *text);

#endif
