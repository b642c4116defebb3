//: lanes
// Last is ordered after two readers that are not ordered.
#define TYPE int
#define CLEAN
#include "beside.h"
