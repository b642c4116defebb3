/* bench/kernels/opencl.h -- a kernel's launches on an OpenCL device: PoCL's or Oclgrind's.
 *
 * BENCH_SOURCE is the kernel's file and BENCH_FOLDER this folder. The environment variable
 * BENCH_PLATFORM is part of the platform's name. Buffers are in host memory.
 *
 * Owns:      one context, queue, kernel, and a device buffer for each host buffer, until the
 *            end. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

enum { BENCH_BUFFERS = 8 };
static struct {
	cl_context context;
	cl_device_id device;
	cl_command_queue queue;
	cl_kernel kernel;
	int compiles_late;
	unsigned count;
	void *host[BENCH_BUFFERS];
	size_t bytes[BENCH_BUFFERS];
	cl_mem mem[BENCH_BUFFERS];
} cl;

static void cl_must(cl_int status, const char *what)
{
	if (status != CL_SUCCESS) {
		fprintf(stderr, "%s: OpenCL error %d\n", what, status);
		exit(1);
	}
}

static void cl_find_device(void)
{
	const char *wanted = getenv("BENCH_PLATFORM");
	cl_platform_id platforms[16];
	cl_uint count = 0;
	char name[256] = "", version[256] = "";

	cl_must(clGetPlatformIDs(16, platforms, &count), "platforms");
	for (cl_uint i = 0; i < count; i++) {
		cl_must(clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL),
			"platform name");
		if (wanted && !strstr(name, wanted))
			continue;
		cl_must(clGetPlatformInfo(platforms[i], CL_PLATFORM_VERSION, sizeof version,
					  version, NULL),
			"platform version");
		fprintf(stderr, "%s\n", version);
		cl.compiles_late = strstr(name, "Oclgrind") == NULL;
		cl_must(clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &cl.device, NULL),
			"device");
		return;
	}
	fprintf(stderr, "no OpenCL platform %s\n", wanted ? wanted : "at all");
	exit(1);
}

static void cl_build(void)
{
	const char *source = "#include \"" BENCH_SOURCE "\"\n";
	const char *options = "-I" BENCH_FOLDER " -cl-std=CL1.2";
	cl_int status;
	cl_program program = clCreateProgramWithSource(cl.context, 1, &source, NULL, &status);

	cl_must(status, "program");
	status = clBuildProgram(program, 1, &cl.device, options, NULL, NULL);
	if (status != CL_SUCCESS) {
		static char log[65536];

		clGetProgramBuildInfo(program, cl.device, CL_PROGRAM_BUILD_LOG, sizeof log, log,
				      NULL);
		fprintf(stderr, "%s\n", log);
	}
	cl_must(status, "build");
	cl.kernel = clCreateKernel(program, "leaf", &status);
	cl_must(status, "kernel");
}

static void cl_share(const void *host, size_t bytes)
{
	cl_int status;

	cl.host[cl.count] = (void *)host;
	cl.bytes[cl.count] = bytes;
	cl.mem[cl.count++] = clCreateBuffer(cl.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
					    bytes, (void *)host, &status);
	cl_must(status, "buffer");
}

static cl_mem *cl_shared(const void *host)
{
	unsigned i = 0;

	while (cl.host[i] != host)
		i++;
	return &cl.mem[i];
}

#define BENCH_SHARE_BUFFER(type, name) cl_share(l->name, l->name##_bytes);
#define BENCH_SHARE_VALUE(type, name)
static void bench_begin(const struct launch *l)
{
	cl_int status;

	cl_find_device();
	cl.context = clCreateContext(NULL, 1, &cl.device, NULL, NULL, &status);
	cl_must(status, "context");
	cl.queue = clCreateCommandQueue(cl.context, cl.device, 0, &status);
	cl_must(status, "queue");
	cl_build();
	KERNEL_PARAMETERS(BENCH_SHARE_BUFFER, BENCH_SHARE_VALUE)
}

static void cl_number(cl_uint index, cl_ulong value)
{
	cl_must(clSetKernelArg(cl.kernel, index, sizeof value, &value), "number");
}

#define BENCH_SET_BUFFER(type, name)                                                               \
	cl_must(clSetKernelArg(cl.kernel, index++, sizeof(cl_mem), cl_shared(l->name)), #name);
#define BENCH_SET_VALUE(type, name) cl_number(index++, l->name);
static void cl_set_arguments(const struct launch *l)
{
	cl_uint index = 0;

	KERNEL_PARAMETERS(BENCH_SET_BUFFER, BENCH_SET_VALUE)
	cl_number(index, l->n);
}

static void bench_launch(const struct launch *l)
{
#ifdef KERNEL_TILE
	const size_t group[3] = {KERNEL_TILE, KERNEL_TILE, 1}, *grouping = group;
	size_t grid[3] = {l->nx * KERNEL_TILE, l->ny * KERNEL_TILE, 1};
#else
	const size_t *grouping = NULL;
	size_t grid[3] = {l->nx, l->ny, l->nz};
#endif

	cl_set_arguments(l);
	cl_must(clEnqueueNDRangeKernel(cl.queue, cl.kernel, KERNEL_DIMS, NULL, grid, grouping, 0,
				       NULL, NULL),
		"launch");
	cl_must(clFinish(cl.queue), "finish");
}

/* A driver may compile at the first launch, which must not be timed: make one launch and undo
 * it. */
static void bench_warm_up(const struct launch *l)
{
	void *saved[BENCH_BUFFERS];

	if (!cl.compiles_late)
		return;
	for (unsigned i = 0; i < cl.count; i++)
		saved[i] = memcpy(bench_buffer(cl.bytes[i]), cl.host[i], cl.bytes[i]);
	bench_launch(l);
	for (unsigned i = 0; i < cl.count; i++) {
		cl_must(clEnqueueWriteBuffer(cl.queue, cl.mem[i], CL_TRUE, 0, cl.bytes[i], saved[i],
					     0, NULL, NULL),
			"undo");
		free(saved[i]);
	}
}

static void bench_end(void *result, size_t bytes)
{
	cl_must(clEnqueueReadBuffer(cl.queue, *cl_shared(result), CL_TRUE, 0, bytes, result, 0,
				    NULL, NULL),
		"result");
}
