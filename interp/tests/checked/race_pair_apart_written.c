// The same of every third element, which is written to.
#define TYPE int
#define AT(i) (3 * (i))
#define ODD 1
#define WRITTEN
#include "pair.h"
