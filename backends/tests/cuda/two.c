/* two.c -- a leaf on two buffers of the program: if the device has no room for the second, the
 * first has been copied there in vain. */
#include <hpvm.h>
#include <stdio.h>

enum { COUNT = 96 };

void Sum(int *p, long bytes, int *q, long more)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, p, q, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	p[i] += q[i] + 1;
}

void Root(int *p, long bytes, int *q, long more)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, q, 1, p);
	void *sum = __hpvm__createNodeND(1, Sum, (long)COUNT);
	__hpvm__bindIn(sum, 0, 0, 0);
	__hpvm__bindIn(sum, 1, 1, 0);
	__hpvm__bindIn(sum, 2, 2, 0);
	__hpvm__bindIn(sum, 3, 3, 0);
}

int main(void)
{
	static int a[COUNT], between[COUNT], b[COUNT];
	struct __attribute__((packed)) { int *p; long bytes; int *q; long more; } args = {a, sizeof a, b, sizeof b};

	__hpvm__init();
	__hpvm__wait(__hpvm__launch(0, Root, &args));
	__hpvm__cleanup();
	printf("%d %d\n", a[1], between[0]);
	return 0;
}
