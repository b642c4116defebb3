/* pipes_device.c -- a device with pipes, loaded in front of the real OpenCL by LD_PRELOAD: programs
 * that use pipes are compiled by clang for this machine, and a kernel is a thread. Everything else
 * is forwarded to the real library, whose memory is the program's.
 *
 * PIPES_DEVICE: the OpenCL version that it reports, 2 or 3; `in turn`: 2, and kernels run one after
 * the other; `small`: 2, and a pipe has at most 10 packets; `none`: 3, which has no pipes. CLANG is
 * the compiler.
 * At the end, standard error states how many kernels ran, how many at once, and how many objects
 * are left. */
#define _GNU_SOURCE 1
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS 1
#include "channel.h"
#include "front.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_PIPE_ARGS = 0x1060, PIPE_SUPPORT = 0x1071, MOST_ARGUMENTS = 24, MOST_OBJECTS = 64 };

typedef struct program {
	char *text;
	void *code;                  /* from dlopen() */
} program;

typedef void (*function)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
			 uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
			 uint64_t, uint64_t);

typedef struct kernel {
	function code;
	uint64_t arguments[MOST_ARGUMENTS];
} kernel;

/* Objects made here; all others belong to the real library. */
static _Atomic(void *) objects[MOST_OBJECTS];
static _Atomic(cl_mem) buffers[MOST_OBJECTS];
static atomic_long left, kernels, running, most;

static int is(const char *kind)
{
	const char *wanted = getenv("PIPES_DEVICE");

	return wanted && strcmp(wanted, kind) == 0;
}

static int is_ours(const void *object)
{
	for (int i = 0; i < MOST_OBJECTS && object; i++)
		if (objects[i] == object)
			return 1;
	return 0;
}

static void *ours(void *object)
{
	for (int i = 0; i < MOST_OBJECTS; i++) {
		void *none = NULL;

		if (atomic_compare_exchange_strong(&objects[i], &none, object)) {
			left++;
			return object;
		}
	}
	abort();
}

static void gone(void *object)
{
	for (int i = 0; i < MOST_OBJECTS; i++)
		if (objects[i] == object)
			objects[i] = NULL;
	left--;
}

/* --- properties of the device -------------------------------------------------------------- */

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t room, void *value, size_t *bytes)
{
	cl_uint number = what == MAX_PIPE_ARGS ? 16 : !is("none");

	if (what == CL_DEVICE_VERSION && value)
		return snprintf(value, room, "OpenCL %c.0 with pipes", is("3") || is("none") ? '3' : '2') > 0 ? CL_SUCCESS : CL_INVALID_VALUE;
	if (what != MAX_PIPE_ARGS && what != PIPE_SUPPORT)
		return REAL(clGetDeviceInfo)(device, what, room, value, bytes);
	if (bytes)
		*bytes = sizeof(number);
	if (value)
		memcpy(value, &number, sizeof(number));
	return CL_SUCCESS;
}

/* --- pipes ------------------------------------------------------------------------------------------------ */

cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint bytes, cl_uint packets, const intptr_t *properties,
		    cl_int *status)
{
	channel *made = calloc(1, sizeof(*made));

	(void)context;
	*status = CL_INVALID_VALUE;
	if (!made || properties || !bytes || !packets || flags & (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR) ||
	    (is("small") && packets > 10))
		return free(made), NULL;
	*status = CL_SUCCESS;
	return channel_make(made, bytes, packets) ? ours(made) : NULL;
}

/* If kernels run one after the other, the kernel at the other end of the pipe will never run. */
static void blocked(void)
{
	if (is("in turn"))
		abort();
	sched_yield();
}

/* --- memory: kernels get addresses --------------------------------------------------------- */

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host, cl_int *status)
{
	cl_mem made = REAL(clCreateBuffer)(context, flags, bytes, host, status);

	for (int i = 0; i < MOST_OBJECTS && made; i++) {
		cl_mem none = NULL;

		if (atomic_compare_exchange_strong(&buffers[i], &none, made))
			return made;
	}
	return made;
}

static uint64_t address_of(uint64_t value)
{
	void *host = NULL;

	for (int i = 0; i < MOST_OBJECTS && value; i++)
		if ((uint64_t)(uintptr_t)buffers[i] == value)
			REAL(clGetMemObjectInfo)(buffers[i], CL_MEM_HOST_PTR, sizeof(host), &host, NULL);
	return host ? (uint64_t)(uintptr_t)host : value;
}

cl_int clReleaseMemObject(cl_mem memory)
{
	channel *found = (channel *)memory;

	if (!is_ours(memory)) {
		for (int i = 0; i < MOST_OBJECTS; i++)
			if (buffers[i] == memory)
				buffers[i] = NULL;
		return REAL(clReleaseMemObject)(memory);
	}
	if (found->read != found->written)
		fprintf(stderr, "a pipe is left with packets\n");
	gone(found);
	free(found->packets);
	free(found);
	return CL_SUCCESS;
}

/* --- programs --------------------------------------------------------------------------------------------- */

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **texts, const size_t *lengths, cl_int *status)
{
	program *made;

	if (!strstr(*texts, "write_pipe("))
		return REAL(clCreateProgramWithSource)(context, count, texts, lengths, status);
	made = calloc(1, sizeof(*made));
	made->text = strdup(*texts);
	*status = CL_SUCCESS;
	return ours(made);
}

