//: options --check=all
//: out 12 -22
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>

/* Each launch is repeated; memory that only a pointer in tracked memory leads to is restored. */
struct __attribute__((packed)) args {
	float **p;
	size_t bytes;
};

void Leaf(float **p, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	for (int i = 0; i < 1000; i++) {
		p[0][i] = p[0][i] * 2 + p[1][i];
		p[1][i] = p[1][i] - p[0][i];
	}
	__hpvm__return(0);
}

void Root(float **p, size_t bytes)
{
	void *leaf;

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	leaf = __hpvm__createNodeND(0, Leaf);
	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
}

int main(void)
{
	float **p = malloc(200000);
	struct args args = {p, 16};

	p[0] = malloc(400000);
	p[1] = malloc(400000);
	for (int i = 0; i < 1000; i++)
		p[0][i] = (float)i, p[1][i] = 1;
	__hpvm__init();
	__hpvm__trackMemory(p, 16);
	for (int k = 0; k < 2; k++)
		__hpvm__wait(__hpvm__launch(0, Root, &args));
	__hpvm__untrackMemory(p);
	__hpvm__cleanup();
	printf("%g %g\n", (double)p[0][5], (double)p[1][5]);
	return 0;
}
