//: stderr warning: 
//: stderr instances of 'Root/First' returned different values for output 1
//: stderr by profile (--sem edge-value): reference: 3, from instance (3), the last in reference order; strict: an error; hpvm-1.0-cpu: 3, without a warning; hpvm-1.0-gpu: the value of the instance that runs last: 0, 1, 2, 3
//: stderr [edge-value-ambiguous] (E3)
//: out 3 3
#include "pair.h"

FIRST(i)
SECOND
PAIR_OF(First, n, Second, n, 1)
MAIN(4)
