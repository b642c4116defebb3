//: options --check=all
//: exit 121
//: stderr byte 0 of argument 0 ('p') of 'Root/Leaf' (tracked at 
//: stderr freed by the host at 
//: stderr check_use_after_free_moved.c:26
//: stderr [use-after-free] (M6)
//: out 7
#include "graph.h"

/* Memory that realloc has moved, with its contents. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = 1;
}
ROOT_OF(Leaf)
int main(void)
{
	int *block = malloc(64), *moved;
	struct arguments arguments = {block, 64, 4, {0}};

	memset(block, 0, 64);
	block[3] = 7;
	__hpvm__init();
	llvm_hpvm_track_mem(block, 64);
	moved = realloc(block, 1 << 20);
	printf("%d\n", moved[3]);
	fflush(stdout);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	__hpvm__cleanup();
	return 0;
}
