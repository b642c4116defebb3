// E5: All values an instance receives are read before any of its outputs is committed.
//: positive
//: out 3 4 2 1
#include "suite.h"

/* Every value goes to another place, and back through another edge. */
void Turn(long a, long b, long c, long d)
{
	NODE();
	__hpvm__return(4, d, a, b, c);
}

void Root(long a, long b, long c, long d)
{
	NODE();
	void *first = __hpvm__createNodeND(0, Turn);
	void *second = __hpvm__createNodeND(0, Turn);

	BIND_IN(first, 4);
	__hpvm__edge(first, second, 0, 0, 1, 0);
	__hpvm__edge(first, second, 0, 1, 0, 0);
	__hpvm__edge(first, second, 0, 2, 3, 0);
	__hpvm__edge(first, second, 0, 3, 2, 0);
	__hpvm__bindOut(second, 3, 0, 0);
	__hpvm__bindOut(second, 2, 1, 0);
	__hpvm__bindOut(second, 0, 2, 0);
	__hpvm__bindOut(second, 1, 3, 0);
}

int main(void)
{
	struct PACKED { long in[4], result[4]; } arguments = {{1, 2, 3, 4}, {0}};

	/* first gives 4 1 2 3, second gets 1 4 3 2 and gives 2 1 4 3. */
	RUN(Root, &arguments);
	print_longs(arguments.result, 4);
	return 0;
}
