// Last is ordered after only one of two readers.
#define TYPE int
#define STREAM
#include "beside.h"
