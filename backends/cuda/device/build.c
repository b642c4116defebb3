/* backends/cuda/device/build.c -- makes kernels from units: LLVM generates PTX, the driver
 * generates machine code, which is cached on disk.
 *
 * The driver's linker compiles PTX to machine code for the present device, which is kept for later
 * runs.
 * Invariant: machine code that is damaged, or from another driver or device, is not used.
 * Owns:      modules.
 * Not here:  translation of a unit to PTX (backends/cuda/translate/code.c), files
 *            (backends/shared/cache.c). */
#include <stdio.h>
#include <string.h>

#include "backends/cuda/device/cuda.h"
#include "backends/cuda/translate/kernel_record.h"
#include "backends/shared/cache.h"
#include "backends/shared/context.h"

enum { LOG_BYTES = 4096 };

/* --- the cache -------------------------------------------------------------------------------- */

/* Return the key of everything that the machine code depends on. */
static hr_cache_key key_of(const cuda_device *device, const hr_unit *unit,
			   const cuda_target *target)
{
	const uint32_t numbers[] = {target->arch.number, target->disjoint, target->bound,
				    (uint32_t)device->driver.version, device->capability};
	hr_cache_key key = {0};
	unsigned version[3];

	LLVMGetVersion(&version[0], &version[1], &version[2]);
	hr_cache_add_text(&key, CUDA_FORMAT);
	hr_cache_add(&key, version, sizeof(version));
	hr_cache_add(&key, numbers, sizeof(numbers));
	hr_cache_add(&key, &device->libdevice_hash, sizeof(device->libdevice_hash));
	hr_cache_add_text(&key, unit->name);
	hr_cache_add_unit(&key, unit);
	return key;
}

/* An entry consists of a record and machine code. */
static bool read_entry(cuda_variant *variant, const uint8_t *data, size_t size)
{
	size_t record = cuda_record_read(&variant->code, data, size);

	if (!record)
		return false;
	variant->image_bytes = size - record;
	variant->image = hr_alloc(variant->image_bytes + 1);
	memcpy(variant->image, data + record, variant->image_bytes);
	return true;
}

static void write_entry(const hr_cache *cache, const hr_cache_key *key, const cuda_variant *variant)
{
	cuda_record record = {0};

	cuda_record_add(&record, &variant->code);
	hr_cache_write(cache, key, record.data, record.count, variant->image, variant->image_bytes);
	HR_VEC_FREE(&record);
}

/* --- machine code ----------------------------------------------------------------------------- */

/* Append the messages of the driver's compiler to TEXT, as one line. */
static void add_log(char text[HR_BACKEND_TEXT], const char *log)
{
	size_t length = strlen(text);

	if (!*log)
		return;
	snprintf(text + length, HR_BACKEND_TEXT - length, ": %s", log);
	for (char *at = text; *at; at++)
		if (*at == '\n' || *at == '\t')
			*at = at[1] ? ' ' : '\0';
}

static nv_result link_ptx(const nv_driver *driver, const char *ptx, size_t bytes, nv_link link,
			  cuda_variant *variant)
{
	nv_result result = driver->link_add(link, NV_INPUT_PTX, (void *)(uintptr_t)ptx, bytes,
					    "unit", 0, NULL, NULL);
	void *image = NULL;
	size_t size = 0;

	if (result == NV_SUCCESS)
		result = driver->link_complete(link, &image, &size);
	if (result != NV_SUCCESS)
		return result;
	variant->image = hr_alloc(size + 1);
	memcpy(variant->image, image, size);
	variant->image_bytes = size;
	return NV_SUCCESS;
}

static hr_unit_refusal make_image(cuda_device *device, const char *ptx, size_t bytes,
				  cuda_variant *variant, char text[HR_BACKEND_TEXT])
{
	char log[LOG_BYTES] = "";
	nv_jit_option options[] = {NV_JIT_ERROR_LOG, NV_JIT_ERROR_LOG_BYTES};
	void *values[] = {log, (void *)(uintptr_t)(LOG_BYTES - 1)};
	nv_link link;
	nv_result result = device->driver.link_create(2, options, values, &link);

	if (result == NV_SUCCESS) {
		result = link_ptx(&device->driver, ptx, bytes, link, variant);
		log[LOG_BYTES - 1] = '\0';
		device->driver.link_destroy(link);
	}
	if (result == NV_SUCCESS)
		return HR_TAKEN;
	cuda_note_error(device, result, "the driver's compiler", text);
	add_log(text, log);
	return nv_is_memory_error(result) ? HR_REFUSES_DEVICE : HR_REFUSES_COMPILER;
}

static hr_unit_refusal compile(cuda_kernel *kernel, const cuda_target *target,
			       cuda_variant *variant, char text[HR_BACKEND_TEXT])
{
	LLVMContextRef context = hr_context_new();
	LLVMMemoryBufferRef ptx = NULL;
	hr_unit_refusal refusal;

	cuda_translate(&kernel->description, target, context, &variant->code);
	refusal = variant->code.refusal;
	if (refusal != HR_TAKEN)
		memcpy(text, variant->code.text, HR_BACKEND_TEXT);
	if (refusal == HR_TAKEN) {
		if (cuda_optimise(variant->code.module, target, text))
			ptx = cuda_assemble(variant->code.module, target, text);
		refusal = ptx ? HR_TAKEN : HR_REFUSES_COMPILER;
	}
	if (ptx) { /* with the terminating zero */
		refusal = make_image(kernel->device, LLVMGetBufferStart(ptx),
				     LLVMGetBufferSize(ptx) + 1, variant, text);
		LLVMDisposeMemoryBuffer(ptx);
	}
	if (variant->code.module)
		LLVMDisposeModule(variant->code.module);
	variant->code.module = NULL;
	hr_context_free(context);
	return refusal;
}

