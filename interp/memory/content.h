/* interp/memory/content.h -- what a buffer holds, for whoever records the run: a number that tells
 * contents apart. */
#ifndef HR_CONTENT_H
#define HR_CONTENT_H

#include <stddef.h>
#include <stdint.h>

#include "interp/run/thread.h"

/* Equal contents give equal numbers, on every machine; others almost never do. */
uint64_t hr_content_hash(const void *bytes, size_t count);
/* The buffer that the pointer of PORT leads to, of COUNT ports whose values are in IMAGE: up to the
 * end of the tracked object, or as long as the size after it says. False: it leads to no tracked
 * object. */
bool hr_content_find(const hr_run *run, const hr_port *ports, unsigned count, unsigned port,
		     const uint8_t *image, void **address, size_t *bytes);
/* The number of what memory holds that may not be there: false, and nothing has happened. COPY (may
 * be NULL) gets the first ROOM bytes. */
bool hr_content_read(hr_thread *thread, const void *bytes, size_t count, uint64_t *hash,
		     uint8_t *copy, size_t room);

#endif
