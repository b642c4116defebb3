//: options --schedule depth-first
//: out 100 200 101 201 102 202 300 301 302 400 500 501
#include "graph.h"

/* First -> Second one to one, Second -> Third all to all, Second -> Fourth all to all; Fifth meets
 * at a barrier. Each records its number and instance in the order of execution. */
static void note(int *p, int what)
{
	p[++p[0]] = what;
}

#define NODE(name, number, inputs, value)                                                          \
	void name inputs                                                                           \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(1, p, 1, p);                                                    \
		long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());                           \
                                                                                                   \
		note(p, number + (int)i);                                                          \
		__hpvm__return(1, value);                                                          \
	}
NODE(First, 100, (int *p, size_t bytes), i)
NODE(Second, 200, (int *p, size_t bytes, long own), own * 0)
NODE(Third, 300, (int *p, size_t bytes, long all), all)

void Fourth(int *p, size_t bytes, long all)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	note(p, 400);
}

void Fifth(int *p, size_t bytes, long own)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	note(p, 500 + (int)__hpvm__getNodeInstanceID_x(__hpvm__getNode()));
	__hpvm__barrier();
}

#define BIND(node)                                                                                 \
	do {                                                                                       \
		__hpvm__bindIn(node, 0, 0, 0);                                                     \
		__hpvm__bindIn(node, 1, 1, 0);                                                     \
	} while (0)

void Root(int *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *first = __hpvm__createNodeND(1, First, n);
	void *second = __hpvm__createNodeND(1, Second, n);
	void *third = __hpvm__createNodeND(1, Third, n);
	void *fourth = __hpvm__createNodeND(0, Fourth);
	void *fifth = __hpvm__createNodeND(1, Fifth, 2);

	BIND(first);
	BIND(second);
	BIND(third);
	BIND(fourth);
	BIND(fifth);
	__hpvm__edge(first, second, 0, 0, 2, 0);
	__hpvm__edge(second, third, 1, 0, 2, 0);
	__hpvm__edge(second, fourth, 1, 0, 2, 0);
	__hpvm__edge(second, fifth, 1, 0, 2, 0);
}

int main(void)
{
	struct arguments arguments = {data, sizeof data, 3, {0}};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	for (int i = 1; i <= data[0]; i++)
		printf("%s%d", i > 1 ? " " : "", data[i]);
	putchar('\n');
	return 0;
}
