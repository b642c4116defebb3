//: options --memory split --check=all
//: out 2
//: out 130
//: out 131
// Requests and CPU nodes copy it back, and the next device node receives the host's writes.
#include "memory.h"

int main(void)
{
	begin();
	RUN(Device);
	RUN(Device);
	llvm_hpvm_request_mem(data, sizeof data);
	printf("%d\n", data[3]);
	data[3] = 12;
	RUN(Both);
	printf("%d\n", data[3]);
	RUN(Device);
	llvm_hpvm_request_mem(data + 2, 8);
	printf("%d\n", data[3]);
	return end();
}
