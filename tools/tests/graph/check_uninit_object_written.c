//: options --check=all
//: out 0 12
#include "pair.h"

/* Like check_uninit_object.c, but everything that is read was written. */
void First(int *p, size_t bytes)
{
	LEAF_BEGIN
	(void)i;
	long *object = __hpvm__malloc(32);

	object[0] = 3;
	object[1] = 9;
	__hpvm__return(2, bytes, (long)object);
}
void Second(int *p, size_t bytes, long value)
{
	LEAF_BEGIN
	long *object = (long *)value;

	(void)i;
	__hpvm__return(1, object[0] + object[1]);
}
PAIR_OF(First, 1, Second, 1, 1)
MAIN(1)
