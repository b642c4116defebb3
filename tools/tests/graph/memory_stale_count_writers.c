//: options --check=memory,race --keep-going
//: runs -O0:interp -O2:jit
//: exit 121
//: stderr memory_stale_count_writers.c:21:11
//: stderr , with the value 1
//: stderr (6 times) [stale-host-read] (M7)
//: stderr memory_stale_count_writers.c:22:15
//: stderr , with the value 8
//: stderr (4 times) [stale-host-read] (M7)
//: stderr at node Root/Leaf, instance (0), execution 0
//: no-stderr execution 1
#include "graph.h"

/* Two places write what one place reads. */
void Leaf(int *p, size_t bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());

	p[2 * i] = 1;
	p[2 * i + 1] = 8;
}
ROOT_OF(Leaf)
int main(void)
{
	struct arguments arguments = {data, sizeof data, 3, {0}};
	volatile int *p = data;
	int sum = 0;

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	for (int k = 0; k < 2; k++) {
		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
		for (int i = 0; i < 5; i++)
			sum += p[i];
		llvm_hpvm_request_mem(data, sizeof data);
	}
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return sum > 100;
}
