// The first executions that share a buffer are the first and the fifth.
#define TYPE short
#define CLEAN
#define STREAM
#define PLAIN
#define BUFFERS 4
#define IN_FLIGHT 6
#include "beside.h"