static void forget(cuda_variant *variant)
{
	cuda_code_free(&variant->code);
	hr_free(variant->image);
	memset(variant, 0, sizeof(*variant));
}

/* Get machine code from the cache, or compile it and store it there. */
static hr_unit_refusal build_code(cuda_kernel *kernel, const cuda_target *target,
				  cuda_variant *variant, bool *cached, char text[HR_BACKEND_TEXT])
{
	const cuda_device *device = kernel->device;
	hr_cache cache = {device->host->cache, "cuda-", ""};
	hr_unit_refusal refusal = HR_TAKEN;
	hr_cache_key key = {0};
	uint8_t *data = NULL;
	size_t size;

	if (cache.folder) {
		key = key_of(device, &kernel->description, target);
		data = hr_cache_read(&cache, &key, &size);
	}
	*cached = data && read_entry(variant, data, size);
	hr_free(data);
	if (!*cached) {
		refusal = compile(kernel, target, variant, text);
		if (refusal == HR_TAKEN && cache.folder)
			write_entry(&cache, &key, variant);
	}
	HR_VEC_FREE(&key);
	return refusal;
}

hr_unit_refusal cuda_build(cuda_kernel *kernel, unsigned which, cuda_source *source,
			   char text[HR_BACKEND_TEXT])
{
	cuda_device *device = kernel->device;
	cuda_variant *variant = &kernel->variants[which];
	cuda_target target = device->target;
	uint32_t bound = variant->bound;
	bool named = device->images.all.count > 0, cached;
	hr_unit_refusal refusal;
	char why[HR_BACKEND_TEXT];

	target.disjoint = which == CUDA_DISJOINT;
	target.bound = bound;
	*source = CUDA_NAMED;
	if (named &&
	    cuda_images_find(device, &kernel->description, target.disjoint, variant, text)) {
		variant->bound = CUDA_MOST_THREADS; /* as for --emit */
		return HR_TAKEN;
	}
	/* Loading an image may have caused the loss of the device. */
	if (named && !cuda_is_usable(device))
		return HR_REFUSES_DEVICE;
	snprintf(why, sizeof(why), "%s", named ? text : "");
	refusal = build_code(kernel, &target, variant, &cached, text);
	*source = cached ? CUDA_CACHED : CUDA_COMPILED;
	if (refusal == HR_TAKEN && !cuda_load(kernel, variant, text))
		refusal = HR_REFUSES_COMPILER;
	if (refusal != HR_TAKEN)
		forget(variant);
	variant->bound = bound;
	if (refusal != HR_TAKEN)
		return refusal;
	memcpy(text, why, sizeof(why));
	return named ? HR_TAKEN_ANEW : HR_TAKEN;
}

/* --- loading ---------------------------------------------------------------------------------- */

static nv_result load(cuda_device *device, cuda_variant *variant, char log[LOG_BYTES])
{
	const nv_driver *driver = &device->driver;
	nv_jit_option options[] = {NV_JIT_ERROR_LOG, NV_JIT_ERROR_LOG_BYTES};
	void *values[] = {log, (void *)(uintptr_t)(LOG_BYTES - 1)};
	nv_result result =
		driver->module_load(&variant->module, variant->image, 2, options, values);
	int most = 0;

	log[LOG_BYTES - 1] = '\0';
	if (result != NV_SUCCESS) {
		variant->module = NULL;
		return result;
	}
	result = driver->module_function(&variant->function, variant->module, variant->code.kernel);
	if (result == NV_SUCCESS)
		result = driver->function_attribute(&most, NV_FUNCTION_THREADS_PER_BLOCK,
						    variant->function);
	variant->most_threads = (uint32_t)most;
	variant->shared_bytes = device->shared_bytes;
	if (result != NV_SUCCESS) {
		driver->module_unload(variant->module);
		variant->module = NULL;
	}
	return result;
}

bool cuda_load(cuda_kernel *kernel, cuda_variant *variant, char text[HR_BACKEND_TEXT])
{
	char log[LOG_BYTES];
	nv_result result;

	if (variant->module)
		return true;
	log[0] = '\0';
	result = load(kernel->device, variant, log);
	if (result == NV_SUCCESS)
		return true;
	cuda_note_error(kernel->device, result, "cannot load a kernel", text);
	add_log(text, log);
	return false;
}

static void unload(const cuda_device *device, const cuda_variant *variant)
{
	if (variant->module && !variant->borrowed)
		device->driver.module_unload(variant->module);
}

hr_unit_refusal cuda_rebuild(cuda_kernel *kernel, cuda_variant *variant, uint32_t threads,
			     char text[HR_BACKEND_TEXT])
{
	cuda_source source;

	unload(kernel->device, variant);
	forget(variant);
	variant->bound = threads;
	return cuda_build(kernel, (unsigned)(variant - kernel->variants), &source, text);
}

void cuda_release_variants(cuda_kernel *kernel)
{
	bool usable = cuda_is_usable(kernel->device);

	for (unsigned i = 0; i < CUDA_VARIANTS; i++) {
		cuda_variant *variant = &kernel->variants[i];

		if (usable)
			unload(kernel->device, variant);
		forget(variant);
	}
}
