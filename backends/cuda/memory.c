/* backends/cuda/memory.c -- memory of the card.
 *
 * Addresses are the driver's. Of which are hpvm-run's is kept, for after the context is lost none is any more.
 * Copies have a stream of their own, which waits for no kernel.
 * Owns:      memory.
 * Not here:  which memory is copied when (backends/device.c). */
#include <time.h>

#include "cuda.h"

enum { PATIENCE_NANOSECONDS = 1000 * 1000 * 1000, LOOK_NANOSECONDS = 200 * 1000, SPIN_LOOKS = 2000 };

/* --- waiting ----------------------------------------------------------------------------------------- */

static void nap(void)
{
	const struct timespec time = {0, LOOK_NANOSECONDS};

	nanosleep(&time, NULL);
}

nv_result cuda_wait(const cuda_device *device, nv_stream stream, const volatile int *stop)
{
	nv_result result;
	uint64_t late = 0;

	if (!stop)
		return device->driver.stream_wait(stream);
	for (unsigned looks = 0;; looks++) {
		result = device->driver.stream_query(stream);
		if (result != NV_NOT_READY)
			return result;
		if (*stop && (late += LOOK_NANOSECONDS) > PATIENCE_NANOSECONDS)
			return NV_NOT_READY;
		if (looks > SPIN_LOOKS)
			nap();
	}
}

/* --- what is there -------------------------------------------------------------------------------------- */

static bool is_ours(cuda_device *device, const void *memory)
{
	hr_device_block block;
	bool found;

	pthread_mutex_lock(&device->lock);
	found = hr_device_blocks_find(&device->blocks, (uintptr_t)memory, &block);
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
	if (found && cuda_enter(device, text))
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
		device->driver.stream_wait(device->copies);
	cuda_note_error(device, result, "a copy", text);
	return 1;
}

static int write_memory(void *state, void *memory, const void *from, uint64_t bytes)
{
	cuda_device *device = state;
	char text[HR_BACKEND_TEXT];

	if (!bytes)
		return 0;
	if (!is_ours(device, memory) || !cuda_enter(device, text))
		return 1;
	return finish(device, device->driver.to_device_async((nv_address)(uintptr_t)memory, from, bytes, device->copies));
}

static int read_memory(void *state, const void *memory, void *to, uint64_t bytes)
{
	cuda_device *device = state;
	char text[HR_BACKEND_TEXT];

	if (!bytes)
		return 0;
	if (!is_ours(device, memory) || !cuda_enter(device, text))
		return 1;
	return finish(device, device->driver.to_host_async(to, (nv_address)(uintptr_t)memory, bytes, device->copies));
}

const hr_backend_memory cuda_device_memory = {allocate, release, write_memory, read_memory, NULL};
