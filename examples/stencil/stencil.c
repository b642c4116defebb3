/* examples/stencil -- heat equation in a box: a 7-point stencil in three dimensions, one launch for
 * each time step.
 *
 * One leaf, replicated over every cell. Cells on the faces keep their value. The two grids are
 * swapped between launches and stay tracked, so only the last one must be copied back to the
 * host. */
#define EXAMPLE_NAME "stencil"
#include <hpvm.h>

#include "../common.h"

enum { NX = 64, NY = 64, NZ = 64, CELLS = NX * NY * NZ, STEPS = 8, SAMPLE_STRIDE = 67 };

/* z is contiguous. Every instance writes its cell, so that "to" is written completely. */
void stencil_cell(const float *from, size_t from_bytes, float *to, size_t to_bytes, float centre,
		  float side)
{
	__hpvm__hint(GPU_TARGET);
	__hpvm__attributes(1, from, 1, to);

	void *self = __hpvm__getNode();
	size_t x = (size_t)__hpvm__getNodeInstanceID_x(self);
	size_t y = (size_t)__hpvm__getNodeInstanceID_y(self);
	size_t z = (size_t)__hpvm__getNodeInstanceID_z(self);
	size_t nx = (size_t)__hpvm__getNumNodeInstances_x(self);
	size_t ny = (size_t)__hpvm__getNumNodeInstances_y(self);
	size_t nz = (size_t)__hpvm__getNumNodeInstances_z(self);
	size_t cell = (x * ny + y) * nz + z;

	if (x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1) {
		to[cell] = from[cell];
	} else {
		float around = from[cell - ny * nz] + from[cell + ny * nz];

		around += from[cell - nz] + from[cell + nz];
		around += from[cell - 1] + from[cell + 1];
		to[cell] = centre * from[cell] + side * around;
	}
	__hpvm__return(1, to_bytes);
}

void stencil_root(const float *from, size_t from_bytes, float *to, size_t to_bytes, size_t nx,
		  size_t ny, size_t nz, float centre, float side)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(1, from, 1, to);

	void *cell = __hpvm__createNodeND(3, stencil_cell, nx, ny, nz);

	__hpvm__bindIn(cell, 0, 0, 0);
	__hpvm__bindIn(cell, 1, 1, 0);
	__hpvm__bindIn(cell, 2, 2, 0);
	__hpvm__bindIn(cell, 3, 3, 0);
	__hpvm__bindIn(cell, 7, 4, 0);
	__hpvm__bindIn(cell, 8, 5, 0);
	__hpvm__bindOut(cell, 0, 0, 0);
}

/* The arguments of stencil_root, followed by its output. The struct must be packed, because two of
 * them are floats. */
struct __attribute__((packed)) stencil_arguments {
	const float *from;
	size_t from_bytes;
	float *to;
	size_t to_bytes;
	size_t nx, ny, nz;
	float centre, side;
	size_t written_bytes;
};

static const float CENTRE = 0.4f, SIDE = 0.1f;

/* Runs STEPS launches starting with *A. Afterwards *A is the result and *B the step before it. */
static void steps_on_graph(float **a, float **b)
{
	size_t bytes = CELLS * sizeof **a;

	__hpvm__init();
	llvm_hpvm_track_mem(*a, bytes);
	llvm_hpvm_track_mem(*b, bytes);
	for (int step = 0; step < STEPS; step++) {
		struct stencil_arguments arguments = {*a, bytes, *b,     bytes, NX,
						      NY, NZ,    CENTRE, SIDE,  0};
		void *graph = __hpvm__launch(0, stencil_root, &arguments);
		float *swap = *a;

		__hpvm__wait(graph);
		*a = *b;
		*b = swap;
	}
	llvm_hpvm_request_mem(*a, bytes);
	llvm_hpvm_untrack_mem(*a);
	llvm_hpvm_untrack_mem(*b);
	__hpvm__cleanup();
}

/* The same as a loop nest over the inner cells; both grids start with the same faces. */
static void steps_in_plain_c(float **a, float **b)
{
	for (int step = 0; step < STEPS; step++) {
		const float *from = *a;
		float *to = *b;

		for (size_t x = 1; x < NX - 1; x++)
			for (size_t y = 1; y < NY - 1; y++)
				for (size_t z = 1; z < NZ - 1; z++) {
					size_t i = (x * NY + y) * NZ + z;

					to[i] = CENTRE * from[i] +
						SIDE * (from[i - NY * NZ] + from[i + NY * NZ] +
							from[i - NZ] + from[i + NZ] + from[i - 1] +
							from[i + 1]);
				}
		*b = *a;
		*a = to;
	}
}

int main(int argc, char **argv)
{
	float *grids[4];
	struct example_array expected, got;
	struct example_error versus_plain, versus_numpy;

	for (int grid = 0; grid < 4; grid++)
		grids[grid] = (float *)example_alloc(CELLS * sizeof **grids);
	for (size_t i = 0; i < CELLS; i++)
		grids[0][i] = grids[2][i] = grids[3][i] = example_uniform(1, i);
	steps_on_graph(&grids[0], &grids[1]);
	steps_in_plain_c(&grids[2], &grids[3]);

	if (!example_load(example_directory(argc, argv), &expected))
		return 1;
	got = example_view(EXAMPLE_FLOAT32, grids[0], CELLS);
	versus_plain = example_compare(got, example_view(EXAMPLE_FLOAT32, grids[2], CELLS));
	versus_numpy = example_compare_summary(got, expected, SAMPLE_STRIDE);
	free((void *)expected.data);
	for (int grid = 0; grid < 4; grid++)
		free(grids[grid]);
	return example_report(EXAMPLE_NAME " 64x64x64, 8 steps", &versus_plain, &versus_numpy,
			      1e-5);
}
