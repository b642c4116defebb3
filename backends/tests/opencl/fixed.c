/* fixed.c -- weights that all instances read at the same places. With argument `written` the leaf
 * may also write them; with `many` they are large; `one` is the normal case. */
#include <hpvm.h>
#include <stdio.h>
#include <string.h>

enum { COUNT = 512, WEIGHTS = 7, MANY = 1 << 22 };

void Leaf(float *from, long from_bytes, float *weights, long weight_bytes, float *to, long to_bytes, long n)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, from, weights, 1, to);
	long x = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	float sum = 0;

	for (long k = 0; k < n; k++)
		sum += weights[k] * from[(x + k) % COUNT];
	to[x + WEIGHTS] = sum + weights[n - 1];
	__hpvm__return(1, to_bytes);
}

void Root(float *from, long from_bytes, float *weights, long weight_bytes, float *to, long to_bytes, long n)
{
	void *leaf = __hpvm__createNodeND(1, Leaf, (long)COUNT);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, from, weights, 1, to);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindIn(leaf, 3, 3, 0);
	__hpvm__bindIn(leaf, 4, 4, 0);
	__hpvm__bindIn(leaf, 5, 5, 0);
	__hpvm__bindIn(leaf, 6, 6, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

int main(int argc, char **argv)
{
	static float from[COUNT], weights[MANY], to[COUNT + WEIGHTS];
	struct __attribute__((packed)) {
		float *from;
		long from_bytes;
		float *weights;
		long weight_bytes;
		float *to;
		long to_bytes, n, out;
	} args = {from, sizeof from, weights, WEIGHTS * sizeof *weights, to, sizeof to, WEIGHTS, 0};
	unsigned sum = 0;

	for (int i = 0; i < COUNT; i++)
		from[i] = (float)(i % 17) * 0.25f;
	for (int i = 0; i < WEIGHTS; i++)
		weights[i] = to[i] = (float)i - 2.5f;
	if (argc > 1 && strcmp(argv[1], "written") == 0)
		args.weights = to;
	if (argc > 1 && strcmp(argv[1], "many") == 0)
		args.weight_bytes = sizeof weights;
	__hpvm__init();
	llvm_hpvm_track_mem(from, sizeof from);
	llvm_hpvm_track_mem(weights, sizeof weights);
	llvm_hpvm_track_mem(to, sizeof to);
	__hpvm__wait(__hpvm__launch(0, Root, &args));
	llvm_hpvm_request_mem(to, sizeof to);
	for (int i = 0; i < COUNT + WEIGHTS; i++) {
		unsigned bits;

		memcpy(&bits, &to[i], sizeof bits);
		sum = sum * 31 + bits;
	}
	llvm_hpvm_untrack_mem(from);
	llvm_hpvm_untrack_mem(weights);
	llvm_hpvm_untrack_mem(to);
	__hpvm__cleanup();
	printf("%u\n", sum);
	return 0;
}
