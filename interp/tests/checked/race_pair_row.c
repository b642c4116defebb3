// A row reads what the neighbours of its own instances have written.
#define TYPE int
#define AT(i) (i)
#define ODD 1
#include "pair.h"
