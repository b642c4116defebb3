/* backends/opencl/device/buffers.c -- device memory.
 *
 * OpenCL buffers have no addresses; here each gets a unique range of artificial addresses, so that
 * a pointer into a buffer determines the buffer and the offset. The program can access a buffer in
 * shared memory at any time if the device's memory is coherent, otherwise while the buffer is
 * mapped. A launch that writes such a buffer unmaps it before and maps it again afterwards, in the
 * same queue, because waiting for a command costs as much as a small kernel.
 * Copies to buffers are not waited for, either: events order launches after the copies to the
 * buffers they use.
 * Invariant: a buffer that a running launch may write is not mapped.
 * Owns:      buffers.
 * Not here:  which memory is copied when (backends/dispatch/device.c). */
#include "backends/opencl/device/opencl.h"
#include "src/base/alloc.h"

enum { GAP = 4096 };
#define FIRST_ADDRESS (UINT64_C(1) << 44)

/* Wait for the last copy to the buffer. */
static cl_int settle(ocl_buffer *buffer)
{
	cl_int status = CL_SUCCESS;

	if (buffer->coming) {
		status = clWaitForEvents(1, &buffer->coming);
		clReleaseEvent(buffer->coming);
	}
	buffer->coming = NULL;
	return status;
}

bool ocl_buffers_settle(ocl_device *device)
{
	bool good = true;

	pthread_mutex_lock(&device->lock);
	for (size_t i = 0; i < device->buffers.count; i++)
		good &= settle(device->buffers.data[i].memory) == CL_SUCCESS;
	pthread_mutex_unlock(&device->lock);
	return good;
}

/* A buffer mapped for reading can be unmapped without waiting, because nothing is copied back. */
static void free_buffer(ocl_device *device, ocl_buffer *buffer)
{
	(void)settle(buffer); /* no other thread uses it */
	if (buffer->seen) {
		clEnqueueUnmapMemObject(device->queue, buffer->memory, buffer->seen, 0, NULL, NULL);
		clFlush(device->queue);
	}
	clReleaseMemObject(buffer->memory);
	hr_free(buffer);
}

void ocl_buffers_free(ocl_device *device)
{
	for (size_t i = 0; i < device->buffers.count; i++)
		free_buffer(device, device->buffers.data[i].memory);
	HR_VEC_FREE(&device->buffers);
}

ocl_buffer *ocl_buffer_at(ocl_device *device, uint64_t address, uint64_t *offset)
{
	hr_device_block found;
	bool there;

	pthread_mutex_lock(&device->lock);
	there = hr_device_blocks_find(&device->buffers, address, &found);
	pthread_mutex_unlock(&device->lock);
	*offset = there ? address - found.base : 0;
	return there ? found.memory : NULL;
}

/* --- the callbacks of hr_backend_memory ---------------------------------------------------- */

/* Return a new buffer of BYTES bytes. If HERE is not NULL, the buffer is that memory of the
 * program. */
static void *new_buffer(ocl_device *device, void *here, uint64_t bytes)
{
	char text[HR_BACKEND_TEXT];
	uint64_t address;
	ocl_buffer *made;
	cl_int status;
	cl_mem memory;

	if (bytes > device->most_bytes || !ocl_device_start(device, text))
		return NULL;
	memory = clCreateBuffer(device->context,
				CL_MEM_READ_WRITE | (here ? CL_MEM_USE_HOST_PTR : 0), bytes, here,
				&status);
	if (!memory)
		return NULL;
	made = hr_alloc_zero(sizeof(*made));
	*made = (ocl_buffer){
		.memory = memory, .bytes = bytes, .shared = here != NULL, .fresh = true};
	pthread_mutex_lock(&device->lock);
	address = device->next ? device->next : FIRST_ADDRESS;
	hr_device_blocks_add(&device->buffers,
			     (hr_device_block){.base = address, .bytes = bytes, .memory = made});
	device->next = address + ((bytes + 2 * GAP) & ~(uint64_t)(GAP - 1));
	pthread_mutex_unlock(&device->lock);
	return (void *)(uintptr_t)address;
}

static void *allocate(void *state, uint64_t bytes)
{
	uint64_t room = (bytes + 63) & ~UINT64_C(63);

	return new_buffer(state, NULL, room ? room : 64);
}

static void *share(void *state, void *here, uint64_t bytes)
{
	ocl_device *device = state;

	return device->unified && bytes ? new_buffer(device, here, bytes) : NULL;
}

static void release(void *state, void *memory)
{
	ocl_device *device = state;
	hr_device_block block;
	bool found;

	pthread_mutex_lock(&device->lock);
	found = hr_device_blocks_take(&device->buffers, (uintptr_t)memory, &block);
	pthread_mutex_unlock(&device->lock);
	if (found)
		free_buffer(device, block.memory);
}

/* Map a shared buffer, which no running launch uses, so that the program can read what launches
 * have written. It stays mapped until the next launch. */
static cl_int see(ocl_device *device, ocl_buffer *buffer)
{
	cl_int status;
	void *mapped;
	bool sees;

	pthread_mutex_lock(&device->lock);
	sees = device->coherent || buffer->fresh || buffer->seen;
	pthread_mutex_unlock(&device->lock);
	if (sees)
		return CL_SUCCESS;
	mapped = clEnqueueMapBuffer(device->queue, buffer->memory, CL_TRUE, CL_MAP_READ, 0,
				    buffer->bytes, 0, NULL, NULL, &status);
	pthread_mutex_lock(&device->lock);
	if (mapped && buffer->seen)
		status = clEnqueueUnmapMemObject(device->queue, buffer->memory, mapped, 0, NULL,
						 NULL);
	else if (mapped)
		buffer->seen = mapped;
	pthread_mutex_unlock(&device->lock);
	return status;
}

