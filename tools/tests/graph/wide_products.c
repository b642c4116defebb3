// Products and quotients of integers of more than 128 bits are the same in leaves and in compiled host code.
//: out equal
#include <stdio.h>

#include "graph.h"

typedef unsigned _BitInt(256) u256;
typedef _BitInt(200) s200;
typedef unsigned _BitInt(129) u129;
enum { RESULTS = 11, LIMBS = 4, WORDS = RESULTS * LIMBS, COUNT = 24 };

static unsigned long *put(unsigned long *to, u256 value)
{
	for (int i = 0; i < LIMBS; i++) {
		*to++ = (unsigned long)value;
		value >>= 64;
	}
	return to;
}

static unsigned long next(unsigned long *seed)
{
	*seed = *seed * 6364136223846793005 + 1442695040888963407;
	return *seed >> 32 << 32 | *seed >> 33;
}

/* A random number of a random number of bits. */
static u256 number(unsigned long *seed)
{
	u256 value = 0;

	for (int i = 0; i < LIMBS; i++)
		value = value << 64 | next(seed);
	return value >> (next(seed) >> 20) % 250;
}

static __attribute__((noinline)) void compute(unsigned long i, unsigned long *to)
{
	unsigned long seed = i;
	u256 a = number(&seed), b = number(&seed) | 1;
	s200 c = (s200)a, d = -(s200)b;
	u129 e = (u129)a, f = (u129)b;

	to = put(to, a * b);
	to = put(to, a / b);
	to = put(to, a % b);
	to = put(to, (u256)(c * d));
	to = put(to, (u256)(c / d));
	to = put(to, (u256)(c % d));
	to = put(to, (u256)(-c / d));
	to = put(to, e * f);
	to = put(to, e / f);
	to = put(to, e % f);
	to = put(to, a / (a >> 77 | 1));
}

void Leaf(unsigned long *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, p);
	unsigned long i = (unsigned long)__hpvm__getNodeInstanceID_x(__hpvm__getNode());

	compute(i, p + i * WORDS);
}

void Root(unsigned long *p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(0, 1, p);
	void *node = __hpvm__createNodeND(1, Leaf, (size_t)COUNT);

	__hpvm__bindIn(node, 0, 0, 0);
	__hpvm__bindIn(node, 1, 1, 0);
}

int main(void)
{
	static unsigned long p[COUNT * WORDS], right[WORDS];
	struct __attribute__((packed)) { unsigned long *p; size_t bytes; } arguments = {p, sizeof p};
	int differ = 0;

	__hpvm__init();
	llvm_hpvm_track_mem(p, sizeof p);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(p, sizeof p);
	for (unsigned long i = 0; i < COUNT; i++) {
		compute(i, right);
		for (int k = 0; k < WORDS; k++)
			differ += p[i * WORDS + k] != right[k];
	}
	if (differ)
		printf("%d limbs differ\n", differ);
	else
		puts("equal");
	llvm_hpvm_untrack_mem(p);
	__hpvm__cleanup();
	return 0;
}
