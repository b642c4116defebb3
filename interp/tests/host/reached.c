/* Functions that host code, nodes, or both reach in every possible way; the address of a label. */
//: out host: 6 7 12 20 1
//: out leaf: 6 21 22 122
#include <hpvm.h>
#include <stdio.h>
#define KEEP __attribute__((noinline))

typedef int function(int);

KEEP static int deep(int x) { return x + 1; }
KEEP static int of_both(int x) { return deep(x); }
KEEP int of_nodes(int x) { return deep(x) + 14; }
KEEP static int in_table(int x) { return x + 7; }
KEEP static int also_in_table(int x) { return x * 4; }
KEEP static int by_address(int x) { return x + 16; }
KEEP static int of_constructor(int x) { return x + 11; }
int of_alias(int x) __attribute__((alias("of_nodes")));

function *volatile table[] = {in_table, also_in_table};
static volatile int constructed;
static __attribute__((constructor)) void construct(void) { constructed = of_constructor(1); }

KEEP static int jumps(int x)
{
	static void *const labels[] = {&&first, &&second};

	goto *labels[x & 1];
first:
	return 1;
second:
	return of_nodes(x) * 5 + 12;
}

void Leaf(int *values, size_t bytes)
{
	static void *const labels[] = {&&even, &&odd};
	function *volatile taken = by_address;

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, values, 1, values);
	goto *labels[bytes & 1];
odd:
	values[0] = 0;
even:
	values[0] = of_both(values[0]);
	values[1] = of_alias(values[0]);
	values[2] = taken(values[0]);
	values[3] = jumps(values[0] | 1);
	__hpvm__return(0);
}

void Root(int *values, size_t bytes)
{
	void *leaf = __hpvm__createNodeND(0, Leaf);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
}

int main(void)
{
	int values[4] = {5};
	struct __attribute__((packed)) {
		int *values;
		size_t bytes;
	} arguments = {values, sizeof(values)};

	__hpvm__init();
	llvm_hpvm_track_mem(values, sizeof(values));
	printf("host: %d %d %d %d %d\n", of_both(5), table[0](0), constructed, table[1](5), jumps(2));
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(values, sizeof(values));
	printf("leaf: %d %d %d %d\n", values[0], values[1], values[2], values[3]);
	llvm_hpvm_untrack_mem(values);
	__hpvm__cleanup();
	return 0;
}
