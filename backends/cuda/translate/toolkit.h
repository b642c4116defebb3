/* backends/cuda/translate/toolkit.h -- programs of a CUDA toolkit: PTX to machine code, and several
 * images in one file. */
#ifndef HR_TOOLKIT_H
#define HR_TOOLKIT_H

#include "backends/cuda/translate/cuda_code.h"

enum { CUDA_MOST_IMAGES = 16 };

/* The bytes that ptxas makes of PTX for ARCH. NULL: TEXT says why there are none. Owned by the
 * caller. */
unsigned char *cuda_make_cubin(const char *ptx, cuda_arch arch, size_t *bytes,
			       char text[HR_BACKEND_TEXT]);
/* The same of fatbinary: PTX, which is of VIRTUAL, and machine code for each of COUNT, none of
 * which is below that. */
unsigned char *cuda_make_fatbin(const char *ptx, cuda_arch virtual, const cuda_arch *arches,
				unsigned count, size_t *bytes, char text[HR_BACKEND_TEXT]);

#endif
