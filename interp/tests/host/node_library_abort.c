//: library
//: exit 121
//: stderr SIGABRT: abort() was called [program-died]
//: stderr at node Root/Leaf, instance (1), execution 0
//: last trap or failed check (exit 121)
#ifdef LIBRARY
#include <stdlib.h>
void leave(void) { abort(); }
#else
#include <pthread.h>
#include "node.h"
void leave(void);
static void act(void)
{
	leave();
}
int main(void)
{
	run_graph();
	return 0;
}
#endif
