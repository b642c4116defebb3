/* tools/ral/hpvm.c -- the device of libhpvm-ral that runs kernels as HPVM graphs, over hpvm_run.h: in the
 * interpreter, with its checks, or on a backend.
 *
 * Buffers are memory of the host. A kernel gets them with their sizes, so that each access is checked
 * against them; a buffer has no value until a kernel, or write(), has given it one.
 *
 * Owns:      a context, a launch for each kernel, the list of buffers.
 * Not here:  the graphs: the module that hpvm-import has written beside the library. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/hpvm_run.h"
#include "tools/ral/ral_private.h"

typedef struct tracked_buffer {
	void *memory;
	size_t bytes;
	bool written;
} tracked_buffer;

typedef struct hpvm {
	hpvm_run_context *context; /* of MODULE; NULL before the first kernel */
	char *module;
	hr_arena arena;
	HR_VEC(const char *) options; /* names and values (NULL: none), in turn */
	hr_strmap launches;           /* by name of the kernel */
	HR_VEC(hpvm_run_launch_handle *) all;
	HR_VEC(tracked_buffer) buffers;
	char said[1024]; /* the first error of the run */
} hpvm;

/* --- buffers ------------------------------------------------------------------------------------ */

static tracked_buffer *find_buffer(hpvm *self, const void *memory)
{
	for (size_t i = self->buffers.count; i-- > 0;)
		if (self->buffers.data[i].memory == memory)
			return &self->buffers.data[i];
	return NULL;
}

static void *hpvm_allocate(void *state, size_t bytes)
{
	hpvm *self = state;
	void *memory = malloc(bytes);

	if (!memory)
		(void)ral_device_failed("%zu bytes", bytes);
	else
		HR_PUSH(&self->buffers, (tracked_buffer){.memory = memory, .bytes = bytes});
	return memory;
}

static void hpvm_release(void *state, void *memory, size_t bytes)
{
	hpvm *self = state;
	tracked_buffer *found = find_buffer(self, memory);

	(void)bytes;
	if (!found)
		return;
	*found = HR_LAST(&self->buffers);
	self->buffers.count--;
	free(memory);
}

static int hpvm_write(void *state, void *memory, const void *from, size_t bytes)
{
	tracked_buffer *found = find_buffer(state, memory);

	if (!found || bytes != found->bytes)
		return ral_device_failed("no buffer of %zu bytes is there", bytes);
	memcpy(memory, from, bytes);
	found->written = true;
	return 0;
}

static int hpvm_read(void *state, const void *memory, void *to, size_t bytes)
{
	const tracked_buffer *found = find_buffer(state, memory);

	if (!found || bytes != found->bytes || !found->written)
		return ral_device_failed("a buffer is read that has no value");
	memcpy(to, memory, bytes);
	return 0;
}

/* --- the program -------------------------------------------------------------------------------- */

static void on_diagnostic(void *data, const hpvm_run_diagnostic *d)
{
	hpvm *self = data;

	if (d->severity == HPVM_RUN_ERROR && !*self->said)
		snprintf(self->said, sizeof(self->said), "[%s] %s", d->id, d->text);
}

static int failed(const hpvm *self)
{
	return ral_device_failed("%s", *self->said ? self->said : hpvm_run_error());
}

/* Load MODULE, which all kernels of a context are in. */
static int load(hpvm *self, const char *module)
{
	if (self->context)
		return strcmp(self->module, module) == 0
			       ? 0
			       : ral_device_failed(
					 "a second program needs a context of its own: '%s'",
					 module);
	self->module = hr_arena_strdup(&self->arena, module);
	if (hpvm_run_open(&self->context))
		return failed(self);
	hpvm_run_set_diagnostics(self->context, on_diagnostic, self);
	for (size_t i = 0; i < self->options.count; i += 2)
		if (hpvm_run_set(self->context, self->options.data[i], self->options.data[i + 1]))
			return failed(self);
	return hpvm_run_add_file(self->context, module) || hpvm_run_load(self->context)
		       ? failed(self)
		       : 0;
}

