//: lanes
// Every execution has buffers of its own.
#define TYPE int
#define CLEAN
#define STREAM
#include "beside.h"
