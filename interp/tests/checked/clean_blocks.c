// Memory from malloc(), most of it close to tracked memory.
#include "checked.h"

static void Leaf(int *p, size_t p_bytes, int *q, size_t q_bytes)
{
	LEAF;
	INSTANCE;
	const size_t bytes = (size_t)(p[i] % 40) + 8;
	char *block = malloc(bytes), *more, *other = calloc(bytes, 2);

	memset(block, 1, bytes);
	more = realloc(block, bytes + 40);
	more[bytes + 39] = (char)i;
	q[i] = more[3] + more[bytes + 39] + other[bytes];
	if (i % 3)
		free(more); /* the others are never freed */
	free(other);
}
