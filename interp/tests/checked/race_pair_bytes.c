// Bytes: four share one cell until some get their own.
#define TYPE unsigned char
#define AT(i) (i)
#define ODD 1
#include "pair.h"
