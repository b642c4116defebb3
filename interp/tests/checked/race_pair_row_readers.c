// A row writes to what the instances next to its own have read.
#define TYPE float
#define AT(i) (i)
#define ODD 1
#define WRITTEN
#define READERS
#include "pair.h"
