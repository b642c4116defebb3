/* backends/cuda/translate/emitter.h -- units as code for NVIDIA's cards, for --emit: the emitter of
 * the module cuda. */
#ifndef HR_EMITTER_CUDA_H
#define HR_EMITTER_CUDA_H

#include "backends/backend.h"

extern const hr_backend_emitter cuda_emitter;

#endif
