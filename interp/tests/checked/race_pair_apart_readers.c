// Every third element, which others have read.
#define TYPE double
#define AT(i) (3 * (i))
#define ODD 1
#define WRITTEN
#define READERS
#include "pair.h"
