//: out 961293
//: runs -O0:interp -O1:interp -O2:jit
/* Paths that join with sums of the same value and different ones: the lanes of each keep theirs,
 * and a value that all compute alike is the same for all. */
#include "graph.h"

void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	volatile int *mine = p + i;
	long next, before;

	if (i % 3 == 0) {
		*mine = 1;
		next = i + 3;
		before = i - 1;
	} else {
		*mine = 2;
		next = i + 5;
		before = i - 1;
	}
	*mine += (int)before;
	*mine = (int)(next * 7 + before + 1);
}
ROOT_OF(Leaf)

int main(void)
{
	struct arguments arguments = {data, sizeof data, 64, {0}};
	int sum = 0;

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(data, sizeof data);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	for (unsigned i = 0; i < 64; i++)
		sum = (sum * 31 + data[i]) % 1000003;
	printf("%d\n", sum);
	return 0;
}
