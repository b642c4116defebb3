/* traces/record/record_file.h -- the file of a trace while it is written: its head, packed blocks,
 * and the index. For one thread. */
#ifndef HR_RECORD_FILE_H
#define HR_RECORD_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "traces/trace_format.h"

typedef struct record_file record_file;

/* Return NULL and set *ERROR on failure. */
record_file *record_file_new(const char *path, int *error);
void record_file_head(record_file *self, const char *text, size_t bytes);
/* Pack EVENTS and write them as described by BLOCK, except `packed`. */
void record_file_block(record_file *self, const hr_trace_block *block, const uint8_t *events);
/* Return true if a write has failed; nothing is written any more. Thread-safe. */
bool record_file_failed(const record_file *self);
/* Write the index and free SELF. Return 0, or the errno of the first write that failed. */
int record_file_close(record_file *self);

#endif
