//: options --check=race
//: exit 121
//: stderr [data-race] (M4)
//: stderr by 'Root/First' (3)
//: stderr no edge orders these two instances
//: stderr at node Root/Second, instance (0)
#include "race.h"

FIRST_WRITES
SECOND_READS(3 - i)
PAIR_OF(First, n, Second, n, 0)
MAIN(4)
