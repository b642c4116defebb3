//: library
//: exit 122
//: stderr [stack-overflow]
//: stderr at node Root/Leaf, instance (1), execution 0
//: last limit reached (exit 122)
#ifdef LIBRARY
int deep(int n) { volatile char b[1000]; b[n % 1000] = 1; return deep(n + 1) + b[0]; }
#else
#include <pthread.h>
#include "node.h"
int deep(int n);
static void act(void)
{
	deep(0);
}
int main(void)
{
	run_graph();
	return 0;
}
#endif
