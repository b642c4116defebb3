//: options --check=uninit
//: exit 121
//: stderr output 0 is uninitialised
//: stderr the value comes from byte 8 of an object of 32 bytes, allocated by 'Root/First' (0) at
//: stderr by 'Root/Second' (0)
#include "pair.h"

/* An object of another node, used in arithmetic. */
void First(int *p, size_t bytes)
{
	LEAF_BEGIN
	(void)i;
	long *object = __hpvm__malloc(32);

	object[0] = 3;
	__hpvm__return(2, bytes, (long)object);
}
void Second(int *p, size_t bytes, long value)
{
	LEAF_BEGIN
	long *object = (long *)value;

	(void)i;
	__hpvm__return(1, object[0] * 7 + (object[1] >> 1) - 5);
}
PAIR_OF(First, 1, Second, 1, 1)
MAIN(1)
