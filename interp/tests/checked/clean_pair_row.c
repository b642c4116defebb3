//: lanes
// Each instance of Second reads the element that the same instance of First has written.
#define TYPE int
#define AT(i) (i)
#include "pair.h"
