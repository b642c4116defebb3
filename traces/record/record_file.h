/* traces/record/record_file.h -- the file of a trace while it is written: its head, packed blocks,
 * and the index. For one thread. */
#ifndef HR_RECORD_FILE_H
#define HR_RECORD_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "traces/trace_format.h"

typedef struct record_file record_file;

/* NULL: *error says why not. */
record_file *record_file_new(const char *path, int *error);
void record_file_head(record_file *self, const char *text, size_t bytes);
/* Packs EVENTS and writes them, as BLOCK says, but for `packed`. */
void record_file_block(record_file *self, const hr_trace_block *block, const uint8_t *events);
/* Something could not be written; nothing is any more. From any thread. */
bool record_file_failed(const record_file *self);
/* Writes the index. 0, or the errno of what could not be written. Frees SELF. */
int record_file_close(record_file *self);

#endif