/* Return the launch of KERNEL, or NULL. */
static hpvm_run_launch_handle *launch_of(hpvm *self, const char *kernel)
{
	const char *root = hr_arena_printf(&self->arena, "%s.root", kernel);
	hpvm_run_launch_handle *made;
	uint64_t found;

	if (hr_strmap_get(&self->launches, kernel, &found))
		return self->all.data[found];
	if (hpvm_run_launch_new(self->context, hpvm_run_find_root(self->context, root), 0, &made))
		return NULL;
	hr_strmap_put(&self->launches, kernel, self->all.count);
	HR_PUSH(&self->all, made);
	return made;
}

/* --- kernels ------------------------------------------------------------------------------------ */

static int bind_buffers(hpvm *self, const ral_launch *what, hpvm_run_launch_handle *launch,
			unsigned *input)
{
	for (unsigned i = 0; i < what->buffer_count; i++) {
		tracked_buffer *of = find_buffer(self, what->buffers[i]);

		if (what->bytes[i] && (!of || of->bytes != (size_t)what->bytes[i]))
			return ral_device_failed("buffer %u of kernel '%s' is not allocated", i,
						 what->kernel->name);
		if (i && what->bytes[i] && !of->written)
			return ral_device_failed("buffer %u of kernel '%s' has no value", i,
						 what->kernel->name);
		if (hpvm_run_bind_buffer(launch, *input, what->buffers[i], (size_t)what->bytes[i],
					 i ? HPVM_RUN_IN : HPVM_RUN_OUT))
			return failed(self);
		*input += 2;
	}
	return 0;
}

static int bind(hpvm *self, const ral_launch *what, hpvm_run_launch_handle *launch)
{
	unsigned input = 0;
	int code = 0;

	for (unsigned i = 0; i < what->dims && !code; i++)
		code = hpvm_run_bind_integer(launch, input++, what->grid[i]) ? failed(self) : 0;
	if (!code)
		code = bind_buffers(self, what, launch, &input);
	for (unsigned i = 0; i < what->number_count && !code; i++)
		code = hpvm_run_bind_integer(launch, input++, what->numbers[i]) ? failed(self) : 0;
	return code;
}

static int hpvm_launch(void *state, const ral_launch *what)
{
	hpvm *self = state;
	hpvm_run_launch_handle *launch;

	*self->said = 0;
	if (!what->module)
		return ral_device_failed("the program has no module of its kernels");
	if (load(self, what->module))
		return -1;
	launch = launch_of(self, what->kernel->name);
	if (!launch)
		return failed(self);
	if (bind(self, what, launch))
		return -1;
	if (hpvm_run_launch(launch) || hpvm_run_wait(launch))
		return failed(self);
	find_buffer(self, what->buffers[0])->written = true;
	return 0;
}

/* --- the device --------------------------------------------------------------------------------- */

static void hpvm_close(void *state)
{
	hpvm *self = state;

	for (size_t i = 0; i < self->all.count; i++)
		(void)hpvm_run_launch_free(self->all.data[i]);
	(void)hpvm_run_close(self->context);
	for (size_t i = 0; i < self->buffers.count; i++)
		free(self->buffers.data[i].memory);
	HR_VEC_FREE(&self->all);
	HR_VEC_FREE(&self->buffers);
	HR_VEC_FREE(&self->options);
	hr_strmap_free(&self->launches);
	hr_arena_free(&self->arena);
	hr_free(self);
}

/* Read "check=all:stats". */
static void read_options(hpvm *self, const char *text)
{
	for (const char *end; *text; text = *end ? end + 1 : end) {
		char *option;
		char *equals;

		end = strchrnul(text, ':');
		option = hr_arena_strndup(&self->arena, text, (size_t)(end - text));
		equals = strchr(option, '=');
		if (equals)
			*equals = 0;
		HR_PUSH(&self->options, option);
		HR_PUSH(&self->options, equals ? equals + 1 : NULL);
	}
}

int ral_hpvm_device(const char *options, ral_device *device)
{
	hpvm *self = hr_alloc_zero(sizeof(*self));

	hr_arena_init(&self->arena);
	read_options(self, options);
	*device = (ral_device){.size = sizeof(*device),
			       .name = "hpvm",
			       .state = self,
			       .host = 1,
			       .checks = 1,
			       .allocate = hpvm_allocate,
			       .release = hpvm_release,
			       .write = hpvm_write,
			       .read = hpvm_read,
			       .launch = hpvm_launch,
			       .close = hpvm_close};
	return 0;
}
