/* interp/memory/content.h -- the contents of a buffer, for the recorder of a run: a hash that tells
 * contents apart. */
#ifndef HR_CONTENT_H
#define HR_CONTENT_H

#include <stddef.h>
#include <stdint.h>

#include "interp/run/thread.h"

/* Return a hash of the contents. It is the same on every machine; different contents almost always
 * have different hashes. */
uint64_t hr_content_hash(const void *bytes, size_t count);
/* Find the buffer that the pointer of PORT points to. PORT is one of COUNT ports whose values are
 * in IMAGE. The buffer ends where its tracked object ends, or is as long as the size argument after
 * the pointer. Return false if the pointer points to no tracked object. */
bool hr_content_find(const hr_run *run, const hr_port *ports, unsigned count, unsigned port,
		     const uint8_t *image, void **address, size_t *bytes);
/* Store the hash of COUNT bytes at BYTES in *HASH, and the first ROOM bytes in COPY (may be NULL).
 * The memory may be unmapped: return false then, without other effects. */
bool hr_content_read(hr_thread *thread, const void *bytes, size_t count, uint64_t *hash,
		     uint8_t *copy, size_t room);

#endif
