//: options --check=uninit
//: runs -O0:interp -O0:jit
//: exit 121
//: stderr a switch depends on an uninitialised value
//: stderr the value comes from byte 0 of 'x' of 'Leaf', copied at
//: no-stderr va_arg
#include <stdarg.h>

#include "graph.h"

/* Values passed through arguments, variadic arguments, results and copies. */
struct pair { int a, b; };

static struct pair swap(struct pair x)
{
	struct pair y = {x.b, x.a};

	return y;
}

static int second(int count, ...)
{
	va_list list;
	int value;

	va_start(list, count);
	va_arg(list, int);
	value = va_arg(list, int);
	va_end(list);
	return value;
}

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	struct pair x, y;
	int copy;

	x.b = 4;
	memcpy(&y, &x, sizeof(y));
	y = swap(y);
	copy = second(2, y.a, y.b);
	switch (y.a) {
	case 4:
		p[1] = 1;
	}
	switch (copy) {
	case 3:
		p[i] = 1;
	}
}
ROOT_OF(Leaf)
MAIN(1)
