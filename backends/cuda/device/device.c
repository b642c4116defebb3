/* backends/cuda/device/device.c -- the device: its properties and its context.
 *
 * The context is the device's primary context, which other libraries of NVIDIA's in this process
 * share. After a sticky error everything in it is lost (memory, modules, streams), and so is the
 * device for this process, since NVIDIA's cuda.h says of most such errors that only another process
 * can use it. No function is called after that: a worker's process ends, and the next process has a
 * new context.
 * Owns:      the driver, the context.
 * Not here:  the choice of the device (backends/nvidia/choice.c), memory (memory.c), kernels
 *            (build.c, run.c). */
#include <stdio.h>
#include <string.h>

#include "backends/cuda/device/cuda.h"
#include "src/base/hash.h"
#include "src/file/file.h"

#define HANGS "%s still runs a kernel that was stopped"

/* --- properties ---------------------------------------------------------------------------- */

static uint32_t number(const cuda_device *device, nv_device_attribute attribute, uint32_t least)
{
	int value = nv_device_number(&device->driver, device->device, attribute);

	return value > (int)least ? (uint32_t)value : least;
}

static bool read_limits(cuda_device *device, char text[HR_BACKEND_TEXT])
{
	int capability = nv_device_capability(&device->driver, device->device);

	device->capability = (uint32_t)capability;
	device->limits.most_items = number(device, NV_DEVICE_THREADS_PER_BLOCK, 1);
	for (int k = 0; k < 3; k++) {
		device->limits.most_side[k] = number(device, NV_DEVICE_BLOCK_X + k, 1);
		device->most_blocks[k] = number(device, NV_DEVICE_GRID_X + k, 1);
	}
	device->shared_bytes = number(device, NV_DEVICE_SHARED_PER_BLOCK, 0);
	device->most_shared_bytes = number(device, NV_DEVICE_SHARED_OPTIN, device->shared_bytes);
	device->target.arch = cuda_arch_for(capability < CUDA_USUAL_ARCH ? (unsigned)capability
									 : CUDA_USUAL_ARCH);
	if (capability >= CUDA_LEAST_ARCH)
		return true;
	if (capability)
		snprintf(text, HR_BACKEND_TEXT,
			 "%s has compute capability %d.%d; at least %d.%d is required",
			 device->name, capability / 10, capability % 10, CUDA_LEAST_ARCH / 10,
			 CUDA_LEAST_ARCH % 10);
	else
		snprintf(text, HR_BACKEND_TEXT, "%s does not report its compute capability",
			 device->name);
	return false;
}

/* How many threads make a block, if the user says so. */
static bool read_block(cuda_device *device, char text[HR_BACKEND_TEXT])
{
	const char *wanted = device->host->options[CUDA_OPTION_block];

	if (!wanted || hr_group_read(wanted, &device->limits, device->group))
		return true;
	snprintf(text, HR_BACKEND_TEXT,
		 "the option block=%.40s is not a block size: X[,Y[,Z]], %zu threads at most",
		 wanted, device->limits.most_items);
	return false;
}

/* Return 0 if the file cannot be read. */
static uint64_t hash_file(const char *path)
{
	uint64_t hash;
	uint8_t *bytes;
	size_t size;

	if (hr_file_read(path, &bytes, &size) != 0)
		return 0;
	hash = hr_hash(HR_HASH_FIRST, bytes, size);
	hr_free(bytes);
	return hash;
}

bool cuda_device_open(cuda_device *device, char text[HR_BACKEND_TEXT])
{
	const char *const *options = device->host->options;
	const cuda_tools tools = {.toolkit = options[CUDA_OPTION_toolkit],
				  .libdevice = options[CUDA_OPTION_libdevice]};

	if (!cuda_has_code(text) ||
	    !nv_driver_open(&device->driver, options[CUDA_OPTION_driver], text))
		return false;
	if (!nv_device_choose(&device->driver, options[CUDA_OPTION_device], &device->device,
			      device->name, text) ||
	    !read_limits(device, text) || !read_block(device, text)) {
		nv_driver_close(&device->driver);
		return false;
	}
	device->libdevice = cuda_find_libdevice(&tools);
	device->target.libdevice = device->libdevice;
	if (device->host->cache && device->libdevice)
		device->libdevice_hash = hash_file(device->libdevice);
	cuda_chain_open(&device->chain, &device->driver, options[CUDA_OPTION_graphs]);
	cuda_images_open(&device->images, options[CUDA_OPTION_images]);
	pthread_mutex_init(&device->lock, NULL);
	return true;
}

/* --- the context ------------------------------------------------------------------------------ */

