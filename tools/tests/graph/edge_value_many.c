//: options --schedule reverse
//: stderr by profile (--sem edge-value): reference: 4, from instance (9), the last in reference order; strict: an error; hpvm-1.0-cpu: 4, without a warning; hpvm-1.0-gpu: the value of the instance that runs last: 4, 3, 2, 1 ...
//: out 4 4
// More different values than are printed, each from two instances; the last instance runs first.
#include "pair.h"

FIRST(i / 2)
SECOND
PAIR_OF(First, n, Second, n, 1)
MAIN(10)
