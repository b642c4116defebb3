/* hip/hip_runtime_api.h -- stands for the header of ROCm. */
#include "hpvm_hip.h"
