//: options --memory split --keep-going
//: exit 121
//: out 5 6
//: stderr [stale-host-read] (M7)
// The host sees its old copy until it requests the newest.
#include "memory.h"

int main(void)
{
	data[1] = 5;
	begin();
	RUN(Device);
	printf("%d ", ((volatile int *)data)[1]);
	llvm_hpvm_request_mem(data, sizeof data);
	printf("%d\n", ((volatile int *)data)[1]);
	return end();
}
