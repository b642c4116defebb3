/* hip/hip_runtime.h -- stands for the header of ROCm. */
#include "hpvm_hip.h"
