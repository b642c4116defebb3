//: lanes
// Bytes.
#define TYPE unsigned char
#define AT(i) (i)
#define WRITTEN
#include "pair.h"
