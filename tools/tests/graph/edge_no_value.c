//: exit 121
//: stderr [edge-no-value] (G7)
//: stderr reference: this error; strict: this error; hpvm-1.0-cpu: the value of one instance; hpvm-1.0-gpu: this error
#include "pair.h"

FIRST(i)
SECOND
PAIR_OF(First, n, Second, 2, 1)
MAIN(0)
