/* Two leaves with hints for different kinds of devices. */
#include <hpvm.h>
#include <stdio.h>

enum { COUNT = 500 };
static int numbers[COUNT];

void First(int *p, size_t bytes)
{
	__hpvm__hint(FPGA_TARGET);
	__hpvm__attributes(1, p, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	p[i] += (int)i * 3;
	__hpvm__return(1, bytes);
}

void Second(int *p, size_t bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	p[i] = p[i] * p[i] + (int)(bytes / sizeof(int));
	__hpvm__return(1, bytes);
}

void Root(int *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *first = __hpvm__createNodeND(1, First, (size_t)COUNT);
	void *second = __hpvm__createNodeND(1, Second, (size_t)COUNT);

	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__bindIn(second, 0, 0, 0);
	__hpvm__edge(first, second, 1, 0, 1, 0);
	__hpvm__bindOut(second, 0, 0, 0);
}

typedef struct __attribute__((packed)) {
	int *p;
	size_t bytes;
	size_t size;
} arguments;

int main(void)
{
	arguments with = {numbers, sizeof numbers, 0};
	long sum = 0;

	__hpvm__init();
	llvm_hpvm_track_mem(numbers, sizeof numbers);
	__hpvm__wait(__hpvm__launch(0, Root, &with));
	llvm_hpvm_request_mem(numbers, sizeof numbers);
	for (int i = 0; i < COUNT; i++)
		sum = sum * 31 + numbers[i];
	printf("%ld %zu\n", sum, with.size);
	llvm_hpvm_untrack_mem(numbers);
	__hpvm__cleanup();
	return 0;
}
