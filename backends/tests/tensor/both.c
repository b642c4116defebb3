/* both.c -- a leaf for a GPU beside a leaf of tensor operations. */
#include <stdio.h>
#include <tensorUtils.h>

enum { COUNT = 64, SIDE = 4 };

void Relu(void *x, size_t x_bytes)
{
	__hpvm__hint(CUDNN_TARGET);
	__hpvm__attributes(1, x, 0);
	__hpvm__return(2, __hpvm__tensor_relu(x), (size_t)0);
}

void Scale(float *values, size_t bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, values, 1, values);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	values[i] = values[i] * 2;
}

void Root(float *values, size_t bytes, void *x, size_t x_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, values, x, 1, values);
	void *scale = __hpvm__createNodeND(1, (void *)Scale, (size_t)COUNT);
	void *relu = __hpvm__createNodeND(0, (void *)Relu);

	__hpvm__bindIn(scale, 0, 0, 0);
	__hpvm__bindIn(scale, 1, 1, 0);
	__hpvm__bindIn(relu, 2, 0, 0);
	__hpvm__bindIn(relu, 3, 1, 0);
	__hpvm__bindOut(relu, 0, 0, 0);
	__hpvm__bindOut(relu, 1, 1, 0);
}

int main(void)
{
	static float values[COUNT], filled[SIDE * SIDE];
	struct __attribute__((packed)) {
		float *values;
		size_t bytes;
		void *x;
		size_t x_bytes;
		void *result;
		size_t result_bytes;
	} arguments = {values, sizeof(values), NULL, 0, NULL, 0};

	__hpvm__init();
	arguments.x = create4DTensor(0, 0, 1, 1, SIDE, SIDE);
	initTensorData(arguments.x, filled, sizeof(filled));
	llvm_hpvm_track_mem(values, sizeof(values));
	__hpvm__wait(__hpvm__launch(0, (void *)Root, &arguments));
	llvm_hpvm_request_mem(values, sizeof(values));
	llvm_hpvm_untrack_mem(values);
	__hpvm__cleanup();
	return 0;
}
