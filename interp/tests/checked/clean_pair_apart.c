//: lanes
// Each instance changes what its own has read, every third element.
#define TYPE float
#define AT(i) (3 * (i))
#define WRITTEN
#define READERS
#include "pair.h"
