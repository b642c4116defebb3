/* small.c -- a program that launches a graph twice, run under limits (run-resources.sh, steady.py). */
#include "graph.h"
void Fill(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] += 3 * (int)i;
}
ROOT_OF(Fill)
int main(void)
{
	static int memory[8];
	struct arguments arguments = {memory, sizeof(memory), 8, {0}};

	__hpvm__init();
	llvm_hpvm_track_mem(memory, sizeof(memory));
	for (int i = 0; i < 2; i++)
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(memory, sizeof(memory));
	printf("%d\n", memory[7]);
	llvm_hpvm_untrack_mem(memory);
	__hpvm__cleanup();
	return 0;
}
