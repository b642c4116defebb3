/* endless.cc -- host threads launch a graph that never ends. */
#include <hpvm.h>
#include <cstdio>
#include <thread>
using namespace hpvm;
extern "C" void Leaf(long *a, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, a, 1, a);
	for (volatile long k = 0; k >= 0; k = (k + 1) & 1023)
		*a = k;
	__hpvm__return(1, bytes);
}
extern "C" void Root(long *a, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, a, 1, a);
	void *leaf = __hpvm__createNodeND(0, Leaf);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindOut(leaf, 0, 0, 0);
}
static long memory[4];
struct __attribute__((packed)) arguments { long *a; size_t bytes, result; };
static void launch(int i)
{
	arguments a = {&memory[i], sizeof(long), 0};
	llvm_hpvm_track_mem(a.a, a.bytes);
	__hpvm__wait(__hpvm__launch(0, (void *)Root, &a));
}
int main()
{
	std::thread threads[4];
	__hpvm__init();
	for (int i = 0; i < 4; i++)
		threads[i] = std::thread(launch, i);
	puts("begins");
	fflush(stdout);
	for (auto &thread : threads)
		thread.join();
	__hpvm__cleanup();
}
