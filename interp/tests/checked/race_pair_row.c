// A row reads what the instances next to its own have written.
#define TYPE int
#define AT(i) (i)
#define ODD 1
#include "pair.h"
