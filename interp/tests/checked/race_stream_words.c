// Executions share one buffer.
#define TYPE int
#define CLEAN
#define STREAM
#define PLAIN
#define BUFFERS 1
#include "beside.h"
