//: lanes
// Last comes after both readers, and writes out of order.
#define TYPE int
#define STREAM
#define SCATTERED
#define CLEAN
#include "beside.h"
