/* interp/memory/write_log.h -- the old contents of memory outside of known regions that an
 * execution writes, so that the execution can be undone.
 *
 * A program may reach memory that no tracker knows: what a pointer in tracked memory points to, for
 * example. Such memory is not copied before an execution. Instead, each write to it is announced
 * here before it happens.
 *
 * Not safe from several threads: the caller holds a lock. */
#ifndef HR_WRITE_LOG_H
#define HR_WRITE_LOG_H

#include "interp/memory/regions.h"

enum { HR_LOGGED_BYTES = 64 };

/* An aligned block of memory. Bit i of MASK is set if byte i has been announced. */
typedef struct hr_logged {
	uint8_t *base;
	uint64_t mask;
	/* contents before the execution, and after its first order */
	uint8_t before[HR_LOGGED_BYTES], first[HR_LOGGED_BYTES];
} hr_logged;

/* A log set to zero bytes is empty. */
typedef struct hr_write_log {
	const hr_regions *regions; /* borrowed; copied by others, and not logged */
	hr_map index;              /* address of a block to its position in BLOCKS */
	HR_VEC(hr_logged) blocks;  /* in the order of their first writes */
	/* a function that was called and may have written anything; borrowed. NULL: none */
	const char *blind;
} hr_write_log;

/* Empty LOG and set the regions that are not logged. */
void hr_log_begin(hr_write_log *log, const hr_regions *regions);
/* Return true if the regions contain all bytes from BASE to END. */
bool hr_log_covers(const hr_write_log *log, uint64_t base, uint64_t end);
/* Save the BYTES at ADDRESS, except those in regions and those saved before. Call FRESH, unless
 * NULL, for each part that is saved. */
typedef void hr_log_fresh(void *data, const void *base, size_t bytes);
void hr_log_note(hr_write_log *log, uint64_t address, uint64_t bytes, hr_log_fresh *fresh,
		 void *data);
/* Remember the current contents as those after the first order. */
void hr_log_keep(hr_write_log *log);
/* Restore the contents before the execution, or those after the first order. */
void hr_log_restore(const hr_write_log *log, bool first);
void hr_log_free(hr_write_log *log);

#endif
