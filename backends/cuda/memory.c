/* backends/cuda/memory.c -- memory of the card.
 *
 * Addresses are the driver's.
 * Copies have a stream of their own, which waits for no kernel.
 * Owns:      memory.
 * Not here:  which memory is copied when (backends/device.c). */
#include "cuda.h"

/* --- what is there -------------------------------------------------------------------------------------- */

static bool is_ours(cuda_device *device, nv_address address)
{
	hr_device_block block;
	bool found;

	pthread_mutex_lock(&device->lock);
	found = hr_device_blocks_find(&device->blocks, address, &block);
	pthread_mutex_unlock(&device->lock);
	return found;
}

static void *allocate(void *state, uint64_t bytes)
{
	cuda_device *device = state;
	uint64_t room = (bytes + 63) & ~UINT64_C(63);
	char text[HR_BACKEND_TEXT];
	nv_address address = 0;
	nv_result result;

	if (!cuda_enter(device, text))
		return NULL;
	result = device->driver.allocate(&address, room ? room : 64);
	if (result != NV_SUCCESS) {
		cuda_note_error(device, result, "memory", text);
		return NULL;
	}
	pthread_mutex_lock(&device->lock);
	hr_device_blocks_add(&device->blocks, (hr_device_block){.base = address, .bytes = room ? room : 64});
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
	if (found && cuda_enter(device, text) && cuda_catch_up_quietly(device))
		device->driver.release(block.base);
}

/* --- copies ------------------------------------------------------------------------------------------------ */

static int finish(cuda_device *device, nv_result result)
{
	char text[HR_BACKEND_TEXT];

	if (result == NV_SUCCESS)
		result = device->driver.stream_wait(device->copies);
	if (result == NV_SUCCESS)
		return 0;
	if (!nv_is_sticky(result)) /* the memory may be given back next */
		cuda_let_end(device, device->copies);
	cuda_note_error(device, result, "a copy", text);
	cuda_keep_untold(device, text);
	return 1;
}

/* BYTES between HERE and THERE, on the device; INTO: to there. */
static int copy(cuda_device *device, uintptr_t there, void *here, uint64_t bytes, bool into)
{
	char text[HR_BACKEND_TEXT];

	if (!bytes)
		return 0;
	if (!is_ours(device, there))
		return 1;
	if (!cuda_enter(device, text)) {
		cuda_keep_untold(device, text);
		return 1;
	}
	if (!cuda_catch_up_quietly(device))
		return 1;
	return finish(device, into ? device->driver.to_device_async(there, here, bytes, device->copies)
				   : device->driver.to_host_async(here, there, bytes, device->copies));
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
