// Every third element, which other instances have read.
#define TYPE double
#define AT(i) (3 * (i))
#define ODD 1
#define WRITTEN
#define READERS
#include "pair.h"
