/* bench/kernels/loops.h -- a kernel as the loop over its instances, in plain C. */
/* Not inlined: what a launch is given is not known when the loops are compiled. */
static __attribute__((noinline)) void run_instances(BENCH_FORMAL size_t n, size_t nz, size_t ny,
						    size_t nx)
{
	for (size_t z = 0; z < nz; z++)
		for (size_t y = 0; y < ny; y++)
			for (size_t x = 0; x < nx; x++) {
#ifdef KERNEL_TILE
				float local[KERNEL_LOCAL];

				body(y, x, 0, 0, local, BENCH_ACTUAL n);
#else
				body(z, y, x, nz, ny, nx, BENCH_ACTUAL n);
#endif
			}
}

static void bench_begin(const struct launch *l)
{
	(void)l;
}

#define BENCH_LOOPS_EACH(type, name) l->name,
static void bench_launch(const struct launch *l)
{
	run_instances(KERNEL_PARAMETERS(BENCH_LOOPS_EACH, BENCH_LOOPS_EACH) l->n, l->nz, l->ny,
		      l->nx);
}

static void bench_warm_up(const struct launch *l)
{
	(void)l;
}

static void bench_end(const void *result, size_t bytes)
{
	(void)result, (void)bytes;
}
