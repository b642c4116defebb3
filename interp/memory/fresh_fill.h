/* interp/memory/fresh_fill.h -- the pattern in fresh memory of host code, which shows whether
 * memory was written. */
#ifndef HR_FRESH_FILL_H
#define HR_FRESH_FILL_H

#include <stddef.h>
#include <stdint.h>

/* The pattern in fresh memory of the host: a word that still holds it has not been written. */
#define HR_FRESH_WORD UINT64_C(0xB5D17E2C93A64FE8)

/* Fill memory with values that depend on their addresses. */
void hr_fresh_fill(void *memory, size_t bytes);

#endif