/* Make visible to the device what the program has written in a shared buffer since a launch used
 * it. */
static cl_int show(ocl_device *device, const ocl_buffer *buffer, uint64_t offset, uint64_t bytes)
{
	cl_int status;
	void *mapped;

	if (device->coherent)
		return CL_SUCCESS;
	mapped = clEnqueueMapBuffer(device->queue, buffer->memory, CL_TRUE, CL_MAP_WRITE, offset,
				    bytes, 0, NULL, NULL, &status);
	if (mapped)
		status = clEnqueueUnmapMemObject(device->queue, buffer->memory, mapped, 0, NULL,
						 NULL);
	/* Kernels use other queues. */
	return status == CL_SUCCESS ? clFinish(device->queue) : status;
}

/* The program's memory does not change until a launch that uses the buffer has ended, or the buffer
 * is released (backends/backend.h). */
static cl_int begin_copy(ocl_device *device, ocl_buffer *to, uint64_t offset, const void *from,
			 uint64_t bytes)
{
	cl_event event, last;
	cl_int status = ocl_is_staged(device, bytes)
				? ocl_staged_write(device, to->memory, offset, from, bytes, &event)
				: clEnqueueWriteBuffer(device->queue, to->memory, CL_FALSE, offset,
						       bytes, from, 0, NULL, &event);

	if (status != CL_SUCCESS)
		return status;
	pthread_mutex_lock(&device->lock);
	last = to->coming; /* the queue is in order, so the new copy is after it */
	to->coming = event;
	pthread_mutex_unlock(&device->lock);
	if (last)
		clReleaseEvent(last);
	return clFlush(device->queue);
}

static int write_memory(void *state, void *memory, const void *from, uint64_t bytes)
{
	ocl_device *device = state;
	uint64_t offset;
	ocl_buffer *to = ocl_buffer_at(device, (uint64_t)(uintptr_t)memory, &offset);

	if (!to || !ocl_tasks_finish(device, to))
		return 1;
	return (to->shared ? show(device, to, offset, bytes)
			   : begin_copy(device, to, offset, from, bytes)) != CL_SUCCESS;
}

static int read_memory(void *state, const void *memory, void *to, uint64_t bytes)
{
	ocl_device *device = state;
	uint64_t offset;
	ocl_buffer *from = ocl_buffer_at(device, (uint64_t)(uintptr_t)memory, &offset);

	if (!from || !ocl_tasks_finish(device, from))
		return 1;
	if (from->shared)
		return see(device, from) != CL_SUCCESS;
	if (ocl_is_staged(device, bytes))
		return ocl_staged_read(device, from->memory, offset, to, bytes) != CL_SUCCESS;
	return clEnqueueReadBuffer(device->queue, from->memory, CL_TRUE, offset, bytes, to, 0, NULL,
				   NULL) != CL_SUCCESS;
}

const hr_backend_memory ocl_device_memory = {allocate, release, write_memory, read_memory, share};

/* --- buffers of a launch ------------------------------------------------------------------- */

cl_int ocl_buffers_begin(ocl_device *device, cl_command_queue queue, const ocl_use *uses,
			 size_t count)
{
	cl_int status = CL_SUCCESS;

	pthread_mutex_lock(&device->lock);
	for (size_t i = 0; i < count; i++) {
		ocl_buffer *buffer = uses[i].buffer;

		buffer->fresh = false;
		buffer->users++;
		if (!buffer->seen || !uses[i].written)
			continue;
		if (status == CL_SUCCESS)
			status = clEnqueueUnmapMemObject(queue, buffer->memory, buffer->seen, 0,
							 NULL, NULL);
		buffer->seen = NULL;
	}
	pthread_mutex_unlock(&device->lock);
	return status;
}

void ocl_buffers_before(ocl_device *device, const ocl_use *uses, size_t count, cl_event *before,
			cl_uint *found)
{
	pthread_mutex_lock(&device->lock);
	for (size_t i = 0; i < count; i++)
		if (uses[i].buffer->coming && clRetainEvent(uses[i].buffer->coming) == CL_SUCCESS)
			before[(*found)++] = uses[i].buffer->coming;
	pthread_mutex_unlock(&device->lock);
}

cl_int ocl_buffers_show(ocl_device *device, cl_command_queue queue, ocl_use *uses, size_t count)
{
	cl_int status = CL_SUCCESS;

	for (size_t i = 0; i < count && status == CL_SUCCESS && !device->coherent; i++) {
		const ocl_buffer *buffer = uses[i].buffer;
		bool alone;

		pthread_mutex_lock(&device->lock);
		alone = buffer->users == 1 && !buffer->seen;
		pthread_mutex_unlock(&device->lock);
		if (alone && buffer->shared && uses[i].written)
			uses[i].seen =
				clEnqueueMapBuffer(queue, buffer->memory, CL_FALSE, CL_MAP_READ, 0,
						   buffer->bytes, 0, NULL, NULL, &status);
	}
	return status;
}

void ocl_buffers_end(ocl_device *device, cl_command_queue queue, const ocl_use *uses, size_t count)
{
	pthread_mutex_lock(&device->lock);
	for (size_t i = 0; i < count; i++) {
		ocl_buffer *buffer = uses[i].buffer;

		if (--buffer->users == 0 && !buffer->seen)
			buffer->seen = uses[i].seen;
		else if (uses[i].seen)
			clEnqueueUnmapMemObject(queue, buffer->memory, uses[i].seen, 0, NULL, NULL);
	}
	pthread_mutex_unlock(&device->lock);
}
