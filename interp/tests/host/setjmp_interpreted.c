//: hosts interp
//: exit 123
//: stderr [unsupported-call]
//: stderr interpreted code cannot be left and entered again by a jump
//: last unsupported (exit 123)
#include <setjmp.h>
int main(void)
{
	jmp_buf place;
	if (setjmp(place) == 0)
		longjmp(place, 1);
	return 0;
}
