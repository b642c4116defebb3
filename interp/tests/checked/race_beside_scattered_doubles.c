// Last is ordered after only one of two readers, and writes scattered elements.
#define TYPE double
#define STREAM
#define SCATTERED
#include "beside.h"
