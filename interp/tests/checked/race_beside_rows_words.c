// Last is ordered after only one of two readers, which reads rows.
#define TYPE int
#define STREAM
#define ROWS
#include "beside.h"
