//: lanes
// Scattered elements.
#define TYPE int
#define AT(i) ((i) * 7 % 601)
#define WRITTEN
#include "pair.h"
