//: lanes
// Last comes after both of two readers that nothing orders.
#define TYPE short
#define CLEAN
#include "beside.h"
