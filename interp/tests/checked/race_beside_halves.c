// Last is ordered after only one of two readers.
#define TYPE short
#define STREAM
#include "beside.h"