/* The caller holds the lock. */
static nv_result start(cuda_device *device)
{
	nv_result result = device->driver.primary_retain(&device->context, device->device);

	if (result != NV_SUCCESS) {
		device->context = NULL;
		return result;
	}
	result = device->driver.context_set(device->context);
	if (result == NV_SUCCESS)
		result = device->driver.stream_create(&device->into, NV_STREAM_NON_BLOCKING);
	if (result == NV_SUCCESS) {
		result = device->driver.stream_create(&device->from, NV_STREAM_NON_BLOCKING);
		if (result != NV_SUCCESS)
			device->driver.stream_destroy(device->into);
	}
	if (result != NV_SUCCESS) {
		device->driver.primary_release(device->device);
		device->context = NULL;
	}
	return result;
}

bool cuda_enter(cuda_device *device, char text[HR_BACKEND_TEXT])
{
	nv_result result = NV_SUCCESS;
	bool hangs, lost;
	char words[160];

	pthread_mutex_lock(&device->lock);
	hangs = device->hangs;
	lost = device->lost;
	if (!hangs && !lost)
		result = device->context ? device->driver.context_set(device->context)
					 : start(device);
	pthread_mutex_unlock(&device->lock);
	if (hangs)
		snprintf(text, HR_BACKEND_TEXT, HANGS, device->name);
	else if (lost)
		snprintf(text, HR_BACKEND_TEXT,
			 "an earlier error has made the device unusable in this process");
	else if (result != NV_SUCCESS)
		snprintf(text, HR_BACKEND_TEXT, "cannot create a context on %.80s: %s",
			 device->name,
			 nv_error_text(&device->driver, result, words, sizeof(words)));
	return !hangs && !lost && result == NV_SUCCESS;
}

void cuda_note_hang(cuda_device *device, char text[HR_BACKEND_TEXT])
{
	pthread_mutex_lock(&device->lock);
	device->hangs = true;
	pthread_mutex_unlock(&device->lock);
	snprintf(text, HR_BACKEND_TEXT, HANGS, device->name);
}

void cuda_note_error(cuda_device *device, nv_result result, const char *what,
		     char text[HR_BACKEND_TEXT])
{
	bool lost = nv_is_sticky(result);
	char words[160];

	snprintf(
		text, HR_BACKEND_TEXT, "%s: %s%s", what,
		nv_error_text(&device->driver, result, words, sizeof(words)),
		lost ? "; everything on the device is lost, and this process cannot use it any more"
		     : "");
	if (!lost)
		return;
	pthread_mutex_lock(&device->lock);
	device->lost = true;
	pthread_mutex_unlock(&device->lock);
}

void cuda_let_end(cuda_device *device, nv_stream stream)
{
	if (device->driver.stream_wait(stream) == NV_SUCCESS)
		return;
	pthread_mutex_lock(&device->lock);
	device->lost = true;
	pthread_mutex_unlock(&device->lock);
}

bool cuda_catch_up(cuda_device *device, char text[HR_BACKEND_TEXT])
{
	nv_result result = cuda_chain_wait(&device->chain);

	if (result == NV_SUCCESS)
		return true;
	if (result == NV_NOT_READY)
		cuda_note_hang(device, text);
	else
		cuda_note_error(device, result, "a kernel launched earlier", text);
	return false;
}

void cuda_keep_unreported(cuda_device *device, const char *text)
{
	pthread_mutex_lock(&device->lock);
	if (!device->unreported[0])
		snprintf(device->unreported, HR_BACKEND_TEXT, "%s", text);
	pthread_mutex_unlock(&device->lock);
}

bool cuda_catch_up_quietly(cuda_device *device)
{
	char text[HR_BACKEND_TEXT];

	if (cuda_catch_up(device, text))
		return true;
	cuda_keep_unreported(device, text);
	return false;
}

bool cuda_is_usable(cuda_device *device)
{
	bool usable;

	pthread_mutex_lock(&device->lock);
	usable = device->context && !device->hangs && !device->lost;
	pthread_mutex_unlock(&device->lock);
	return usable;
}

/* Objects on a device that hangs or is lost cannot be freed. */
void cuda_device_close(cuda_device *device)
{
	char text[HR_BACKEND_TEXT];
	bool usable =
		cuda_is_usable(device) && cuda_enter(device, text) && cuda_catch_up(device, text);

	if (usable) /* no copies are outstanding */
		(void)cuda_order_settle(device);
	cuda_chain_close(&device->chain, usable);
	cuda_order_close(device, usable);
	cuda_images_close(device, usable);
	if (usable) {
		for (size_t i = 0; i < device->blocks.count; i++)
			device->driver.release(device->blocks.data[i].base);
		device->driver.stream_destroy(device->into);
		device->driver.stream_destroy(device->from);
		device->driver.context_set(NULL);
		device->driver.primary_release(device->device);
	}
	HR_VEC_FREE(&device->blocks);
	if (!device->hangs)
		nv_driver_close(&device->driver);
	hr_free(device->libdevice);
	pthread_mutex_destroy(&device->lock);
}
