//: hosts interp
//: exit 121
//: stderr invalid free of
//: stderr [invalid-free]
//: stderr a variable of 'main'
#include <stdlib.h>
__attribute__((noinline)) static void release(void *p) { free(p); }
int main(int argc, char **argv)
{
	int a[4] = {argc};

	release(a);
	return a[0];
}
