//: lanes
// Last is ordered after both readers, and writes scattered elements.
#define TYPE int
#define STREAM
#define SCATTERED
#define CLEAN
#include "beside.h"
