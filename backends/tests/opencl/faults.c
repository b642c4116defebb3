/* faults.c -- an OpenCL library with injected faults, loaded in front of the real one by
 * LD_PRELOAD.
 *
 * OPENCL_FAULT:
 *   platforms    there is no platform
 *   devices      no platform has a device
 *   two          each platform is listed twice, the second time as "Other"
 *   accelerator  like two, and the device of the second platform is an accelerator
 *   denormals    devices do not support denormal floats
 *   memory       no buffer can be allocated
 *   lost         the device is lost at the first launch
 *   hangs        the first launch never finishes
 *   smaller      work-groups have at most 8 work-items in kernels that are compiled with
 *                OPENCL_FAULT_TEXT
 *   late         launches fail, but this is reported only when their events are queried
 *   compiler     the compiler sees `nothing` where the source contains OPENCL_FAULT_TEXT
 *   tasks        no fault; standard error lists for each launch the number of launches that it
 *                waits for, for each mapping and each copy to a buffer whether the host waits for
 *                it, and each call of finish
 *   copies       like tasks, and buffers of the program's memory are copies, which mapping updates
 *   times        no fault; when the context is released, standard error states how many pairs of
 *                kernels, and of a copy to a buffer and a kernel, ran at the same time by the
 *                device's clock
 *   counts       no fault; at the end, standard error states how many references to objects are
 *                alive, their maximum, the number of launches, and the largest number of launches
 *                at once, from launch to finish */
#define _GNU_SOURCE 1
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS 1
#include "front.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_long alive, most_alive, launches, running, most;

static __thread long unfinished;   /* launches of this thread */

static int is(const char *fault)
{
	const char *wanted = getenv("OPENCL_FAULT");

	return wanted && strcmp(wanted, fault) == 0;
}

static int tells(void)
{
	return is("tasks") || is("copies");
}

static void raise_to(atomic_long *most_of, long now)
{
	for (long seen = *most_of; now > seen && !atomic_compare_exchange_weak(most_of, &seen, now);)
		;
}

/* Count an object, if it was created. */
static void *born(void *object)
{
	if (object)
		raise_to(&most_alive, atomic_fetch_add(&alive, 1) + 1);
	return object;
}

/* EVENT is where the call may have stored an event. */
static cl_int born_with(cl_int status, cl_event *event)
{
	if (event && status == CL_SUCCESS)
		born(*event);
	return status;
}

/* --- times; references that are retained here are not counted ------------------------------ */

static struct timed {
	cl_event event;
	int copies;
	cl_ulong begin, end;
} timed[4096];
static atomic_size_t timed_count;

static void time_it(cl_int status, cl_event *event, int copies)
{
	size_t at;

	if (!is("times") || !event || status != CL_SUCCESS || (at = timed_count++) >= sizeof(timed) / sizeof(timed[0]))
		return;
	REAL(clRetainEvent)(*event);
	timed[at] = (struct timed){.event = *event, .copies = copies};
}

static void tell_times(void)
{
	long kernels = 0, copies = 0;

	for (size_t i = 0; i < timed_count; i++) {
		struct timed *at = &timed[i];

		REAL(clGetEventProfilingInfo)(at->event, CL_PROFILING_COMMAND_START, sizeof(at->begin), &at->begin, NULL);
		REAL(clGetEventProfilingInfo)(at->event, CL_PROFILING_COMMAND_END, sizeof(at->end), &at->end, NULL);
		for (size_t k = 0; k < i; k++)
			if (at->begin < timed[k].end && timed[k].begin < at->end && !(at->copies && timed[k].copies))
				++*(at->copies || timed[k].copies ? &copies : &kernels);
	}
	for (size_t i = 0; i < timed_count; i++)
		REAL(clReleaseEvent)(timed[i].event);
	fprintf(stderr, "beside each other: %ld kernels, %ld copies and kernels\n", kernels, copies);
	timed_count = 0;
}

cl_int clGetPlatformIDs(cl_uint room, cl_platform_id *list, cl_uint *count)
{
	cl_uint found = 0;
	cl_int status;

	if (is("platforms"))
		return -1001;
	status = REAL(clGetPlatformIDs)(room, list, &found);
	if ((is("two") || is("accelerator")) && list && found < room)
		list[found] = list[0], found++;
	if (count)
		*count = found;
	return status;
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t room, void *value, size_t *bytes)
{
	static int asked;
	cl_int status = REAL(clGetPlatformInfo)(platform, what, room, value, bytes);

	if ((is("two") || is("accelerator")) && what == CL_PLATFORM_NAME && value && asked++ % 2)
		snprintf(value, room, "Other");
	return status;
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room, cl_device_id *list, cl_uint *count)
{
	static int asked;

	if (is("accelerator") && type == CL_DEVICE_TYPE_ACCELERATOR)
		return asked++ % 2 ? REAL(clGetDeviceIDs)(platform, CL_DEVICE_TYPE_ALL, room, list, count) : CL_DEVICE_NOT_FOUND;
	return is("devices") ? CL_DEVICE_NOT_FOUND : REAL(clGetDeviceIDs)(platform, type, room, list, count);
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t room, void *value, size_t *bytes)
{
	cl_int status = REAL(clGetDeviceInfo)(device, what, room, value, bytes);

	if (is("denormals") && what == CL_DEVICE_SINGLE_FP_CONFIG && status == CL_SUCCESS && value)
		*(cl_device_fp_config *)value &= ~(cl_device_fp_config)CL_FP_DENORM;
	return status;
}

