//: out before, without a newline
//: exit 121
//: jit-stderr [program-died]
//: interp-stderr [bad-access]
//: stderr null pointer
//: stderr in function 'reader'
//: last trap or failed check (exit 121)
#include <stdio.h>
__attribute__((noinline)) static int reader(volatile int *from) { return *from; }
int main(int argc, char **argv)
{
	printf("before, without a newline");
	return reader((volatile int *)argv[argc]);
}
