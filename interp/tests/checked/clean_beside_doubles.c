//: lanes
// Last is ordered after two readers that are not ordered.
#define TYPE double
#define CLEAN
#include "beside.h"
