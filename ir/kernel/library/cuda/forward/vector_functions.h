/* vector_functions.h -- for sources that include this header of a toolkit. */
#include "hpvm_cuda.h"
