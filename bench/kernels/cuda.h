/* bench/kernels/cuda.h -- a kernel's launches on an NVIDIA device, by the driver API.
 *
 * The environment variable BENCH_IMAGE names the output of nvcc for leaf.cu: a fat binary, a cubin
 * or PTX. Buffers are in device memory; host data is copied before the first launch, and the result
 * after the last.
 *
 * Owns:      the context, the module, a device buffer for each host buffer, until the end. */
#include "backends/nvidia/driver.h"

enum { BENCH_BUFFERS = 8, BENCH_NUMBERS = 16 };
static struct {
	nv_driver driver;
	nv_device device;
	nv_context context;
	nv_module module;
	nv_function function;
	unsigned count;
	void *host[BENCH_BUFFERS];
	size_t bytes[BENCH_BUFFERS];
	nv_address memory[BENCH_BUFFERS];
} cu;

static void cu_must(nv_result result, const char *what)
{
	char text[160];

	if (result != NV_SUCCESS) {
		fprintf(stderr, "%s: %s\n", what,
			nv_error_text(&cu.driver, result, text, sizeof text));
		exit(1);
	}
}

/* Return the contents of the file, followed by a NUL. */
static void *cu_image(void)
{
	const char *path = getenv("BENCH_IMAGE");
	FILE *file = path ? fopen(path, "rb") : NULL;
	char *image = calloc(1, 1 << 24);

	if (!file || !image || fread(image, 1, (1 << 24) - 1, file) == 0) {
		fprintf(stderr, "BENCH_IMAGE names no image\n");
		exit(1);
	}
	fclose(file);
	return image;
}

static void cu_share(const void *host, size_t bytes)
{
	cu.host[cu.count] = (void *)host;
	cu.bytes[cu.count] = bytes;
	cu_must(cu.driver.allocate(&cu.memory[cu.count], bytes), "buffer");
	cu_must(cu.driver.to_device(cu.memory[cu.count++], host, bytes), "copy");
}

static unsigned cu_shared(const void *host)
{
	unsigned i = 0;

	while (cu.host[i] != host)
		i++;
	return i;
}

#define BENCH_SHARE_BUFFER(type, name) cu_share(l->name, l->name##_bytes);
#define BENCH_SHARE_VALUE(type, name)
static void bench_begin(const struct launch *l)
{
	char text[HR_BACKEND_TEXT], name[128] = "?";
	void *image = cu_image();

	if (!nv_driver_open(&cu.driver, getenv("HPVM_CUDA_DRIVER"), text)) {
		fprintf(stderr, "%s\n", text);
		exit(1);
	}
	cu_must(cu.driver.device_get(&cu.device, 0), "device");
	cu_must(cu.driver.device_name(name, sizeof name, cu.device), "name");
	fprintf(stderr, "%s, CUDA %d\n", name, cu.driver.version);
	cu_must(cu.driver.primary_retain(&cu.context, cu.device), "context");
	cu_must(cu.driver.context_set(cu.context), "context");
	cu_must(cu.driver.module_load(&cu.module, image, 0, NULL, NULL), "module");
	cu_must(cu.driver.module_function(&cu.function, cu.module, "leaf"), "kernel");
	free(image);
	KERNEL_PARAMETERS(BENCH_SHARE_BUFFER, BENCH_SHARE_VALUE)
}

static unsigned cu_blocks(size_t extent, unsigned threads)
{
	return (unsigned)((extent + threads - 1) / threads);
}

#define BENCH_SET_BUFFER(type, name) parameters[count++] = &cu.memory[cu_shared(l->name)];
#define BENCH_SET_VALUE(type, name)                                                                \
	numbers[count] = l->name;                                                                  \
	parameters[count] = &numbers[count];                                                       \
	count++;
static void bench_launch(struct launch *l)
{
	size_t numbers[BENCH_NUMBERS];
	void *parameters[BENCH_NUMBERS];
	unsigned count = 0;
#ifdef KERNEL_TILE
	const unsigned x = KERNEL_TILE, y = KERNEL_TILE, z = 1;
	const unsigned blocks[] = {(unsigned)l->nx, (unsigned)l->ny, 1};
#else
	const unsigned x = KERNEL_DIMS == 1 ? 256 : 32, y = KERNEL_DIMS == 1 ? 1 : 8, z = 1;
	const unsigned blocks[] = {cu_blocks(l->nx, x), cu_blocks(l->ny, y), cu_blocks(l->nz, z)};
#endif

	KERNEL_PARAMETERS(BENCH_SET_BUFFER, BENCH_SET_VALUE)
	BENCH_SET_VALUE(size_t, n)
	BENCH_SET_VALUE(size_t, nz)
	BENCH_SET_VALUE(size_t, ny)
	BENCH_SET_VALUE(size_t, nx)
	cu_must(cu.driver.launch(cu.function, blocks[0], blocks[1], blocks[2], x, y, z, 0, NULL,
				 parameters, NULL),
		"launch");
	cu_must(cu.driver.context_wait(), "wait");
}

/* Make one launch and undo it, so that the code is on the device. */
static void bench_warm_up(struct launch *l)
{
	bench_launch(l);
	for (unsigned i = 0; i < cu.count; i++)
		cu_must(cu.driver.to_device(cu.memory[i], cu.host[i], cu.bytes[i]), "undo");
}

static void bench_end(void *result, size_t bytes)
{
	cu_must(cu.driver.to_host(result, cu.memory[cu_shared(result)], bytes), "result");
	for (unsigned i = 0; i < cu.count; i++)
		cu_must(cu.driver.release(cu.memory[i]), "release");
	cu_must(cu.driver.module_unload(cu.module), "module");
	cu_must(cu.driver.context_set(NULL), "context");
	cu_must(cu.driver.primary_release(cu.device), "context");
}
