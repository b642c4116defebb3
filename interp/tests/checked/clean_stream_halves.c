//: lanes
// Every execution has buffers of its own.
#define TYPE short
#define CLEAN
#define STREAM
#include "beside.h"
