//: runs -O0:interp -O2:jit -O1:interp
//: out 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
/* A thread-local variable that a leaf uses is an object of its own, wherever it lies. */
#include <hpvm.h>
#include <stdio.h>

static _Thread_local int sum;

void Leaf(int *p, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	sum += (int)i;
	p[i] = sum >= i;
	__hpvm__return(1, n);
}

void Root(int *p, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *leaf = __hpvm__createNodeND(1, Leaf, (size_t)16);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

struct __attribute__((packed)) arguments {
	int *p;
	size_t n, result;
};

int main(void)
{
	static int values[16];
	struct arguments arguments = {values, sizeof(values), 0};

	__hpvm__init();
	llvm_hpvm_track_mem(values, sizeof(values));
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(values, sizeof(values));
	for (int i = 0; i < 16; i++)
		printf("%d%c", values[i], i < 15 ? ' ' : '\n');
	llvm_hpvm_untrack_mem(values);
	__hpvm__cleanup();
	return 0;
}
