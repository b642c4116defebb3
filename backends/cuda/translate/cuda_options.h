/* backends/cuda/translate/cuda_options.h -- the options of the module cuda. */
#ifndef HR_CUDA_OPTIONS_H
#define HR_CUDA_OPTIONS_H

#include "backends/backend.h"

enum {
	CUDA_OPTION_device,
	CUDA_OPTION_driver,
	CUDA_OPTION_block,
	CUDA_OPTION_graphs,
	CUDA_OPTION_images,
	CUDA_OPTION_libdevice,
	CUDA_OPTION_toolkit,
	CUDA_OPTION_arch,
	CUDA_OPTIONS
};
extern const hr_backend_option cuda_options[CUDA_OPTIONS];

#endif
