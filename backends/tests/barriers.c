/* backends/tests/barriers.c -- values of many types that live across barriers, in loops and
 * branches. */
#include <hpvm.h>
#include <stdio.h>

enum { N = 37, ROUNDS = 5 };

/* In each round instance i passes its values to its neighbour; all its variables must survive the
 * barriers. */
void Leaf(double *cells, size_t cells_bytes, long *out, size_t out_bytes, long n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, cells, 2, cells, out);

	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	unsigned char small = (unsigned char)(i * 7);
	short middle = (short)(i * 300);
	float single = (float)i / 3;
	long kept[4] = {i, i + 1, i * i, -i};
	int odd = i & 1;
	/* Values that are the same in all instances, computed by divergent control flow. */
	long way = 1, steps = 0, same = n;

	if (i & 2)
		way = 5;
	while (steps < 4 && (i >> steps & 1)) {
		steps++;
		same = 2 * n;
	}
	cells[i] = (double)i;
	__hpvm__barrier();
	for (long round = 0; round < ROUNDS; round++) {
		double next = cells[(i + 1) % n];
		float before = single;

		__hpvm__barrier();
		cells[i] = next + before;
		single += (float)small;
		if (round % 2) { /* for all instances, or for none */
			__hpvm__barrier();
			kept[round % 4] += (long)cells[(i + 3) % n];
			way = i % 3 ? way : 2;
		}
		small = (unsigned char)(small * 3 + round);
		__hpvm__barrier();
	}
	out[i] = (long)cells[i] + small + middle + (long)(single * 16) + kept[0] + kept[1] * 3 +
		 kept[2] * 5 + kept[3] * 7 + odd + 100 * way + 1000 * steps + 10000 * same;
	__hpvm__return(1, out_bytes);
}

void Root(double *cells, size_t cells_bytes, long *out, size_t out_bytes, long n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, cells, 2, cells, out);

	void *leaf = __hpvm__createNodeND(1, Leaf, (size_t)n);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindIn(leaf, 3, 3, 0);
	__hpvm__bindIn(leaf, 4, 4, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

int main(void)
{
	static double cells[N];
	static long out[N];
	struct __attribute__((packed)) {
		double *cells;
		size_t cells_bytes;
		long *out;
		size_t out_bytes;
		long n;
		size_t result;
	} arguments = {cells, sizeof cells, out, sizeof out, N, 0};

	__hpvm__init();
	llvm_hpvm_track_mem(cells, sizeof cells);
	llvm_hpvm_track_mem(out, sizeof out);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(out, sizeof out);
	for (int i = 0; i < N; i++)
		printf("%ld\n", out[i]);
	llvm_hpvm_untrack_mem(cells);
	llvm_hpvm_untrack_mem(out);
	__hpvm__cleanup();
	return 0;
}
