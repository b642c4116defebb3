//: lanes
// Every execution has its own buffers.
#define TYPE int
#define CLEAN
#define STREAM
#include "beside.h"
