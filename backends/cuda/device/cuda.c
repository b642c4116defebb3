/* backends/cuda/device/cuda.c -- the cuda backend: runs leaves as kernels on an NVIDIA device
 * through the driver.
 *
 * Invariant: results are equal to the interpreter's bit by bit, except math functions that may be
 *            off by some ULP.
 * Owns:      the device, built units.
 * Clauses:   N1, M3.
 * Not here:  translation of a unit to PTX (backends/cuda/translate/code.c), compiling (build.c),
 *            memory (memory.c), grids (run.c). */
#include "backends/cuda/device/cuda.h"

#include <stdio.h>
#include <string.h>

#include "backends/shared/context.h"
#include "src/arith/cfunction.h"

#ifndef CUDA_MODULE_NAME
#include "backends/cuda/translate/emitter.h"

#define CUDA_MODULE_NAME    "cuda"
#define CUDA_MODULE_EMITTER &cuda_emitter
#endif

static int open_cuda(const hr_backend_host *host, void **state, char text[HR_BACKEND_TEXT])
{
	cuda_device *device = hr_alloc_zero(sizeof(*device));

	device->host = host;
	if (!cuda_device_open(device, text)) {
		hr_free(device);
		return 1;
	}
	*state = device;
	return 0;
}

static void close_cuda(void *state)
{
	cuda_device_close(state);
	hr_free(state);
}

static uint32_t list_devices(void *state, hr_device *list, uint32_t room)
{
	const cuda_device *device = state;

	if (room > 0)
		snprintf(list[0].name, HR_BACKEND_TEXT,
			 "%.100s, compute capability %u.%u, driver of CUDA %d.%d, %s libdevice",
			 device->name, device->capability / 10, device->capability % 10,
			 device->driver.version / 1000, device->driver.version % 1000 / 10,
			 device->libdevice ? "with" : "without");
	return 1;
}

static hr_unit_refusal admit(void *state, const hr_unit *unit, char text[HR_BACKEND_TEXT])
{
	const cuda_device *device = state;
	LLVMContextRef context = hr_context_new();
	hr_unit_refusal refusal;
	cuda_code code;

	cuda_translate(unit, &device->target, context, &code);
	refusal = code.refusal;
	if (refusal != HR_TAKEN)
		memcpy(text, code.text, HR_BACKEND_TEXT);
	cuda_code_free(&code);
	hr_context_free(context);
	return refusal;
}

/* --- built units ------------------------------------------------------------------------------ */

static void *copied(const void *from, size_t bytes)
{
	void *made = hr_alloc(bytes + 1);

	if (bytes)
		memcpy(made, from, bytes);
	return made;
}

/* Copy what compiling and runs need from UNIT. */
static void describe(cuda_kernel *self, const hr_unit *unit)
{
	hr_unit *made = &self->description;

	*made = *unit;
	made->name = hr_strdup(unit->name);
	made->triple = hr_strdup(unit->triple);
	made->layout = hr_strdup(unit->layout);
	made->bitcode = copied(unit->bitcode, unit->bitcode_bytes);
	made->inputs = copied(unit->inputs, unit->input_count * sizeof(*unit->inputs));
	made->outputs = copied(unit->outputs, unit->output_count * sizeof(*unit->outputs));
	made->dims = copied(unit->dims, unit->level_count);
	made->symbols = NULL;
	made->functions = NULL;
	made->symbol_count = 0;
	made->steps = NULL;
	for (uint32_t i = 0; i < unit->input_count; i++)
		self->varies |= (unit->inputs[i].flags & HR_PORT_VARIES) != 0;
	self->ranges = hr_alloc_array(unit->input_count + 1, sizeof(*self->ranges));
	self->blocks = hr_alloc_array(unit->input_count + 1, sizeof(cuda_block *));
}

static void forget(const void *owned)
{
	hr_free((void *)(uintptr_t)owned);
}

/* Free objects on the device, unless it hangs or is lost. */
static void release_on_device(cuda_kernel *self)
{
	cuda_device *device = self->device;
	char text[HR_BACKEND_TEXT];

	if (!cuda_is_usable(device) || !cuda_enter(device, text) || !cuda_catch_up_quietly(device))
		return;
	cuda_chain_forget(&device->chain);
	if (self->input_room)
		device->driver.release(self->inputs);
	if (self->output_room)
		device->driver.release(self->outputs);
	if (self->started)
		device->driver.stream_destroy(self->stream);
}

