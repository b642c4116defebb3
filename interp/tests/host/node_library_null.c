//: library
//: exit 121
//: stderr [bad-access]
//: stderr at node Root/Leaf, instance (1), execution 0
//: last trap or failed check (exit 121)
#ifdef LIBRARY
void touch(int *p) { *(volatile int *)p = 1; }
#else
#include <pthread.h>
#include "node.h"
void touch(int *p);
static void act(void)
{
	touch(NULL);
}
int main(void)
{
	run_graph();
	return 0;
}
#endif
