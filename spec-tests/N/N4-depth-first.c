// N4: `--schedule` chooses the order: `depth-first` runs instance i of a one-to-one sink right after instance i of its source.
//: positive
//: schedules depth-first
//: out 0 10 1 11 2 12 20 21 22
//: checked data-race
//: checked order-dependent
#include "suite.h"

/* log[0] numbers, then what the instances wrote, each its own number. */
static int log_[10];

#define NOTE(what) (p[1 + __hpvm__atomic_add(p, 1)] = (what))

void Source(int *p, size_t bytes)
{
	NODE_INOUT(p);
	NOTE((int)X());
	__hpvm__return(2, X(), 20l);
}
void Sink(int *p, size_t bytes, long own)
{
	NODE_INOUT(p);
	NOTE(10 + (int)own);
}
void All(int *p, size_t bytes, long first)
{
	NODE_INOUT(p);
	NOTE((int)(first + X()));
}

void Root(int *p, size_t bytes)
{
	NODE_INOUT(p);
	void *all = __hpvm__createNodeND(1, All, 3);
	void *source = __hpvm__createNodeND(1, Source, 3);
	void *sink = __hpvm__createNodeND(1, Sink, 3);

	BIND_IN(source, 2);
	BIND_IN(sink, 2);
	BIND_IN(all, 2);
	__hpvm__edge(source, sink, 0, 0, 2, 0);
	__hpvm__edge(source, all, 1, 1, 2, 0);
}

int main(void)
{
	struct PACKED { int *p; size_t bytes; } arguments = {log_, sizeof log_};

	RUN_ON(Root, &arguments, log_);
	for (int i = 1; i <= log_[0]; i++)
		printf("%s%d", i > 1 ? " " : "", log_[i]);
	putchar('\n');
	return 0;
}
