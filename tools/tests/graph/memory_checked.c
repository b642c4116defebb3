//: options --check=memory
//: exit 121
//: stderr [stale-host-read] (M7)
// Without a second copy, too, it is known that there would be one.
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
