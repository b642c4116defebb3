//: options --sem edge-value=silent-last
//: no-stderr edge-value-ambiguous
//: out 3 3
#include "pair.h"

FIRST(i)
SECOND
PAIR_OF(First, n, Second, n, 1)
MAIN(4)
