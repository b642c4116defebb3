/* bench/kernels/lbm.c -- lattice Boltzmann, D2Q9: a lid moves over a box of fluid. */
#define KERNEL_DIMS                      2
#define KERNEL_PARAMETERS(BUFFER, VALUE) BUFFER(const float, from) BUFFER(float, to)
#define KERNEL_ATTRIBUTES                1, from, 1, to
#define KERNEL_RESULT                    to
#include "kernel.h"

/* The population that arrives from the cell at (x - dx, y - dy), or is reflected by the wall in
 * between. Population q of a cell is element q * cells + cell; "back" is the one in the opposite
 * direction. The lid, at row 0, drags reflected populations along x. */
INLINE float arriving(GLOBAL const float *from, size_t y, size_t x, size_t ny, size_t nx, int dy,
		      int dx, size_t q, size_t back)
{
	size_t cells = ny * nx, sy = y - (size_t)(long)dy, sx = x - (size_t)(long)dx;

	if (sy < ny && sx < nx)
		return from[q * cells + sy * nx + sx];
	return from[back * cells + y * nx + x] + (y == 0 && dy > 0 ? 0.005f * (float)dx : 0.0f);
}

INLINE float relaxed(float f, float weight, float density, float along, float square, float omega)
{
	float rest =
		weight * density * (1.0f + 3.0f * along + 4.5f * along * along - 1.5f * square);

	return f + omega * (rest - f);
}

/* Populations: rest; east, west, south, north; south-east, north-west, north-east, south-west. n:
 * thousandths of the way to equilibrium that populations go. */
BODY
{
	size_t cells = ny * nx, here = y * nx + x;
	float f0 = from[here];
	float f1 = arriving(from, y, x, ny, nx, 0, 1, 1, 2);
	float f2 = arriving(from, y, x, ny, nx, 0, -1, 2, 1);
	float f3 = arriving(from, y, x, ny, nx, 1, 0, 3, 4);
	float f4 = arriving(from, y, x, ny, nx, -1, 0, 4, 3);
	float f5 = arriving(from, y, x, ny, nx, 1, 1, 5, 6);
	float f6 = arriving(from, y, x, ny, nx, -1, -1, 6, 5);
	float f7 = arriving(from, y, x, ny, nx, -1, 1, 7, 8);
	float f8 = arriving(from, y, x, ny, nx, 1, -1, 8, 7);
	float density = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
	float ux = (f1 - f2 + f5 - f6 + f7 - f8) / density;
	float uy = (f3 - f4 + f5 - f6 - f7 + f8) / density;
	float square = ux * ux + uy * uy, omega = (float)n * 0.001f;
	float straight = 1.0f / 9.0f, oblique = 1.0f / 36.0f;

	to[here] = relaxed(f0, 4.0f / 9.0f, density, 0, square, omega);
	to[1 * cells + here] = relaxed(f1, straight, density, ux, square, omega);
	to[2 * cells + here] = relaxed(f2, straight, density, -ux, square, omega);
	to[3 * cells + here] = relaxed(f3, straight, density, uy, square, omega);
	to[4 * cells + here] = relaxed(f4, straight, density, -uy, square, omega);
	to[5 * cells + here] = relaxed(f5, oblique, density, ux + uy, square, omega);
	to[6 * cells + here] = relaxed(f6, oblique, density, -ux - uy, square, omega);
	to[7 * cells + here] = relaxed(f7, oblique, density, ux - uy, square, omega);
	to[8 * cells + here] = relaxed(f8, oblique, density, uy - ux, square, omega);
}

#ifndef BENCH_DEVICE
enum { COLUMNS = 256, DIRECTIONS = 9 };

/* "size" rows. */
static void prepare(struct launch *l, size_t size)
{
	size_t cells = size * COLUMNS;
	float *from = NEW_BUFFER(l, from, DIRECTIONS * cells);

	NEW_BUFFER(l, to, DIRECTIONS * cells);
	for (size_t i = 0; i < DIRECTIONS * cells; i++)
		from[i] = i < cells ? 4.0f / 9.0f : i < 5 * cells ? 1.0f / 9.0f : 1.0f / 36.0f;
	l->ny = size;
	l->nx = COLUMNS;
	l->n = 1200;
}

static void advance(struct launch *l, size_t step)
{
	float *from = (float *)l->from;

	if (step > 0) {
		l->from = l->to;
		l->to = from;
	}
}
#endif
#include "main.h"
