//: lanes
// Every execution has buffers of its own.
#define TYPE double
#define CLEAN
#define STREAM
#include "beside.h"
