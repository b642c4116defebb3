//: exit 122
//: stderr [interrupted]
//: last limit reached (exit 122)
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
int main(void)
{
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	pid_t parent = getpid();
	pthread_mutex_lock(&lock);
	if (fork() == 0) {
		usleep(300000);
		kill(parent, SIGTERM);
		usleep(300000);
		kill(parent, SIGINT);
		_exit(0);
	}
	pthread_mutex_lock(&lock);
	return 0;
}
