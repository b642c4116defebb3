//: library
//: exit 121
//: stderr write to (nil): null pointer [program-died]
//: stderr at node Root/Leaf, instance (1), execution 0
//: last trap or failed check (exit 121)
#ifdef LIBRARY
#include <pthread.h>
static void *body(void *p) { *(volatile int *)p = 1; return NULL; }
void start(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, body, NULL);
	pthread_join(thread, NULL);
}
#else
#include <pthread.h>
#include "node.h"
void start(void);
static void act(void)
{
	start();
}
int main(void)
{
	run_graph();
	return 0;
}
#endif
