//: options --check=race
//: exit 121
//: stderr [data-race] (M4)
//: stderr a write of 7 and a read of 9
//: stderr by 'Root/Second' (7)
//: stderr a write of 5 and a read of 15
//: stderr by 'Root/First' (6)
// Two nodes of a stream read, and two more write, each ordered after only one of the readers. The
// racing elements are not the first ones accessed.
#include "graph.h"

#define ID __hpvm__getNodeInstanceID_x(__hpvm__getNode())

struct __attribute__((packed)) item {
	int *p;
	size_t bytes;
	int *q;
	size_t q_bytes, n, result;
};

static int reversed[16];

void Fill(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = (int)i + 1;
	p[i + 8] = (int)i + 9;
	__hpvm__return(2, bytes, bytes);
}
void First(int *p, size_t bytes)
{
	LEAF_BEGIN
	__hpvm__return(1, (long)(p[i] + p[i + 8]));
}
void Second(int *p, size_t bytes, int *q, size_t q_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, q);
	q[ID] = p[15 - ID];
	__hpvm__return(1, bytes);
}
void Last(int *p, size_t bytes, long value)
{
	LEAF_BEGIN
	p[i + 4] = 7;
	__hpvm__return(1, bytes);
}
void Also(int *p, size_t bytes, size_t again)
{
	LEAF_BEGIN
	p[i == 0 ? 0 : i == 1 ? 14 : i + 30] = 5;
}
void Root(int *p, size_t bytes, int *q, size_t q_bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 2, p, q);
	void *fill = __hpvm__createNodeND(1, Fill, n), *first = __hpvm__createNodeND(1, First, n);
	void *second = __hpvm__createNodeND(1, Second, n), *last = __hpvm__createNodeND(1, Last, n);
	void *also = __hpvm__createNodeND(1, Also, n);

	__hpvm__bindIn(fill, 0, 0, 1);
	__hpvm__bindIn(fill, 1, 1, 1);
	__hpvm__bindIn(first, 0, 0, 1);
	__hpvm__edge(fill, first, 1, 0, 1, 1);
	__hpvm__bindIn(second, 0, 0, 1);
	__hpvm__edge(fill, second, 1, 1, 1, 1);
	__hpvm__bindIn(second, 2, 2, 1);
	__hpvm__bindIn(second, 3, 3, 1);
	__hpvm__bindIn(last, 0, 0, 1);
	__hpvm__bindIn(last, 1, 1, 1);
	__hpvm__edge(first, last, 1, 0, 2, 1);
	__hpvm__bindIn(also, 0, 0, 1);
	__hpvm__bindIn(also, 1, 1, 1);
	__hpvm__edge(second, also, 1, 0, 2, 1);
	__hpvm__bindOut(last, 0, 0, 1);
}

int main(void)
{
	struct item item = {data, sizeof data, reversed, sizeof reversed, 8, 0};
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	llvm_hpvm_track_mem(reversed, sizeof reversed);
	graph = __hpvm__launch(1, Root, &item);
	__hpvm__push(graph, &item);
	free(__hpvm__pop(graph));
	__hpvm__wait(graph);
	__hpvm__cleanup();
	return 0;
}
