//: stderr warning: 
//: stderr [edge-value-ambiguous] (E3)
//: out 3 3
#include "pair.h"

FIRST(i)
SECOND
PAIR_OF(First, n, Second, n, 1)
MAIN(4)
