/* backends/nvidia/mock/mock_cudnn.h -- the functions that the mock has in place of cuDNN's and
 * cuBLASLt's.
 *
 * HPVM_MOCK says of their engines: engines=no: there are none; fusion=no: none for more than one
 * operation; direct=no: no algorithm of a convolution that is one call. */
#ifndef HR_MOCK_CUDNN_H
#define HR_MOCK_CUDNN_H

#include "backends/cudnn/cudnn_api.h"
#include "backends/nvidia/mock/mock.h"

#define X(field, symbol, result, parameters) MOCK_EXPORT result symbol parameters;
#include "backends/cudnn/cublaslt.def"
#include "backends/cudnn/cudnn.def"
#undef X

/* The stream of a handle of cuDNN, which is alive. */
nv_stream mock_cudnn_stream(dc_handle handle);

#endif
