// Last comes after one of two readers.
#define TYPE short
#define STREAM
#include "beside.h"
