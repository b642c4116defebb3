//: stderr warning: 
//: stderr instances of 'Root/First' returned different values for output 1; reference: 3, of instance (3), the last in reference order; strict: an error; hpvm-1.0-cpu: 3, silently; hpvm-1.0-gpu: of whichever instance runs last, one of 0, 1, 2, 3 (--sem edge-value)
//: stderr [edge-value-ambiguous] (E3)
//: out 3 3
#include "pair.h"

FIRST(i)
SECOND
PAIR_OF(First, n, Second, n, 1)
MAIN(4)
