/* examples/lbm -- lattice Boltzmann method (D2Q9, BGK): a channel with round obstacles.
 *
 * One launch for each time step; one instance for each cell. A cell reads the nine populations that
 * move towards it, relaxes them and writes them to the other buffer; then the buffers are swapped.
 * The channel is periodic along x and has walls at the first and last row; a constant force drives
 * the flow. Population q of cell c is element q * cells + c, so that neighbouring instances read
 * neighbouring elements. */
#define EXAMPLE_NAME "lbm"
#include <hpvm.h>

#include "../common.h"

enum { DIRECTIONS = 9, HEIGHT = 96, WIDTH = 192, CELLS = HEIGHT * WIDTH };
enum { STEPS = 40, SAMPLE_STRIDE = 41 };

/* The directions of the populations, their opposites, and their weights at rest. */
static const int step_x[DIRECTIONS] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int step_y[DIRECTIONS] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[DIRECTIONS] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const float weight[DIRECTIONS] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
					 1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};

/* "drift" is the force times the relaxation time. Solid cells copy their populations, so that every
 * byte of "to" is written. A fluid cell gets its own population back if it would read from a solid
 * cell. */
void lbm_cell(const float *from, size_t from_bytes, float *to, size_t to_bytes,
	      const uint8_t *solid, size_t solid_bytes, float omega, float drift)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(2, from, solid, 1, to);

	void *self = __hpvm__getNode();
	size_t y = (size_t)__hpvm__getNodeInstanceID_x(self);
	size_t x = (size_t)__hpvm__getNodeInstanceID_y(self);
	size_t height = (size_t)__hpvm__getNumNodeInstances_x(self);
	size_t width = (size_t)__hpvm__getNumNodeInstances_y(self);
	size_t cells = height * width, cell = y * width + x;
	float pulled[DIRECTIONS];
	float density = 0, ux = 0, uy = 0;

	if (solid[cell]) {
		for (size_t q = 0; q < DIRECTIONS; q++)
			to[q * cells + cell] = from[q * cells + cell];
		__hpvm__return(1, to_bytes);
		return;
	}
	for (size_t q = 0; q < DIRECTIONS; q++) {
		size_t source_x = (x + width - (size_t)step_x[q]) % width;
		size_t source = (y - (size_t)step_y[q]) * width + source_x;

		pulled[q] = solid[source] ? from[(size_t)opposite[q] * cells + cell]
					  : from[q * cells + source];
		density += pulled[q];
		ux += pulled[q] * (float)step_x[q];
		uy += pulled[q] * (float)step_y[q];
	}
	ux = ux / density + drift;
	uy = uy / density;
	for (size_t q = 0; q < DIRECTIONS; q++) {
		float along = 3.0f * ((float)step_x[q] * ux + (float)step_y[q] * uy);
		float speed = 1.5f * (ux * ux + uy * uy);
		float rest = weight[q] * density * (1.0f + along + 0.5f * along * along - speed);

		to[q * cells + cell] = pulled[q] + omega * (rest - pulled[q]);
	}
	__hpvm__return(1, to_bytes);
}

void lbm_root(const float *from, size_t from_bytes, float *to, size_t to_bytes,
	      const uint8_t *solid, size_t solid_bytes, size_t height, size_t width, float omega,
	      float drift)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(2, from, solid, 1, to);

	void *cell = __hpvm__createNodeND(2, lbm_cell, height, width);

	__hpvm__bindIn(cell, 0, 0, 0);
	__hpvm__bindIn(cell, 1, 1, 0);
	__hpvm__bindIn(cell, 2, 2, 0);
	__hpvm__bindIn(cell, 3, 3, 0);
	__hpvm__bindIn(cell, 4, 4, 0);
	__hpvm__bindIn(cell, 5, 5, 0);
	__hpvm__bindIn(cell, 8, 6, 0);
	__hpvm__bindIn(cell, 9, 7, 0);
	__hpvm__bindOut(cell, 0, 0, 0);
}

/* The arguments of lbm_root, followed by its output. */
struct __attribute__((packed)) lbm_arguments {
	const float *from;
	size_t from_bytes;
	float *to;
	size_t to_bytes;
	const uint8_t *solid;
	size_t solid_bytes;
	size_t height, width;
	float omega, drift;
	size_t written_bytes;
};

static const float OMEGA = 1.25f, DRIFT = 0.0008f;

