/* backends/nvidia/mock/mock_cuda.h -- the functions that the mock has in place of the driver's. */
#ifndef HR_MOCK_CUDA_H
#define HR_MOCK_CUDA_H

#include "backends/nvidia/mock/mock.h"

#define X(field, symbol, parameters) MOCK_EXPORT nv_result symbol parameters;
#include "backends/nvidia/driver.def"
#undef X

#endif
