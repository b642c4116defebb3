//: options --width 512
//: runs -O1:jit -O2:jit
//: out 106840
// Half of an object is inaccessible: lanes that do not run must not load there.
#include <sys/mman.h>

#include "graph.h"

enum { LANES = 512, PLACES = 4096, WORDS = 4 }; /* in each half */

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	unsigned at = (unsigned)p[i * WORDS + 1];

	if (at < PLACES)
		p[i * WORDS + 2] = p[at * WORDS];
}

ROOT_OF(Leaf)

int main(void)
{
	size_t half = (size_t)PLACES * WORDS * sizeof(int);
	int *p = mmap(NULL, 2 * half, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct arguments arguments = {p, 2 * half, LANES, {0}};
	long sum = 0;

	for (int i = 0; i < PLACES; i++)
		p[i * WORDS] = i % 1000;
	for (int i = 0; i < LANES; i++)
		p[i * WORDS + 1] = i * 4099 % (2 * PLACES);
	mprotect((char *)p + half, half, PROT_NONE);
	__hpvm__init();
	llvm_hpvm_track_mem(p, 2 * half);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	for (int i = 0; i < LANES; i++)
		sum += p[i * WORDS + 2];
	llvm_hpvm_untrack_mem(p);
	__hpvm__cleanup();
	printf("%ld\n", sum);
	return 0;
}
