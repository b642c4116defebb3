/* gone.c -- the structure of a launch is a variable of a function that returns before wait. */
#define STREAM 0
#include "layout.h"

struct __attribute__((packed)) arguments {
	int *p;
	size_t bytes;
	float scale;
	double product;
	size_t copied;
};

static __attribute__((noinline)) void *start(void)
{
	struct arguments a = {&number, sizeof number, 1.5f, 0, 0};

	return __hpvm__launch(0, Root, &a);
}

int main(void)
{
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(&number, sizeof number);
	graph = start();
	__hpvm__wait(graph);
	llvm_hpvm_untrack_mem(&number);
	__hpvm__cleanup();
	return 0;
}
