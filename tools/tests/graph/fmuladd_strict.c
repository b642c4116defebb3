//: options --sem strict
//: runs -O0:interp -O1:jit -O2:jit
//: exit 121
//: stderr fmuladd depends on rounding: 0 with two roundings, 5.96046448e-08 with one [fmuladd-rounding] (H4)
//: stderr by profile: reference: 0; strict: an error; hpvm-1.0-cpu: 0; hpvm-1.0-gpu: 0; --sem fmuladd=fused: 5.96046448e-08
//: stderr fmuladd_strict.c:15:15
//: stderr at node Root/Leaf, instance (1)
//: no-stderr 'host'
#include "graph.h"

/* What is left to compilers depends on a choice if both roundings differ, also in functions that
 * leaves call, but not in host code. Instance 0 has the same result either way, as have NaNs. */
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
	float a = p[i] ? 1 + 0x1p-12f : 2;

	p[i] = (int)(0x1p10f * mix(a, a, p[i] ? -1 - 0x1p-11f : 1)) + (mix(a, __builtin_nanf(""), 1) > 0);
}
ROOT_OF(Leaf)
int main(void)
{
	struct arguments arguments = {data, sizeof data, 3, {0}};
	volatile float a = 1 + 0x1p-12f;

	data[0] = 0;
	data[1] = data[2] = 1;
	host(a, a, -1 - 0x1p-11f);
	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
