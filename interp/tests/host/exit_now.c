//: out flushed by hand
//: exit 6
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void never(void) { puts("never"); }
int main(void)
{
	atexit(never);
	puts("flushed by hand");
	fflush(stdout);
	_exit(6);
}
