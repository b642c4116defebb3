//: options --check=all --width 8
//: exit 121
//: stderr untracked memory that a pointer in memory leads to is 247 in the order reference and 1538 in the order reverse
//: stderr [order-dependent] (N4)
#define EXTRA box->sum[0] = box->sum[0] * 2 + (double)i;
#include "repeat_lists.c"
