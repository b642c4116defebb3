// N4: `--schedules N` runs N orders and names the first object, element and pair of instances that differ: `order-dependent`.
//: negative
//: needs --schedules 8
//: schedules reference
//: exit trap
//: diagnostic order-dependent error node Root/first execution 1
//: checked data-race
#include "../S/pipe.h"

static int log_[9];

/* Each stage notes which execution it ran for. Alone an execution always leaves the same; how stages of several
 * overlap decides what lies where. */
static long note(long n, int stage, int *p)
{
	p[++p[0]] = (int)(10 * n) + stage;
	return n;
}
void first(long n, int *p, size_t bytes)
{
	NODE_INOUT(p);
	long next = note(n, 1, p);

	__hpvm__return(1, next);
}
void second(long n, int *p, size_t bytes)
{
	NODE_INOUT(p);
	long next = note(n, 2, p);

	__hpvm__return(1, next);
}
void Root(long n, int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *a = __hpvm__createNodeND(0, first);
	void *b = __hpvm__createNodeND(0, second);

	__hpvm__bindIn(a, 0, 0, 1);
	__hpvm__bindIn(a, 1, 1, 0);
	__hpvm__bindIn(a, 2, 2, 0);
	__hpvm__edge(a, b, 0, 0, 0, 1);
	__hpvm__bindIn(b, 1, 1, 0);
	__hpvm__bindIn(b, 2, 2, 0);
	__hpvm__bindOut(b, 0, 0, 1);
}

int main(void)
{
	struct PACKED { long n; int *p; size_t bytes; } item = {0, log_, sizeof log_};
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(log_, sizeof log_);
	graph = __hpvm__launch(1, Root, &item);
	for (item.n = 1; item.n <= 4; item.n++)
		__hpvm__push(graph, &item);
	for (int i = 0; i < 4; i++)
		pop_long(graph);
	__hpvm__wait(graph);
	llvm_hpvm_untrack_mem(log_);
	__hpvm__cleanup();
	return 0;
}
