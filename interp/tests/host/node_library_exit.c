//: library
//: exit 121
//: stderr [exit-in-node]
//: stderr at node Root/Leaf, instance (1), execution 0
//: last trap or failed check (exit 121)
#ifdef LIBRARY
#include <stdlib.h>
void leave(void) { exit(0); }
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
