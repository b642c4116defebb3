// Functions for texts access what their rows say: strcpy writes behind a variable of the leaf.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	char text[8] = "1234567", copy[8];

	strcpy(copy, text);
	q[i] = copy[i % 8];
	if (i == 310)
		text[7] = '8';
	q[i] += (int)strnlen(text, 8);
	if (i == 310)
		q[i] += (int)strlen(text);
}
