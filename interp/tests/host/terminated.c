//: exit 122
//: stderr [interrupted]
//: last limit reached (exit 122)
#include <signal.h>
#include <unistd.h>
int main(void)
{
	pid_t parent = getpid();
	volatile unsigned long n = 0;
	if (fork() == 0) {
		usleep(300000);
		kill(parent, SIGTERM);
		_exit(0);
	}
	for (;;)
		n++;
}
