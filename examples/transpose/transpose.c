/* examples/transpose -- matrix transposition through tiles of local memory.
 *
 * root -> tile (replicated over the tiles of the matrix) -> { buffer, move }. "buffer" is an
 * allocation node: each instance of the tile node gets a separate buffer, which all instances of
 * "move" in it share. A barrier separates filling the buffer and reading it, so that both the loads
 * and the stores of the matrices are along rows. */
#define EXAMPLE_NAME "transpose"
#include <hpvm.h>

#include "../common.h"

/* An instance of "move" handles TILE / LINES elements; the matrix consists of whole tiles. */
enum {
	TILE = 16,
	LINES = 4,
	ROWS = 512,
	COLUMNS = 384,
	COUNT = ROWS * COLUMNS,
	SAMPLE_STRIDE = 61
};

void transpose_buffer(size_t bytes)
{
	__hpvm__hint(GPU_TARGET);

	void *buffer = __hpvm__malloc((long)bytes);

	__hpvm__return(2, buffer, bytes);
}

void transpose_move(float *buffer, size_t buffer_bytes, const float *in, size_t in_bytes,
		    float *out, size_t out_bytes)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, buffer, in, 2, buffer, out);

	void *self = __hpvm__getNode();
	void *tile = __hpvm__getParentNode(self);
	size_t line = (size_t)__hpvm__getNodeInstanceID_x(self);
	size_t lane = (size_t)__hpvm__getNodeInstanceID_y(self);
	size_t lines = (size_t)__hpvm__getNumNodeInstances_x(self);
	size_t side = (size_t)__hpvm__getNumNodeInstances_y(self);
	size_t top = (size_t)__hpvm__getNodeInstanceID_x(tile) * side;
	size_t left = (size_t)__hpvm__getNodeInstanceID_y(tile) * side;
	size_t rows = (size_t)__hpvm__getNumNodeInstances_x(tile) * side;
	size_t columns = (size_t)__hpvm__getNumNodeInstances_y(tile) * side;

	for (size_t i = line; i < side; i += lines)
		buffer[i * side + lane] = in[(top + i) * columns + left + lane];
	__hpvm__barrier();
	for (size_t i = line; i < side; i += lines)
		out[(left + i) * rows + top + lane] = buffer[lane * side + i];
	__hpvm__return(1, out_bytes);
}

void transpose_tile(const float *in, size_t in_bytes, float *out, size_t out_bytes,
		    size_t buffer_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, out);

	void *buffer = __hpvm__createNodeND(0, transpose_buffer);
	void *move = __hpvm__createNodeND(2, transpose_move, (size_t)LINES, (size_t)TILE);

	__hpvm__bindIn(buffer, 4, 0, 0);

	__hpvm__edge(buffer, move, 1, 0, 0, 0);
	__hpvm__edge(buffer, move, 1, 1, 1, 0);
	__hpvm__bindIn(move, 0, 2, 0);
	__hpvm__bindIn(move, 1, 3, 0);
	__hpvm__bindIn(move, 2, 4, 0);
	__hpvm__bindIn(move, 3, 5, 0);
	__hpvm__bindOut(move, 0, 0, 0);
}

void transpose_root(const float *in, size_t in_bytes, float *out, size_t out_bytes,
		    size_t buffer_bytes, size_t tiles_down, size_t tiles_across)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, in, 1, out);

	void *tile = __hpvm__createNodeND(2, transpose_tile, tiles_down, tiles_across);

	__hpvm__bindIn(tile, 0, 0, 0);
	__hpvm__bindIn(tile, 1, 1, 0);
	__hpvm__bindIn(tile, 2, 2, 0);
	__hpvm__bindIn(tile, 3, 3, 0);
	__hpvm__bindIn(tile, 4, 4, 0);
	__hpvm__bindOut(tile, 0, 0, 0);
}

/* The arguments of transpose_root, followed by its output. */
struct __attribute__((packed)) transpose_arguments {
	const float *in;
	size_t in_bytes;
	float *out;
	size_t out_bytes;
	size_t buffer_bytes;
	size_t tiles_down;
	size_t tiles_across;
	size_t written_bytes;
};

static void transpose_on_graph(float *in, float *out)
{
	size_t bytes = COUNT * sizeof *out;
	struct transpose_arguments arguments = {
		in, bytes, out, bytes, TILE * TILE * sizeof *out, ROWS / TILE, COLUMNS / TILE, 0};
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(in, bytes);
	llvm_hpvm_track_mem(out, bytes);
	graph = __hpvm__launch(0, transpose_root, &arguments);
	__hpvm__wait(graph);
	llvm_hpvm_request_mem(out, arguments.written_bytes);
	llvm_hpvm_untrack_mem(in);
	llvm_hpvm_untrack_mem(out);
	__hpvm__cleanup();
}

static void transpose_in_plain_c(const float *in, float *out)
{
	for (size_t row = 0; row < ROWS; row++)
		for (size_t column = 0; column < COLUMNS; column++)
			out[column * ROWS + row] = in[row * COLUMNS + column];
}

int main(int argc, char **argv)
{
	float *in = (float *)example_alloc(COUNT * sizeof *in);
	float *out = (float *)example_alloc(COUNT * sizeof *out);
	float *plain = (float *)example_alloc(COUNT * sizeof *plain);
	struct example_array expected, got = example_view(EXAMPLE_FLOAT32, out, COUNT);
	struct example_error versus_plain, versus_numpy;

	for (size_t i = 0; i < COUNT; i++)
		in[i] = example_uniform(1, i);
	transpose_on_graph(in, out);
	transpose_in_plain_c(in, plain);

	if (!example_load(example_directory(argc, argv), &expected))
		return 1;
	versus_plain = example_compare(got, example_view(EXAMPLE_FLOAT32, plain, COUNT));
	versus_numpy = example_compare_summary(got, expected, SAMPLE_STRIDE);
	free((void *)expected.data);
	free(in);
	free(out);
	free(plain);
	/* Nothing is computed, so the elements must be exactly equal; NumPy's sums are rounded
	 * once. */
	if (versus_plain.error > 0)
		versus_plain.error = HUGE_VAL;
	return example_report(EXAMPLE_NAME " 512x384", &versus_plain, &versus_numpy, 1e-7);
}
