//: out 40 10
#include <pthread.h>
#include <stdio.h>
static _Thread_local int own = 5;
static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument)
{
	own += *(int *)argument;
	pthread_mutex_lock(&lock);
	total += own;
	pthread_mutex_unlock(&lock);
	return NULL;
}
int main(void)
{
	pthread_t threads[4];
	int five = 5;
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, work, &five);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	own += 5;
	printf("%d %d\n", total, own);
	return 0;
}
