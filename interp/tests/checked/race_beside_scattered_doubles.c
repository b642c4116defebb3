// Last comes after one of two readers, and writes out of order.
#define TYPE double
#define STREAM
#define SCATTERED
#include "beside.h"
