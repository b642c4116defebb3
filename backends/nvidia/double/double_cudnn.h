/* backends/nvidia/double/double_cudnn.h -- the functions that the double has in place of cuDNN's and cuBLASLt's.
 *
 * HPVM_DOUBLE says of their engines: engines=no: there are none; fusion=no: none for more than one operation; direct=no: no algorithm
 * of a convolution that is one call. */
#ifndef HR_NV_DOUBLE_CUDNN_H
#define HR_NV_DOUBLE_CUDNN_H

#include "api.h"
#include "double.h"

#define X(field, symbol, result, parameters) DB_EXPORT result symbol parameters;
#include "cublaslt.def"
#include "cudnn.def"
#undef X

/* The stream of a handle of cuDNN, which is alive. */
nv_stream db_cudnn_stream(dc_handle handle);

#endif
