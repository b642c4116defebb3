/* backends/nvidia/double/double_cuda.h -- the functions that the double has in place of the driver's. */
#ifndef HR_NV_DOUBLE_CUDA_H
#define HR_NV_DOUBLE_CUDA_H

#include "double.h"

#define X(field, symbol, parameters) DB_EXPORT nv_result symbol parameters;
#include "driver.def"
#undef X

#endif
