/* program.c -- a small graph whose first leaf executes BODY, for run-mutants.sh; the second leaf is
 * independent of it.
 *
 * First gets the array `in` of integers with corner cases, `fin` and `din` of floats with NaN,
 * zeros and subnormals, `out` for results, `scale` and `shift`; i is the number of its instance,
 * (x, y) the index in a grid of 8 by 5. Its result `value` goes to Second over an edge. */
#include <hpvm.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { X = 8, Y = 5, COUNT = X * Y, ROUNDS = 2 };

#ifndef GLOBALS
#define GLOBALS
#endif
GLOBALS

void First(int *in, size_t in_bytes, float *fin, size_t fin_bytes, double *din, size_t din_bytes,
	   int *out, size_t out_bytes, long scale, long shift)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(4, in, fin, din, out, 1, out);
	void *self = __hpvm__getNode();
	long x = __hpvm__getNodeInstanceID_x(self), y = __hpvm__getNodeInstanceID_y(self);
	long i = x * Y + y, value = i;

	BODY;
	__hpvm__return(1, value);
}

void Second(int *out, size_t out_bytes, float *fin, size_t fin_bytes, double *din, size_t din_bytes,
	    int *result, size_t result_bytes, long value, long shift)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(4, out, fin, din, result, 1, result);
	void *self = __hpvm__getNode();
	long i = __hpvm__getNodeInstanceID_x(self) * __hpvm__getNumNodeInstances_y(self) +
		 __hpvm__getNodeInstanceID_y(self);

	result[i] = (int)value + (int)shift;
	__hpvm__return(1, shift + i);
}

void Root(int *in, size_t in_bytes, float *fin, size_t fin_bytes, double *din, size_t din_bytes,
	  int *out, size_t out_bytes, int *result, size_t result_bytes, long scale, long shift)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(5, in, fin, din, out, result, 2, out, result);
	void *first = __hpvm__createNodeND(2, First, (size_t)X, (size_t)Y);
	void *second = __hpvm__createNodeND(2, Second, (size_t)X, (size_t)Y);

	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__bindIn(first, 2, 2, 0);
	__hpvm__bindIn(first, 3, 3, 0);
	__hpvm__bindIn(first, 4, 4, 0);
	__hpvm__bindIn(first, 5, 5, 0);
	__hpvm__bindIn(first, 6, 6, 0);
	__hpvm__bindIn(first, 7, 7, 0);
	__hpvm__bindIn(first, 10, 8, 0);
	__hpvm__bindIn(first, 11, 9, 0);
	__hpvm__bindIn(second, 6, 0, 0);
	__hpvm__bindIn(second, 7, 1, 0);
	__hpvm__bindIn(second, 2, 2, 0);
	__hpvm__bindIn(second, 3, 3, 0);
	__hpvm__bindIn(second, 4, 4, 0);
	__hpvm__bindIn(second, 5, 5, 0);
	__hpvm__bindIn(second, 8, 6, 0);
	__hpvm__bindIn(second, 9, 7, 0);
	__hpvm__bindIn(second, 11, 9, 0);
	__hpvm__edge(first, second, 0, 0, 8, 0);
}

static struct {
	float fin[COUNT];
	double din[COUNT];
	int in[COUNT], out[2 * COUNT], behind[COUNT], result[COUNT];
} memory;

struct __attribute__((packed)) arguments {
	int *in; size_t in_bytes; float *fin; size_t fin_bytes; double *din; size_t din_bytes;
	int *out; size_t out_bytes; int *result; size_t result_bytes; long scale, shift;
};

static void fill(int round)
{
	static const int words[] = {0, 1, -1, 7, -8, 100, -100, 0x7fffffff, (int)0x80000000, 65537};
	static const float floats[] = {0.0f, -0.0f, 1.5f, -2.5f, 1e-40f, 0.1f, -3e-39f, 0.7f, 1e20f, -0.3f};

	for (int i = 0; i < COUNT; i++) {
		memory.in[i] = words[i % 10] ^ (i / 10 * 3) + round;
		memory.fin[i] = floats[i % 10] * (float)(1 + i / 10 + round);
		memory.din[i] = floats[(i + 3) % 10] / 3.0 * (1 + i / 10);
	}
	memory.fin[17] = NAN;
	memory.din[23] = NAN;
}

#define TRACKED(call) call(memory.in) call(memory.fin) call(memory.din) call(memory.out) call(memory.behind) \
	call(memory.result)
#define TRACK(array) llvm_hpvm_track_mem(array, sizeof array);
#define REQUEST(array) llvm_hpvm_request_mem(array, sizeof array);
#define UNTRACK(array) llvm_hpvm_untrack_mem(array);

int main(void)
{
	struct arguments arguments = {memory.in, sizeof memory.in, memory.fin, sizeof memory.fin,
				      memory.din, sizeof memory.din, memory.out, sizeof memory.out,
				      memory.result, sizeof memory.result, 3, 5};

	__hpvm__init();
	TRACKED(TRACK)
	for (int round = 0; round < ROUNDS; round++) {
		fill(round);
		arguments.scale = 3 + round;
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
		TRACKED(REQUEST)
		for (int i = 0; i < 2 * COUNT; i++)
			printf("%x%c", (unsigned)memory.out[i], i % 10 == 9 ? '\n' : ' ');
		for (int i = 0; i < COUNT; i++)
			printf("%d %d%c", memory.result[i], memory.behind[i], i % 10 == 9 ? '\n' : ' ');
	}
	TRACKED(UNTRACK)
	__hpvm__cleanup();
	return 0;
}
