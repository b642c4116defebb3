//: options --schedule reverse
//: stderr reference: 4, of instance (9), the last in reference order; strict: an error; hpvm-1.0-cpu: 4, silently; hpvm-1.0-gpu: of whichever instance runs last, one of 4, 3, 2, 1 ... (--sem edge-value)
//: out 4 4
// More different values than are printed, each from two instances; the last instance runs first.
#include "pair.h"

FIRST(i / 2)
SECOND
PAIR_OF(First, n, Second, n, 1)
MAIN(10)
