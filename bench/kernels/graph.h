/* bench/kernels/graph.h -- a kernel as a leaf in a root; groups are an internal node around a leaf
 * and an allocation node.
 *
 * The last dimension of a grid numbers the columns (neighbours in memory), as the innermost of
 * nested loops does. With BENCH_COLUMNS_BY_X the first dimension does, as in OpenCL and CUDA. */
#if KERNEL_DIMS == 1 || defined(BENCH_COLUMNS_BY_X)
#define BENCH_X(query, node)     ((size_t)__hpvm__##query##_x(node))
#define BENCH_Y(query, node)     ((size_t)__hpvm__##query##_y(node))
#define BENCH_Z(query, node)     ((size_t)__hpvm__##query##_z(node))
#define BENCH_EXTENTS_2(y, x)    (size_t)(x), (size_t)(y)
#define BENCH_EXTENTS_3(z, y, x) (size_t)(x), (size_t)(y), (size_t)(z)
#else
#if KERNEL_DIMS == 2
#define BENCH_X(query, node) ((size_t)__hpvm__##query##_y(node))
#define BENCH_Y(query, node) ((size_t)__hpvm__##query##_x(node))
#else
#define BENCH_X(query, node) ((size_t)__hpvm__##query##_z(node))
#define BENCH_Y(query, node) ((size_t)__hpvm__##query##_y(node))
#define BENCH_Z(query, node) ((size_t)__hpvm__##query##_x(node))
#endif
#define BENCH_EXTENTS_2(y, x)    (size_t)(y), (size_t)(x)
#define BENCH_EXTENTS_3(z, y, x) (size_t)(z), (size_t)(y), (size_t)(x)
#endif

#define BENCH_LEAF_BUFFER(type, name) type *name, size_t name##_bytes,
#define BENCH_LEAF_VALUE(type, name)  type name,
#define BENCH_LEAF                    KERNEL_PARAMETERS(BENCH_LEAF_BUFFER, BENCH_LEAF_VALUE)

/* The number of each input, and binds of a child's inputs to the parent's inputs of the same
 * number. */
#define BENCH_INPUT_BUFFER(type, name) INPUT_##name, INPUT_##name##_bytes,
#define BENCH_INPUT_VALUE(type, name)  INPUT_##name,
enum { KERNEL_PARAMETERS(BENCH_INPUT_BUFFER, BENCH_INPUT_VALUE) INPUT_n, INPUT_local };
#define BENCH_BIND_VALUE(type, name) __hpvm__bindIn(child, INPUT_##name, INPUT_##name, 0);
/* clang-format off */
#define BENCH_BIND_BUFFER(type, name)                                                              \
	BENCH_BIND_VALUE(type, name) BENCH_BIND_VALUE(type, name##_bytes)
/* clang-format on */
/* clang-format off */
#define BENCH_BIND                                                                                 \
	KERNEL_PARAMETERS(BENCH_BIND_BUFFER, BENCH_BIND_VALUE) BENCH_BIND_VALUE(size_t, n)
/* clang-format on */

#ifdef KERNEL_TILE
void Local(size_t n)
{
	__hpvm__hint(CPU_TARGET);
	void *local = __hpvm__malloc(KERNEL_LOCAL * sizeof(float));

	__hpvm__return(2, local, (size_t)KERNEL_LOCAL * sizeof(float));
}

void Leaf(BENCH_LEAF size_t n, float *local, size_t local_bytes)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(KERNEL_ATTRIBUTES);
	void *node = __hpvm__getNode(), *group = __hpvm__getParentNode(node);

	body(BENCH_Y(getNodeInstanceID, group), BENCH_X(getNodeInstanceID, group),
	     BENCH_Y(getNodeInstanceID, node), BENCH_X(getNodeInstanceID, node), local,
	     BENCH_ACTUAL n);
	__hpvm__return(0);
}

void Group(BENCH_LEAF size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(KERNEL_ATTRIBUTES);
	void *local = __hpvm__createNodeND(0, Local);
	void *child = __hpvm__createNodeND(2, Leaf, BENCH_EXTENTS_2(KERNEL_TILE, KERNEL_TILE));

	BENCH_BIND
	__hpvm__bindIn(local, INPUT_n, 0, 0);
	__hpvm__edge(local, child, 1, 0, INPUT_local, 0);
	__hpvm__edge(local, child, 1, 1, INPUT_local + 1, 0);
}
#define BENCH_CHILD Group
#else
void Leaf(BENCH_LEAF size_t n)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(KERNEL_ATTRIBUTES);
	void *node = __hpvm__getNode();
	size_t z = 0, y = 0, nz = 1, ny = 1;
	size_t x = BENCH_X(getNodeInstanceID, node), nx = BENCH_X(getNumNodeInstances, node);

#if KERNEL_DIMS > 1
	y = BENCH_Y(getNodeInstanceID, node);
	ny = BENCH_Y(getNumNodeInstances, node);
#endif
#if KERNEL_DIMS > 2
	z = BENCH_Z(getNodeInstanceID, node);
	nz = BENCH_Z(getNumNodeInstances, node);
#endif
	body(z, y, x, nz, ny, nx, BENCH_ACTUAL n);
	__hpvm__return(0);
}
#define BENCH_CHILD Leaf
#endif

void Root(BENCH_LEAF size_t n, size_t nz, size_t ny, size_t nx)
{
	__hpvm__hint(CPU_TARGET);
	__hpvm__attributes(KERNEL_ATTRIBUTES);
#if KERNEL_DIMS == 3
	void *child = __hpvm__createNodeND(3, BENCH_CHILD, BENCH_EXTENTS_3(nz, ny, nx));
#elif KERNEL_DIMS == 2
	void *child = __hpvm__createNodeND(2, BENCH_CHILD, BENCH_EXTENTS_2(ny, nx));
#else
	void *child = __hpvm__createNodeND(1, BENCH_CHILD, nx);
#endif

	BENCH_BIND
}

#define BENCH_TRACK_BUFFER(type, name) llvm_hpvm_track_mem((void *)l->name, l->name##_bytes);
#define BENCH_TRACK_VALUE(type, name)
static void bench_begin(const struct launch *l)
{
	__hpvm__init();
	KERNEL_PARAMETERS(BENCH_TRACK_BUFFER, BENCH_TRACK_VALUE)
}

static void bench_launch(struct launch *l)
{
	__hpvm__wait(__hpvm__launch(0, Root, l));
}

static void bench_warm_up(const struct launch *l)
{
	bench_warm(l);
}

static void bench_end(void *result, size_t bytes)
{
	llvm_hpvm_request_mem(result, bytes);
	__hpvm__cleanup();
}
