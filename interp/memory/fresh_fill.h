/* interp/memory/fresh_fill.h -- what fresh memory of host code is filled with, so that it shows
 * whether it was written. */
#ifndef HR_FRESH_FILL_H
#define HR_FRESH_FILL_H

#include <stddef.h>
#include <stdint.h>

/* What fresh memory of the host is filled with: a word that still holds it has not been written. */
#define HR_FRESH_WORD UINT64_C(0xB5D17E2C93A64FE8)

/* Fills memory: what it holds follows from its address. */
void hr_fresh_fill(void *memory, size_t bytes);

#endif
