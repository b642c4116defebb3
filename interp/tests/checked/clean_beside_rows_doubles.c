//: lanes
// Last is ordered after both readers, which read rows.
#define TYPE double
#define STREAM
#define ROWS
#define CLEAN
#include "beside.h"
