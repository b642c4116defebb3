/* entries.c -- instances that meet at a barrier in a loop with two entries, inside a loop with
 * three entries. */
#include <hpvm.h>
#include <stdio.h>

enum { COUNT = 64 };

void Leaf(unsigned *p, long bytes, unsigned *tmp, long tmp_bytes, unsigned n)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, p, tmp, 2, p, tmp);
	long x = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	unsigned a = p[x], round = 0, outer = 0;

	if (n == 3)
		goto last;
	if (n % 2)
		goto middle;
	for (;;) {
		a += n;
middle:
		for (round = n; round < 9; round++) {
			tmp[x] = a + round;
			__hpvm__barrier();
			a = a * 5 + tmp[(x + round) % COUNT];
			__hpvm__barrier();
			if (round == 7)
				goto last;
			a ^= round;
		}
		a -= 3;
last:
		if (++outer > 3)
			break;
	}
	p[x] = a;
	__hpvm__return(1, bytes);
}

void Root(unsigned *p, long bytes, unsigned *tmp, long tmp_bytes, unsigned n)
{
	void *leaf = __hpvm__createNodeND(1, Leaf, (long)COUNT);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, tmp, 2, p, tmp);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindIn(leaf, 3, 3, 0);
	__hpvm__bindIn(leaf, 4, 4, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

int main(void)
{
	static unsigned p[COUNT], tmp[COUNT];
	struct __attribute__((packed)) {
		unsigned *p;
		long bytes;
		unsigned *tmp;
		long tmp_bytes;
		unsigned n;
		long out;
	} args = {p, sizeof p, tmp, sizeof tmp, 0, 0};
	unsigned sum = 0;

	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof p);
	llvm_hpvm_track_mem(tmp, sizeof tmp);
	for (unsigned n = 0; n < 6; n++) {
		for (unsigned i = 0; i < COUNT; i++)
			p[i] += i * i;
		args.n = n;
		__hpvm__wait(__hpvm__launch(0, Root, &args));
		llvm_hpvm_request_mem(p, sizeof p);
	}
	for (unsigned i = 0; i < COUNT; i++)
		sum = sum * 31 + p[i];
	llvm_hpvm_untrack_mem(p);
	llvm_hpvm_untrack_mem(tmp);
	__hpvm__cleanup();
	printf("%u\n", sum);
	return 0;
}
