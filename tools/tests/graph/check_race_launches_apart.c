//: options --check=all
//: out 3 2 2
// Several graphs in flight, each with its own memory; wait is ordered before later launches.
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] += 1;
}
ROOT_OF(Leaf)

static void *launch(struct arguments *arguments)
{
	return __hpvm__launch(0, Root, arguments);
}

int main(void)
{
	struct arguments one = {data, 16, 4, {0}}, two = {data + 4, 16, 4, {0}}, three = {data + 8, 16, 4, {0}};
	void *first, *second, *third;

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	first = launch(&one);
	second = launch(&two);
	third = launch(&three);
	__hpvm__wait(second);
	second = launch(&two);           /* ordered after the first of its kind */
	__hpvm__wait(first);
	first = launch(&one);
	__hpvm__wait(second);
	__hpvm__wait(first);
	__hpvm__wait(third);
	first = launch(&one);
	__hpvm__wait(first);
	__hpvm__wait(launch(&three));
	printf("%d %d %d\n", data[0], data[4], data[8]);
	__hpvm__cleanup();
	return 0;
}
