//: lanes
// Every execution has its own buffers.
#define TYPE short
#define CLEAN
#define STREAM
#include "beside.h"
