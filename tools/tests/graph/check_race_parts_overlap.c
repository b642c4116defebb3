//: options --check=race --keep-going
//: exit 121
//: stderr a read of
//: stderr by 'Root/Leaf' (3)
//: stderr byte 19 of argument 0
//: no-stderr times)
// One byte of another instance is enough.
#include "parts.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	use_five((char *)p + 5 * i);
	if (i == 7)
		((volatile char *)p)[35] = ((volatile char *)p)[19];
}
ROOT_OF(Leaf)
MAIN(8)