static void release(void *built)
{
	cuda_kernel *self = built;

	release_on_device(self);
	cuda_release_variants(self);
	hr_group_choice_free(self->choice);
	forget(self->description.name);
	forget(self->description.triple);
	forget(self->description.layout);
	forget(self->description.bitcode);
	forget(self->description.inputs);
	forget(self->description.outputs);
	forget(self->description.dims);
	hr_free(self->ranges);
	hr_free(self->blocks);
	hr_free(self);
}

/* Append the source of the machine code to what TEXT says of images. */
static void say_source(const cuda_kernel *self, cuda_source source, char text[HR_BACKEND_TEXT])
{
	const char *const words[] = {
		source == CUDA_CACHED ? "from the cache" : "",
		self->variants[CUDA_DISJOINT].code.library_calls ? "with libdevice" : ""};

	for (unsigned i = 0; i < 2; i++) {
		size_t used = strlen(text);

		if (*words[i])
			snprintf(text + used, HR_BACKEND_TEXT - used, "%s%s", used ? ", " : "",
				 words[i]);
	}
}

static hr_unit_refusal build(void *state, const hr_unit *unit, void **built,
			     char text[HR_BACKEND_TEXT])
{
	cuda_kernel *self = hr_alloc_zero(sizeof(*self));
	hr_unit_refusal refusal = HR_REFUSES_DEVICE;
	cuda_source source = CUDA_COMPILED;

	self->device = state;
	describe(self, unit);
	if (cuda_enter(state, text)) {
		/* An earlier error must not be attributed to this leaf. */
		if (cuda_catch_up_quietly(state))
			refusal = cuda_build(self, CUDA_DISJOINT, &source, text);
		else
			snprintf(text, HR_BACKEND_TEXT, "an earlier launch failed");
	}
	if (!hr_is_taken(refusal)) {
		release(self);
		return refusal;
	}
	say_source(self, source, text);
	*built = self;
	return refusal;
}

static int settle(void *state, char text[HR_BACKEND_TEXT])
{
	cuda_device *device = state;
	nv_result result;
	bool unreported;

	pthread_mutex_lock(&device->lock);
	unreported = device->unreported[0];
	if (unreported)
		memcpy(text, device->unreported, HR_BACKEND_TEXT);
	device->unreported[0] = '\0';
	pthread_mutex_unlock(&device->lock);
	if (unreported)
		return 1;
	if (!cuda_chain_is_behind(&device->chain) && !cuda_order_is_open(device))
		return 0;
	if (!cuda_enter(device, text) || !cuda_catch_up(device, text))
		return 1;
	result = cuda_order_settle(device);
	if (result != NV_SUCCESS)
		cuda_note_error(device, result, "a copy", text);
	return result != NV_SUCCESS;
}

static const hr_backend_accuracy accuracy[] = {
#define ACCURACY_INSTRUCTION                       0, 0
#define ACCURACY_EXACT                             0, 0
#define ACCURACY_NEAR(f, d)                        f, d
#define ACCURACY_OWN(f, d)                         f, d
#define ACCURACY_LACKS(why)                        0, 0
#define MATH(name, signature, opencl, nvidia, ...) {#name, ACCURACY_##nvidia},
#include "src/arith/cfunction.def"
};

const hr_backend hr_backend_module = {
	.version = HR_BACKEND_VERSION,
	.bytes = sizeof(hr_backend),
	.name = CUDA_MODULE_NAME,
	.summary = "leaves as kernels on an NVIDIA GPU",
	.open = open_cuda,
	.close = close_cuda,
	.devices = list_devices,
	.admit = admit,
	.build = build,
	.run = cuda_run,
	.release = release,
	.options = cuda_options,
	.option_count = CUDA_OPTIONS,
	.memory = &cuda_device_memory,
	.takes = HR_TAKES_GROUPS | HR_TAKES_CHAINS | HR_TAKES_LIBERTIES | HR_TAKES_ADDRESSES,
	.accuracy = accuracy,
	.accuracy_count = sizeof(accuracy) / sizeof(accuracy[0]),
	.settle = settle,
	.emitter = CUDA_MODULE_EMITTER,
};
