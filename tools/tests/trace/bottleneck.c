// Root(p, bytes, n): Make (1 instance) -> Long (n instances) and -> Short (1), which waits for Long to end.
#include <hpvm.h>

struct __attribute__((packed)) arguments {
	long *p;
	size_t bytes, n;
};

void Make(long *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[0] = 1;
	__hpvm__return(1, p[0]);
}

void Long(long *p, size_t bytes, long made)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	p[1 + i] = made + i;
}

void Short(long *p, size_t bytes, long made)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[0] = made + 1;
}

void Root(long *p, size_t bytes, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *make = __hpvm__createNodeND(0, Make);
	void *other = __hpvm__createNodeND(1, Long, n);
	void *last = __hpvm__createNodeND(0, Short);

	__hpvm__bindIn(make, 0, 0, 0);
	__hpvm__bindIn(make, 1, 1, 0);
	__hpvm__bindIn(other, 0, 0, 0);
	__hpvm__bindIn(other, 1, 1, 0);
	__hpvm__bindIn(last, 0, 0, 0);
	__hpvm__bindIn(last, 1, 1, 0);
	__hpvm__edge(make, other, 1, 0, 2, 0);
	__hpvm__edge(make, last, 1, 0, 2, 0);
}

int main(void)
{
	static long p[4097];
	struct arguments arguments = {p, sizeof(p), 4096};

	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof(p));
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(p, sizeof(p));
	llvm_hpvm_untrack_mem(p);
	__hpvm__cleanup();
	return 0;
}
