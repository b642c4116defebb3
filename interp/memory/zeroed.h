/* interp/memory/zeroed.h -- memory for the outputs of grids. */
#ifndef HR_ZEROED_H
#define HR_ZEROED_H

#include <stddef.h>

/* Return BYTES bytes that are 0, or NULL. */
void *hr_zeroed(size_t bytes);
void hr_zeroed_free(void *memory, size_t bytes); /* MEMORY may be NULL */

#endif
