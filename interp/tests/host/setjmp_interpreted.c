//: hosts interp
//: out back 1
//: stderr host code is compiled, not interpreted, because it calls
//: stderr [host-compiled]
/* Interpreted code cannot leave its frames: a program that calls setjmp is compiled, which is said. */
#include <setjmp.h>
#include <stdio.h>
int main(void)
{
	jmp_buf place;
	int came = setjmp(place);

	if (came == 0)
		longjmp(place, 1);
	printf("back %d\n", came);
	return 0;
}
