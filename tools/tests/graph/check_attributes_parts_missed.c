//: options --check=attributes
//: exit 121
//: stderr byte 60 of argument 0 ('sums') of 'Root/Row/Add'
//: stderr read before any write of an argument that is declared only `out`
//: stderr declared by 'Root' for its argument 0 ('sums')
//: stderr help: declare __hpvm__attributes(1, sums, 2, sums, sum)
//: stderr [read-through-out] (M5)
//: no-stderr times)
// The root has an array only as `out`; one leaf skips its last element, to which another adds.
#include "graph.h"

enum { SIDE = 4, COUNT = SIDE * SIDE };

void Clear(int *sums, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, sums);
	sums[__hpvm__getNodeInstanceID_x(__hpvm__getNode())] = 0;
	__hpvm__return(1, (long)bytes);
}

void Add(int *sums, size_t bytes, long done)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, sums, 1, sums);
	void *self = __hpvm__getNode();
	long i = __hpvm__getNodeInstanceID_x(self),
	     j = __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(self));

	sums[SIDE * j + i] += (int)(i + SIDE * j);
	__hpvm__return(1, done);
}

void Row(int *sums, size_t bytes, long done)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, sums, 1, sums);
	void *node = __hpvm__createNodeND(1, Add, (size_t)SIDE);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 0);
	__hpvm__bindOut(node, 0, 0, 0);
}

void Sum(int *sums, size_t bytes, int *sum, size_t sum_bytes, long done)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, sums, 1, sum);
	int all = 0;

	for (int i = 0; i < COUNT; i++)
		all += sums[i];
	*sum = all / 2;
}

void Root(int *sums, size_t bytes, int *sum, size_t sum_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 2, sums, sum);
	void *clear = __hpvm__createNodeND(1, Clear, (size_t)COUNT - 1);
	void *rows = __hpvm__createNodeND(1, Row, (size_t)SIDE), *all = __hpvm__createNodeND(0, Sum);

	__hpvm__bindIn(clear, 0, 0, 0);
	__hpvm__bindIn(clear, 1, 1, 0);
	__hpvm__bindIn(rows, 0, 0, 0);
	__hpvm__bindIn(rows, 1, 1, 0);
	__hpvm__edge(clear, rows, 1, 0, 2, 0);
	__hpvm__bindIn(all, 0, 0, 0);
	__hpvm__bindIn(all, 1, 1, 0);
	__hpvm__bindIn(all, 2, 2, 0);
	__hpvm__bindIn(all, 3, 3, 0);
	__hpvm__edge(rows, all, 1, 0, 4, 0);
}

int main(void)
{
	struct __attribute__((packed)) {
		int *sums;
		size_t bytes;
		int *sum;
		size_t sum_bytes;
	} arguments = {data, COUNT * sizeof(int), data + COUNT, sizeof(int)};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(data, sizeof data);
	printf("%d\n", data[COUNT]);
	__hpvm__cleanup();
	return 0;
}
