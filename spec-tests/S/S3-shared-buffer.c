// S3: Nothing else orders two executions: stages that share a buffer race (M4).
//: negative
//: needs --check=race
//: exit trap
//: diagnostic data-race error
#include "pipe.h"

static long buffer[1];

/* Write in execution k+1 may meet Read in execution k. */
void Write(long n, long *p, size_t bytes)
{
	NODE_INOUT(p);
	p[0] = n;
	__hpvm__return(1, bytes);
}
void Read(long *p, size_t bytes)
{
	NODE_INOUT(p);
	__hpvm__return(1, p[0]);
}
void Root(long n, long *p, size_t bytes)
{
	NODE_INOUT(p);
	void *write = __hpvm__createNodeND(0, Write);
	void *read = __hpvm__createNodeND(0, Read);

	__hpvm__bindIn(write, 0, 0, 1);
	__hpvm__bindIn(write, 1, 1, 0);
	__hpvm__bindIn(write, 2, 2, 0);
	__hpvm__bindIn(read, 1, 0, 0);
	__hpvm__edge(write, read, 0, 0, 1, 1);
	__hpvm__bindOut(read, 0, 0, 1);
}

int main(void)
{
	struct PACKED { long n, *p; size_t bytes; } item = {0, buffer, sizeof buffer};
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(buffer, sizeof buffer);
	graph = __hpvm__launch(1, Root, &item);
	for (item.n = 1; item.n <= 3; item.n++)
		__hpvm__push(graph, &item);
	for (int i = 0; i < 3; i++)
		pop_long(graph);
	__hpvm__wait(graph);
	llvm_hpvm_untrack_mem(buffer);
	__hpvm__cleanup();
	return 0;
}
