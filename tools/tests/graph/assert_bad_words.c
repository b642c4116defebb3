//: exit 121
//: stderr [bad-access] (M6)
//: stderr at node Root/Leaf, instance (0)
//: last trap or failed check (exit 121)
#include "graph.h"

void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
	__attribute__((noreturn));

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	__assert_fail((const char *)(i + 16), 0, 7, 0);
}
ROOT_OF(Leaf)
MAIN(8)
