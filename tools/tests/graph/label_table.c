//: runs -O0:interp -O0:jit -O1:jit -O2:jit
//: out 111 110 100
//: out 6 5 3
//: out 21 20 18
//: out 111 21
// Tables of labels: a node's are words of the interpreter's code, compiled host code has its own.
#include "graph.h"

static int constant(long x)
{
	static void *const label[] = {&&a, &&b, &&c};
	int r = 0;

	goto *label[x % 3];
a:	r += 1;
b:	r += 10;
c:	r += 100;
	return r;
}

static int variable(long x)
{
	static void *label[] = {&&a, &&b, &&c};
	int r = 0;

	goto *label[x % 3];
a:	r += 1;
b:	r += 2;
c:	r += 3;
	return r;
}

__attribute__((noinline)) static int differences(long x)
{
	static const int label[] = {&&a - &&a, &&b - &&a, &&c - &&a};
	int r = 0;

	goto *(&&a + label[x % 3]);
a:	r += 1;
b:	r += 2;
c:	r += 18;
	return r;
}

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = constant(i);
	p[i + 3] = variable(i);
	p[i + 6] = differences(i);
}
ROOT_OF(Leaf)

int main(int argc, char **argv)
{
	struct arguments arguments = {data, sizeof data, 3, {0}};

	(void)argv;
	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(data, sizeof data);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	for (int i = 0; i < 9; i += 3)
		printf("%d %d %d\n", data[i], data[i + 1], data[i + 2]);
	printf("%d %d\n", constant(argc - 1), differences(argc - 1));
	return 0;
}
