//: lanes
// Last comes after both of two readers that nothing orders.
#define TYPE int
#define CLEAN
#include "beside.h"
