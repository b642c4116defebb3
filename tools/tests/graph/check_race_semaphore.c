//: options --check=race
//: runs -O0:interp -O2:jit -O1:interp
//: out 8 1
/* M8: semaphores, locks that are tried and pthread_once() order instances. */
#include <pthread.h>
#include <semaphore.h>

#include "graph.h"

static sem_t semaphore;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value;

static void initialise(void)
{
	value = 1;
}

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	int failed;

	pthread_once(&once, initialise);
	failed = sem_wait(&semaphore);
	p[0] += value + failed;
	sem_post(&semaphore);
	failed = pthread_mutex_trylock(&mutex);
	if (failed)
		return;
	p[1] = value + failed;
	pthread_mutex_unlock(&mutex);
}
ROOT_OF(Leaf)

int main(void)
{
	struct arguments arguments = {data, sizeof data, 8, {0}};

	sem_init(&semaphore, 0, 1);
	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(data, sizeof data);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	printf("%d %d\n", data[0], data[1]);
	return 0;
}
