//: options --check=race
//: exit 121
//: stderr data race
//: last (exit 121)
/* M4, M8: what an instance writes after it has unlocked is not ordered before the next holder. */
#include <pthread.h>

#include "graph.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	pthread_mutex_lock(&mutex);
	p[0] += 1;
	pthread_mutex_unlock(&mutex);
	if (i == 3)
		p[0] = 9;
}
ROOT_OF(Leaf)
MAIN(8)
