//: lanes
// Every execution has buffers of its own.
#define TYPE unsigned char
#define CLEAN
#define STREAM
#include "beside.h"
