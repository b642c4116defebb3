//: options --schedules 5 --width 1
//: out 12 -22
#include "repeat_pointed_to.c"
