// Scattered elements.
#define TYPE int
#define AT(i) ((i) * 7 % 601)
#define ODD 1
#include "pair.h"
