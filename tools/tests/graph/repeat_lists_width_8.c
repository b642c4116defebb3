//: options --check=all --width 8
//: out 13 13 13 13 13 13 13 13 13 13 13 13 0 3 3 3 3 3 3 3 3 0 abcdefg x 2
#include "repeat_lists.c"
