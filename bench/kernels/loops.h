/* bench/kernels/loops.h -- a kernel as the loop over its instances, in plain C.
 *
 * With OpenMP, threads share the outermost dimensions of the grid. BENCH_SIMD tells the compiler
 * that instances are not ordered, which it cannot infer. */
#if defined(_OPENMP) && KERNEL_DIMS > 1
#define BENCH_OUTER _Pragma("omp parallel for collapse(2)")
#else
#define BENCH_OUTER
#endif
#if defined(_OPENMP) && KERNEL_DIMS == 1 && defined(BENCH_SIMD)
#define BENCH_INNER _Pragma("omp parallel for simd")
#elif defined(_OPENMP) && KERNEL_DIMS == 1
#define BENCH_INNER _Pragma("omp parallel for")
#elif defined(_OPENMP) && defined(BENCH_SIMD) && !defined(KERNEL_TILE)
#define BENCH_INNER _Pragma("omp simd")
#else
#define BENCH_INNER
#endif

/* Not inlined: the arguments of a launch must be unknown when the loops are compiled. */
static __attribute__((noinline)) void run_instances(BENCH_FORMAL size_t n, size_t nz, size_t ny,
						    size_t nx)
{
	BENCH_OUTER
	for (size_t z = 0; z < nz; z++)
		for (size_t y = 0; y < ny; y++)
			BENCH_INNER
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
static void bench_launch(struct launch *l)
{
	run_instances(KERNEL_PARAMETERS(BENCH_LOOPS_EACH, BENCH_LOOPS_EACH) l->n, l->nz, l->ny,
		      l->nx);
}

static void bench_warm_up(const struct launch *l)
{
	bench_warm(l);
}

static void bench_end(const void *result, size_t bytes)
{
	(void)result, (void)bytes;
}
