/* backends/cuda/translate/kernel_record.h -- serialises the description of a kernel's arguments,
 * for the cache of machine code and for images written by `--emit`.
 *
 * In an image, the record of a kernel is a global variable whose name is derived from the unit's
 * content hash. A lookup of that name through the driver finds the record of exactly this unit, or
 * nothing. */
#ifndef HR_KERNEL_RECORD_H
#define HR_KERNEL_RECORD_H

#include "backends/cuda/translate/cuda_code.h"
#include "backends/shared/cache.h"

/* The version of the translation, including the math library for devices. It must change whenever
 * the result for a unit changes. */
#define CUDA_FORMAT "hpvm-run cuda 6"

enum { CUDA_RECORD_NAME = 48, CUDA_MOST_RECORD = 64 << 10 };

typedef HR_VEC(uint8_t) cuda_record;

/* Append the record of CODE, without its module, to TO. The caller frees TO. */
void cuda_record_add(cuda_record *to, const cuda_code *code);
/* Parse a record at the beginning of DATA into CODE, which gets no module. Return the size of the
 * record, or 0 with CODE unchanged if it is invalid. */
size_t cuda_record_read(cuda_code *code, const uint8_t *data, size_t size);

/* Write the name of the variable that holds the record of UNIT's kernel to NAME and return NAME.
 * DISJOINT selects the variant for pointers that do not overlap. */
const char *cuda_record_name(const hr_unit *unit, bool disjoint, char name[CUDA_RECORD_NAME]);
/* Add this variable to CODE's module. */
void cuda_record_embed(const cuda_code *code, const hr_unit *unit, bool disjoint);

#endif
