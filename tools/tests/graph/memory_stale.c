//: options --memory split
//: exit 121
//: stderr memory_stale.c:17:
//: stderr host code reads 4 bytes that a device has
//: stderr byte 4 of tracked memory of 256 bytes (tracked at 
//: stderr 'Device/OnDevice'
//: stderr not requested back
//: stderr [stale-host-read] (M7)
#include "memory.h"

int main(void)
{
	volatile int value;

	begin();
	RUN(Device);
	value = data[1];
	return end();
}
