//: options --check=order -j4
//: out 12 -22
#include "repeat_pointed_to.c"
