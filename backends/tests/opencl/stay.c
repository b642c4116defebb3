/* stay.c -- launches of one graph on the same memory, which the host requests, or accesses without
 * a request. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 4096, BYTES = COUNT * sizeof(int) };

void Leaf(int *from, long from_bytes, int *to, long to_bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, from, 1, to);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	to[i] = from[i] * 3 + 1;
	__hpvm__return(1, to_bytes);
}

void Root(int *from, long from_bytes, int *to, long to_bytes)
{
	void *leaf = __hpvm__createNodeND(1, Leaf, (long)COUNT);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, from, 1, to);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindIn(leaf, 3, 3, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

static void launch(int *from, int *to)
{
	struct __attribute__((packed)) { int *from; long from_bytes; int *to; long to_bytes, out; } args = {
		from, BYTES, to, BYTES, 0};

	__hpvm__wait(__hpvm__launch(0, Root, &args));
}

/* Two stages on one buffer. */
void Halve(int *p, long bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	p[__hpvm__getNodeInstanceID_x(__hpvm__getNode())] /= 2;
	__hpvm__return(1, bytes);
}

void Pipeline(int *p, long bytes)
{
	void *first = __hpvm__createNodeND(1, Halve, (long)COUNT);
	void *second = __hpvm__createNodeND(1, Halve, (long)COUNT);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	__hpvm__bindIn(first, 0, 0, 1);
	__hpvm__bindIn(first, 1, 1, 1);
	__hpvm__bindIn(second, 0, 0, 1);
	__hpvm__edge(first, second, 1, 0, 1, 1);
	__hpvm__bindOut(second, 0, 0, 1);
}

static unsigned sum_of(const int *from)
{
	unsigned sum = 0;

	for (int i = 0; i < COUNT; i++)
		sum = sum * 31 + (unsigned)from[i];
	return sum;
}

static void fill(int *to, int by)
{
	for (int i = 0; i < COUNT; i++)
		to[i] = i * by;
}

static int whole[2][COUNT] __attribute__((aligned(4096)));
static struct { char before[100]; int data[2][COUNT]; char behind[100]; } odd __attribute__((aligned(4096)));

static void track(int *from, int *to)
{
	llvm_hpvm_track_mem(from, BYTES);
	llvm_hpvm_track_mem(to, BYTES);
}

static void untrack(int *from, int *to)
{
	llvm_hpvm_untrack_mem(from);
	llvm_hpvm_untrack_mem(to);
}

/* Nothing is accessed in between. */
static void again(int *from, int *to)
{
	for (int i = 0; i < 3; i++)
		launch(from, to);
	llvm_hpvm_request_mem(to, BYTES);
	printf("%u\n", sum_of(to));
}

/* Correct: everything is requested first. */
static void request(int *from, int *to)
{
	for (int i = 0; i < 3; i++) {
		llvm_hpvm_request_mem(from, BYTES);
		from[i * 100]++;
		launch(from, to);
		launch(from, to);
		llvm_hpvm_request_mem(to, BYTES);
		printf("%u\n", sum_of(to));
	}
}

/* Incorrect: accesses without a request. */
static void touch(int *from, int *to)
{
	for (int i = 0; i < 3; i++) {
		from[i * 1000 + 7]++;
		launch(from, to);
		printf("%u\n", sum_of(to));
		to[COUNT - 1] = from[i];
		printf("%u\n", sum_of(to));
	}
}

/* The output becomes the next input. */
static void swap(int *from, int *to)
{
	for (int i = 0; i < 4; i++)
		launch(i % 2 ? to : from, i % 2 ? from : to);
	llvm_hpvm_request_mem(from, BYTES);
	printf("%u\n", sum_of(from));
}

/* Freed while still tracked. */
static void lost(int *from, int *to)
{
	(void)to;
	for (int i = 0; i < 4; i++) {
		size_t bytes = i % 2 ? BYTES : 64 * BYTES;
		int *made = aligned_alloc(4096, bytes), *now;

		llvm_hpvm_track_mem(made, bytes);
		launch(from, made);
		if (i == 3) {
			now = realloc(made, 4 * bytes);
			printf("%u\n", sum_of(now));
			made = now;
		}
		free(made);
		now = calloc(bytes, 1);
		printf("%u\n", sum_of(now));
		free(now);
	}
}

/* System calls access memory whose newest contents are on the device. */
static void files(int *from, int *to)
{
	FILE *file = tmpfile();

	for (int i = 0; i < 2; i++) {
		launch(from, to);
		rewind(file);
		printf("%zu\n", fwrite(to, sizeof(int), COUNT, file));
		rewind(file);
		printf("%zu\n", fread(from, sizeof(int), COUNT, file));
	}
	printf("%u\n", sum_of(from));
	fclose(file);
}

static void stream(int *from, int *to)
{
	int *frames[2] = {from, to};
	struct __attribute__((packed)) { int *p; long bytes; } args = {from, BYTES};
	void *graph = __hpvm__launch(1, Pipeline, &args);

	fill(to, 7);
	for (int i = 0; i < 6; i++) {
		args.p = frames[i % 2];
		__hpvm__push(graph, &args);
		free(__hpvm__pop(graph));
	}
	__hpvm__wait(graph);
	llvm_hpvm_request_mem(from, BYTES);
	llvm_hpvm_request_mem(to, BYTES);
	printf("%u %u\n", sum_of(from), sum_of(to));
}

int main(int argc, char **argv)
{
	static const struct { const char *name; void (*run)(int *, int *); } all[] = {
		{"again", again}, {"request", request}, {"touch", touch}, {"swap", swap}, {"lost", lost}, {"files", files},
		{"stream", stream},
	};
	int unaligned = argc > 2;
	int *from = unaligned ? odd.data[0] : whole[0], *to = unaligned ? odd.data[1] : whole[1];

	__hpvm__init();
	track(from, to);
	fill(from, 5);
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (argc > 1 && strcmp(argv[1], all[i].name) == 0)
			all[i].run(from, to);
	for (int i = 0; i < 100; i++) /* they are never popped */
		odd.before[i] = odd.behind[i] = (char)i;
	untrack(from, to);
	printf("%u %u\n", sum_of(from), sum_of(to));
	__hpvm__cleanup();
	return 0;
}
