// Every third element, which is changed.
#define TYPE int
#define AT(i) (3 * (i))
#define ODD 1
#define WRITTEN
#include "pair.h"
