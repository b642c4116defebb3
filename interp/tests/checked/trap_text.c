// A C function faults on the text of one instance.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	char text[8] = "1234567";

	q[i] = (int)strlen(i == 310 ? (char *)16 : text + p[i] % 8);
}
