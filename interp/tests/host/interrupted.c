//: hosts jit
//: out before
//: exit 122
//: stderr [interrupted]
//: last limit reached (exit 122)
#include <signal.h>
#include <stdio.h>
int main(void)
{
	puts("before");
	raise(SIGINT);
	puts("never");
	return 0;
}
