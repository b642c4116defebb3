/* bench/opencl/host.c -- launch one OpenCL kernel and print its processor time.
 *
 *	host PLATFORM FILE OPTIONS KERNEL GLOBAL LOCAL ARGUMENT...
 *
 * PLATFORM is a part of the platform's name; OPTIONS are those of the compiler; GLOBAL and LOCAL are
 * X,Y,Z. An ARGUMENT is
 *
 *	int:VALUE, float:VALUE     a number
 *	local:BYTES                local memory
 *	TYPE:zeros:COUNT           a buffer of i32, u8 or f32
 *	TYPE:random:COUNT:SEED:MIN:MAX    the same with the numbers that --args makes of SEED
 *	TYPE:range:COUNT:STEP      the same with 0, STEP, 2 STEP, ...
 *
 * and a buffer followed by "@FILE" is written to FILE at the end. The output is the processor time of
 * all threads in nanoseconds: until the kernel is ready to be launched, and of one launch. Devices
 * that compile for the sizes of a launch make one launch before, which counts as getting ready, and
 * is undone.
 *
 * Owns:      the buffers, until the end.
 * Not here:  which kernels with which sizes (bench/cl.py). */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_ARGUMENTS = 16 };

typedef struct argument {
	const char *save; /* the file for the contents, or NULL */
	size_t bytes;
	uint8_t *data; /* what a buffer contains at first; NULL: no buffer */
	cl_mem buffer;
} argument;

static struct {
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
	cl_kernel kernel;
	bool compiles_late;
	unsigned count;
	argument arguments[MOST_ARGUMENTS];
} cl;

static void fail(const char *what, const char *detail)
{
	fprintf(stderr, "%s: %s\n", what, detail);
	exit(1);
}

static void must(cl_int status, const char *what)
{
	if (status == CL_SUCCESS)
		return;
	fprintf(stderr, "%s: OpenCL error %d\n", what, status);
	exit(1);
}

static double processor_time(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* --- the device ------------------------------------------------------------------------------- */

static void find_device(const char *wanted)
{
	cl_platform_id platforms[16];
	cl_uint count = 0;
	char name[256] = "", version[256] = "";
	cl_int status;

	must(clGetPlatformIDs(16, platforms, &count), "platforms");
	for (cl_uint i = 0; i < count; i++) {
		must(clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL),
		     "name");
		if (!strstr(name, wanted))
			continue;
		must(clGetPlatformInfo(platforms[i], CL_PLATFORM_VERSION, sizeof version, version,
				       NULL),
		     "version");
		fprintf(stderr, "%s\n", version);
		cl.compiles_late = !strstr(name, "Oclgrind");
		must(clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &cl.device, NULL),
		     "device");
		cl.context = clCreateContext(NULL, 1, &cl.device, NULL, NULL, &status);
		must(status, "context");
		cl.queue = clCreateCommandQueue(cl.context, cl.device, 0, &status);
		must(status, "queue");
		return;
	}
	fail("no OpenCL platform", wanted);
}

static char *read_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	char *text = calloc(1, 1 << 20);

	if (!file || !text || !fread(text, 1, (1 << 20) - 1, file))
		fail(path, "cannot be read");
	fclose(file);
	return text;
}

static void build(const char *path, const char *options, const char *kernel)
{
	char *text = read_file(path);
	const char *source = text;
	cl_int status;
	cl_program program = clCreateProgramWithSource(cl.context, 1, &source, NULL, &status);

	must(status, "program");
	status = clBuildProgram(program, 1, &cl.device, options, NULL, NULL);
	if (status != CL_SUCCESS) {
		static char log[65536];

		clGetProgramBuildInfo(program, cl.device, CL_PROGRAM_BUILD_LOG, sizeof log, log,
				      NULL);
		fail("build", log);
	}
	cl.kernel = clCreateKernel(program, kernel, &status);
	must(status, "kernel");
	free(text);
}

/* --- arguments -------------------------------------------------------------------------------- */

