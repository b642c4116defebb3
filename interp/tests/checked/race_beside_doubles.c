// Last comes after one of two readers.
#define TYPE double
#define STREAM
#include "beside.h"
