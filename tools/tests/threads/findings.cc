/* findings.cc -- each host thread launches a graph of its own, whose leaf writes out of bounds. */
#include <hpvm.h>
#include <thread>
using namespace hpvm;
#define LEAF(N) \
extern "C" void Leaf##N(long *a, size_t bytes) { __hpvm__hint(CPU_TARGET); __hpvm__attributes(1, a, 1, a); \
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode()); \
	a[i+N+1] = i; __hpvm__return(1, bytes); } \
extern "C" void Root##N(long *a, size_t bytes) { __hpvm__hint(CPU_TARGET); __hpvm__attributes(1, a, 1, a); \
	void *leaf = __hpvm__createNodeND(1, Leaf##N, (size_t)8); \
	__hpvm__bindIn(leaf, 0, 0, 0); __hpvm__bindIn(leaf, 1, 1, 0); __hpvm__bindOut(leaf, 0, 0, 0); }
LEAF(0)
LEAF(1)
LEAF(2)
LEAF(3)
static long memory[4][8];
struct __attribute__((packed)) arguments { long *a; size_t bytes, result; };
static void launch(int i)
{
	arguments a = {memory[i], sizeof memory[i], 0};
	void *roots[] = {(void *)Root0, (void *)Root1, (void *)Root2, (void *)Root3};
	llvm_hpvm_track_mem(a.a, a.bytes);
	for (int k = 0; k < 3; k++) {
		__hpvm__wait(__hpvm__launch(0, roots[i], &a)); }
}
int main()
{
	std::thread threads[4];
	__hpvm__init();
	for (int i = 0; i < 4; i++)
		threads[i] = std::thread(launch, i);
	for (auto &thread : threads)
		thread.join();
	__hpvm__cleanup();
}
