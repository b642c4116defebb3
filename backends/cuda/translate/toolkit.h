/* backends/cuda/translate/toolkit.h -- runs programs of a CUDA toolkit: ptxas, which compiles PTX
 * to machine code, and fatbinary, which bundles several images. */
#ifndef HR_TOOLKIT_H
#define HR_TOOLKIT_H

#include "backends/cuda/translate/cuda_code.h"

enum { CUDA_MOST_IMAGES = CUDA_MOST_ARCHES };

/* Return the machine code that ptxas makes from PTX for ARCH, owned by the caller. Return NULL on
 * failure, with the reason in TEXT. */
unsigned char *cuda_make_cubin(const char *ptx, cuda_arch arch, const cuda_tools *tools,
			       size_t *bytes, char text[HR_BACKEND_TEXT]);
/* Return the output of fatbinary: PTX for architecture VIRTUAL, and machine code for each of the
 * COUNT ARCHES, none of which is lower than VIRTUAL. */
unsigned char *cuda_make_fatbin(const char *ptx, cuda_arch virtual, const cuda_arch *arches,
				unsigned count, const cuda_tools *tools, size_t *bytes,
				char text[HR_BACKEND_TEXT]);

#endif
