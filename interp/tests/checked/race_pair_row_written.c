// A row writes to what the instances next to its own have.
#define TYPE double
#define AT(i) (i)
#define ODD 1
#define WRITTEN
#include "pair.h"
