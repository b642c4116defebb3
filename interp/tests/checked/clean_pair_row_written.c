//: lanes
// Each instance of Second changes the element that the same instance of First has written.
#define TYPE double
#define AT(i) (i)
#define WRITTEN
#include "pair.h"
