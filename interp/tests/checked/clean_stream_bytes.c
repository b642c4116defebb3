//: lanes
// Every execution has its own buffers.
#define TYPE unsigned char
#define CLEAN
#define STREAM
#include "beside.h"
