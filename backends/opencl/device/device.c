/* backends/opencl/device/device.c -- the device: its properties, its context.
 *
 * Owns:      context, queue.
 * Not here:  the choice of the device (choose.c), its memory (buffers.c, staging.c). */
#define _GNU_SOURCE 1
#include <stdio.h>
#include <string.h>

#include "backends/opencl/device/opencl.h"

enum { MAX_PIPE_ARGS = 0x1060 /* of OpenCL 2.0 */, PIPE_SUPPORT = 0x1071 /* of 3.0 */ };

const char *ocl_error(cl_int status, char text[64])
{
	static const struct {
		cl_int status;
		const char *words;
	} known[] = {
		{CL_DEVICE_NOT_FOUND, "no device"},
		{CL_DEVICE_NOT_AVAILABLE, "the device is gone"},
		{CL_COMPILER_NOT_AVAILABLE, "it has no compiler"},
		{CL_MEM_OBJECT_ALLOCATION_FAILURE, "out of memory"},
		{CL_OUT_OF_RESOURCES, "out of resources"},
		{CL_OUT_OF_HOST_MEMORY, "out of memory"},
		{CL_BUILD_PROGRAM_FAILURE, "its compiler failed"},
		{CL_INVALID_WORK_GROUP_SIZE, "the device does not support such work-groups"},
		{CL_INVALID_BUFFER_SIZE, "the device does not support such a buffer"},
		{CL_INVALID_COMMAND_QUEUE, "the queue is gone"},
		{CL_INVALID_CONTEXT, "the context is gone"},
		{CL_INVALID_DEVICE, "the device is gone"},
		{CL_INVALID_KERNEL_NAME, "the compiled program lacks the kernel"},
	};
	const char *words = "OpenCL failed";

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (known[i].status == status)
			words = known[i].words;
	snprintf(text, 64, "%s (%d)", words, (int)status);
	return text;
}

bool ocl_is_memory_error(cl_int status)
{
	return status == CL_MEM_OBJECT_ALLOCATION_FAILURE || status == CL_OUT_OF_HOST_MEMORY ||
	       status == CL_OUT_OF_RESOURCES || status == CL_INVALID_BUFFER_SIZE;
}

/* --- properties ---------------------------------------------------------------------------- */

/* The option `memory` is own: memory is copied though the device shares the program's, as on one
 * that does not; staged: by way of the driver's on the host, as well; mapped: it is mapped for the
 * program though that sees it anyway. */
static bool wants_memory(const ocl_device *device, const char *how)
{
	const char *memory = device->host->options[OCL_OPTION_memory];

	return memory && strcmp(memory, how) == 0;
}

/* Oclgrind does not see what the program writes in its own memory, and considers it
 * uninitialised. */
static bool sees_writes(const ocl_device *device)
{
	return strstr(device->platform_name, "Oclgrind") == NULL;
}

/* OpenCL 2 has pipes; in version 3 they are optional. */
static void read_pipes(ocl_device *device)
{
	char version[64] = "";
	cl_uint pipes = 0;
	cl_bool supported = CL_FALSE;
	size_t bytes = 0;

	clGetDeviceInfo(device->id, CL_DEVICE_VERSION, sizeof(version), version, NULL);
	if (sscanf(version, "OpenCL %u.", &device->version) != 1)
		device->version = 1;
	/* this query means something else to some devices before OpenCL 2.0 */
	clGetDeviceInfo(device->id, MAX_PIPE_ARGS, 0, NULL, &bytes);
	if (bytes == sizeof(pipes))
		clGetDeviceInfo(device->id, MAX_PIPE_ARGS, sizeof(pipes), &pipes, NULL);
	if (device->version >= 3)
		clGetDeviceInfo(device->id, PIPE_SUPPORT, sizeof(supported), &supported, NULL);
	device->pipes = pipes > 0 && (device->version == 2 || supported);
}

