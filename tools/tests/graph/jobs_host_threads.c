//: options --width 8 -j 3 --check=none
//: runs -O1:jit
//: out 4000 4000 4000 4000
// Host threads share the thread pool: if it is busy, a thread runs alone. A fork has no pool.
#include "graph.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int counts[4];

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	for (int k = 0; k < 100; k++)
		i = (i * 5 + 1) & 0xffff;
	__hpvm__atomic_add(p, i >= 0);
}
ROOT_OF(Leaf)

static void *launch(void *count)
{
	struct arguments arguments = {count, sizeof counts[0], 4000, {0}};

	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	return NULL;
}

int main(void)
{
	pthread_t threads[3];
	int status = 1;

	__hpvm__init();
	llvm_hpvm_track_mem(counts, sizeof counts);
	for (int t = 0; t < 3; t++)
		pthread_create(&threads[t], NULL, launch, &counts[t]);
	for (int t = 0; t < 3; t++)
		pthread_join(threads[t], NULL);
	if (fork() == 0) {
		launch(&counts[3]);
		_exit(counts[3] != 4000);
	}
	wait(&status);
	counts[3] = status == 0 ? 4000 : -status;
	llvm_hpvm_untrack_mem(counts);
	__hpvm__cleanup();
	printf("%d %d %d %d\n", counts[0], counts[1], counts[2], counts[3]);
	return 0;
}
