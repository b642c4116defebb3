/* bench/kernels/nbody.c -- gravity between all bodies: an instance for each body, a launch for each
 * step. */
#define KERNEL_DIMS 1
/* clang-format off */
#define KERNEL_PARAMETERS(BUFFER, VALUE)                                                           \
	BUFFER(const float, from) BUFFER(float, speed) BUFFER(float, to)
/* clang-format on */
#define KERNEL_ATTRIBUTES 2, from, speed, 2, speed, to
#define KERNEL_RESULT     to
#include "kernel.h"

/* from, to: position and mass of n bodies, four floats each; speed: three floats each. */
BODY
{
	float px = from[4 * x], py = from[4 * x + 1], pz = from[4 * x + 2];
	float ax = 0, ay = 0, az = 0;

	for (size_t i = 0; i < n; i++) {
		float dx = from[4 * i] - px, dy = from[4 * i + 1] - py, dz = from[4 * i + 2] - pz;
		float square = dx * dx + dy * dy + dz * dz + 0.01f;
		float pull = from[4 * i + 3] / (square * sqrtf(square));

		ax += pull * dx;
		ay += pull * dy;
		az += pull * dz;
	}
	speed[3 * x] += 0.01f * ax;
	speed[3 * x + 1] += 0.01f * ay;
	speed[3 * x + 2] += 0.01f * az;
	to[4 * x] = px + 0.01f * speed[3 * x];
	to[4 * x + 1] = py + 0.01f * speed[3 * x + 1];
	to[4 * x + 2] = pz + 0.01f * speed[3 * x + 2];
	to[4 * x + 3] = from[4 * x + 3];
}

#ifndef BENCH_DEVICE
#ifndef KERNEL_BODIES
#define KERNEL_BODIES 2048
#endif
enum { BODIES = KERNEL_BODIES };

/* "size" bodies move, at most BODIES of them; all BODIES attract. */
static void prepare(struct launch *l, size_t size)
{
	unsigned long state = 8;
	float *from = NEW_BUFFER(l, from, 4 * BODIES), *to = NEW_BUFFER(l, to, 4 * BODIES);

	NEW_BUFFER(l, speed, 3 * BODIES);
	for (size_t i = 0; i < 4 * BODIES; i++)
		to[i] = from[i] = i % 4 == 3 ? 1.0f / BODIES : random_float(&state);
	l->nx = size < BODIES ? size : BODIES;
	l->n = BODIES;
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
