//: options --check=memory
//: exit 121
//: stderr [stale-host-read] (M7)
// A stale copy is detected even if there is no second copy.
#include "memory.h"

int main(void)
{
	int copy[64];

	begin();
	RUN(Device);
	memcpy(copy, data, sizeof copy);
	printf("%d\n", copy[0]);
	return end();
}
