//: exit 121
//: options --keep-going
//: stderr [push-after-wait] (S5)
//: stderr [bad-graph-handle]
//: stderr the handle of a graph that has already been waited for
#include "stream.h"

enum { STREAMS = 200 };

/* The last streams that have ended are known, and older ones are forgotten with what they had. */
int main(void)
{
	static void *graphs[STREAMS];
	struct item item = {0};

	__hpvm__init();
	for (int i = 0; i < STREAMS; i++) {
		graphs[i] = __hpvm__launch(1, Root, &item);
		push(graphs[i], i);
		(void)pop(graphs[i]);
		__hpvm__wait(graphs[i]);
	}
	push(graphs[STREAMS - 10], 1);
	push(graphs[0], 1);
	__hpvm__cleanup();
	return 0;
}
