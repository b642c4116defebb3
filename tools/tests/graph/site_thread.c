//: runs -O0:interp -O0:jit -O2:jit
//: exit 121
//: stderr tools/tests/graph/site_thread.c:24:
//: stderr error: wait: 0x1 is not the handle of a launched graph [bad-graph-handle] (H2)
//: stderr in function 'bad'
// Each thread has its own position.
#include "graph.h"
#include <pthread.h>

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = (int)i + 1;
}
ROOT_OF(Leaf)

static volatile int stop;

static void *bad(void *argument)
{
	(void)argument;
	for (volatile int i = 0; i < 1000000; i++)
		;
	__hpvm__wait((void *)1);
	stop = 1;
	return NULL;
}

int main(void)
{
	struct arguments arguments = {data, sizeof data, 8, {0}};
	pthread_t thread;

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	pthread_create(&thread, NULL, bad, NULL);
	while (!stop)
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	pthread_join(thread, NULL);
	__hpvm__cleanup();
	return 0;
}
