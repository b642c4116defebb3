/* program.c -- the program that the commands of the documents run, with a node for each name that
 * they use.
 *
 *   Root: Leaf ==> Sum;  Group: Cell;  Tile: Work, with a barrier;  Chain: First --> Second
 *
 * Every leaf writes its own array, so that no checker and no order of instances has a finding. */
#include <hpvm.h>
#include <stdio.h>

enum { COUNT = 64, GROUPS = 8, LANES = COUNT / GROUPS };

#define INDEX (__hpvm__getNodeInstanceID_x(__hpvm__getNode()))
#define OF_PARENT                                                                                  \
	(__hpvm__getNodeInstanceID_x(__hpvm__getParentNode(__hpvm__getNode())) * LANES + INDEX)

void Leaf(const int *in, size_t in_bytes, int *out, size_t out_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, out);
	out[INDEX] = in[INDEX] * 3;
	__hpvm__return(1, out_bytes);
}

void Sum(const int *in, size_t in_bytes)
{
	long sum = 0;

	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 0);
	for (int i = 0; i < COUNT; i++)
		sum += in[i];
	__hpvm__return(1, sum);
}

void Cell(const int *in, size_t in_bytes, int *out, size_t out_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, out);
	out[OF_PARENT] = in[OF_PARENT] + 1;
}

void Group(const int *in, size_t in_bytes, int *out, size_t out_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, out);
	void *cell = __hpvm__createNodeND(1, Cell, (size_t)LANES);

	__hpvm__bindIn(cell, 0, 0, 0);
	__hpvm__bindIn(cell, 1, 1, 0);
	__hpvm__bindIn(cell, 2, 2, 0);
	__hpvm__bindIn(cell, 3, 3, 0);
}

/* Two instances exchange the values that they have written. */
void Work(const int *in, size_t in_bytes, int *out, size_t out_bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, in, 1, out);
	long i = OF_PARENT;

	out[i] = in[i];
	__hpvm__barrier();
	int other = out[i ^ 1];

	__hpvm__barrier();
	out[i] += 2 * other;
}

void Tile(const int *in, size_t in_bytes, int *out, size_t out_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, out);
	void *work = __hpvm__createNodeND(1, Work, (size_t)LANES);

	__hpvm__bindIn(work, 0, 0, 0);
	__hpvm__bindIn(work, 1, 1, 0);
	__hpvm__bindIn(work, 2, 2, 0);
	__hpvm__bindIn(work, 3, 3, 0);
}

void First(const int *in, size_t in_bytes)
{
	__hpvm__hint(FPGA_TARGET);
	__hpvm__attributes(1, in, 0);
	__hpvm__return(1, in[INDEX] - 5);
}

void Second(int value, int *out, size_t out_bytes)
{
	__hpvm__hint(FPGA_TARGET);
	__hpvm__attributes(0, 1, out);
	out[INDEX] = value * 7;
}

void Chain(const int *in, size_t in_bytes, int *out, size_t out_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, out);
	void *first = __hpvm__createNodeND(1, First, (size_t)COUNT);
	void *second = __hpvm__createNodeND(1, Second, (size_t)COUNT);

	__hpvm__bindIn(first, 0, 0, 0);
	__hpvm__bindIn(first, 1, 1, 0);
	__hpvm__edge(first, second, 0, 0, 0, 0);
	__hpvm__bindIn(second, 2, 1, 0);
	__hpvm__bindIn(second, 3, 2, 0);
}

void Root(const int *in, size_t in_bytes, int *leaf_out, size_t leaf_bytes, int *cell_out,
	  size_t cell_bytes, int *tile_out, size_t tile_bytes, int *chain_out, size_t chain_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 4, leaf_out, cell_out, tile_out, chain_out);
	void *leaf = __hpvm__createNodeND(1, Leaf, (size_t)COUNT);
	void *sum = __hpvm__createNodeND(0, Sum);
	void *group = __hpvm__createNodeND(1, Group, (size_t)GROUPS);
	void *tile = __hpvm__createNodeND(1, Tile, (size_t)GROUPS);
	void *chain = __hpvm__createNodeND(0, Chain);

	__hpvm__bindIn(leaf, 0, 0, 0);
	__hpvm__bindIn(leaf, 1, 1, 0);
	__hpvm__bindIn(leaf, 2, 2, 0);
	__hpvm__bindIn(leaf, 3, 3, 0);
	__hpvm__bindIn(sum, 2, 0, 0);
	__hpvm__edge(leaf, sum, 1, 0, 1, 0);
	__hpvm__bindIn(group, 0, 0, 0);
	__hpvm__bindIn(group, 1, 1, 0);
	__hpvm__bindIn(group, 4, 2, 0);
	__hpvm__bindIn(group, 5, 3, 0);
	__hpvm__bindIn(tile, 0, 0, 0);
	__hpvm__bindIn(tile, 1, 1, 0);
	__hpvm__bindIn(tile, 6, 2, 0);
	__hpvm__bindIn(tile, 7, 3, 0);
	__hpvm__bindIn(chain, 0, 0, 0);
	__hpvm__bindIn(chain, 1, 1, 0);
	__hpvm__bindIn(chain, 8, 2, 0);
	__hpvm__bindIn(chain, 9, 3, 0);
	__hpvm__bindOut(sum, 0, 0, 0);
}

static int in[COUNT], leaf_out[COUNT], cell_out[COUNT], tile_out[COUNT], chain_out[COUNT];

/* The arguments of Root, followed by its output. */
static struct __attribute__((packed)) {
	const int *in;
	size_t in_bytes;
	struct __attribute__((packed)) {
		int *out;
		size_t bytes;
	} outputs[4];
	long sum;
} arguments = {in, sizeof in, {{leaf_out, sizeof leaf_out}, {cell_out, sizeof cell_out},
	       {tile_out, sizeof tile_out}, {chain_out, sizeof chain_out}}, 0};

int main(void)
{
	for (int i = 0; i < COUNT; i++)
		in[i] = i;
	__hpvm__init();
	llvm_hpvm_track_mem(in, sizeof in);
	for (int i = 0; i < 4; i++)
		llvm_hpvm_track_mem(arguments.outputs[i].out, arguments.outputs[i].bytes);
	__hpvm__wait(__hpvm__launch(0, Root, &arguments));
	for (int i = 0; i < 4; i++)
		llvm_hpvm_request_mem(arguments.outputs[i].out, arguments.outputs[i].bytes);
	printf("%ld %d %d %d\n", arguments.sum, cell_out[9], tile_out[10], chain_out[11]);
	for (int i = 0; i < 4; i++)
		llvm_hpvm_untrack_mem(arguments.outputs[i].out);
	llvm_hpvm_untrack_mem(in);
	__hpvm__cleanup();
	return 0;
}
