//: hosts jit
//: out handled
#include <signal.h>
#include <stdio.h>
static volatile sig_atomic_t seen;
static void handle(int number) { seen = number; }
int main(void)
{
	signal(SIGINT, handle);
	raise(SIGINT);
	puts(seen == SIGINT ? "handled" : "not handled");
	return 0;
}
