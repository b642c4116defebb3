// Scattered elements, which are changed.
#define TYPE long
#define AT(i) ((i) * 7 % 601)
#define ODD 1
#define WRITTEN
#include "pair.h"
