//: options --memory split
//: exit 121
//: stderr host code writes 4 bytes that a device has
//: stderr byte 0 of tracked memory
//: stderr [stale-host-read] (M7)
// The device would never receive what the host writes now.
#include "memory.h"

int main(void)
{
	begin();
	RUN(Device);
	data[0] = 7;
	RUN(Device);
	llvm_hpvm_request_mem(data, sizeof data);
	return end();
}
