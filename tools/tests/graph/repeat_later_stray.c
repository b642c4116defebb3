//: options --check=all -Worder-dependent -Wdata-race
//: out 0
//: stderr the result depends on the order of instances [order-dependent] (N4)
#include <stdio.h>
#include <stdlib.h>

#include "graph.h"

/* Only an order other than the first writes to memory that is not tracked, and leaves allocate. */
struct cell {
	int *far;
	long turn;
};
static struct cell cell;

void Leaf(struct cell *p, size_t bytes)
{
	LEAF_BEGIN
	char *own = __hpvm__malloc(16);
	long turn = p->turn;

	own[0] = 1;
	p->turn = turn + 1;
	if (turn == 0 && i != 0)
		*p->far += 100;
}

ROOT_OF(Leaf)

int main(void)
{
	struct arguments arguments = {(int *)(void *)&cell, sizeof(cell), 16, {0}};

	cell.far = calloc(1, sizeof(int));
	__hpvm__init();
	llvm_hpvm_track_mem(&cell, sizeof(cell));
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(&cell, sizeof(cell));
	printf("%d\n", *cell.far);
	llvm_hpvm_untrack_mem(&cell);
	__hpvm__cleanup();
	return 0;
}
