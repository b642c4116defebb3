// G7: Extents are evaluated once for each instance of the parent, and may depend on data.
//: positive
//: out 1 2 3 4
#include "suite.h"

static int rows[4];

void Count(int *p, size_t bytes, size_t n)
{
	NODE_INOUT(p);
	__hpvm__atomic_inc(p + n - 1);
}
void Row(int *p, size_t bytes, size_t n)
{
	NODE_INOUT(p);
	void *node = __hpvm__createNodeND(1, Count, n);

	BIND_IN(node, 3);
}
/* One value for each instance: how long its row is. */
void Length(int *p, size_t bytes)
{
	NODE_INOUT(p);
	__hpvm__return(2, bytes, (size_t)X() + 1);
}
void Root(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *length = __hpvm__createNodeND(1, Length, 4);
	void *row = __hpvm__createNodeND(1, Row, 4);

	BIND_IN(length, 2);
	__hpvm__bindIn(row, 0, 0, 0);
	__hpvm__edge(length, row, 0, 0, 1, 0);
	__hpvm__edge(length, row, 0, 1, 2, 0);
}

int main(void)
{
	struct PACKED { int *p; size_t bytes; } arguments = {rows, sizeof rows};

	RUN_ON(Root, &arguments, rows);
	printf("%d %d %d %d\n", rows[0], rows[1], rows[2], rows[3]);
	return 0;
}
