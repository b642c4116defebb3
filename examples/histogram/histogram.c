/* examples/histogram -- histogram of an image with atomics, and its prefix sums.
 *
 * Three leaves, one after the other: clear the bins, count pixels into them, sum them up. Each leaf
 * reads everything that the leaf before it writes, so the edges are all-to-all. They carry the size
 * of the bins, which orders the nodes; the pointer itself is bound from the parent. */
#define EXAMPLE_NAME "histogram"
#include <hpvm.h>

#include "../common.h"

enum { WIDTH = 1024, HEIGHT = 768, PIXELS = WIDTH * HEIGHT, BINS = 256, PIXELS_EACH = 16 };

void histogram_clear(int *bins, size_t bins_bytes)
{
	__hpvm__hint(CPU_OR_GPU_TARGET);
	__hpvm__attributes(0, 1, bins);

	bins[__hpvm__getNodeInstanceID_x(__hpvm__getNode())] = 0;
	__hpvm__return(1, bins_bytes);
}

/* Each of the n instances counts every n-th pixel, so that neighbouring instances read neighbouring
 * pixels. */
void histogram_count(const uint8_t *pixels, size_t pixels_bytes, int *bins, size_t bins_bytes)
{
	__hpvm__hint(CPU_OR_GPU_TARGET);
	__hpvm__attributes(2, pixels, bins, 1, bins);

	void *self = __hpvm__getNode();
	size_t first = (size_t)__hpvm__getNodeInstanceID_x(self);
	size_t step = (size_t)__hpvm__getNumNodeInstances_x(self);

	for (size_t i = first; i < pixels_bytes; i += step)
		__hpvm__atomic_add(&bins[pixels[i]], 1);
	__hpvm__return(1, bins_bytes);
}

/* sums[i] = bins[0] + ... + bins[i]. The output is the last sum, the number of pixels. */
void histogram_sum(const int *bins, size_t bins_bytes, int *sums, size_t sums_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, bins, 1, sums);

	int total = 0;

	for (size_t i = 0; i < bins_bytes / sizeof *bins; i++) {
		total += bins[i];
		sums[i] = total;
	}
	__hpvm__return(1, (size_t)total);
}

void histogram_root(const uint8_t *pixels, size_t pixels_bytes, int *bins, size_t bins_bytes,
		    int *sums, size_t sums_bytes, size_t bin_count, size_t counters)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, pixels, 2, bins, sums);

	void *clear = __hpvm__createNodeND(1, histogram_clear, bin_count);
	void *count = __hpvm__createNodeND(1, histogram_count, counters);
	void *sum = __hpvm__createNodeND(0, histogram_sum);

	__hpvm__bindIn(clear, 2, 0, 0);
	__hpvm__bindIn(clear, 3, 1, 0);

	__hpvm__bindIn(count, 0, 0, 0);
	__hpvm__bindIn(count, 1, 1, 0);
	__hpvm__bindIn(count, 2, 2, 0);
	__hpvm__edge(clear, count, 1, 0, 3, 0);

	__hpvm__bindIn(sum, 2, 0, 0);
	__hpvm__edge(count, sum, 1, 0, 1, 0);
	__hpvm__bindIn(sum, 4, 2, 0);
	__hpvm__bindIn(sum, 5, 3, 0);
	__hpvm__bindOut(sum, 0, 0, 0);
}

/* The arguments of histogram_root, followed by its output. */
struct __attribute__((packed)) histogram_arguments {
	const uint8_t *pixels;
	size_t pixels_bytes;
	int *bins;
	size_t bins_bytes;
	int *sums;
	size_t sums_bytes;
	size_t bin_count;
	size_t counters;
	size_t total;
};

/* Fills the bins and, behind them, the sums (2 * BINS integers). Returns the number of pixels
 * counted. */
static size_t count_on_graph(uint8_t *pixels, int *bins)
{
	size_t bytes = BINS * sizeof *bins;
	struct histogram_arguments arguments = {
		pixels, PIXELS, bins, bytes, bins + BINS, bytes, BINS, PIXELS / PIXELS_EACH, 0};
	void *graph;

	__hpvm__init();
	llvm_hpvm_track_mem(pixels, PIXELS);
	/* One tracked object; the graph gets a pointer to each half of it. */
	llvm_hpvm_track_mem(bins, 2 * bytes);
	graph = __hpvm__launch(0, histogram_root, &arguments);
	__hpvm__wait(graph);
	llvm_hpvm_request_mem(bins, 2 * bytes);
	llvm_hpvm_untrack_mem(pixels);
	llvm_hpvm_untrack_mem(bins);
	__hpvm__cleanup();
	return arguments.total;
}

static void count_in_plain_c(const uint8_t *pixels, int *bins)
{
	for (size_t i = 0; i < PIXELS; i++)
		bins[pixels[i]]++;
	bins[BINS] = bins[0];
	for (size_t i = 1; i < BINS; i++)
		bins[BINS + i] = bins[BINS + i - 1] + bins[i];
}

int main(int argc, char **argv)
{
	uint8_t *pixels = (uint8_t *)example_alloc(PIXELS);
	int *bins = (int *)example_alloc(2 * BINS * sizeof *bins);
	int *plain = (int *)example_alloc(2 * BINS * sizeof *plain);
	struct example_array expected, got = example_view(EXAMPLE_INT32, bins, 2 * BINS);
	struct example_error versus_plain, versus_numpy;
	size_t total;

	/* The mean of three bytes has a bell-shaped distribution, so that some bins are full and
	 * some empty. */
	for (size_t i = 0; i < PIXELS; i++) {
		uint64_t bits = example_bits(1, i);

		pixels[i] = (uint8_t)(((bits & 255) + (bits >> 8 & 255) + (bits >> 16 & 255)) / 3);
	}
	/* The graph must overwrite this pattern. */
	memset(bins, 0x55, 2 * BINS * sizeof *bins);
	total = count_on_graph(pixels, bins);
	count_in_plain_c(pixels, plain);

	if (total != PIXELS) {
		printf(EXAMPLE_NAME ": WRONG: counted %zu of %d pixels\n", total, PIXELS);
		return 1;
	}
	if (!example_load(example_directory(argc, argv), &expected))
		return 1;
	versus_plain = example_compare(got, example_view(EXAMPLE_INT32, plain, 2 * BINS));
	versus_numpy = example_compare(got, expected);
	free((void *)expected.data);
	free(pixels);
	free(bins);
	free(plain);
	return example_report(EXAMPLE_NAME " 1024x768", &versus_plain, &versus_numpy, 0);
}
