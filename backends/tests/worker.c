/* worker.c -- the program of run-worker.sh: the results of `Fill` go through memory and over an
 * edge. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 300, ROUNDS = 3 };

static int in[COUNT], out[COUNT], sums[COUNT], other[2048];

void Fill(int *from, size_t from_bytes, int *to, size_t to_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, from, 1, to);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	to[i] = from[i] * 3 + 1;
	__hpvm__return(1, (long)from[i] << 20);
}

void Add(int *to, size_t to_bytes, int *result, size_t result_bytes, long value)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, to, result, 1, result);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	result[i] += (int)(value >> 18) + to[i];
}

void Root(int *from, size_t from_bytes, int *to, size_t to_bytes, int *result, size_t result_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, from, result, 2, to, result);
	void *fill = __hpvm__createNodeND(1, Fill, (size_t)COUNT);
	void *sum = __hpvm__createNodeND(1, Add, (size_t)COUNT);

	__hpvm__bindIn(fill, 0, 0, 0);
	__hpvm__bindIn(fill, 1, 1, 0);
	__hpvm__bindIn(fill, 2, 2, 0);
	__hpvm__bindIn(fill, 3, 3, 0);
	__hpvm__bindIn(sum, 2, 0, 0);
	__hpvm__bindIn(sum, 3, 1, 0);
	__hpvm__bindIn(sum, 4, 2, 0);
	__hpvm__bindIn(sum, 5, 3, 0);
	__hpvm__edge(fill, sum, 0, 0, 4, 0);
}

struct __attribute__((packed)) arguments {
	int *from; size_t from_bytes; int *to; size_t to_bytes; int *result; size_t result_bytes;
};

int main(void)
{
	struct arguments arguments = {in, sizeof in, out, sizeof out, sums, sizeof sums};
	unsigned sum = 1;

	__hpvm__init();
	llvm_hpvm_track_mem(in, sizeof in);
	llvm_hpvm_track_mem(out, sizeof out);
	llvm_hpvm_track_mem(sums, sizeof sums);
	llvm_hpvm_track_mem(other, sizeof other);
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < COUNT; i++)
			in[i] = i + round;
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	}
	llvm_hpvm_request_mem(out, sizeof out);
	llvm_hpvm_request_mem(sums, sizeof sums);
	for (int i = 0; i < COUNT; i++)
		sum = (sum ^ (unsigned)out[i]) * 16777619u + (unsigned)sums[i];
	for (int i = 0; i < 2048; i++)
		sum ^= (unsigned)other[i];
	printf("%d %d %08x\n", out[7], sums[7], sum);
	llvm_hpvm_untrack_mem(in);
	llvm_hpvm_untrack_mem(out);
	llvm_hpvm_untrack_mem(sums);
	llvm_hpvm_untrack_mem(other);
	__hpvm__cleanup();
	return 0;
}
