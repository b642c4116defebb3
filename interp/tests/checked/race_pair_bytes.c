// Bytes, four of which have one cell until some have their own.
#define TYPE unsigned char
#define AT(i) (i)
#define ODD 1
#include "pair.h"
