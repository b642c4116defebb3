//: options --sem strict
//: runs -O0:interp -O1:jit
//: exit 120
//: stderr 'mix' has 1 operation a * b + c, which may be rounded twice or once; reference: twice; strict: an error; hpvm-1.0-cpu: twice; hpvm-1.0-gpu: twice (--sem fmuladd) [fmuladd-rounding] (H4)
//: stderr fmuladd_strict.c:12:15
//: no-stderr 'host'
#include "graph.h"

/* What is left to compilers hangs on a choice, in what leaves call as well; not so in host code. */
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
