// An edge carries a pointer to a variable of a function that has returned, as has the leaf that called it.
#include <hpvm.h>
#include <stdio.h>

enum { N = 600 };

__attribute__((noinline)) static int *kept(int value, int depth)
{
	int own[4] = {value, 1, 2, 3};
	int *volatile first = own;

	return depth ? kept(value, depth - 1) : first;
}

void Leaf(int *p, size_t p_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	__hpvm__return(2, p[i] == 301 ? kept(p[i], 2) : p + i, sizeof(int));
}

void Second(int *from, size_t from_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, from, 1, from);
	*from += 1;
}

void Root(int *p, size_t p_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *first = __hpvm__createNodeND(1, Leaf, (size_t)N);
	void *second = __hpvm__createNodeND(1, Second, (size_t)N);

	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__edge(first, second, 0, 0, 0, 0);
	__hpvm__edge(first, second, 0, 1, 1, 0);
}

int main(void)
{
	static int p[N];
	struct __attribute__((packed)) {
		int *p;
		size_t p_bytes;
	} arguments = {p, sizeof(p)};
	int total = 0;

	for (int i = 0; i < N; i++)
		p[i] = i;
	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof(p));
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(p, sizeof(p));
	for (int i = 0; i < N; i++)
		total += p[i];
	printf("%d\n", total);
	llvm_hpvm_untrack_mem(p);
	__hpvm__cleanup();
	return 0;
}
