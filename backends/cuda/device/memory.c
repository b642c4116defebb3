/* backends/cuda/device/memory.c -- device memory.
 *
 * Addresses are the driver's.
 * Copies use separate streams, one for each direction, which wait for the kernels that use the
 * copied memory. A copy to the device may continue after write() has returned.
 * Owns:      memory.
 * Not here:  which memory is copied when (backends/dispatch/device.c). */
#include "backends/cuda/device/cuda.h"

/* --- blocks -------------------------------------------------------------------------------- */

cuda_block *cuda_block_at(cuda_device *device, nv_address address)
{
	hr_device_block block;
	bool found;

	pthread_mutex_lock(&device->lock);
	found = hr_device_blocks_find(&device->blocks, address, &block);
	pthread_mutex_unlock(&device->lock);
	return found ? block.memory : NULL;
}

static void *allocate(void *state, uint64_t bytes)
{
	cuda_device *device = state;
	uint64_t room = (bytes + 63) & ~UINT64_C(63);
	char text[HR_BACKEND_TEXT];
	nv_address address = 0;
	nv_result result;

	if (!cuda_enter(device, text)) {
		cuda_keep_unreported(device, text);
		return NULL;
	}
	result = device->driver.allocate(&address, room ? room : 64);
	if (result != NV_SUCCESS) {
		cuda_note_error(device, result, "memory", text);
		if (nv_is_sticky(result))
			cuda_keep_unreported(device, text);
		return NULL;
	}
	pthread_mutex_lock(&device->lock);
	hr_device_blocks_add(&device->blocks,
			     (hr_device_block){.base = address,
					       .bytes = room ? room : 64,
					       .memory = hr_alloc_zero(sizeof(cuda_block))});
	pthread_mutex_unlock(&device->lock);
	return (void *)(uintptr_t)address;
}

static void release(void *state, void *memory)
{
	cuda_device *device = state;
	char text[HR_BACKEND_TEXT];
	hr_device_block block;
	bool found;

	pthread_mutex_lock(&device->lock);
	found = hr_device_blocks_take(&device->blocks, (uintptr_t)memory, &block);
	pthread_mutex_unlock(&device->lock);
	if (!found)
		return;
	if (cuda_enter(device, text) && cuda_order_release(device, block.memory))
		device->driver.release(block.base);
	hr_free(block.memory);
}

/* --- copies ----------------------------------------------------------------------------------- */

/* Handle a failure in STREAM. The host memory of the copy may be freed afterwards, so nothing may
 * be running. */
static int fail(cuda_device *device, nv_result result, nv_stream stream, const char *what)
{
	char text[HR_BACKEND_TEXT];

	if (result == NV_NOT_READY) {
		cuda_note_hang(device, text);
	} else {
		if (!nv_is_sticky(result))
			cuda_let_end(device, stream);
		cuda_note_error(device, result, what, text);
	}
	cuda_keep_unreported(device, text);
	return 1;
}

static nv_result put(cuda_device *device, cuda_block *block, nv_address there, const void *here,
		     uint64_t bytes)
{
	const volatile int *stop;
	nv_result result = cuda_order_copy(device, block, device->into, &stop);

	if (result == NV_SUCCESS)
		result = device->driver.to_device_async(there, here, bytes, device->into);
	return result == NV_SUCCESS ? cuda_order_copied(device, block, device->into) : result;
}

/* *WHAT is set to what was waited for. */
static nv_result get(cuda_device *device, cuda_block *block, nv_address there, void *here,
		     uint64_t bytes, const char **what)
{
	const volatile int *stop = NULL;
	nv_result result = cuda_order_copy(device, block, device->from, &stop);

	if (stop)
		*what = "a copy, or a kernel launched before it";
	if (result == NV_SUCCESS)
		result = device->driver.to_host_async(here, there, bytes, device->from);
	if (result == NV_SUCCESS)
		result = cuda_wait(&device->driver, device->from, stop);
	if (result == NV_SUCCESS)
		cuda_order_ended(device, &block, 1);
	return result;
}

/* Copy BYTES bytes between HERE and THERE, on the device; INTO: to the device. */
static int copy(cuda_device *device, uintptr_t there, void *here, uint64_t bytes, bool into)
{
	cuda_block *block = cuda_block_at(device, there);
	const char *what = "a copy";
	char text[HR_BACKEND_TEXT];
	nv_result result;

	if (!bytes)
		return 0;
	if (!block)
		return 1;
	if (!cuda_enter(device, text)) {
		cuda_keep_unreported(device, text);
		return 1;
	}
	result = into ? put(device, block, there, here, bytes)
		      : get(device, block, there, here, bytes, &what);
	return result == NV_SUCCESS
		       ? 0
		       : fail(device, result, into ? device->into : device->from, what);
}

static int write_memory(void *state, void *memory, const void *from, uint64_t bytes)
{
	return copy(state, (uintptr_t)memory, (void *)(uintptr_t)from, bytes, true);
}

static int read_memory(void *state, const void *memory, void *to, uint64_t bytes)
{
	return copy(state, (uintptr_t)memory, to, bytes, false);
}

const hr_backend_memory cuda_device_memory = {allocate, release, write_memory, read_memory, NULL};
