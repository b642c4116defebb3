//: options --check=all
//: out 3 5 0 7
#include "graph.h"

/* Memory from calloc, written before and after tracking, moved by realloc, written by a leaf. */
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[2 * i] += p[2 * i] > 2;
}
ROOT_OF(Leaf)

static int run(int *p, size_t bytes)
{
	struct arguments arguments = {p, bytes, 16, {0}};
	int first;

	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(p, bytes);
	first = p[0];
	llvm_hpvm_untrack_mem(p);
	return first;
}

int main(void)
{
	int *zero = calloc(64, 4), *early = malloc(128), *late = malloc(128), *moved = malloc(64);

	for (int i = 0; i < 32; i++)
		early[i] = 2 + (i > 0);
	early[0] = 3;
	for (int i = 0; i < 16; i++)
		moved[i] = 6;
	moved = realloc(moved, 128);
	for (int i = 16; i < 32; i++)
		moved[i] = 6;
	__hpvm__init();
	llvm_hpvm_track_mem(zero, 256);
	llvm_hpvm_track_mem(early, 128);
	llvm_hpvm_track_mem(late, 128);
	llvm_hpvm_track_mem(moved, 128);
	for (int i = 0; i < 32; i++)
		late[i] = 4;
	printf("%d ", run(early, 128) - 1);
	printf("%d ", run(late, 128));
	printf("%d ", run(zero, 256));
	printf("%d\n", run(moved, 128));
	__hpvm__cleanup();
	return 0;
}
