//: library
//: exit 122
//: stderr stack-overflow]
//: stderr at node Root/Leaf, instance (1), execution 0
//: last limit reached (exit 122)
#ifdef LIBRARY
//
#else
#include <pthread.h>
#include "node.h"
static int deep(volatile int n) { return deep(n + 1) + n; }
static void *body(void *p) { return (void *)(long)deep(0); }
static void act(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, body, NULL);
	pthread_join(thread, NULL);
}
int main(void)
{
	run_graph();
	return 0;
}
#endif