/* Runs STEPS launches starting with *A. Afterwards *A is the result and *B the step before it. */
static void steps_on_graph(float **a, float **b, uint8_t *solid)
{
	size_t bytes = DIRECTIONS * CELLS * sizeof **a;

	__hpvm__init();
	llvm_hpvm_track_mem(*a, bytes);
	llvm_hpvm_track_mem(*b, bytes);
	llvm_hpvm_track_mem(solid, CELLS);
	for (int step = 0; step < STEPS; step++) {
		struct lbm_arguments arguments = {*a,     bytes, *b,    bytes, solid, CELLS,
						  HEIGHT, WIDTH, OMEGA, DRIFT, 0};
		void *graph = __hpvm__launch(0, lbm_root, &arguments);
		float *swap = *a;

		__hpvm__wait(graph);
		*a = *b;
		*b = swap;
	}
	llvm_hpvm_request_mem(*a, bytes);
	llvm_hpvm_untrack_mem(*a);
	llvm_hpvm_untrack_mem(*b);
	llvm_hpvm_untrack_mem(solid);
	__hpvm__cleanup();
}

/* Moves every population to the next cell; what would enter a solid cell is reflected. */
static void stream_in_plain_c(const float *from, float *to, const uint8_t *solid)
{
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++)
			for (int q = 0; q < DIRECTIONS; q++) {
				int cell = y * WIDTH + x;
				int target_x = (x + step_x[q] + WIDTH) % WIDTH;
				int target = (y + step_y[q]) * WIDTH + target_x;

				if (solid[cell])
					to[q * CELLS + cell] = from[q * CELLS + cell];
				else if (solid[target])
					to[opposite[q] * CELLS + cell] = from[q * CELLS + cell];
				else
					to[q * CELLS + target] = from[q * CELLS + cell];
			}
}

static void collide_in_plain_c(float *f, const uint8_t *solid)
{
	for (int cell = 0; cell < CELLS; cell++) {
		float density = 0, ux = 0, uy = 0;

		if (solid[cell])
			continue;
		for (int q = 0; q < DIRECTIONS; q++) {
			density += f[q * CELLS + cell];
			ux += f[q * CELLS + cell] * (float)step_x[q];
			uy += f[q * CELLS + cell] * (float)step_y[q];
		}
		ux = ux / density + DRIFT;
		uy = uy / density;
		for (int q = 0; q < DIRECTIONS; q++) {
			float along = 3.0f * ((float)step_x[q] * ux + (float)step_y[q] * uy);
			float speed = 1.5f * (ux * ux + uy * uy);
			float rest =
				weight[q] * density * (1.0f + along + 0.5f * along * along - speed);

			f[q * CELLS + cell] += OMEGA * (rest - f[q * CELLS + cell]);
		}
	}
}

/* Walls, and three discs given by centre (row, column) and radius. */
static uint8_t *make_solid(void)
{
	static const int discs[3][3] = {{30, 40, 10}, {62, 88, 13}, {28, 140, 8}};
	uint8_t *solid = (uint8_t *)example_alloc(CELLS);

	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++) {
			bool inside = y == 0 || y == HEIGHT - 1;

			for (int disc = 0; disc < 3; disc++) {
				int dy = y - discs[disc][0], dx = x - discs[disc][1];

				inside |= dy * dy + dx * dx <= discs[disc][2] * discs[disc][2];
			}
			solid[y * WIDTH + x] = inside;
		}
	return solid;
}

int main(int argc, char **argv)
{
	size_t count = DIRECTIONS * CELLS;
	float *a = (float *)example_alloc(count * sizeof *a);
	float *b = (float *)example_alloc(count * sizeof *b);
	float *plain = (float *)example_alloc(count * sizeof *plain);
	float *scratch = (float *)example_alloc(count * sizeof *scratch);
	uint8_t *solid = make_solid();
	struct example_array expected, got;
	struct example_error versus_plain, versus_numpy;

	/* Fluid at rest, whose density varies slightly from cell to cell. */
	for (size_t q = 0; q < DIRECTIONS; q++)
		for (size_t cell = 0; cell < CELLS; cell++)
			a[q * CELLS + cell] = plain[q * CELLS + cell] =
				weight[q] * (1.0f + 0.0625f * example_uniform(1, cell));
	steps_on_graph(&a, &b, solid);
	for (int step = 0; step < STEPS; step++) {
		float *swap = plain;

		stream_in_plain_c(plain, scratch, solid);
		collide_in_plain_c(scratch, solid);
		plain = scratch;
		scratch = swap;
	}

	if (!example_load(example_directory(argc, argv), &expected))
		return 1;
	got = example_view(EXAMPLE_FLOAT32, a, count);
	versus_plain = example_compare(got, example_view(EXAMPLE_FLOAT32, plain, count));
	versus_numpy = example_compare_summary(got, expected, SAMPLE_STRIDE);
	free((void *)expected.data);
	free(a);
	free(b);
	free(plain);
	free(scratch);
	free(solid);
	return example_report(EXAMPLE_NAME " 96x192, 40 steps", &versus_plain, &versus_numpy, 2e-6);
}
