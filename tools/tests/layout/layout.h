/* layout.h -- a root with two results, for programs that pass it structures: Root(p, bytes, scale)
 * gives a double, promoted from float, and a long. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void Leaf(int *p, size_t bytes, float scale)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	float product = p[0] * scale;

	__hpvm__return(2, product, bytes);
}

void Root(int *p, size_t bytes, float scale)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, p, 1, p);
	void *leaf = __hpvm__createNodeND(0, Leaf);

	for (unsigned i = 0; i < 3; i++)
		__hpvm__bindIn(leaf, i, i, STREAM);
	__hpvm__bindOut(leaf, 0, 0, STREAM);
	__hpvm__bindOut(leaf, 1, 1, STREAM);
}

static int number = 3;

#endif
