/* interp/run/value_text.h -- values as words, for diagnostics. */
#ifndef HR_VALUE_TEXT_H
#define HR_VALUE_TEXT_H

#include "interp/run/run.h"

enum { HR_VALUE_TEXT = 64 };

/* BYTES bytes as a number: 1, 2, 4 or 8, signed, or FLOATING; any other count as hexadecimal digits
 * in the order of addresses. Gives TEXT. */
const char *hr_bytes_text(const void *bytes, size_t count, bool floating, char text[HR_VALUE_TEXT]);
/* A value of TYPE in an image. */
const char *hr_value_text(const hr_type *type, const void *image, char text[HR_VALUE_TEXT]);
/* " (1, 2)": the index of an instance, or "" of a node that is not replicated. */
const char *hr_index_text(unsigned dims, const int64_t id[3], char text[HR_VALUE_TEXT]);

#endif
