/* src/base/alloc.h -- the one door to the heap.
 *
 * No allocation returns NULL: when memory is out, the out-of-memory handler is called, which
 * must not return (the default prints one line and exits with the code of HR_LIMIT). Sizes that
 * are products go through the _array forms, which check for overflow. */
#ifndef HR_ALLOC_H
#define HR_ALLOC_H

#include <stddef.h>

void *hr_alloc(size_t bytes);                    /* uninitialised; owned by the caller */
void *hr_alloc_zero(size_t bytes);               /* zeroed */
void *hr_alloc_array(size_t count, size_t size); /* count * size, checked, zeroed */
void *hr_resize(void *old, size_t bytes);
void *hr_resize_array(void *old, size_t count, size_t size);
void hr_free(void *memory);        /* NULL is fine */
char *hr_strdup(const char *text); /* owned by the caller */

/* Tests: the NTH allocation from now on fails (0: none), and what happens then. */
void hr_alloc_fail_after(unsigned long nth);
typedef void hr_out_of_memory(size_t bytes);
hr_out_of_memory *hr_alloc_set_out_of_memory(hr_out_of_memory *handler); /* gives the one before */

#endif
