// Every third element.
#define TYPE float
#define AT(i) (3 * (i))
#define ODD 1
#include "pair.h"
