/* blocks_near.h -- blocks that a leaf gets from C, close to an argument but not part of it. */
#ifndef BLOCKS_NEAR_H
#define BLOCKS_NEAR_H

#include "graph.h"

enum { BLOCKS = 300 };

static char *blocks[BLOCKS];

/* The argument is one of the blocks. */
static void Near(int *p, size_t bytes);
ROOT_OF(Near)

static void launch(void *memory, size_t bytes, void *root)
{
	struct arguments arguments = {memory, bytes, 1, {0}};

	llvm_hpvm_track_mem(memory, bytes);
	__hpvm__wait(__hpvm__launch(0, root, &arguments));
	llvm_hpvm_request_mem(memory, bytes);
	llvm_hpvm_untrack_mem(memory);
}

/* A first leaf fills `blocks`. */
static int run(void *first, size_t bytes)
{
	__hpvm__init();
	launch(data, sizeof data, first);
	launch(blocks[BLOCKS / 2], bytes, Root);
	__hpvm__cleanup();
	printf("%d %d\n", data[0], data[1]);
	return 0;
}

/* FirstRoot(p, bytes, n): n instances of LEAF. */
#define FIRST(leaf) NAMED_ROOT_OF(FirstRoot, leaf)

#endif
