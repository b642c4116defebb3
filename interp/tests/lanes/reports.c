/* reports.c -- a leaf whose lanes lie along x, and whose instances end with the statements REPORTS.
 *
 * AT is the element that an instance reads and writes, and GRIDS the extents of the grids that run.
 * The array that it writes to has room behind it, so that a write behind its end is harmless. */
#include <hpvm.h>

#ifndef SIDE
#define SIDE 100
#endif
#ifndef REPORTS
#define REPORTS
#endif
#ifndef AT
#define AT y * SIDE + x
#endif
#ifndef GRIDS
#define GRIDS {SIDE, SIDE}
#endif

enum { COUNT = 10000 };

void Leaf(int *in, size_t in_bytes, int *out, size_t out_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, out);
	void *node = __hpvm__getNode();
	long x = __hpvm__getNodeInstanceID_x(node), y = __hpvm__getNodeInstanceID_y(node);

	out[AT] = in[AT] + 1;
	REPORTS
}

void Root(int *in, size_t in_bytes, int *out, size_t out_bytes, size_t nx, size_t ny)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, out);
	void *leaf = __hpvm__createNodeND(2, Leaf, nx, ny);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindIn(leaf, 3, 3, 0);
}

struct __attribute__((packed)) arguments {
	int *in;
	size_t in_bytes;
	int *out;
	size_t out_bytes, nx, ny;
};

int main(void)
{
	static int in[COUNT];
	static struct {
		int out[COUNT], room[COUNT];
	} memory;
	static const size_t grids[][2] = {GRIDS};

	__hpvm__init();
	llvm_hpvm_track_mem(in, sizeof(in));
	llvm_hpvm_track_mem(memory.out, sizeof(memory.out));
	for (size_t i = 0; i < sizeof(grids) / sizeof(grids[0]); i++) {
		struct arguments arguments = {in,           sizeof(in),  memory.out, sizeof(memory.out),
					      grids[i][0], grids[i][1]};

		__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	}
	llvm_hpvm_request_mem(memory.out, sizeof(memory.out));
	__hpvm__cleanup();
	return 0;
}
