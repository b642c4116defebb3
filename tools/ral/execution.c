/* tools/ral/execution.c -- executions of a program: inputs against its needs, constants, the life of values.
 *
 * Invariant: a tensor of an execution lives while values stand for it. With a device that checks, it stays
 *            known after that, so that a later use is found.
 * Owns:      executions; programs in a context, and files of constants that it has mapped.
 * Clauses:   X2.
 * Not here:  calls (apply.c). */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "interp/row/row_constant.h"
#include "ir/tensor/needs.h"
#include "tools/ral/ral_private.h"

/* --- programs ---------------------------------------------------------------------------------- */

/* Return the folder of the library or executable that PROGRAM is in, ending in a slash; "" if unknown. */
static const char *folder_of(ral *r, const ral_program *program)
{
	Dl_info about;
	const char *slash =
		dladdr(program, &about) && about.dli_fname ? strrchr(about.dli_fname, '/') : NULL;

	return slash ? hr_arena_strndup(&r->arena, about.dli_fname,
					(size_t)(slash + 1 - about.dli_fname))
		     : "";
}

static ral_loaded *load(ral *r, const ral_program *program)
{
	ral_loaded *loaded;

	for (size_t i = 0; i < r->loaded.count; i++)
		if (r->loaded.data[i]->program == program)
			return r->loaded.data[i];
	loaded = hr_alloc_zero(sizeof(*loaded));
	loaded->program = program;
	loaded->sites = hr_alloc_zero((program->site_count + 1) * sizeof(*loaded->sites));
	loaded->folder = folder_of(r, program);
	if (program->module)
		loaded->module =
			hr_arena_printf(&r->arena, "%s%s", loaded->folder, program->module);
	HR_PUSH(&r->loaded, loaded);
	return loaded;
}

/* --- inputs ------------------------------------------------------------------------------------ */

static int check_types(ral *r, const hr_needs *needs, ral_tensor *const *inputs, hr_dims *shapes)
{
	for (unsigned i = 0; i < needs->input_count; i++) {
		const hr_needs_input *input = &needs->inputs[i];

		if (!inputs[i] || inputs[i]->context != r)
			return ral_fail(r, "input '%s' is no tensor of this context", input->name);
		if (inputs[i]->elem != input->elem)
			return ral_fail(r, "input '%s' is %s, but must be %s", input->name,
					hr_elem_name(inputs[i]->elem), hr_elem_name(input->elem));
		shapes[i] = inputs[i]->shape;
	}
	return 0;
}

static int check_inputs(ral_run *run, ral_tensor *const *inputs)
{
	ral *r = run->context;
	hr_symbols *symbols = hr_symbols_new();
	hr_sym_values values = {0};
	const char *why = NULL;
	hr_needs needs;
	hr_dims *shapes;
	int code = 0;

	if (!hr_needs_read(&run->arena, symbols, run->loaded->program->needs, &needs, &why)) {
		code = ral_fail(r, "%s", why);
	} else {
		shapes = hr_arena_array(&run->arena, needs.input_count + 1, sizeof(*shapes));
		code = check_types(r, &needs, inputs, shapes);
		if (!code && !hr_needs_check(&run->arena, symbols, &needs, shapes, &values, &why))
			code = ral_fail(r, "%s", why);
	}
	hr_sym_values_free(&values);
	hr_symbols_free(symbols);
	return code;
}

/* Return true if this machine has PROCESSOR, as programs name it. */
static bool has_processor(const char *processor)
{
#ifdef __x86_64__
	if (strcmp(processor, "x86-64-v3") == 0)
		return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
		       __builtin_cpu_supports("bmi2");
#endif
	return !*processor;
}

/* --- begin and end ------------------------------------------------------------------------------ */

static void free_run(ral_run *run)
{
	ral_tensor *next;

	for (ral_tensor *t = run->context->tensors; t; t = next) {
		next = t->next;
		if (t->run == run)
			ral_tensor_free(t);
	}
	hr_arena_free(&run->arena);
	hr_free(run);
}

ral_run *ral_begin(ral *r, const ral_program *program, ral_tensor *const *inputs)
{
	ral_run *run;

	if (program->size != sizeof(*program)) {
		(void)ral_fail(r, "the program was made for another version of ral.h");
		return NULL;
	}
	if (!has_processor(program->processor)) {
		(void)ral_fail(r, "the program was compiled for the processor %s",
			       program->processor);
		return NULL;
	}
	run = hr_alloc_zero(sizeof(*run));
	run->context = r;
	run->where = program->name;
	hr_arena_init(&run->arena);
	run->loaded = load(r, program);
	if (!check_inputs(run, inputs))
		return run;
	free_run(run);
	return NULL;
}

/* Return -1, with the reason, if more values stand for tensors of RUN than the outputs do. */
static int check_released(ral_run *run, ral_tensor *const *values)
{
	unsigned left = 0;

	for (const ral_tensor *t = run->context->tensors; t; t = t->next)
		left += t->run == run ? t->values : 0;
	for (unsigned i = 0; i < run->loaded->program->output_count; i++)
		left -= values[i]->run == run;
	return left ? ral_fail(run->context, "%u values of '%s' were not released", left,
			       run->loaded->program->name)
		    : 0;
}

int ral_end(ral_run *run, ral_tensor *const *values, ral_tensor **outputs)
{
	int code = run->failed ? -1 : 0;

	if (!code && run->context->device.checks)
		code = check_released(run, values);
	for (unsigned i = 0; !code && i < run->loaded->program->output_count; i++)
		outputs[i] = ral_tensor_view(values[i], NULL, values[i]->elem, &values[i]->shape);
	free_run(run);
	return code;
}

