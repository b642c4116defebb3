//: options --check=all
//: out 13 13 13 13 13 13 13 13 13 13 13 13 0 3 3 3 3 3 3 3 3 0 abcdefg x 2
//: stderr orders of instances of 'Root' are not compared: what 'free' writes or frees cannot be restored [orders-not-compared] (N4)
#define EXTRA if (!i) { free(box->sum); box->sum = malloc(8); }
#include "repeat_lists.c"
