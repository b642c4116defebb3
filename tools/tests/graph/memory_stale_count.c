//: options --memory split --keep-going
//: runs -O0:interp -O1:interp -O2:jit
//: exit 121
//: stderr memory_stale_count.c:26:
//: stderr host code reads 4 bytes that a device has
//: stderr byte 0 of tracked memory of 256 bytes (tracked at 
//: stderr not requested back
//: stderr (12 times) [stale-host-read] (M7)
//: no-stderr at byte 4 of tracked memory
//: stderr memory_stale_count.c:27:
//: stderr host code writes 4 bytes that a device has
//: stderr byte 36 of tracked memory
//: stderr (3 times) [stale-host-read] (M7)
#include "memory.h"

/* Each pair of places is one report: a device may write many elements that the host reads. */
int main(void)
{
	volatile int *p = data;
	int sum = 0;

	begin();
	for (int k = 0; k < 3; k++) {
		RUN(Device);
		for (int i = 0; i < 4; i++)
			sum += p[i];
		p[9] = k;
		llvm_hpvm_request_mem(data, sizeof data);
	}
	return end() + (sum < 0);
}
