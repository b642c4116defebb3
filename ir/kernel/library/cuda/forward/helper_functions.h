/* helper_functions.h -- for sources that include this header of a toolkit. */
#include "helper_cuda.h"
