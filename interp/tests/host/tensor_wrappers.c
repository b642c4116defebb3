//: out 0 7
//: out 6 6
//: out 0.5 0.5
/* Calls that do several operations return the results of their operations done in sequence. */
#include <tensorUtils.h>

struct __attribute__((packed)) arguments {
	void *x;
	size_t x_bytes;
	void *w;
	size_t w_bytes;
	void *b;
	size_t b_bytes;
	void *result;
	size_t result_bytes;
};

#define LEAF(name, operation)                                                                      \
	void name(void *x, size_t x_bytes, void *w, size_t w_bytes, void *b, size_t b_bytes)       \
	{                                                                                          \
		__hpvm__hint(TENSOR_TARGET);                                                       \
		__hpvm__attributes(3, x, w, b, 0);                                                 \
		void *result = operation;                                                          \
		__hpvm__return(2, result, (size_t)0);                                              \
	}
/* x * -2 + 3, then relu: 5 and -2 become 0 and 7; minima of windows of 1 x 1 are the same. */
LEAF(Conv, wrapper_ConvLayer2("1", x, w, b, 0, 0, 1, 1, 2, 1, 1, 0, 0, 1, 1, 1, 0, 0))
LEAF(Clip, wrapper_tensorClippedRelu("1", wrapper_FCLayer("1", x, w, b, 2, 0, 0)))
LEAF(Soft, wrapper_tensorSoftmax("1", wrapper_tensorAdd("1", wrapper_tensorPooling("1", x, 1, 1, 2, 0, 0, 1, 1), w)))

#define ROOT(name, leaf)                                                                           \
	void name(void *x, size_t x_bytes, void *w, size_t w_bytes, void *b, size_t b_bytes)       \
	{                                                                                          \
		__hpvm__hint(CPU_TARGET);                                                          \
		__hpvm__attributes(3, x, w, b, 0);                                                 \
		void *node = __hpvm__createNodeND(0, (void *)leaf);                                \
		BIND_INPUTS(node);                                                              \
		__hpvm__bindOut(node, 0, 0, 0);                                                    \
		__hpvm__bindOut(node, 1, 1, 0);                                                    \
	}
#define BIND_INPUTS(node)                                                                       \
	__hpvm__bindIn(node, 0, 0, 0), __hpvm__bindIn(node, 1, 1, 0), __hpvm__bindIn(node, 2, 2, 0),   \
		__hpvm__bindIn(node, 3, 3, 0), __hpvm__bindIn(node, 4, 4, 0),                      \
		__hpvm__bindIn(node, 5, 5, 0)
ROOT(ConvRoot, Conv)
ROOT(ClipRoot, Clip)
ROOT(SoftRoot, Soft)

static void *make(size_t n, size_t c, size_t h, size_t w, float a, float b)
{
	float values[] = {a, b};
	void *tensor = create4DTensor(float_type, nchw, n, c, h, w);

	initTensorData(tensor, values, n * c * h * w * sizeof(float));
	return tensor;
}

static void show(void (*root)(void *, size_t, void *, size_t, void *, size_t), void *x, void *w, void *b)
{
	struct arguments arguments = {x, 0, w, 0, b, 0, 0, 0};
	struct Tensor *result;
	float *values;

	__hpvm__wait(__hpvm__launch(0, root, &arguments));
	result = (struct Tensor *)arguments.result;
	hpvm_request_tensor(result, 0);
	values = (float *)result->host_data;
	printf("%g %g\n", values[0], values[1]);
}

int main(void)
{
	__hpvm__init();
	show(ConvRoot, make(1, 1, 1, 2, 5, -2), make(1, 1, 1, 1, -2, 0), make(1, 1, 1, 1, 3, 0));
	show(ClipRoot, make(2, 1, 1, 1, 5, 7), make(1, 1, 1, 1, 2, 0), make(1, 1, 1, 1, 3, 0));
	show(SoftRoot, make(1, 1, 1, 2, 5, 7), make(1, 2, 1, 1, 1, 1), make(1, 1, 1, 1, 3, 0));
	__hpvm__cleanup();
	return 0;
}
