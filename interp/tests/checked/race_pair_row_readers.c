// A row writes what the neighbours of its own instances have read.
#define TYPE float
#define AT(i) (i)
#define ODD 1
#define WRITTEN
#define READERS
#include "pair.h"
