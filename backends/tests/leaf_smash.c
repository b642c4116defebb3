/* backends/tests/leaf_smash.c -- a leaf that writes a megabyte from a variable of sixteen bytes on: over the stack of
 * whatever called it. */
#include <hpvm.h>
void Leaf(long *out, size_t bytes, long n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, out, 1, out);
	volatile char a[16];
	for (long k = 0; k < n; k++)
		a[k] = 65;
	out[0] = a[3];
}
void Root(long *out, size_t bytes, long n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, out, 1, out);
	void *x = __hpvm__createNodeND(1, Leaf, (size_t)1);
	__hpvm__bindIn(x, 0, 0, 0); __hpvm__bindIn(x, 1, 1, 0); __hpvm__bindIn(x, 2, 2, 0);
}
struct __attribute__((packed)) A { long *out; size_t bytes, n; };
long data[4];
int main()
{
	struct A a = {data, sizeof data, 1000000};
	__hpvm__init();
	llvm_hpvm_track_mem(data, sizeof data);
	__hpvm__wait(__hpvm__launch(0, Root, &a));
	__hpvm__cleanup();
	return 0;
}
