//: runs -O0:interp -O2:jit -O1:interp
//: out 2 3 0.25 0 1 1
//: out 7 -1 5 9 16
/* Arithmetic and atomic operations of HPVM-C that are instructions of LLVM. */
#include <math.h>

#include "graph.h"

static float numbers[8];

void Leaf(int *p, size_t bytes, float *f, size_t f_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, f, 2, p, f);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	int old;

	if (i == 0) {
		f[0] = __hpvm__floor(f[0]);
		f[1] = __hpvm__sqrt(f[1]);
		f[2] = __hpvm__rsqrt(f[2]);
		f[3] = __hpvm__sin(f[3]);
		f[4] = __hpvm__cos(f[4]);
		f[5] = (float)__hpvm__getVectorLength();
		old = __hpvm__atomic_cmpxchg(&p[2], 3, 4);
		p[2] = old == 5 ? p[2] : 100;
		old = __hpvm__atomic_cmpxchg(&p[3], 3, 9);
		p[3] = old == 3 ? p[3] : 100;
	}
	__hpvm__atomic_umin(&p[0], (int)i - 1 + (i == 0 ? 10 : 7));
	__hpvm__atomic_umax(&p[1], (int)i - 8);
	__hpvm__atomic_add(&p[4], 1);
}

void Root(int *p, size_t bytes, float *f, size_t f_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, p, f, 2, p, f);
	void *node = __hpvm__createNodeND(1, Leaf, (size_t)8);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
	__hpvm__bindIn(node, 2, 2, 0);
	__hpvm__bindIn(node, 3, 3, 0);
}

int main(void)
{
	struct __attribute__((packed)) {
		int *p;
		size_t bytes;
		float *f;
		size_t f_bytes;
	} arguments = {data, sizeof(data), numbers, sizeof(numbers)};
	static const float given[] = {2.75f, 9, 16, 0, 0, 0};
	static const int first[] = {-1, 0, 5, 3, 8};

	memcpy(numbers, given, sizeof(given));
	memcpy(data, first, sizeof(first));
	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof(data));
	llvm_hpvm_track_mem(numbers, sizeof(numbers));
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(data, sizeof(data));
	llvm_hpvm_request_mem(numbers, sizeof(numbers));
	for (int i = 0; i < 6; i++)
		printf("%g%c", numbers[i], i < 5 ? ' ' : '\n');
	for (int i = 0; i < 5; i++)
		printf("%d%c", data[i], i < 4 ? ' ' : '\n');
	llvm_hpvm_untrack_mem(numbers);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
