//: out 4194304 255
#include <stdio.h>
#include <string.h>
__attribute__((noinline)) static int fill(unsigned char *bytes, size_t count)
{
	memset(bytes, 255, count);
	return bytes[count - 1];
}
int main(void)
{
	unsigned char big[4 << 20];
	int last = fill(big, sizeof(big));
	printf("%zu %d\n", sizeof(big), last);
	return 0;
}
