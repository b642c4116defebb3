//: options --width 8 -j 3 --stats
//: stderr 1 thread: accesses are checked
//: stderr , 1 thread: its instances meet at barriers
//: out 637101 7
// The checkers observe one leaf at a time.
#include "jobs_groups.h"

MEETING_LEAF
NODES(LEAVES)
