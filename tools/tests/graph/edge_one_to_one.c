//: stderr [edge-value-ambiguous] (E3)
//: out 5 8
#include "pair.h"

FIRST(i + 5)
SECOND
PAIR_OF(First, n, Second, n, 0)
MAIN(4)
