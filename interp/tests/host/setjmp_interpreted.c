//: hosts interp
//: exit 123
//: stderr [unsupported-call]
//: stderr setjmp and longjmp are not supported in interpreted code
//: last unsupported (exit 123)
#include <setjmp.h>
int main(void)
{
	jmp_buf place;
	if (setjmp(place) == 0)
		longjmp(place, 1);
	return 0;
}
