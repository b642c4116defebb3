// Last comes after one of two readers.
#define TYPE int
#define STREAM
#include "beside.h"
