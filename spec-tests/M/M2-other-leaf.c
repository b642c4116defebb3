// M2: They are atomic with respect to the dynamic instances of the current leaf node, and no other.
//: negative
//: needs --check=race
//: exit trap
//: diagnostic data-race error
#include "suite.h"

static int data[1];

void One(int *p, size_t bytes)
{
	NODE_INOUT(p);
	__hpvm__atomic_inc(p);
}
void Other(int *p, size_t bytes)
{
	NODE_INOUT(p);
	__hpvm__atomic_inc(p);
}

/* No edge orders the two. */
void Root(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *one = __hpvm__createNodeND(1, One, 4);
	void *other = __hpvm__createNodeND(1, Other, 4);

	BIND_IN(one, 2);
	BIND_IN(other, 2);
}

int main(void)
{
	struct PACKED { int *p; size_t bytes; } arguments = {data, sizeof data};

	RUN_ON(Root, &arguments, data);
	return 0;
}
