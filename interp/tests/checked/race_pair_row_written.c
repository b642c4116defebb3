// A row writes what the neighbours of its own instances have written.
#define TYPE double
#define AT(i) (i)
#define ODD 1
#define WRITTEN
#include "pair.h"
