/* instrumented/shapes.c -- host code and leaves with what clang instruments: local arrays, arithmetic, branches, calls
 * by pointer, thread-local and static variables. Prints "3328 8 1". */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 8 };

struct item {
	int key;
	float weight;
};

static int weigh(const struct item *items, int n, int from)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += items[i].key * (from + i);
	return sum;
}

void Fill(int *out, size_t bytes)
{
	struct item local[4];
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, out, 1, out);
	for (int k = 0; k < 4; k++)
		local[k] = (struct item){(int)i + k, 0.5F};
	out[i] = weigh(local, 4, (int)i);
	__hpvm__return(1, bytes);
}

void Scale(int *out, size_t bytes, float factor)
{
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, out, 1, out);
	switch (i % 3) {
	case 0: out[i] = (int)((float)out[i] * factor); break;
	case 1: out[i] = out[i] / ((int)i + 1); break;
	default: out[i] <<= 1;
	}
}

void Root(int *out, size_t bytes, float factor, size_t n)
{
	void *fill, *scale;

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, out, 1, out);
	fill = __hpvm__createNodeND(1, Fill, n);
	scale = __hpvm__createNodeND(1, Scale, n);
	__hpvm__bindIn(fill, 0, 0, 0);
	__hpvm__bindIn(fill, 1, 1, 0);
	__hpvm__bindIn(scale, 0, 0, 0);
	__hpvm__edge(fill, scale, 0, 0, 1, 0);
	__hpvm__bindIn(scale, 2, 2, 0);
}

struct __attribute__((packed)) arguments {
	int *out;
	size_t bytes;
	float factor;
	size_t n;
};

_Thread_local int calls;
static int runs;

static int twice(int x)
{
	calls++;
	return 2 * x;
}

static int thrice(int x)
{
	calls++;
	return 3 * x;
}

int (*const table[2])(int) = {twice, thrice};

__attribute__((noinline)) int choose(int i, int x)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", x);
	return table[i & 1](atoi(text));
}

int main(int argc, char **argv)
{
	int *out = calloc(N, sizeof(int)), sum = 0;
	struct arguments arguments = {out, N * sizeof(int), 2.5F, N};

	(void)argv;
	__hpvm__init();
	llvm_hpvm_track_mem(out, N * sizeof(int));
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(out, N * sizeof(int));
	for (int i = 0; i < N; i++)
		sum += choose(i, out[i]);
	runs += argc;
	llvm_hpvm_untrack_mem(out);
	__hpvm__cleanup();
	printf("%d %d %d\n", sum, calls, runs);
	free(out);
	return 0;
}
