//: exit 121
//: stderr [edge-grid-mismatch] (G8)
#include "pair.h"

FIRST(i)
SECOND
PAIR_OF(First, n, Second, n + 1, 0)
MAIN(4)