cl_int clBuildProgram(cl_program which, cl_uint count, const cl_device_id *devices, const char *options,
		      void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
	program *self = (program *)which;
	char folder[] = "/tmp/pipes.XXXXXX", command[2000], name[64];
	const char *clang = getenv("CLANG");
	FILE *file;
	int end;

	if (!is_ours(which))
		return REAL(clBuildProgram)(which, count, devices, options, notify, data);
	if (!mkdtemp(folder))
		return CL_OUT_OF_RESOURCES;
	snprintf(name, sizeof(name), "%s/a.cl", folder);
	if (!(file = fopen(name, "w")))
		return CL_OUT_OF_RESOURCES;
	fputs(self->text, file);
	fclose(file);
	snprintf(command, sizeof(command),
		 "unset LD_PRELOAD; cd %s && %s -x cl -w %s%s -O1 -fPIC -c a.cl -o a.o && cc -shared -o a.so a.o",
		 folder, clang ? clang : "clang", options,
		 strstr(options, "CL3.0") ? " -Xclang -cl-ext=+__opencl_c_pipes,+__opencl_c_generic_address_space" : "");
	end = system(command);
	snprintf(name, sizeof(name), "%s/a.so", folder);
	self->code = end == 0 ? dlopen(name, RTLD_NOW | RTLD_LOCAL) : NULL;
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	(void)!system(command);
	return self->code ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
}

cl_int clGetProgramBuildInfo(cl_program which, cl_device_id device, cl_program_build_info what, size_t room, void *value, size_t *bytes)
{
	if (!is_ours(which))
		return REAL(clGetProgramBuildInfo)(which, device, what, room, value, bytes);
	if (bytes)
		*bytes = 0;
	return CL_SUCCESS;
}

cl_int clReleaseProgram(cl_program which)
{
	program *self = (program *)which;

	if (!is_ours(which))
		return REAL(clReleaseProgram)(which);
	gone(self);
	if (self->code)
		dlclose(self->code);
	free(self->text);
	free(self);
	return CL_SUCCESS;
}

cl_kernel clCreateKernel(cl_program which, const char *name, cl_int *status)
{
	kernel *made;

	if (!is_ours(which))
		return REAL(clCreateKernel)(which, name, status);
	made = calloc(1, sizeof(*made));
	*(void **)&made->code = dlsym(((program *)which)->code, name);
	if (!made->code) {
		*status = CL_INVALID_KERNEL_NAME;
		free(made);
		return NULL;
	}
	*status = CL_SUCCESS;
	return ours(made);
}

cl_int clReleaseKernel(cl_kernel which)
{
	if (!is_ours(which))
		return REAL(clReleaseKernel)(which);
	gone(which);
	free(which);
	return CL_SUCCESS;
}

cl_int clSetKernelArg(cl_kernel which, cl_uint number, size_t bytes, const void *value)
{
	kernel *self = (kernel *)which;

	if (!is_ours(which))
		return REAL(clSetKernelArg)(which, number, bytes, value);
	if (number >= MOST_ARGUMENTS || bytes > sizeof(uint64_t))
		return CL_INVALID_ARG_INDEX;
	self->arguments[number] = 0;
	if (value)
		memcpy(&self->arguments[number], value, bytes);
	return CL_SUCCESS;
}

/* --- launches --------------------------------------------------------------------------------------------- */

typedef struct launched {
	kernel what;
	cl_event before, end;
} launched;

static void *run(void *data)
{
	launched *self = data;
	uint64_t a[MOST_ARGUMENTS];
	long now;

	for (int i = 0; i < MOST_ARGUMENTS; i++)
		a[i] = address_of(self->what.arguments[i]);
	REAL(clWaitForEvents)(1, &self->before);
	REAL(clReleaseEvent)(self->before);
	now = atomic_fetch_add(&running, 1) + 1;
	for (long seen = most; now > seen && !atomic_compare_exchange_weak(&most, &seen, now);)
		;
	kernels++;
	if (!is("in turn"))
		usleep(20000);       /* time for the others to start */
	self->what.code(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15], a[16], a[17],
			a[18], a[19], a[20], a[21], a[22], a[23]);
	running--;
	REAL(clSetUserEventStatus)(self->end, CL_COMPLETE);
	REAL(clReleaseEvent)(self->end);
	free(self);
	return NULL;
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel which, cl_uint dims, const size_t *offset, const size_t *global,
			      const size_t *local, cl_uint waits, const cl_event *wait, cl_event *event)
{
	launched *self;
	cl_context context;
	cl_int status;
	pthread_t thread;

	if (!is_ours(which))
		return REAL(clEnqueueNDRangeKernel)(queue, which, dims, offset, global, local, waits, wait, event);
	if (waits != 1 || !event || global[0] * global[1] * global[2] != 1)
		return CL_INVALID_VALUE;
	self = calloc(1, sizeof(*self));
	REAL(clGetCommandQueueInfo)(queue, CL_QUEUE_CONTEXT, sizeof(context), &context, NULL);
	self->what = *(kernel *)which;
	self->before = *wait;
	REAL(clRetainEvent)(*wait);
	self->end = *event = REAL(clCreateUserEvent)(context, &status);
	REAL(clRetainEvent)(*event);
	if (is("in turn"))
		return run(self), CL_SUCCESS;
	if (pthread_create(&thread, NULL, run, self))
		return CL_OUT_OF_RESOURCES;
	pthread_detach(thread);
	return CL_SUCCESS;
}

static void __attribute__((destructor)) tell(void)
{
	if (kernels || left)
		fprintf(stderr, "piped: %ld kernels, %ld at once, %ld objects left\n", (long)kernels, (long)most, (long)left);
}
