/* overlapping.c -- a leaf with two pointers: to separate memory or, with an argument, to the same
 * memory. */
#include <hpvm.h>
#include <stdio.h>

#ifndef NUMBER
#define NUMBER int
#endif

enum { COUNT = 64 };

void Add(NUMBER *p, long p_bytes, NUMBER *q, long q_bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, p, q, 1, q);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	q[i] = p[i] * 3 + 1;
}

void Root(NUMBER *p, long p_bytes, NUMBER *q, long q_bytes)
{
	void *add = __hpvm__createNodeND(1, Add, (long)COUNT);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 1, q);
	__hpvm__bindIn(add, 0, 0, 0);
	__hpvm__bindIn(add, 1, 1, 0);
	__hpvm__bindIn(add, 2, 2, 0);
	__hpvm__bindIn(add, 3, 3, 0);
}

int main(int argc, char **argv)
{
	static NUMBER p[COUNT], other[COUNT];
	NUMBER *q = argc > 1 ? p : other;
	struct __attribute__((packed)) { NUMBER *p; long p_bytes; NUMBER *q; long q_bytes; } args = {p, sizeof(p), q, sizeof(p)};

	for (int i = 0; i < COUNT; i++)
		p[i] = i;
	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof(p));
	llvm_hpvm_track_mem(other, sizeof(other));
	__hpvm__wait(__hpvm__launch(0, Root, &args));
	llvm_hpvm_request_mem(q, sizeof(p));
	printf("%g\n", (double)q[COUNT - 1]);
	llvm_hpvm_untrack_mem(p);
	llvm_hpvm_untrack_mem(other);
	__hpvm__cleanup();
	return 0;
}
