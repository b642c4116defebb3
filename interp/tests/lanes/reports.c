/* reports.c -- a leaf whose lanes lie along x, and whose instances end with the statements REPORTS.
 *
 * The array that it writes to has room behind it, so that a write behind its end is harmless. */
#include <hpvm.h>

enum { SIDE = 100 };

void Leaf(int *in, size_t in_bytes, int *out, size_t out_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, out);
	void *node = __hpvm__getNode();
	long x = __hpvm__getNodeInstanceID_x(node), y = __hpvm__getNodeInstanceID_y(node);

	out[y * SIDE + x] = in[y * SIDE + x] + 1;
	REPORTS
}

void Root(int *in, size_t in_bytes, int *out, size_t out_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, out);
	void *leaf = __hpvm__createNodeND(2, Leaf, (size_t)SIDE, (size_t)SIDE);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindIn(leaf, 3, 3, 0);
}

struct __attribute__((packed)) arguments {
	int *in;
	size_t in_bytes;
	int *out;
	size_t out_bytes;
};

int main(void)
{
	static int in[SIDE * SIDE];
	static struct {
		int out[SIDE * SIDE], room[SIDE];
	} memory;
	struct arguments arguments = {in, sizeof(in), memory.out, sizeof(memory.out)};

	__hpvm__init();
	llvm_hpvm_track_mem(in, sizeof(in));
	llvm_hpvm_track_mem(memory.out, sizeof(memory.out));
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	llvm_hpvm_request_mem(memory.out, sizeof(memory.out));
	__hpvm__cleanup();
	return 0;
}
