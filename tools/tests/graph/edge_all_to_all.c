//: out 9 9
#include "pair.h"

FIRST(9)
SECOND
PAIR_OF(First, n, Second, n + 1, 1)
MAIN(4)
