//: options -lz -lm
//: out cbf43926
//: out 1.414214
#include <math.h>
#include <stdio.h>
unsigned long crc32(unsigned long crc, const unsigned char *bytes, unsigned count);
int main(int argc, char **argv)
{
	printf("%08lx\n", crc32(0, (const unsigned char *)"123456789", 9));
	printf("%f\n", sqrt(argc + 1.0 + (argv[argc] != 0)));
	return 0;
}
