//: out Num_elems = 4
//: out dim[0] = 2
//: out dim[1] = 2
//: out 1.000000,2.000000,3.000000,4.000000,
//: out placement 1
//: out 0.500000,0.500000,0.500000,0.500000,
//: out 0 1
//: out ****** Accuracy = 50.000000
//: out
//: out ****** Accuracy = 100.000000
//: out
//: out accuracy 50.000000
//: out 2 1 0
/* What network programs use: the standard library without its headers, the target DEVICE, helpers
 * for tensors, the accuracy that the controller reports. */
#include <hpvm.h>
#include <tensorUtils.h>

static std::string read_file(const char *name)
{
	std::ifstream file(name);
	std::string text;

	std::getline(file, text);
	return text;
}

int main()
{
	char folder[] = "/tmp/tensor_utils_XXXXXX";
	const uint32_t labels[] = {7, 1, 0};
	const uint8_t top[] = {0, 1};

	__hpvm__init();
	void *t = create2DTensor(float_type, 2, 2), *other = create2DTensor(float_type, 2, 2);
	fillTensorVals(t);
	printTensorDims(t);
	printTensorValues(t);
	hpvm_request_tensor(t, hpvm::DEVICE);
	printf("placement %d\n", ((struct Tensor *)t)->data_placement);
	fillTensorWithVal(other, 0.5f);
	printTensorValues(other);
	printf("%d %d\n", compareTensors(t, other), compareTensors(t, t));
	if (!mkdtemp(folder) || chdir(folder))
		return 1;
	std::ofstream("labels", std::ios::binary).write((const char *)labels, sizeof(labels));
	llvm_hpvm_invokeRtControl(t, "labels", 1, 3);
	computeTop5Accuracy(top, 2, t, 2);
	std::cout << "accuracy " << read_file("final_accuracy") << std::endl;
	unlink("labels");
	unlink("final_accuracy");
	if (chdir("/") || rmdir(folder))
		return 1;
	freeTensor(t);
	freeTensor(other);
	__hpvm__cleanup();
	printf("%d %d %d\n", (int)hpvm::DEVICE, HPVM_STREAMING, HPVM_NONSTREAMING);
	return 0;
}
