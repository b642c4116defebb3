//: options --check=all
//: runs -O0:interp -O1:interp -O1:jit -O2:jit
//: out 0 0
#include "graph.h"

/* The fourth element of a vector of three is padding: in an object, and in its copy. */
typedef float three __attribute__((ext_vector_type(3)));

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	three *object = __hpvm__malloc(16);

	*object = (three){1, 2, (float)i};
	memcpy(p + 4 * (i + 1), object, 16);
}
ROOT_OF(Leaf)
MAIN(2)
