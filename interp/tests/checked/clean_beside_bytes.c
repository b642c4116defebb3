//: lanes
// Last is ordered after two readers that are not ordered.
#define TYPE unsigned char
#define CLEAN
#include "beside.h"
