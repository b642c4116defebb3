/* backends/opencl/device/staging.c -- copies between the program's memory and device memory, staged
 * in host memory of the driver.
 *
 * A device with memory of its own can access host memory only if that is page-locked, so a driver
 * first copies pageable memory to such a place. Here that place is a buffer in host memory that the
 * driver has allocated, in two halves: while the device copies one half, the other is filled or
 * emptied. Small copies are left to the driver.
 * Invariant: a half is accessed only after the command that uses it has ended.
 * Owns:      the buffer, the events of its halves.
 * Not here:  which memory is copied (backends/dispatch/device.c), copies that are not waited for
 *            (buffers.c). */
#include <string.h>

#include "backends/opencl/device/opencl.h"
#include "src/base/alloc.h"

enum { PART = 1 << 20, LEAST = 64 << 10 };

struct ocl_staging {
	cl_mem memory;
	unsigned char *mapped; /* both halves, mapped for the host */
	cl_event busy[2];      /* the command that uses a half; NULL: none */
};

bool ocl_is_staged(const ocl_device *device, uint64_t bytes)
{
	return device->staged && bytes >= LEAST;
}

/* Return the staging memory, created at the device's first copy; NULL if there is none. */
static ocl_staging *staging_of(ocl_device *device)
{
	ocl_staging *made;
	cl_int status;

	if (device->staging)
		return device->staging;
	made = hr_alloc_zero(sizeof(*made));
	made->memory = clCreateBuffer(device->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
				      2 * PART, NULL, &status);
	if (made->memory)
		made->mapped = clEnqueueMapBuffer(device->queue, made->memory, CL_TRUE,
						  CL_MAP_READ | CL_MAP_WRITE, 0, 2 * PART, 0, NULL,
						  NULL, &status);
	if (made->mapped)
		return device->staging = made;
	if (made->memory)
		clReleaseMemObject(made->memory);
	hr_free(made);
	return NULL;
}

/* Wait until half WHICH is free. */
static cl_int await(ocl_staging *self, unsigned which)
{
	cl_int status = CL_SUCCESS;

	if (self->busy[which]) {
		status = clWaitForEvents(1, &self->busy[which]);
		clReleaseEvent(self->busy[which]);
	}
	self->busy[which] = NULL;
	return status;
}

static size_t part_of(uint64_t bytes, uint64_t done)
{
	return bytes - done < PART ? (size_t)(bytes - done) : PART;
}

/* *LAST is the event of the last command, owned by the caller. */
static cl_int write_parts(ocl_device *device, ocl_staging *self, cl_mem to, uint64_t offset,
			  const unsigned char *from, uint64_t bytes, cl_event *last)
{
	cl_int status = CL_SUCCESS;
	unsigned which = 0;

	for (uint64_t done = 0; done < bytes && status == CL_SUCCESS;
	     done += PART, which = !which) {
		size_t part = part_of(bytes, done);

		status = await(self, which);
		if (status != CL_SUCCESS)
			break;
		memcpy(self->mapped + which * PART, from + done, part);
		status = clEnqueueWriteBuffer(device->queue, to, CL_FALSE, offset + done, part,
					      self->mapped + which * PART, 0, NULL,
					      &self->busy[which]);
		clFlush(device->queue);
	}
	if (status != CL_SUCCESS)
		return status;
	*last = self->busy[!which];
	return clRetainEvent(*last);
}

static cl_int begin_read(ocl_device *device, ocl_staging *self, unsigned which, cl_mem from,
			 uint64_t offset, size_t bytes)
{
	cl_int status = await(self, which);

	if (status == CL_SUCCESS)
		status = clEnqueueReadBuffer(device->queue, from, CL_FALSE, offset, bytes,
					     self->mapped + which * PART, 0, NULL,
					     &self->busy[which]);
	clFlush(device->queue);
	return status;
}

static cl_int read_parts(ocl_device *device, ocl_staging *self, cl_mem from, uint64_t offset,
			 unsigned char *to, uint64_t bytes)
{
	cl_int status = begin_read(device, self, 0, from, offset, part_of(bytes, 0));
	unsigned which = 0;

	for (uint64_t done = 0; done < bytes && status == CL_SUCCESS;
	     done += PART, which = !which) {
		uint64_t next = done + PART;

		if (next < bytes)
			status = begin_read(device, self, !which, from, offset + next,
					    part_of(bytes, next));
		if (status == CL_SUCCESS)
			status = await(self, which);
		if (status == CL_SUCCESS)
			memcpy(to + done, self->mapped + which * PART, part_of(bytes, done));
	}
	return status;
}

cl_int ocl_staged_write(ocl_device *device, cl_mem to, uint64_t offset, const void *from,
			uint64_t bytes, cl_event *last)
{
	ocl_staging *self;
	cl_int status;

	pthread_mutex_lock(&device->staging_lock);
	self = staging_of(device);
	status = self ? write_parts(device, self, to, offset, from, bytes, last)
		      : clEnqueueWriteBuffer(device->queue, to, CL_FALSE, offset, bytes, from, 0,
					     NULL, last);
	pthread_mutex_unlock(&device->staging_lock);
	return status;
}

cl_int ocl_staged_read(ocl_device *device, cl_mem from, uint64_t offset, void *to, uint64_t bytes)
{
	ocl_staging *self;
	cl_int status;

	pthread_mutex_lock(&device->staging_lock);
	self = staging_of(device);
	status = self ? read_parts(device, self, from, offset, to, bytes)
		      : clEnqueueReadBuffer(device->queue, from, CL_TRUE, offset, bytes, to, 0,
					    NULL, NULL);
	pthread_mutex_unlock(&device->staging_lock);
	return status;
}

void ocl_staging_free(ocl_device *device)
{
	ocl_staging *self = device->staging;

	if (!self)
		return;
	(void)await(self, 0);
	(void)await(self, 1);
	clEnqueueUnmapMemObject(device->queue, self->memory, self->mapped, 0, NULL, NULL);
	clFinish(device->queue);
	clReleaseMemObject(self->memory);
	hr_free(self);
	device->staging = NULL;
}
