/* variables.c -- variables of the program that leaves read and write, directly and through
 * functions: an array with an element for each instance, one that all instances add to, a structure
 * of several types, one that is static in a function, and one that only the host writes. The second
 * leaf reads what the first has written, and the host reads both between executions. */
#include <hpvm.h>
#include <stdio.h>

enum { COUNT = 96 };

int table[COUNT];
static int counter;
static struct {
	char name[3];
	float scale;
	double sums[4];
	unsigned short odd[5];
} state;
static long shift = 3;

static __attribute__((noinline)) int *place(long i)
{
	static int places[COUNT / 2];

	return &places[i % (COUNT / 2)];
}

static __attribute__((noinline)) int shifted(int value)
{
	return value + (int)shift;
}

void First(int *in, long bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, in, 1, in);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	table[i] += shifted(in[i]);
	__hpvm__atomic_add(&counter, in[i]);
	if (i < COUNT / 2)
		*place(i) += (int)i;
	if (i == 7) {
		state.scale = 0.5f * (float)in[i];
		state.sums[2] += 1.25;
		state.odd[4] = (unsigned short)(state.odd[4] + 9);
		state.name[1] = 'x';
	}
	__hpvm__return(1, bytes);
}

void Second(int *in, long bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, in, 1, in);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	in[i] = table[COUNT - 1 - i] + (int)(state.scale * 2) + (int)state.sums[2] + state.odd[4] + *place(i) + counter +
		state.name[1];
	__hpvm__return(1, bytes);
}

void Root(int *in, long bytes, long count)
{
	void *first = __hpvm__createNodeND(1, First, count), *second = __hpvm__createNodeND(1, Second, count);

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, in);
	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__bindIn(second, 0, 0, 0);
	__hpvm__edge(first, second, 1, 0, 1, 0);
	__hpvm__bindOut(second, 0, 0, 0);
}

int main(void)
{
	static int memory[COUNT];
	struct __attribute__((packed)) { int *in; long bytes, count, out; } args = {memory, sizeof memory, COUNT, 0};

	__hpvm__init();
	for (int i = 0; i < COUNT; i++)
		memory[i] = i;
	llvm_hpvm_track_mem(memory, sizeof memory);
	for (int turn = 0; turn < 3; turn++) {
		__hpvm__wait(__hpvm__launch(0, Root, &args));
		printf("%d %d %d, %g %g %d %d\n", counter, table[5], *place(9), (double)state.scale, state.sums[2],
		       state.odd[4], state.name[1]);
		table[5] = -turn;   /* the host writes, too */
		shift++;
		counter /= 2;
		state.sums[2] *= 2;
	}
	llvm_hpvm_request_mem(memory, sizeof memory);
	llvm_hpvm_untrack_mem(memory);
	__hpvm__cleanup();
	for (int i = 0; i < COUNT; i++)
		printf("%d ", memory[i]);
	printf("\n");
	return 0;
}
