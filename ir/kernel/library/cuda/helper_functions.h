/* helper_functions.h -- for programs that include the header of this name in NVIDIA's samples. */
#include "helper_cuda.h"
