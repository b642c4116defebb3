//: out 5 1
#include <stdio.h>
static double large[64 << 20];
double filled[1 << 10] = {1};
int main(void)
{
	large[5] = 2;
	large[(64 << 20) - 1] = 3;
	printf("%g %g\n", large[5] + large[(64 << 20) - 1], filled[0]);
	return 0;
}
