/* One program in HPVM-C; intrinsics.ll and mixed.ll are the same program in other forms. It is
 * compiled without parameter names, so that every compiler gives the same ports. */
#include <hpvm.h>
#ifdef __cplusplus
using namespace hpvm;
#endif

void filter(float *in, size_t in_bytes, float *out, size_t out_bytes, float scale)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, in, out, 1, out);
	void *self = __hpvm__getNode();
	long x = __hpvm__getNodeInstanceID_x(self);

	if (x < 0) {
		__hpvm__return(2, out_bytes, 0.5);
		return;
	}
	out[x] = in[x] * scale;
	__hpvm__barrier();
	__hpvm__return(2, out_bytes, (double)out[x]);
}

void room(size_t bytes)
{
	__hpvm__hint(GPU_TARGET);
	void *memory = __hpvm__malloc((long)bytes);

	__hpvm__return(2, memory, bytes);
}

void total(float *values, size_t bytes, void *scratch, size_t scratch_bytes, double last)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, values, 1, scratch);
	__hpvm__return(1, bytes + scratch_bytes + (size_t)last);
}

void group(float *in, size_t in_bytes, float *out, size_t out_bytes, float scale, size_t n)
{
	__hpvm__hint(CPU_OR_GPU_TARGET);
	__hpvm__attributes(2, in, out, 1, out);
	void *first = __hpvm__createNodeND(1, filter, (n + 15) / 16 * 16);
	void *second = __hpvm__createNodeND(1, filter, (n + 15) / 16 * 16);

	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__bindIn(first, 2, 2, 0);
	__hpvm__bindIn(first, 3, 3, 0);
	__hpvm__bindIn(first, 4, 4, 0);
	__hpvm__bindIn(second, 2, 0, 0);
	__hpvm__edge(first, second, 0, 0, 1, 0);
	__hpvm__bindIn(second, 2, 2, 0);
	__hpvm__bindIn(second, 3, 3, 0);
	__hpvm__bindIn(second, 4, 4, 0);
	__hpvm__bindOut(second, 0, 0, 0);
	__hpvm__bindOut(second, 1, 1, 0);
}

void root(float *in, size_t in_bytes, float *out, size_t out_bytes, float scale, size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, in, out, 1, out);
	void *groups = __hpvm__createNodeND(3, group, n, n - 1, (size_t)4);
	void *space = __hpvm__createNodeND(0, room);
	void *sum = __hpvm__createNodeND(0, total);

	__hpvm__bindIn(groups, 0, 0, 1);
	__hpvm__bindIn(groups, 1, 1, 1);
	__hpvm__bindIn(groups, 2, 2, 1);
	__hpvm__bindIn(groups, 3, 3, 1);
	__hpvm__bindIn(groups, 4, 4, 1);
	__hpvm__bindIn(groups, 5, 5, 1);
	__hpvm__bindIn(space, 1, 0, 1);
	__hpvm__bindIn(sum, 2, 0, 1);
	__hpvm__edge(groups, sum, 1, 0, 1, 1);
	__hpvm__edge(space, sum, 1, 0, 2, 1);
	__hpvm__edge(space, sum, 1, 1, 3, 1);
	__hpvm__edge(groups, sum, 1, 1, 4, 1);
	__hpvm__bindOut(sum, 0, 0, 1);
}

int main(void)
{
	char arguments[128] = {0};

	__hpvm__init();
	void *graph = __hpvm__launch(1, root, arguments);

	__hpvm__wait(graph);
	__hpvm__cleanup();
	return 0;
}
