//: out before
//: exit 121
//: jit-stderr [program-died]
//: last trap or failed check (exit 121)
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	puts("before");
	abort();
}
