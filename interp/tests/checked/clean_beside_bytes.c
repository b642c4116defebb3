//: lanes
// Last comes after both of two readers that nothing orders.
#define TYPE unsigned char
#define CLEAN
#include "beside.h"