/* docs/args.md */
static uint64_t random_bits(uint64_t seed, uint64_t i)
{
	uint64_t z = seed + (i + 1) * UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* Set element I, whose type has the name TYPE. */
static void set_element(uint8_t *data, const char *type, size_t i, double value)
{
	const float number = (float)value;
	const int32_t whole = (int32_t)value;

	if (!strcmp(type, "f32"))
		memcpy(data + i * sizeof number, &number, sizeof number);
	else if (!strcmp(type, "i32"))
		memcpy(data + i * sizeof whole, &whole, sizeof whole);
	else
		data[i] = (uint8_t)value;
}

static double random_value(const char *type, uint64_t bits, double min, double max)
{
	if (!strcmp(type, "f32"))
		return min + (double)(bits >> 11) * 0x1p-53 * (max - min);
	return min + (double)(bits % (uint64_t)(max - min + 1));
}

/* Fill the buffer as WORDS demand: TYPE, then how. */
static void make_buffer(argument *made, char *const words[6])
{
	const char *type = words[0], *how = words[1];
	const size_t count = strtoull(words[2] ? words[2] : "", NULL, 10);
	const double step = words[3] ? strtod(words[3], NULL) : 0;

	made->bytes = count * (strcmp(type, "u8") ? 4 : 1);
	made->data = calloc(1, made->bytes);
	if (!made->data || !count)
		fail("buffer", how);
	for (size_t i = 0; i < count && !strcmp(how, "range"); i++)
		set_element(made->data, type, i, (double)i * step);
	for (size_t i = 0; i < count && !strcmp(how, "random") && words[5]; i++)
		set_element(made->data, type, i,
			    random_value(type, random_bits((uint64_t)step, i),
					 strtod(words[4], NULL), strtod(words[5], NULL)));
}

static void add_argument(char *text)
{
	argument *made = &cl.arguments[cl.count];
	char *words[6] = {NULL}, *save = strchr(text, '@');
	const unsigned at = cl.count++;
	cl_int status;

	if (save) {
		*save = 0;
		made->save = save + 1;
	}
	words[0] = strtok(text, ":");
	for (unsigned i = 1; i < 6; i++)
		words[i] = strtok(NULL, ":");
	if (!words[1])
		fail("argument", text);
	if (!strcmp(words[0], "int")) {
		cl_int value = (cl_int)strtol(words[1], NULL, 10);

		must(clSetKernelArg(cl.kernel, at, sizeof value, &value), "number");
	} else if (!strcmp(words[0], "float")) {
		cl_float value = strtof(words[1], NULL);

		must(clSetKernelArg(cl.kernel, at, sizeof value, &value), "number");
	} else if (!strcmp(words[0], "local")) {
		must(clSetKernelArg(cl.kernel, at, strtoull(words[1], NULL, 10), NULL), "local");
	} else {
		make_buffer(made, words);
		made->buffer =
			clCreateBuffer(cl.context, CL_MEM_READ_WRITE, made->bytes, NULL, &status);
		must(status, "buffer");
		must(clSetKernelArg(cl.kernel, at, sizeof made->buffer, &made->buffer), "buffer");
	}
}

static void write_buffers(void)
{
	for (unsigned i = 0; i < cl.count; i++)
		if (cl.arguments[i].data)
			must(clEnqueueWriteBuffer(cl.queue, cl.arguments[i].buffer, CL_TRUE, 0,
						  cl.arguments[i].bytes, cl.arguments[i].data, 0,
						  NULL, NULL),
			     "write");
}

static void save_buffers(void)
{
	for (unsigned i = 0; i < cl.count; i++) {
		const argument *at = &cl.arguments[i];
		FILE *file;

		if (!at->save)
			continue;
		must(clEnqueueReadBuffer(cl.queue, at->buffer, CL_TRUE, 0, at->bytes, at->data, 0,
					 NULL, NULL),
		     "read");
		file = fopen(at->save, "wb");
		if (!file || fwrite(at->data, 1, at->bytes, file) != at->bytes || fclose(file) != 0)
			fail(at->save, "cannot be written");
	}
}

/* --- the launch ------------------------------------------------------------------------------- */

static void read_sizes(const char *text, size_t sizes[3])
{
	if (sscanf(text, "%zu,%zu,%zu", &sizes[0], &sizes[1], &sizes[2]) != 3)
		fail("sizes", text);
}

static void launch(const size_t global[3], const size_t local[3])
{
	must(clEnqueueNDRangeKernel(cl.queue, cl.kernel, 3, NULL, global, local, 0, NULL, NULL),
	     "launch");
	must(clFinish(cl.queue), "finish");
}

int main(int argc, char **argv)
{
	size_t global[3], local[3];
	double ready, end;

	if (argc < 7 || argc > 7 + MOST_ARGUMENTS)
		fail("arguments", "PLATFORM FILE OPTIONS KERNEL GLOBAL LOCAL ARGUMENT...");
	read_sizes(argv[5], global);
	read_sizes(argv[6], local);
	find_device(argv[1]);
	build(argv[2], argv[3], argv[4]);
	for (int i = 7; i < argc; i++)
		add_argument(argv[i]);
	write_buffers();
	if (cl.compiles_late) {
		launch(global, local);
		write_buffers();
	}
	ready = processor_time();
	launch(global, local);
	end = processor_time();
	save_buffers();
	printf("%.0f %.0f\n", ready, end - ready);
	return 0;
}
