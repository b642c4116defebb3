/* network.c -- the network of the documents' commands: Net adds a bias to a tensor and applies
 * relu. */
#include <stdio.h>
#include <tensorUtils.h>

void Add(void *x, size_t x_bytes, void *bias, size_t bias_bytes)
{
	__hpvm__hint(TENSOR_TARGET);
	__hpvm__attributes(2, x, bias, 0);
	void *result = __hpvm__tensor_add(x, bias);

	__hpvm__return(2, result, (size_t)0);
}

void Relu(void *x, size_t x_bytes)
{
	__hpvm__hint(CUDNN_TARGET);
	__hpvm__attributes(1, x, 0);
	void *result = __hpvm__tensor_relu(x);

	__hpvm__return(2, result, (size_t)0);
}

void Net(void *x, size_t x_bytes, void *bias, size_t bias_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, x, bias, 0);
	void *add = __hpvm__createNodeND(0, (void *)Add), *relu = __hpvm__createNodeND(0, (void *)Relu);

	__hpvm__bindIn(add, 0, 0, 0);
	__hpvm__bindIn(add, 1, 1, 0);
	__hpvm__bindIn(add, 2, 2, 0);
	__hpvm__bindIn(add, 3, 3, 0);
	__hpvm__edge(add, relu, 1, 0, 0, 0);
	__hpvm__edge(add, relu, 1, 1, 1, 0);
	__hpvm__bindOut(relu, 0, 0, 0);
	__hpvm__bindOut(relu, 1, 1, 0);
}

static void *tensor(float a, float b)
{
	float values[] = {a, b};
	void *made = create4DTensor(float_type, nchw, 1, 2, 1, 1);

	initTensorData(made, values, sizeof values);
	return made;
}

int main(void)
{
	struct __attribute__((packed)) {
		void *x;
		size_t x_bytes;
		void *bias;
		size_t bias_bytes;
		void *result;
		size_t result_bytes;
	} arguments = {NULL, 0, NULL, 0, NULL, 0};
	const float *result;

	__hpvm__init();
	startMemTracking();
	arguments.x = tensor(1, -4);
	arguments.bias = tensor(0.5f, 1);
	__hpvm__wait(__hpvm__launch(0, Net, &arguments));
	hpvm_request_tensor(arguments.result, 0);
	result = ((struct Tensor *)arguments.result)->host_data;
	printf("%g %g\n", result[0], result[1]);
	freeBatchMemory();
	__hpvm__cleanup();
	return 0;
}
