//: options --check=none --width 8 -j 3 --stats
//: stderr 3 threads
//: out 637101 7
// Groups that meet at barriers run concurrently; the instances of one group do not.
#include "jobs_groups.h"

MEETING_LEAF
NODES(LEAVES)
