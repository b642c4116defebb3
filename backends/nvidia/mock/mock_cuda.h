/* backends/nvidia/mock/mock_cuda.h -- the mock's replacements of the driver's functions. */
#ifndef HR_MOCK_CUDA_H
#define HR_MOCK_CUDA_H

#include "backends/nvidia/mock/mock.h"

#define X(field, symbol, parameters) MOCK_EXPORT nv_result symbol parameters;
#include "backends/nvidia/driver.def"
#undef X

#endif
