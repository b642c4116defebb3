//: hosts interp
//: out before
//: exit 123
//: stderr [unsupported-exception]
//: last unsupported (exit 123)
/* Interpreted code cannot catch exceptions: a throw is refused by name, not reported as a crash. */
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
		return n;
	}
}
