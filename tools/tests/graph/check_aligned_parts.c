//: options --check=all
//: out 160 0
#include "aligned_parts.c"
