// Last is ordered after only one of two readers.
#define TYPE unsigned char
#define STREAM
#include "beside.h"
