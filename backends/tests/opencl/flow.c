/* flow.c -- a stream of three costly stages; each stage has a separate buffer for each of the
 * executions in flight. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef ROUNDS
#define ROUNDS 20000
#endif
enum { COUNT = 64, FRAMES = 40, WINDOW = 8 };

#define STAGE(name, step)                                                                           \
	void name(unsigned *p, long bytes)                                                          \
	{                                                                                           \
		__hpvm__hint(GPU_TARGET);                                                           \
		__hpvm__attributes(1, p, 1, p);                                                     \
		long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());                            \
		unsigned x = p[i];                                                                  \
		for (int k = 0; k < ROUNDS; k++)                                                    \
			x = step;                                                                   \
		p[i] = x;                                                                           \
		__hpvm__return(1, bytes);                                                           \
	}
STAGE(Mix, (x ^ x >> 7) * 2654435769u + 1)
STAGE(Turn, (x << 5 | x >> 27) + 77u * x)
STAGE(Fold, (x ^ x << 13) - (x >> 3))

void Flow(unsigned *p, long bytes)
{
	void *mix = __hpvm__createNodeND(1, Mix, (long)COUNT), *turn = __hpvm__createNodeND(1, Turn, (long)COUNT);
	void *fold = __hpvm__createNodeND(1, Fold, (long)COUNT);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(mix, 0, 0, 1);
	__hpvm__bindIn(mix, 1, 1, 1);
	__hpvm__bindIn(turn, 0, 0, 1);
	__hpvm__edge(mix, turn, 1, 0, 1, 1);
	__hpvm__bindIn(fold, 0, 0, 1);
	__hpvm__edge(turn, fold, 1, 0, 1, 1);
	__hpvm__bindOut(fold, 0, 0, 1);
}

static unsigned frames[WINDOW][COUNT];

static void take(void *graph, int k)
{
	unsigned sum = 0;

	free(__hpvm__pop(graph));
	llvm_hpvm_request_mem(frames[k % WINDOW], sizeof frames[0]);
	for (int i = 0; i < COUNT; i++)
		sum = sum * 31 + frames[k % WINDOW][i];
	printf("%d %u\n", k, sum);
}

int main(void)
{
	struct __attribute__((packed)) { unsigned *p; long bytes; } args = {frames[0], sizeof frames[0]};
	void *graph;

	__hpvm__init();
	for (int i = 0; i < WINDOW; i++)
		llvm_hpvm_track_mem(frames[i], sizeof frames[i]);
	graph = __hpvm__launch(1, Flow, &args);
	for (int k = 0; k < FRAMES; k++) {
		if (k >= WINDOW)
			take(graph, k - WINDOW);
		args.p = frames[k % WINDOW];
		for (int i = 0; i < COUNT; i++)
			args.p[i] = (unsigned)(k * COUNT + i);
		__hpvm__push(graph, &args);
	}
	for (int k = FRAMES - WINDOW; k < FRAMES; k++)
		take(graph, k);
	__hpvm__wait(graph);
	for (int i = 0; i < WINDOW; i++)
		llvm_hpvm_untrack_mem(frames[i]);
	__hpvm__cleanup();
	return 0;
}
