/* popped.c -- reads what pop returns as struct POPPED. BEYOND: also what is behind it; if it is 2,
 * only when a parameter of the program is given. */
#define STREAM 1
#include "layout.h"

struct __attribute__((packed)) inputs {
	int *p;
	size_t bytes;
	float scale;
};
struct __attribute__((packed)) fits {
	double product;
	size_t copied, more;
};
struct __attribute__((packed)) floats {
	float product;
	size_t copied, more;
};

int main(int argc, char **argv)
{
	struct inputs inputs = {&number, sizeof number, 1.5f};
	void *graph;

	(void)argv;
	__hpvm__init();
	llvm_hpvm_track_mem(&number, sizeof number);
	graph = __hpvm__launch(1, Root, &inputs);
	for (int i = 0; i < 3; i++) {
		struct POPPED *popped;

		__hpvm__push(graph, &inputs);
		popped = __hpvm__pop(graph);
#if BEYOND
		if (BEYOND == 1 || argc > 1)
			printf("%zu\n", popped->more);
#endif
		printf("%g %zu\n", popped->product, popped->copied);
		free(popped);
	}
	__hpvm__wait(graph);
	llvm_hpvm_untrack_mem(&number);
	__hpvm__cleanup();
	return 0;
}
