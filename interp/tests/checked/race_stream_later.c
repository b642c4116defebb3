// The first that share a buffer are the first and the fifth execution.
#define TYPE short
#define CLEAN
#define STREAM
#define PLAIN
#define BUFFERS 4
#define IN_FLIGHT 6
#include "beside.h"
