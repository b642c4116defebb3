/* roots.c -- graphs launched without host code: --root and --args. */
#include <hpvm.h>
#include <stdbool.h>
#include <stdint.h>

void Scale_leaf(const float *a, size_t a_bytes, float *b, size_t b_bytes, float factor, int offset)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, a, 1, b);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	b[i] = a[i] * factor + (float)offset;
	__hpvm__return(1, b_bytes);
}

/* b[i] = a[i] * factor + offset for i < count; the output is b's size. */
void Scale(const float *a, size_t a_bytes, float *b, size_t b_bytes, float factor, int offset,
	   size_t count)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, a, 1, b);
	void *leaf = __hpvm__createNodeND(1, Scale_leaf, count);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindIn(leaf, 3, 3, 0);
	__hpvm__bindIn(leaf, 4, 4, 0);
	__hpvm__bindIn(leaf, 5, 5, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}

void Numbers_leaf(bool flag, int8_t byte, uint16_t half, int64_t word, double number, _Float16 tiny)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 0);
	__hpvm__return(6, (int)flag, (int)byte, (int)half, word, number * 2, (double)tiny);
}

void Numbers(bool flag, int8_t byte, uint16_t half, int64_t word, double number, _Float16 tiny)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 0);
	void *leaf = __hpvm__createNodeND(0, Numbers_leaf);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindIn(leaf, 3, 3, 0);
	__hpvm__bindIn(leaf, 4, 4, 0);
	__hpvm__bindIn(leaf, 5, 5, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
	__hpvm__bindOut(leaf, 1, 1, 0);
	__hpvm__bindOut(leaf, 2, 2, 0);
	__hpvm__bindOut(leaf, 3, 3, 0);
	__hpvm__bindOut(leaf, 4, 4, 0);
	__hpvm__bindOut(leaf, 5, 5, 0);
}

void Sum_leaf(const int *values, size_t bytes, int start)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, values, 0);
	int sum = start;

	for (size_t i = 0; i < bytes / sizeof *values; i++)
		sum += values[i];
	__hpvm__return(1, (long)sum);
}

/* For streams: the sum of the values and `start`. */
void Sum(const int *values, size_t bytes, int start)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, values, 0);
	void *leaf = __hpvm__createNodeND(0, Sum_leaf);

	__hpvm__bindIn(leaf, 0, 0, 1);
	__hpvm__bindIn(leaf, 1, 1, 1);
	__hpvm__bindIn(leaf, 2, 2, 1);
	__hpvm__bindOut(leaf, 0, 0, 1);
}

typedef float vector __attribute__((vector_size(16)));

void Vector_leaf(vector *out, size_t out_bytes, vector v)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, out);
	out[0] = v + v;
}

void Vector(vector *out, size_t out_bytes, vector v)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, out);
	void *leaf = __hpvm__createNodeND(0, Vector_leaf);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
}

/* x + b, of tensors */
void Add(void *x, size_t x_bytes, void *b, size_t b_bytes)
{
	__hpvm__hint(TENSOR_TARGET);
	__hpvm__attributes(2, x, b, 0);
	__hpvm__return(2, __hpvm__tensor_add(x, b), (size_t)0);
}
void Network(void *x, size_t x_bytes, void *b, size_t b_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, x, b, 0);
	void *sum = __hpvm__createNodeND(0, Add);

	__hpvm__bindIn(sum, 0, 0, 0);
	__hpvm__bindIn(sum, 1, 1, 0);
	__hpvm__bindIn(sum, 2, 2, 0);
	__hpvm__bindIn(sum, 3, 3, 0);
	__hpvm__bindOut(sum, 0, 0, 0);
	__hpvm__bindOut(sum, 1, 1, 0);
}

/* Host code does not refer to them. */
void *roots[] = {(void *)Scale, (void *)Numbers, (void *)Sum, (void *)Vector, (void *)Network};