/* --- copies; for single-threaded programs -------------------------------------------------- */

static struct copy {
	cl_mem memory;               /* NULL: unused */
	char *host;
	size_t offset, bytes;        /* the mapped part */
	cl_map_flags how;
} copies[64];

/* Return NULL if MEMORY is not a copy. */
static struct copy *copy_at(cl_mem memory)
{
	for (size_t i = 0; i < sizeof(copies) / sizeof(copies[0]); i++)
		if (copies[i].memory == memory)
			return &copies[i];
	return NULL;
}

static cl_mem copy_of(cl_mem memory, void *host)
{
	struct copy *free_one = copy_at(NULL);

	if (!free_one)
		abort();
	*free_one = (struct copy){.memory = memory, .host = host};
	return memory;
}

/* --- functions that report or behave differently ------------------------------------------- */

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host, cl_int *status)
{
	if (is("memory")) {
		if (status)
			*status = CL_MEM_OBJECT_ALLOCATION_FAILURE;
		return NULL;
	}
	if (is("copies") && flags & CL_MEM_USE_HOST_PTR)
		return copy_of(born(REAL(clCreateBuffer)(context, (flags & ~(cl_mem_flags)CL_MEM_USE_HOST_PTR) | CL_MEM_COPY_HOST_PTR,
							 bytes, host, status)), host);
	return born(REAL(clCreateBuffer)(context, flags, bytes, host, status));
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *info, cl_int *status)
{
	return born(REAL(clCreateSubBuffer)(buffer, flags, type, info, status));
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **texts, const size_t *lengths,
				     cl_int *status)
{
	const char *wanted = getenv("OPENCL_FAULT_TEXT"), *found = wanted ? strstr(*texts, wanted) : NULL;
	char *changed = NULL;
	cl_program made;

	if (is("compiler") && found &&
	    asprintf(&changed, "%.*snothing%s", (int)(found - *texts), *texts, found + strlen(wanted)) < 0)
		abort();
	made = born(REAL(clCreateProgramWithSource)(context, count, changed ? (const char **)&changed : texts, lengths, status));
	free(changed);
	return made;
}

cl_int clReleaseMemObject(cl_mem memory)
{
	struct copy *copy = copy_at(memory);

	if (copy)
		copy->memory = NULL;
	alive--;
	return REAL(clReleaseMemObject)(memory);
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *status)
{
	return born(REAL(clCreateKernel)(program, name, status));
}

cl_int clReleaseKernel(cl_kernel kernel)
{
	alive--;
	return REAL(clReleaseKernel)(kernel);
}

static int has_small_groups(cl_kernel kernel)
{
	const char *wanted = getenv("OPENCL_FAULT_TEXT");
	char options[256] = "";
	cl_program program;
	cl_device_id device;

	if (!is("smaller") || !wanted)
		return 0;
	REAL(clGetKernelInfo)(kernel, CL_KERNEL_PROGRAM, sizeof(program), &program, NULL);
	REAL(clGetProgramInfo)(program, CL_PROGRAM_DEVICES, sizeof(device), &device, NULL);
	REAL(clGetProgramBuildInfo)(program, device, CL_PROGRAM_BUILD_OPTIONS, sizeof(options), options, NULL);
	return strstr(options, wanted) != NULL;
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what, size_t room,
				void *value, size_t *bytes)
{
	cl_int status = REAL(clGetKernelWorkGroupInfo)(kernel, device, what, room, value, bytes);

	if (what == CL_KERNEL_WORK_GROUP_SIZE && value && has_small_groups(kernel))
		*(size_t *)value = 8;
	return status;
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dims, const size_t *offset,
			      const size_t *global, const size_t *local, cl_uint waits, const cl_event *wait,
			      cl_event *event)
{
	cl_int status;

	if (is("lost"))
		return CL_DEVICE_NOT_AVAILABLE;
	if (local && local[0] * local[1] * local[2] > 8 && has_small_groups(kernel))
		return CL_INVALID_WORK_GROUP_SIZE;
	if (tells()) {
		char name[64] = "";

		REAL(clGetKernelInfo)(kernel, CL_KERNEL_FUNCTION_NAME, sizeof(name), name, NULL);
		fprintf(stderr, "launch: %s waits for %u\n", name, waits);
	}
	launches++;
	unfinished++;
	raise_to(&most, atomic_fetch_add(&running, 1) + 1);
	status = born_with(REAL(clEnqueueNDRangeKernel)(queue, kernel, dims, offset, global, local, waits, wait, event), event);
	time_it(status, event, 0);
	return status;
}

