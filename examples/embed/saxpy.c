/* examples/embed/saxpy.c -- the graph that embed.c launches, y = a * x + y. No host code. */
#include <hpvm.h>

void saxpy_step(const float *x, size_t x_bytes, float *y, size_t y_bytes, float a)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, x, y, 1, y);

	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	y[i] = a * x[i] + y[i];
	__hpvm__return(1, x_bytes / sizeof(*x));
}

/* COUNT may be larger than the buffers: the bounds checker then says where. */
void saxpy(const float *x, size_t x_bytes, float *y, size_t y_bytes, float a, size_t count)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, x, y, 1, y);

	void *step = __hpvm__createNodeND(1, saxpy_step, count);

	__hpvm__bindIn(step, 0, 0, 0);
	__hpvm__bindIn(step, 1, 1, 0);
	__hpvm__bindIn(step, 2, 2, 0);
	__hpvm__bindIn(step, 3, 3, 0);
	__hpvm__bindIn(step, 4, 4, 0);
	__hpvm__bindOut(step, 0, 0, 0);
}