void ral_at(ral_run *run, const char *where)
{
	run->where = where;
}

int ral_failed(const ral_run *run)
{
	return run->failed;
}

/* --- values ------------------------------------------------------------------------------------ */

ral_tensor *ral_same(ral_run *run, ral_tensor *tensor)
{
	if (tensor && tensor->run == run)
		tensor->values++;
	return tensor;
}

void ral_done(ral_run *run, ral_tensor *tensor)
{
	if (!tensor || tensor->run != run || !tensor->values || --tensor->values)
		return;
	if (run->context->device.checks)
		ral_tensor_release(tensor);
	else
		ral_tensor_free(tensor);
}

ral_tensor *ral_apply(ral_run *run, unsigned site, const char *text, unsigned count, ...)
{
	ral_tensor **operands, *result;
	va_list list;

	if (run->failed)
		return NULL;
	operands = hr_arena_array(&run->arena, count + 1, sizeof(ral_tensor *));
	va_start(list, count);
	for (unsigned i = 0; i < count; i++)
		operands[i] = va_arg(list, ral_tensor *);
	va_end(list);
	result = ral_apply_site(run, &run->loaded->sites[site], text, count, operands);
	run->failed = !result;
	hr_arena_free(&run->arena);
	hr_arena_init(&run->arena);
	return result;
}

ral_tensor *ral_scalar(ral_run *run, int64_t value)
{
	const ral_device *device = &run->context->device;
	const hr_dims scalar = {0};
	ral_tensor *made;

	if (run->failed)
		return NULL;
	made = ral_tensor_make(run->context, run, HR_E_I64, false, &scalar);
	run->failed = !made;
	if (made && device->write(device->state, made->memory->buffer, &value, sizeof(value))) {
		(void)ral_fail_device(run->context, run->where);
		run->failed = true;
	}
	return made;
}

int64_t ral_integer(ral_run *run, const ral_tensor *tensor)
{
	int64_t value = 0;
	hr_tensor_data data;

	if (run->failed)
		return 0;
	if (tensor->count != 1 || hr_elem_is_real(tensor->elem))
		(void)ral_fail(run->context, "%s: a condition or count is not one integer",
			       run->where);
	else if (!ral_tensor_data(tensor, &run->arena, true, &data))
		(void)ral_fail_device(run->context, run->where);
	else
		return hr_elem_integer(data.elem, data.data, 0);
	run->failed = true;
	return value;
}

/* --- constants --------------------------------------------------------------------------------- */

/* Map the file at PATH. Return NULL, and set errno, if it cannot be. */
static const ral_mapped *map_file(ral *r, const char *path)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	ral_mapped made = {0};
	struct stat state;

	if (file < 0)
		return NULL;
	if (fstat(file, &state) == 0 && state.st_size > 0) {
		made.bytes = (size_t)state.st_size;
		made.memory = mmap(NULL, made.bytes, PROT_READ, MAP_PRIVATE, file, 0);
	}
	close(file);
	if (!made.memory || made.memory == MAP_FAILED)
		return NULL;
	made.path = path;
	HR_PUSH(&r->files, made);
	return &HR_LAST(&r->files);
}

static const void *from_file(ral_run *run, const hr_attributes *attributes, const char *name,
			     uint64_t bytes)
{
	ral *r = run->context;
	uint64_t offset = (uint64_t)hr_attribute_integer(attributes, "offset", 0);
	const char *path =
		hr_arena_printf(&r->arena, "%s%s", *name == '/' ? "" : run->loaded->folder, name);
	const ral_mapped *file = NULL;

	for (size_t i = 0; i < r->files.count && !file; i++)
		if (strcmp(r->files.data[i].path, path) == 0)
			file = &r->files.data[i];
	errno = 0;
	if (!file)
		file = map_file(r, path);
	if (!file)
		(void)ral_fail(r, "the values of a constant are missing: '%s': %s", path,
			       errno ? strerror(errno) : "the file is empty");
	else if (offset > file->bytes || bytes > file->bytes - offset)
		(void)ral_fail(r, "the values of a constant are missing: '%s' is too short", path);
	else
		return (const uint8_t *)file->memory + offset;
	return NULL;
}

static ral_tensor *make_constant(ral_run *run, const char *text)
{
	ral *r = run->context;
	hr_tensor_data made = {0};
	hr_attributes attributes;
	const hr_attribute *file;
	const char *why = NULL;
	const void *memory;

	if (!hr_attributes_read(&run->arena, text, &attributes, &why) ||
	    !hr_row_constant_shape(&attributes, &made)) {
		(void)ral_fail(r, "the constant '%s' is not valid", text);
		return NULL;
	}
	file = hr_attribute_of(&attributes, "file");
	if (file) {
		memory = from_file(run, &attributes, file->text,
				   made.count * hr_elem_bytes(made.elem));
		return memory ? ral_tensor_constant(r, made.elem, &made.shape, memory) : NULL;
	}
	made.data = hr_arena_array(&r->arena, made.count + 1, hr_elem_bytes(made.elem));
	if (!hr_row_constant_values(&attributes, &made)) {
		(void)ral_fail(r, "the constant '%s' is not valid", text);
		return NULL;
	}
	return ral_tensor_constant(r, made.elem, &made.shape, made.data);
}

ral_tensor *ral_constant(ral_run *run, unsigned site, const char *text)
{
	ral_site *at = &run->loaded->sites[site];

	if (run->failed)
		return NULL;
	if (!at->constant)
		at->constant = make_constant(run, text);
	run->failed = !at->constant;
	return at->constant;
}
