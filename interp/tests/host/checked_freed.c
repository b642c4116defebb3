//: hosts interp
//: exit 121
//: stderr use after free: read of 4 bytes
//: stderr [use-after-free]
//: stderr byte 4 of memory from malloc (allocated in 'main')
//: stderr freed in 'main'
#include <stdlib.h>
__attribute__((noinline)) static int second(const int *p) { return p[1]; }
int main(void)
{
	int *p = malloc(8);

	p[1] = 3;
	if (second(p) != 3)
		return 1;
	free(p);
	return second(p);
}
