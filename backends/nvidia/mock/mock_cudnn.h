/* backends/nvidia/mock/mock_cudnn.h -- the mock's replacements of the functions of cuDNN and
 * cuBLASLt.
 *
 * Options in HPVM_MOCK: engines=no: there are no engines; fusion=no: no engine for more than one
 * operation; direct=no: no algorithm for a convolution by a single call. */
#ifndef HR_MOCK_CUDNN_H
#define HR_MOCK_CUDNN_H

#include "backends/cudnn/cudnn_api.h"
#include "backends/nvidia/mock/mock.h"

#define X(field, symbol, result, parameters) MOCK_EXPORT result symbol parameters;
#include "backends/cudnn/cublaslt.def"
#include "backends/cudnn/cudnn.def"
#undef X

/* Return the stream of a live cuDNN handle. */
nv_stream mock_cudnn_stream(dc_handle handle);

#endif
