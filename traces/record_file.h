/* traces/record_file.h -- the file of a trace while it is written: packs blocks and writes them, in a thread of its own.
 *
 *	record_file *file = record_file_new(path, &error);
 *	record_file_head(file, text, bytes);
 *	uint8_t *events = record_file_room(file);         // HR_RECORD_ROOM bytes to fill
 *	events = record_file_put(file, events, &block);   // full: the next ones
 *	error = record_file_close(file, events, &last);   // the rest, and the index
 *
 * Memory is bounded: whoever fills blocks faster than they are written waits. One thread at a time. */
#ifndef HR_RECORD_FILE_H
#define HR_RECORD_FILE_H

#include "trace_format.h"

#include <stdbool.h>
#include <stddef.h>

enum { HR_RECORD_ROOM = HR_TRACE_MOST_BLOCK };

typedef struct record_file record_file;

/* NULL: *error says why not. */
record_file *record_file_new(const char *path, int *error);
void record_file_head(record_file *self, const char *text, size_t bytes);
uint8_t *record_file_room(record_file *self);
/* Takes what was filled, as BLOCK says, but for `packed`; gives other room. */
uint8_t *record_file_put(record_file *self, uint8_t *events, const hr_trace_block *block);
/* Something could not be written; nothing is any more. */
bool record_file_failed(const record_file *self);
/* Frees SELF. 0, or the errno of what could not be written. A process that the program has forked leaves the file alone. */
int record_file_close(record_file *self, uint8_t *events, const hr_trace_block *last);

#endif
