//: options --sem strict --sem fmuladd=separate
//: runs -O0:interp -O1:jit
//: out 3
#include "graph.h"

/* An explicit choice determines the rounding. */
__attribute__((noinline)) static float mix(float a, float b, float c)
{
	return a * b + c;
}
__attribute__((noinline)) static float host(float a, float b, float c)
{
	return a * b + c;
}
void Leaf(int *p, size_t bytes)
{
	LEAF_BEGIN
	p[i] = (int)mix((float)p[i], 2, 1);
}
ROOT_OF(Leaf)
int main(void)
{
	struct arguments arguments = {data, sizeof data, 2, {0}};

	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	printf("%g\n", host((float)data[0], 2, 1));
	return 0;
}
