//: out ****** Accuracy = 50.000000
//: out
//: out 50
/* Like HPVM 1.0's networks: weights, batches and labels come from files; host code is C++. */
#include "tensors.h"
#include <string>
#include <vector>

static std::string write(const char *name, const void *values, size_t bytes)
{
	std::string path = std::string(name) + std::to_string((long)rand()) + ".bin";
	FILE *file = fopen(path.c_str(), "wb");

	fwrite(values, 1, bytes, file);
	fclose(file);
	return path;
}

int main()
{
	const float images[] = {9, 9, 1, 5, 7, 2};
	const uint32_t labels[] = {9, 1, 1};
	srand((unsigned)(size_t)&images);
	std::string path = write("te-images", images, sizeof(images));
	std::string label_path = write("te-labels", labels, sizeof(labels));

	__hpvm__init();
	startMemTracking();
	void *input = readInputBatch(path.c_str(), nchw, 1, 3, 2, 1, 1);
	uint32_t *wanted = readLabelsBatch3(label_path.c_str(), 1, 3);
	struct Tensor *result = run(input);
	hpvm_request_tensor(result, 0);
	float accuracy = computeAccuracy3(wanted, result);
	printf("%g\n", accuracy);
	free(wanted);
	freeBatchMemory();
	__hpvm__cleanup();
	remove(path.c_str());
	remove(label_path.c_str());
	return 0;
}
