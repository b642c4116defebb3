/* parts.c -- memory that is copied in several parts, of which the last is short, and pointers into
 * it. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 1850000 };

void Leaf(unsigned *from, long from_bytes, unsigned *to, long to_bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, from, to, 1, to);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	to[i] = to[i] * 5 + from[i] + (unsigned)i;
	__hpvm__return(1, to_bytes);
}

void Root(unsigned *from, long from_bytes, unsigned *to, long to_bytes, long count)
{
	void *leaf = __hpvm__createNodeND(1, Leaf, count);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, from, to, 1, to);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindIn(leaf, 3, 3, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

int main(void)
{
	unsigned *all = malloc(COUNT * sizeof *all), half = COUNT / 2, sum = 0;
	struct __attribute__((packed)) {
		unsigned *from;
		long from_bytes;
		unsigned *to;
		long to_bytes, count, out;
	} args = {all, half * sizeof *all, all + half, half * sizeof *all, half, 0};

	for (unsigned i = 0; i < COUNT; i++)
		all[i] = i * 2654435761u;
	__hpvm__init();
	llvm_hpvm_track_mem(all, COUNT * sizeof *all);
	for (int round = 0; round < 4; round++) {
		__hpvm__wait(__hpvm__launch(0, Root, &args));
		llvm_hpvm_request_mem(all, COUNT * sizeof *all);
		all[round] ^= 1;
		args.from = round % 2 ? all : all + half;
		args.to = round % 2 ? all + half : all;
	}
	llvm_hpvm_untrack_mem(all);
	__hpvm__cleanup();
	for (unsigned i = 0; i < COUNT; i++)
		sum = sum * 31 + all[i];
	printf("%u\n", sum);
	free(all);
	return 0;
}
