//: exit 121
//: stderr SIGABRT: abort() was called
//: stderr at node Root/Leaf, instance (1), execution 0
//: last trap or failed check (exit 121)
#include <pthread.h>
#include "node.h"
static void *body(void *p) { abort(); }
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
