/* interp/run/value_text.h -- formats values for diagnostics. */
#ifndef HR_VALUE_TEXT_H
#define HR_VALUE_TEXT_H

#include "interp/run/run.h"

enum { HR_VALUE_TEXT = 64 };

/* Write COUNT bytes to TEXT and return it: 1, 2, 4 or 8 bytes as a signed or FLOATING number, any
 * other count as hexadecimal digits in the order of addresses. */
const char *hr_bytes_text(const void *bytes, size_t count, bool floating, char text[HR_VALUE_TEXT]);
/* Write a value of TYPE in an image. */
const char *hr_value_text(const hr_type *type, const void *image, char text[HR_VALUE_TEXT]);
/* Write the index of an instance: " (1, 2)", or "" if the node is not replicated. */
const char *hr_index_text(unsigned dims, const int64_t id[3], char text[HR_VALUE_TEXT]);
/* Write what messages call the instance ID of the node PATH, as far as ROOM allows, and return the
 * length of the whole: "'Root/Leaf' (1, 2)", or in a kernel "work-item (2, 1, 0)". */
size_t hr_instance_print(char *text, size_t room, const char *path, hr_instance_kind kind,
			 unsigned dims, const int64_t id[3]);
/* The same in the arena. */
const char *hr_instance_text(hr_arena *arena, const char *path, hr_instance_kind kind,
			     unsigned dims, const int64_t id[3]);

#endif
