/* backends/cuda/device/launch_order.c -- orders copies and launches by events.
 *
 * Only launches of the chain may continue after their run() has returned; other launches have ended
 * by then.
 * Invariant: a copy to a block is complete before a launch uses the block, and a launch is complete
 *            before a block that it uses is copied.
 * Owns:      events.
 * Source:    NVIDIA, CUDA Driver API, "Event Management", "Stream Management".
 * Not here:  copies (memory.c), launches (run.c, chain.c). */
#include "backends/cuda/device/launch_order.h"

#include "backends/cuda/device/cuda.h"

/* --- copies ----------------------------------------------------------------------------------- */

/* In this section and the next, the caller holds the lock. A copy has ended when a launch that is
 * ordered after it has ended. */
static void look(cuda_device *device, cuda_block *block)
{
	if (block->coming && block->needed && cuda_chain_has_ended(&device->chain, block->needed))
		block->coming = false;
}

static nv_result before_copy(cuda_device *device, cuda_block *block, nv_stream stream,
			     const volatile int **stop)
{
	nv_result result = NV_SUCCESS;

	look(device, block);
	if (block->used)
		result = cuda_chain_before(&device->chain, block->used, stream, stop);
	/* Otherwise the copy comes before those launches. */
	if (result == NV_SUCCESS && block->coming && !block->needed)
		result = device->driver.stream_wait_event(stream, block->written, 0);
	return result;
}

nv_result cuda_order_copy(cuda_device *device, cuda_block *block, nv_stream stream,
			  const volatile int **stop)
{
	nv_result result;

	pthread_mutex_lock(&device->lock);
	result = before_copy(device, block, stream, stop);
	pthread_mutex_unlock(&device->lock);
	return result;
}

static nv_result need_event(cuda_device *device, cuda_block *block)
{
	nv_result result;

	if (!block->written && device->events.spare.count)
		block->written = device->events.spare.data[--device->events.spare.count];
	if (block->written)
		return NV_SUCCESS;
	result = device->driver.event_create(&block->written, NV_EVENT_NO_TIMING);
	if (result != NV_SUCCESS)
		block->written = NULL;
	return result;
}

nv_result cuda_order_copied(cuda_device *device, cuda_block *block, nv_stream stream)
{
	nv_result result;

	pthread_mutex_lock(&device->lock);
	result = need_event(device, block);
	if (result == NV_SUCCESS)
		result = device->driver.event_record(block->written, stream);
	if (result == NV_SUCCESS) {
		block->coming = true;
		block->copy = ++device->events.copies;
		block->needed = 0;
	}
	pthread_mutex_unlock(&device->lock);
	return result;
}

/* --- launches --------------------------------------------------------------------------------- */

static nv_result before_launch(cuda_device *device, cuda_block *block, nv_stream stream)
{
	const volatile int *stop; /* unused: the launch has a stop flag of its own */

	if (stream)
		return before_copy(device, block, stream, &stop);
	/* Launches of the chain are in order among themselves. */
	return block->coming && !block->needed ? cuda_chain_after(&device->chain, block->written)
					       : NV_SUCCESS;
}

nv_result cuda_order_launch(cuda_device *device, cuda_block *const *blocks, uint32_t count,
			    nv_stream stream)
{
	nv_result result = NV_SUCCESS;

	pthread_mutex_lock(&device->lock);
	for (uint32_t i = 0; i < count && result == NV_SUCCESS; i++)
		result = before_launch(device, blocks[i], stream);
	pthread_mutex_unlock(&device->lock);
	return result;
}

void cuda_order_ended(cuda_device *device, cuda_block *const *blocks, uint32_t count)
{
	pthread_mutex_lock(&device->lock);
	for (uint32_t i = 0; i < count; i++)
		blocks[i]->coming = false;
	pthread_mutex_unlock(&device->lock);
}

void cuda_order_chained(cuda_device *device, cuda_block *const *blocks, uint32_t count,
			uint64_t number)
{
	pthread_mutex_lock(&device->lock);
	for (uint32_t i = 0; i < count; i++) {
		blocks[i]->used = number;
		if (!blocks[i]->needed)
			blocks[i]->needed = number;
	}
	pthread_mutex_unlock(&device->lock);
}

/* --- waiting and release ------------------------------------------------------------------- */

bool cuda_order_release(cuda_device *device, cuda_block *block)
{
	nv_result result = NV_SUCCESS;
	char text[HR_BACKEND_TEXT];

	if (block->used && !cuda_chain_has_ended(&device->chain, block->used) &&
	    !cuda_catch_up_quietly(device))
		return false;
	look(device, block);
	if (block->coming)
		result = device->driver.event_wait(block->written);
	if (result != NV_SUCCESS) {
		if (!nv_is_sticky(result))
			cuda_let_end(device, device->into);
		cuda_note_error(device, result, "a copy", text);
		cuda_keep_unreported(device, text);
	}
	if (block->written) {
		pthread_mutex_lock(&device->lock);
		HR_PUSH(&device->events.spare, block->written);
		pthread_mutex_unlock(&device->lock);
	}
	block->written = NULL;
	return cuda_is_usable(device);
}

/* Return true if one of the first COUNT copies is not known to have ended. OVER: all of them have
 * ended. */
static bool look_at_all(cuda_device *device, uint64_t count, bool over)
{
	bool coming = false;

	for (size_t i = 0; i < device->blocks.count; i++) {
		cuda_block *block = device->blocks.data[i].memory;

		if (over && block->copy <= count)
			block->coming = false;
		look(device, block);
		coming |= block->coming && block->copy <= count;
	}
	return coming;
}

bool cuda_order_is_open(cuda_device *device)
{
	bool open;

	pthread_mutex_lock(&device->lock);
	open = look_at_all(device, device->events.copies, false);
	pthread_mutex_unlock(&device->lock);
	return open;
}

nv_result cuda_order_settle(cuda_device *device)
{
	nv_result result;
	uint64_t count;

	if (!cuda_order_is_open(device))
		return NV_SUCCESS;
	pthread_mutex_lock(&device->lock);
	count = device->events.copies;
	pthread_mutex_unlock(&device->lock);
	result = device->driver.stream_wait(device->into);
	pthread_mutex_lock(&device->lock);
	if (result == NV_SUCCESS)
		(void)look_at_all(device, count, true);
	pthread_mutex_unlock(&device->lock);
	return result;
}

void cuda_order_close(cuda_device *device, bool given_back)
{
	for (size_t i = 0; i < device->blocks.count; i++) {
		cuda_block *block = device->blocks.data[i].memory;

		if (block->written && given_back)
			device->driver.event_destroy(block->written);
		hr_free(block);
	}
	for (size_t i = 0; i < device->events.spare.count && given_back; i++)
		device->driver.event_destroy(device->events.spare.data[i]);
	HR_VEC_FREE(&device->events.spare);
}
