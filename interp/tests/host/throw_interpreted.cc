//: hosts interp
//: out before
//: out caught 1
//: stderr host code is compiled, not interpreted, because it calls '__cxa_throw'
//: stderr [host-compiled]
/* Interpreted code cannot catch exceptions: a program that throws is compiled, which is said. */
#include <stdio.h>

__attribute__((noinline)) static int halve(int n)
{
	if (n % 2)
		throw n;
	return n / 2;
}

int main(int argc, char **)
{
	puts("before");
	try {
		return halve(argc);
	} catch (int n) {
		printf("caught %d\n", n);
	}
	return 0;
}