cl_int clFinish(cl_command_queue queue)
{
	cl_int status;

	while (is("hangs"))
		sleep(1);
	if (tells())
		fprintf(stderr, "launch: finish\n");
	status = REAL(clFinish)(queue);
	atomic_fetch_sub(&running, unfinished);
	unfinished = 0;
	return status;
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocks, cl_map_flags how, size_t offset, size_t bytes,
			 cl_uint waits, const cl_event *wait, cl_event *event, cl_int *status)
{
	struct copy *copy = copy_at(memory);

	if (tells())
		fprintf(stderr, "launch: map%s\n", blocks ? " and wait" : "");
	if (copy) {
		*copy = (struct copy){memory, copy->host, offset, bytes, how};
		*status = how & CL_MAP_READ ? REAL(clEnqueueReadBuffer)(queue, memory, blocks, offset, bytes,
									copy->host + offset, waits, wait, event)
					    : CL_SUCCESS;
		return copy->host + offset;
	}
	return REAL(clEnqueueMapBuffer)(queue, memory, blocks, how, offset, bytes, waits, wait, event, status);
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void *mapped, cl_uint waits, const cl_event *wait,
			       cl_event *event)
{
	const struct copy *copy = copy_at(memory);

	if (copy)
		return copy->how & CL_MAP_WRITE ? REAL(clEnqueueWriteBuffer)(queue, memory, CL_TRUE, copy->offset, copy->bytes,
									     mapped, waits, wait, event)
						: CL_SUCCESS;
	return REAL(clEnqueueUnmapMemObject)(queue, memory, mapped, waits, wait, event);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocks, size_t offset, size_t bytes, const void *from,
			    cl_uint waits, const cl_event *wait, cl_event *event)
{
	cl_int status;

	if (tells())
		fprintf(stderr, "launch: copy%s\n", blocks ? " and wait" : "");
	status = born_with(REAL(clEnqueueWriteBuffer)(queue, memory, blocks, offset, bytes, from, waits, wait, event), event);
	time_it(status, event, 1);
	return status;
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocks, size_t offset, size_t bytes, void *to,
			   cl_uint waits, const cl_event *wait, cl_event *event)
{
	return born_with(REAL(clEnqueueReadBuffer)(queue, memory, blocks, offset, bytes, to, waits, wait, event), event);
}

cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t room, void *value, size_t *bytes)
{
	cl_int status = REAL(clGetEventInfo)(event, what, room, value, bytes);

	if (is("late") && what == CL_EVENT_COMMAND_EXECUTION_STATUS)
		*(cl_int *)value = CL_OUT_OF_RESOURCES;
	return status;
}

cl_int clReleaseEvent(cl_event event)
{
	alive--;
	return REAL(clReleaseEvent)(event);
}

cl_int clRetainEvent(cl_event event)
{
	born(event);
	return REAL(clRetainEvent)(event);
}

cl_context clCreateContext(const cl_context_properties *how, cl_uint count, const cl_device_id *devices,
			   void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *data, cl_int *status)
{
	return born(REAL(clCreateContext)(how, count, devices, notify, data, status));
}

cl_int clReleaseContext(cl_context context)
{
	alive--;
	if (is("times"))
		tell_times();
	return REAL(clReleaseContext)(context);
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device, cl_command_queue_properties how, cl_int *status)
{
	return born(REAL(clCreateCommandQueue)(context, device, how | (is("times") ? CL_QUEUE_PROFILING_ENABLE : 0), status));
}

cl_int clReleaseCommandQueue(cl_command_queue queue)
{
	alive--;
	return REAL(clReleaseCommandQueue)(queue);
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id *devices, const size_t *bytes,
				     const unsigned char **binaries, cl_int *of_each, cl_int *status)
{
	return born(REAL(clCreateProgramWithBinary)(context, count, devices, bytes, binaries, of_each, status));
}

cl_int clReleaseProgram(cl_program program)
{
	alive--;
	return REAL(clReleaseProgram)(program);
}

static void __attribute__((destructor)) tell(void)
{
	if (is("counts"))
		fprintf(stderr, "alive: %ld, at most: %ld\nlaunches: %ld, at once: %ld\n", alive, most_alive, launches, most);
}
