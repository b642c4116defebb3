// Executions share one buffer.
#define TYPE unsigned char
#define CLEAN
#define STREAM
#define PLAIN
#define BUFFERS 1
#include "beside.h"
