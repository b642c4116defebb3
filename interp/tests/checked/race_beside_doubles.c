// Last is ordered after only one of two readers.
#define TYPE double
#define STREAM
#include "beside.h"
