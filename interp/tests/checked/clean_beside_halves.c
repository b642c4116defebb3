//: lanes
// Last is ordered after two readers that are not ordered.
#define TYPE short
#define CLEAN
#include "beside.h"
