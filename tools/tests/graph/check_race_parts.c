//: options --check=race
//: out 67372548 0
// Bytes are distinguished wherever accesses begin and end, also within four bytes.
#include "parts.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	use_five((char *)p + 5 * i);
	use_five((char *)p + 5 * i);
}
ROOT_OF(Leaf)
MAIN(51)
