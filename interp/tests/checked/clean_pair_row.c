//: lanes
// Each instance reads what its own has written.
#define TYPE int
#define AT(i) (i)
#include "pair.h"
