//: exit 121
//: stderr [edge-no-value] (G7)
#include "pair.h"

FIRST(i)
SECOND
PAIR_OF(First, n, Second, 2, 1)
MAIN(0)
