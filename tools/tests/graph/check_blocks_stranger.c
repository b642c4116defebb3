//: options --check=bounds,race,attributes,uninit
//: out 0 0
#define _GNU_SOURCE 1
#include "blocks_near.h"

/* Memory from a function that is not known to allocate. */
static void Give(int *p, size_t bytes)
{
	LEAF_BEGIN
	for (int k = 0; k < BLOCKS; k++) {
		char *line;

		if (asprintf(&line, "%d", (int)i + 1000 + k) > 0)
			blocks[k] = line;
		blocks[k][1] = blocks[k][0];
	}
}
FIRST(Give)

static void Near(int *p, size_t bytes)
{
	LEAF_BEGIN
	for (int k = 0; k < BLOCKS; k++)
		blocks[k][3] = blocks[k][(i + 1) % 4];
}

int main(void)
{
	return run(FirstRoot, 4);
}
