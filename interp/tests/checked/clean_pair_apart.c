//: lanes
// Each instance of Second changes the element that the same instance of First has read, every third element.
#define TYPE float
#define AT(i) (3 * (i))
#define WRITTEN
#define READERS
#include "pair.h"
