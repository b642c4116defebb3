/* locale.c -- a program that sets the locale of its environment: its numbers have that locale's
 * decimal point. A leaf has fractional constants and a fractional input. run-locale.sh runs it. */
#include <hpvm.h>
#include <locale.h>
#include <stdio.h>

enum { COUNT = 64 };

void Leaf(float *p, size_t bytes, float scale)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	p[i] = p[i] * scale + 0.75f;
}

void Root(float *p, size_t bytes, float scale)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *leaf = __hpvm__createNodeND(1, Leaf, (size_t)COUNT);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
}

static float data[COUNT];

int main(void)
{
	struct __attribute__((packed)) {
		float *p;
		size_t bytes;
		float scale;
	} arguments = {data, sizeof data, 1.5f};

	if (!setlocale(LC_ALL, ""))
		return 1;
	data[1] = 0.5f;
	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(data, sizeof data);
	printf("%g %g\n", data[0], data[1]);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
