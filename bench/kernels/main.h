/* bench/kernels/main.h -- run a kernel as an HPVM graph, as loops of plain C, by OpenCL, or by
 * CUDA.
 *
 * BENCH_HPVM, BENCH_OPENCL, BENCH_CUDA or none of them selects the form. The program's arguments
 * are the size, the number of launches and a file, which receives the bytes of the result. It
 * prints instances, then nanoseconds of wall time and of processor time, both from each launch to
 * the end of its last instance, summed over launches. With BENCH_EACH, the wall nanoseconds of each
 * launch follow, one in each line. With BENCH_FIRST_UNTIMED two untimed launches are made before:
 * memory is then where it is used, also of kernels that swap buffers, and code has been compiled.
 *
 * Invariant: launches are the same in every form, in order, each complete before the next.
 * Not here:  kernels, and calls of OpenCL (opencl.h) and the CUDA driver (cuda.h). */
#ifdef __OPENCL_VERSION__
#include "leaf.cl"
#elif defined(__CUDACC__)
#include "leaf.cu"
#else
#include <stdio.h>
#include <string.h>
#include <time.h>

/* Aligned like device memory of OpenCL. */
void *bench_buffer(size_t bytes)
{
	void *buffer = aligned_alloc(4096, (bytes + 4096) / 4096 * 4096);

	if (!buffer) {
		fprintf(stderr, "no memory for %zu bytes\n", bytes);
		exit(1);
	}
	return memset(buffer, 0, bytes);
}

/* With BENCH_WARM_UP one launch is made before the first timed one, and undone: threads have been
 * started, code has been compiled. Without it, their cost is included in the time. */
#ifdef BENCH_WARM_UP
static void bench_launch(struct launch *l);
#define BENCH_SAVE_BUFFER(type, name)                                                              \
	saved[count++] = memcpy(bench_buffer(l->name##_bytes), l->name, l->name##_bytes);
#define BENCH_RESTORE_BUFFER(type, name)                                                           \
	memcpy((void *)l->name, saved[count], l->name##_bytes);                                    \
	free(saved[count++]);
#define BENCH_NO_VALUE(type, name)
static void bench_warm(const struct launch *l)
{
	struct launch copy = *l;
	void *saved[16];
	unsigned count = 0;

	KERNEL_PARAMETERS(BENCH_SAVE_BUFFER, BENCH_NO_VALUE)
	bench_launch(&copy);
	count = 0;
	KERNEL_PARAMETERS(BENCH_RESTORE_BUFFER, BENCH_NO_VALUE)
}
#else
#define bench_warm(l) ((void)(l))
#endif

#ifdef BENCH_HPVM
#include "graph.h"
#elif defined(BENCH_OPENCL)
#include "opencl.h"
#elif defined(BENCH_CUDA)
#include "cuda.h"
#else
#include "loops.h"
#endif

#define BENCH_JOINED_BYTES(name) name##_bytes
#define BENCH_BYTES_OF(name)     BENCH_JOINED_BYTES(name)

static void write_result(const char *path, const void *data, size_t bytes)
{
	FILE *file = fopen(path, "wb");

	if (!file || fwrite(data, 1, bytes, file) != bytes || fclose(file) != 0) {
		perror(path);
		exit(1);
	}
}

static double nanoseconds(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

#ifdef BENCH_FIRST_UNTIMED
enum { UNTIMED = 2 };
#else
enum { UNTIMED = 0 };
#endif

#ifdef BENCH_EACH
enum { EACH = 1 };
#else
enum { EACH = 0 };
#endif

int main(int argc, char **argv)
{
	struct launch launch = {.n = 0, .nz = 1, .ny = 1, .nx = 1};
	size_t launches, instances;
	double by_clock = 0, by_processor = 0, *each = NULL;

	if (argc != 4) {
		fprintf(stderr, "arguments: size, launches, file for the result\n");
		return 2;
	}
	launches = strtoul(argv[2], NULL, 10);
	prepare(&launch, strtoul(argv[1], NULL, 10));
	instances = launch.nz * launch.ny * launch.nx * launches;
#ifdef KERNEL_TILE
	instances *= KERNEL_TILE * KERNEL_TILE;
#endif
	if (EACH)
		each = bench_buffer((launches + 1) * sizeof(double));
	bench_begin(&launch);
	for (size_t step = 0; step < launches + UNTIMED; step++) {
		advance(&launch, step);
		if (step < UNTIMED) {
			bench_launch(&launch);
			continue;
		}
		if (step == 0)
			bench_warm_up(&launch);
		if (EACH)
			each[step] = by_clock;
		by_clock -= nanoseconds(CLOCK_MONOTONIC);
		by_processor -= nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
		bench_launch(&launch);
		by_processor += nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
		by_clock += nanoseconds(CLOCK_MONOTONIC);
	}
	bench_end(launch.KERNEL_RESULT, launch.BENCH_BYTES_OF(KERNEL_RESULT));
	write_result(argv[3], launch.KERNEL_RESULT, launch.BENCH_BYTES_OF(KERNEL_RESULT));
	printf("%zu %.0f %.0f\n", instances, by_clock, by_processor);
	if (EACH)
		each[launches] = by_clock;
	for (size_t step = 0; EACH && step < launches; step++)
		printf("%.0f\n", each[step + 1] - each[step]);
	return 0;
}
#endif
