//: options --memory split --keep-going
//: exit 121
//: stderr memory_c_functions.c:30:
//: stderr host code reads 16 bytes that a device has
//: stderr byte 4 of tracked memory of 256 bytes (tracked at 
//: stderr memory_c_functions.c:32:
//: stderr host code reads 24 bytes that a device has
//: stderr byte 0 of tracked memory of 256 bytes
//: stderr memory_c_functions.c:34:
//: stderr host code reads a string that a device has
//: stderr byte 8 of tracked memory
//: stderr memory_c_functions.c:36:
//: stderr host code writes 12 bytes that a device has
//: stderr byte 0 of tracked memory
//: no-stderr memory_c_functions.c:28:
// Functions of the C library read and write for the host. Requesting memory twice is no error.
#include "memory.h"

static int same[64];

#define AGAIN llvm_hpvm_request_mem(data, sizeof data), RUN(Device)

int main(void)
{
	FILE *nowhere = fopen("/dev/null", "r+");

	begin();
	volatile int result = memcmp(data, same, 16);
	RUN(Device);
	result = memcmp(data + 1, same, result ? 8 : 16) != 0;
	AGAIN;
	fwrite(data, 4, 6, nowhere);
	AGAIN;
	result = (int)strlen((char *)(data + 2));
	AGAIN;
	result = (int)fread(data, 3, 4, nowhere);
	fwrite(data, 4, 0, nowhere);
	return end();
}
