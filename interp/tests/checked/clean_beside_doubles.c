//: lanes
// Last comes after both of two readers that nothing orders.
#define TYPE double
#define CLEAN
#include "beside.h"
