/* large.c -- instances that meet at a barrier, as many as the argument says: in a whole grid, and
 * in groups. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

enum { GROUPS = 2, MOST = 1 << 15 };

void Meeting(int *p, long bytes, int *shared, long shared_bytes, long n)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, p, shared, 2, p, shared);
	long x = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	shared[x] = p[x] * 3;
	__hpvm__barrier();
	p[x] = shared[(x + 1) % n];
	__hpvm__return(1, bytes);
}

void Work(int *p, long bytes, long n)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *node = __hpvm__getNode();
	long x = __hpvm__getNodeInstanceID_x(node), group = __hpvm__getNodeInstanceID_x(__hpvm__getParentNode(node));

	p[group * n + x] += (int)(group + x);
	__hpvm__return(1, bytes);
}

void Group(int *p, long bytes, long n)
{
	void *work = __hpvm__createNodeND(1, Work, n);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(work, 0, 0, 0);
	__hpvm__bindIn(work, 1, 1, 0);
	__hpvm__bindIn(work, 2, 2, 0);
	__hpvm__bindOut(work, 0, 0, 0);
}

void Root(int *p, long bytes, int *shared, long shared_bytes, long n)
{
	void *meeting = __hpvm__createNodeND(1, Meeting, n);
	void *group = __hpvm__createNodeND(1, Group, (long)GROUPS);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, shared, 2, p, shared);
	__hpvm__bindIn(meeting, 0, 0, 0);
	__hpvm__bindIn(meeting, 1, 1, 0);
	__hpvm__bindIn(meeting, 2, 2, 0);
	__hpvm__bindIn(meeting, 3, 3, 0);
	__hpvm__bindIn(meeting, 4, 4, 0);
	__hpvm__bindIn(group, 0, 0, 0);
	__hpvm__edge(meeting, group, 1, 0, 1, 0);
	__hpvm__bindIn(group, 4, 2, 0);
	__hpvm__bindOut(group, 0, 0, 0);
}

int main(int argc, char **argv)
{
	static int p[GROUPS * MOST], shared[MOST];
	struct __attribute__((packed)) {
		int *p;
		long bytes;
		int *shared;
		long shared_bytes, n, out;
	} args = {p, sizeof p, shared, sizeof shared, argc > 1 ? atol(argv[1]) : 64, 0};
	unsigned sum = 0;

	for (int i = 0; i < GROUPS * MOST; i++)
		p[i] = i;
	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof p);
	llvm_hpvm_track_mem(shared, sizeof shared);
	__hpvm__wait(__hpvm__launch(0, Root, &args));
	llvm_hpvm_request_mem(p, sizeof p);
	for (int i = 0; i < GROUPS * MOST; i++)
		sum = sum * 31 + (unsigned)p[i];
	llvm_hpvm_untrack_mem(p);
	llvm_hpvm_untrack_mem(shared);
	__hpvm__cleanup();
	printf("%u\n", sum);
	return 0;
}
