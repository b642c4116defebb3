// An edge carries a pointer to tracked memory that has been unmapped; it is never dereferenced.
#include <hpvm.h>
#include <stdio.h>
#include <sys/mman.h>

enum { BYTES = 1 << 20 };

void Give(long *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__return(2, p, bytes);
}

void Take(long *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__return(1, bytes + 1);
}

void Root(long *p, size_t bytes)
{
	void *give = __hpvm__createNodeND(0, Give), *take = __hpvm__createNodeND(0, Take);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(give, 0, 0, 0);
	__hpvm__bindIn(give, 1, 1, 0);
	__hpvm__edge(give, take, 1, 0, 0, 0);
	__hpvm__edge(give, take, 1, 1, 1, 0);
	__hpvm__bindOut(take, 0, 0, 0);
}

int main(void)
{
	long *p = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct __attribute__((packed)) { long *p; size_t bytes, result; } in = {p, BYTES, 0};

	__hpvm__init();
	llvm_hpvm_track_mem(p, BYTES);
	munmap(p, BYTES);
	__hpvm__wait(__hpvm__launch(0, Root, &in));
	printf("%zu\n", in.result);
	llvm_hpvm_untrack_mem(p);
	__hpvm__cleanup();
	return 0;
}
