//: options --check=race
//: runs -O0:interp -O2:jit -O1:interp
//: out 8 36
/* M4, M8: a mutex orders what its holders do, a guard the initialisation of a static before its uses,
 * and a release what an acquire reads from. */
#include <pthread.h>

#include "graph.h"

int __cxa_guard_acquire(long *);
void __cxa_guard_release(long *);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long guard;
static int value, handed, turn;

static void initialise(void)
{
	if (__atomic_load_n((char *)&guard, __ATOMIC_ACQUIRE))
		return;
	if (!__cxa_guard_acquire(&guard))
		return;
	value = 1;
	__cxa_guard_release(&guard);
}

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	initialise();
	pthread_mutex_lock(&mutex);
	p[0] += value;
	pthread_mutex_unlock(&mutex);
	if (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) == (int)i) {
		handed += (int)i + 1;
		p[1] = handed;
		__atomic_store_n(&turn, (int)i + 1, __ATOMIC_RELEASE);
	}
}
ROOT_OF(Leaf)

int main(void)
{
	struct arguments arguments = {data, sizeof data, 8, {0}};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(data, sizeof data);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	printf("%d %d\n", data[0], data[1]);
	return 0;
}
