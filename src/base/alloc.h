/* src/base/alloc.h -- all allocations on the heap.
 *
 * No allocation returns NULL: if memory is exhausted, the out-of-memory handler is called, which
 * must not return (the default prints one line and exits with the code of HR_LIMIT). Sizes that are
 * products use the _array functions, which check for overflow. */
#ifndef HR_ALLOC_H
#define HR_ALLOC_H

#include <stddef.h>

#include "src/base/status.h"

void *hr_alloc(size_t bytes);                    /* uninitialised; owned by the caller */
void *hr_alloc_zero(size_t bytes);               /* zeroed */
void *hr_alloc_array(size_t count, size_t size); /* count * size, checked, zeroed */
void *hr_resize(void *old, size_t bytes);
void *hr_resize_array(void *old, size_t count, size_t size);
void hr_free(void *memory);        /* NULL is fine */
char *hr_strdup(const char *text); /* owned by the caller */

/* Call the out-of-memory handler: memory that does not come from here cannot be had. */
HR_NORETURN void hr_alloc_failed(size_t bytes);
/* For tests: make the NTH allocation from now on fail (0: none). */
void hr_alloc_fail_after(unsigned long nth);
typedef void hr_out_of_memory(size_t bytes);
/* returns the previous one */
hr_out_of_memory *hr_alloc_set_out_of_memory(hr_out_of_memory *handler);

#endif
