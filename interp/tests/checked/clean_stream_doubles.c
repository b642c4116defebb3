//: lanes
// Every execution has its own buffers.
#define TYPE double
#define CLEAN
#define STREAM
#include "beside.h"
