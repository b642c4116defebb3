//: options --check=all
//: out 1 5
#include "race.h"

FIRST_WRITES
SECOND_READS(3 - i)
PAIR_OF(First, n, Second, n, 1)
MAIN(4)
