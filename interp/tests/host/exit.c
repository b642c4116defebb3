//: out deep
//: out at exit
//: exit 3
#include <stdio.h>
#include <stdlib.h>
static void leave(void) { puts("at exit"); }
static void deep(int n)
{
	if (!n) {
		puts("deep");
		exit(3);
	}
	deep(n - 1);
}
int main(void)
{
	atexit(leave);
	deep(5);
	return 0;
}
