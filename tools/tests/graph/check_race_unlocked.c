//: options --check=race
//: exit 121
//: stderr data race
//: last (exit 121)
/* M4, M8: an access outside of the lock races with those inside, and a relaxed operation orders
 * nothing. */
#include <pthread.h>

#include "graph.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	if (i < 7) {
		pthread_mutex_lock(&mutex);
		p[0] += 1;
		pthread_mutex_unlock(&mutex);
	} else {
		__atomic_fetch_add(&p[1], 1, __ATOMIC_RELAXED);
		p[0] += 1;
	}
}
ROOT_OF(Leaf)
MAIN(8)
