//: options --check=race
//: out 1 5
#include "race.h"

FIRST_WRITES
SECOND_READS(i)
PAIR_OF(First, n, Second, n, 0)
MAIN(4)
