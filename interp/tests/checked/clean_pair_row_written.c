//: lanes
// Each instance changes what its own has written.
#define TYPE double
#define AT(i) (i)
#define WRITTEN
#include "pair.h"
