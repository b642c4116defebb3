// Last comes after one of two readers, and writes out of order.
#define TYPE int
#define STREAM
#define SCATTERED
#include "beside.h"