static void read_limits(ocl_device *device)
{
	cl_device_type type = 0;
	cl_device_fp_config single = 0;
	cl_bool unified = CL_FALSE;
	cl_uint bits = 0;
	char *extensions;
	size_t bytes = 0;

	clGetDeviceInfo(device->id, CL_DEVICE_EXTENSIONS, 0, NULL, &bytes);
	extensions = hr_alloc_array(bytes + 1, 1);
	clGetDeviceInfo(device->id, CL_DEVICE_EXTENSIONS, bytes, extensions, NULL);
	clGetDeviceInfo(device->id, CL_DEVICE_TYPE, sizeof(type), &type, NULL);
	clGetDeviceInfo(device->id, CL_DEVICE_SINGLE_FP_CONFIG, sizeof(single), &single, NULL);
	clGetDeviceInfo(device->id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(size_t),
			&device->limits.most_items, NULL);
	clGetDeviceInfo(device->id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof(device->limits.most_side),
			device->limits.most_side, NULL);
	clGetDeviceInfo(device->id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof(cl_ulong),
			&device->local_bytes, NULL);
	clGetDeviceInfo(device->id, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, sizeof(cl_ulong),
			&device->constant_bytes, NULL);
	clGetDeviceInfo(device->id, CL_DEVICE_MAX_CONSTANT_ARGS, sizeof(cl_uint),
			&device->constant_count, NULL);
	clGetDeviceInfo(device->id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(cl_ulong),
			&device->most_bytes, NULL);
	clGetDeviceInfo(device->id, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof(bits), &bits, NULL);
	device->alignment = bits >= 8 ? bits / 8 : 1;
	read_pipes(device);
	device->cpu = (type & CL_DEVICE_TYPE_CPU) != 0;
	clGetDeviceInfo(device->id, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof(unified), &unified, NULL);
	device->unified = (unified || device->cpu) && !wants_memory(device, "own") &&
			  !wants_memory(device, "staged") && sees_writes(device);
	device->staged = wants_memory(device, "staged") || !(unified || device->cpu);
	device->target.fp64 = strstr(extensions, "cl_khr_fp64") != NULL;
	device->target.int64_atomics = strstr(extensions, "cl_khr_int64_base_atomics") &&
				       strstr(extensions, "cl_khr_int64_extended_atomics");
	device->denormals = (single & CL_FP_DENORM) != 0;
	device->target.exact_roots = (single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
	hr_free(extensions);
}

/* The size of work-groups, if the user says one. False: the device has no such size. */
static bool read_group(ocl_device *device, char text[HR_BACKEND_TEXT])
{
	const char *wanted =
		device->target.sequential ? NULL : device->host->options[OCL_OPTION_group];

	if (!wanted || hr_group_read(wanted, &device->limits, device->group))
		return true;
	snprintf(
		text, HR_BACKEND_TEXT,
		"the option group=%.40s is not a work-group size: X[,Y[,Z]], %zu work-items at most",
		wanted, device->limits.most_items);
	return false;
}

bool ocl_device_open(ocl_device *device, char text[HR_BACKEND_TEXT])
{
	if (!ocl_device_choose(device, text))
		return false;
	read_limits(device);
	if (!read_group(device, text))
		return false;
	device->mapped = wants_memory(device, "mapped");
	device->stays = strcmp(device->host->options[OCL_OPTION_tasks], "1") == 0;
	pthread_mutex_init(&device->lock, NULL);
	pthread_mutex_init(&device->staging_lock, NULL);
	return true;
}

cl_command_queue ocl_device_queue(const ocl_device *device)
{
	cl_int status;

	return clCreateCommandQueue(device->context, device->id, 0, &status);
}

/* Return true if a buffer for the BYTES bytes at HERE is the same memory for host and device once
 * the device's commands have ended. */
static bool is_same_memory(const ocl_device *device, unsigned char *here, size_t bytes)
{
	enum { NOTHING = 1, DEVICES, PROGRAMS };
	const unsigned char fill = DEVICES;
	unsigned char seen[2] = {NOTHING, NOTHING};
	cl_int status;
	cl_mem memory;
	bool same;

	memset(here, NOTHING, bytes);
	memory = clCreateBuffer(device->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes,
				here, &status);
	if (!memory)
		return false;
	status = clEnqueueFillBuffer(device->queue, memory, &fill, 1, 0, bytes, 0, NULL, NULL);
	if (status == CL_SUCCESS)
		status = clEnqueueReadBuffer(device->queue, memory, CL_TRUE, bytes - 1, 1, &seen[0],
					     0, NULL, NULL);
	same = here[0] == DEVICES && here[bytes - 1] == DEVICES;
	here[0] = here[bytes - 1] = PROGRAMS;
	if (status == CL_SUCCESS)
		status = clEnqueueReadBuffer(device->queue, memory, CL_TRUE, 0, 1, &seen[1], 0,
					     NULL, NULL);
	clReleaseMemObject(memory);
	return status == CL_SUCCESS && same && seen[0] == DEVICES && seen[1] == PROGRAMS;
}

/* A device that runs on the host's processors shares their caches, so memory is coherent, unless
 * the driver makes copies, perhaps depending on the address. This is tested, because mapping would
 * add a wait for another command after each launch. */
static bool is_coherent(const ocl_device *device)
{
	enum { PAGE = 4096, LEAST = 8 };
	unsigned char *room;
	bool same = true;

	if (!device->cpu || !device->unified || device->mapped)
		return false;
	room = hr_alloc_array(4, PAGE);
	for (size_t at = 0; at <= PAGE && same; at = at ? 2 * at : LEAST)
		same = is_same_memory(device, room + at, 2 * PAGE + LEAST);
	hr_free(room);
	return same;
}

bool ocl_device_start(ocl_device *device, char text[HR_BACKEND_TEXT])
{
	cl_context_properties where[] = {CL_CONTEXT_PLATFORM,
					 (cl_context_properties)device->platform, 0};
	cl_int status = CL_SUCCESS;
	char words[64];

	pthread_mutex_lock(&device->lock);
	if (!device->context)
		device->context = clCreateContext(where, 1, &device->id, NULL, NULL, &status);
	if (device->context && !device->queue)
		if ((device->queue = clCreateCommandQueue(device->context, device->id, 0, &status)))
			device->coherent = is_coherent(device);
	pthread_mutex_unlock(&device->lock);
	if (!device->queue)
		snprintf(text, HR_BACKEND_TEXT, "%s", ocl_error(status, words));
	return device->queue != NULL;
}

void ocl_device_close(ocl_device *device)
{
	(void)ocl_tasks_finish(device, NULL);
	HR_VEC_FREE(&device->tasks);
	ocl_buffers_free(device);
	ocl_staging_free(device);
	if (device->queue)
		clReleaseCommandQueue(device->queue);
	if (device->context)
		clReleaseContext(device->context);
	pthread_mutex_destroy(&device->staging_lock);
	pthread_mutex_destroy(&device->lock);
}
