//: out 11.5 15.5 23.5 27.5
//: out 27.5
//: out 11.5 15.5 20 20
//: out 67
//: out 67
//: out 0.5 0.5
//: out the first operand
//: stderr 'tensorHalfGemmGPU' is computed in single precision [half-as-float]
/* Operations without a graph: those that HPVM 1.0 computes in place change their first operand. */
#include "tensors.h"

static void print(void *tensor)
{
	const struct Tensor *t = tensor;

	hpvm_request_tensor(tensor, 0);
	for (size_t i = 0; i < t->num_elems; i++)
		printf("%g%c", ((float *)t->host_data)[i], i + 1 < t->num_elems ? ' ' : '\n');
}

int main(void)
{
	static const float image[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, ones[] = {1, 1, 1, 1};
	static const float bias[] = {-0.5f}, pair[] = {3, 3};
	void *x = create4DTensor(0, 0, 1, 1, 3, 3), *filter = create4DTensor(0, 0, 1, 1, 2, 2);
	void *b = create4DTensor(0, 0, 1, 1, 1, 1), *w = create2DTensor(0, 4, 1);
	void *two = create4DTensor(0, 0, 1, 2, 1, 1), *y;

	__hpvm__init();
	initTensorData(x, image, sizeof(image));
	initTensorData(filter, ones, sizeof(ones));
	initTensorData(b, bias, sizeof(bias));
	initTensorData(w, ones, sizeof(ones));
	initTensorData(two, pair, sizeof(pair));
	y = tensorConvolution(x, filter, 0, 0, 1, 1, 1, 1);
	tensorAdd(y, b);
	print(y);
	print(tensorPooling(y, 0, 2, 2, 0, 0, 2, 2));
	tensorRelu2(y, 0, 20);
	print(y);
	print(tensorGemm(y, w));
	print(tensorHalfGemmGPU(y, w));
	print(tensorPooling(tensorSoftmax(two), 1, 1, 1, 0, 0, 1, 1));
	puts(tensorRelu(y) == y ? "the first operand" : "another tensor");
	freeOutputTensors();
	__hpvm__cleanup();
	return 0;
}
