/* uninit.c -- a leaf whose results are uninitialised, run under limits (steady.py). */
#include <hpvm.h>
void Leaf(long *a, size_t a_bytes, long *out, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, a, out, 1, out);
	long i = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
	volatile long x[4];
	out[i] = (x[i & 3] + a[i]) ^ 0x55;
}
void Root(long *a, size_t a_bytes, long *out, size_t bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, a, out, 1, out);
	void *n = __hpvm__createNodeND(1, Leaf, (size_t)8);
	__hpvm__bindIn(n, 0, 0, 0);
	__hpvm__bindIn(n, 1, 1, 0);
	__hpvm__bindIn(n, 2, 2, 0);
	__hpvm__bindIn(n, 3, 3, 0);
}
struct __attribute__((packed)) arguments { long *a; size_t a_bytes; long *out; size_t bytes; };
static long in[8], data[8];
int main(void)
{
	struct arguments arguments = {in, sizeof(in), data, sizeof(data)};

	__hpvm__init();
	llvm_hpvm_track_mem(in, sizeof(in));
	llvm_hpvm_track_mem(data, sizeof(data));
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(data, sizeof(data));
	llvm_hpvm_untrack_mem(in);
	llvm_hpvm_untrack_mem(data);
	__hpvm__cleanup();
	return 0;
}
