/* backends/cuda/translate/kernel_record.h -- what a kernel is called with, as bytes: in the cache
 * beside machine code, and within images of `--emit`.
 *
 * In an image a kernel's record is a global variable, which its content key names: whoever has the
 * unit asks the driver for that name, and gets the record of this very unit, or nothing. */
#ifndef HR_KERNEL_RECORD_H
#define HR_KERNEL_RECORD_H

#include "backends/cuda/translate/cuda_code.h"
#include "backends/shared/cache.h"

/* Of what is made of a unit, with our functions of numbers: another one for all that is made
 * otherwise. */
#define CUDA_FORMAT "hpvm-run cuda 6"

enum { CUDA_RECORD_NAME = 48, CUDA_MOST_RECORD = 64 << 10 };

typedef HR_VEC(uint8_t) cuda_record;

/* Appends CODE's, without its module. Freed by the caller. */
void cuda_record_add(cuda_record *to, const cuda_code *code);
/* At the beginning of DATA: gives CODE, without a module, and how many bytes that was; 0: it is
 * none, and CODE is left alone. */
size_t cuda_record_read(cuda_code *code, const uint8_t *data, size_t size);

/* Of the variable that has the record of UNIT's kernel, where pointers are DISJOINT, or may
 * overlap. Gives NAME. */
const char *cuda_record_name(const hr_unit *unit, bool disjoint, char name[CUDA_RECORD_NAME]);
/* Adds that variable to CODE's module. */
void cuda_record_embed(const cuda_code *code, const hr_unit *unit, bool disjoint);

#endif
