//: options --check=bounds,race,attributes,uninit
//: out 300 24600
#include "blocks_near.h"

/* Memory from malloc; another leaf frees some of it. */
static void Give(int *p, size_t bytes)
{
	LEAF_BEGIN
	for (int k = 0; k < BLOCKS; k++) {
		char *block = malloc(24);

		memset(block, 1, 24);
		p[0] += block[(k + i) % 24];
		p[1] += 82 * (block[23] == 1);
		blocks[k] = block;
	}
}
FIRST(Give)

static void Near(int *p, size_t bytes)
{
	LEAF_BEGIN
	for (int k = 0; k < BLOCKS; k++)
		blocks[k][5] = (char)(blocks[k][6] + p[i] * 0);
	for (int k = 1; k < BLOCKS; k += 2) {
		free(blocks[k]);
		blocks[k] = malloc(24);
		blocks[k][23] = 1;
	}
}

int main(void)
{
	return run(FirstRoot, 24);
}
