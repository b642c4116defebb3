/* interp/memory/image.c -- addresses of functions and globals, relocations.
 *
 * Invariant: an address never changes once it is assigned. Memory of a global is registered before
 *            its initialiser is filled in, because initialisers may be cyclic.
 *            Constants are writable only while they are filled in (P5).
 * Owns:      globals, closures, call sites.
 * Locking:   one recursive lock for everything; resolving a symbol may resolve another one. */
#include "interp/memory/image.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include <llvm-c/Core.h>

#include "interp/memory/memory.h"
#include "interp/run/thread.h"
#include "ir/program/types.h"
#include "src/diag/instrumentation.h"

typedef struct address {
	uint64_t value;
	bool known;
	bool asked; /* hr_image_global_known() has queried the resolver */
} address;

/* Memory for constants. */
typedef struct constant_chunk {
	uint8_t *pages;
	size_t bytes, used;
} constant_chunk;

struct hr_image {
	hr_run *run;
	const hr_image_host *host;
	hr_arena arena;
	pthread_mutex_t lock;
	hr_symbol_resolver resolver;
	void *data;
	address *functions, *globals; /* by id */
	hr_map function_ids;          /* address -> id */
	bool all_known;               /* every compiled function is in function_ids */
	hr_closure *closures;
	HR_VEC(void *) memory; /* of globals that are not constant */
	HR_VEC(constant_chunk) constants;
	size_t open;           /* constants.data[open...] are writable */
	unsigned filling;      /* number of constants that are being filled in */
	HR_VEC(uint32_t) made; /* globals with memory, in the order in which they got it */
	uint64_t granted;      /* operations granted to threads; atomic */
};

hr_status hr_image_new(hr_run *run, const hr_image_host *host, hr_image **out)
{
	hr_image *image = hr_alloc_zero(sizeof(*image));
	pthread_mutexattr_t attributes;

	image->run = run;
	image->host = host;
	hr_arena_init(&image->arena);
	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&image->lock, &attributes);
	pthread_mutexattr_destroy(&attributes);
	image->functions = hr_alloc_array(run->program->function_count + 1, sizeof(address));
	image->globals = hr_alloc_array(run->program->global_count + 1, sizeof(address));
	*out = image;
	return HR_OK;
}

hr_arena *hr_image_lock(hr_image *image)
{
	pthread_mutex_lock(&image->lock);
	return &image->arena;
}

void hr_image_unlock(hr_image *image)
{
	pthread_mutex_unlock(&image->lock);
}

void hr_image_set_resolver(hr_image *image, hr_symbol_resolver resolver, void *data)
{
	image->resolver = resolver;
	image->data = data;
}

uint64_t hr_image_grant(hr_image *image, uint64_t wanted, uint64_t limit)
{
	uint64_t before;

	if (!limit)
		return wanted;
	before = __atomic_fetch_add(&image->granted, wanted, __ATOMIC_RELAXED);
	if (before >= limit)
		return 0;
	return limit - before < wanted ? limit - before : wanted;
}

void *hr_image_native(hr_image *image, const char *name)
{
	return image->host->symbol(image->run, name);
}

bool hr_image_is_process(const hr_image *image, const char *name)
{
	return image->host->is_process(image->run, name);
}

bool hr_image_is_entry(const hr_image *image, const char *name, const void *at)
{
	return image->host->is_entry(name, at);
}

static uint64_t compiled(const hr_image *image, const char *name)
{
	return image->resolver ? image->resolver(image->data, name) : 0;
}

/* Find an external symbol; a weak one may be missing. */
static hr_status external(hr_image *image, const char *name, void *llvm, uint64_t *value)
{
	char help[HR_UNDEFINED_HELP];

	*value = hr_map_key(hr_image_native(image, name));
	if (*value || (llvm && LLVMGetLinkage(llvm) == LLVMExternalWeakLinkage))
		return HR_OK;
	return hr_report_at(image->run, hr_thread_peek(), HR_D_unresolved_symbol, name,
			    hr_undefined_help(name, help));
}

/* --- functions -------------------------------------------------------------------------------- */

static hr_status find_function(hr_image *image, hr_function *function, uint64_t *value)
{
	const char *why = "";
	hr_closure *closure;

	if (!function->defined)
		return external(image, function->name, function->llvm, value);
	*value = compiled(image, function->name);
	if (*value)
		return HR_OK;
	closure = image->host->closure_new(image->run, function, image->closures, &why);
	if (!closure)
		return hr_report_at(image->run, hr_thread_peek(), HR_D_unsupported_call,
				    function->name, why);
	image->closures = closure;
	*value = image->host->closure_address(closure);
	return HR_OK;
}

hr_status hr_image_function_address(hr_image *image, uint32_t function, uint64_t *result)
{
	address *slot = &image->functions[function];
	hr_status status = HR_OK;

	pthread_mutex_lock(&image->lock);
	if (!slot->known) {
		status = find_function(image, image->run->program->functions[function],
				       &slot->value);
		slot->known = status == HR_OK;
		if (slot->known && slot->value)
			hr_map_put(&image->function_ids, slot->value, function);
	}
	pthread_mutex_unlock(&image->lock);
	if (status == HR_OK)
		*result = slot->value;
	return status;
}

/* Compiled code passes addresses without the image: at the first unknown address, look up all
 * compiled functions. */
static void learn_compiled(hr_image *image)
{
	const hr_program *program = image->run->program;

	image->all_known = true;
	for (uint32_t i = 0; image->resolver && i < program->function_count; i++) {
		uint64_t value = program->functions[i]->defined
					 ? compiled(image, program->functions[i]->name)
					 : 0;

		if (value)
			hr_map_put(&image->function_ids, value, i);
	}
}

hr_function *hr_image_function_at(hr_image *image, uint64_t value)
{
	uint64_t id;
	bool found;

	pthread_mutex_lock(&image->lock);
	found = hr_map_get(&image->function_ids, value, &id);
	if (!found && !image->all_known) {
		learn_compiled(image);
		found = hr_map_get(&image->function_ids, value, &id);
	}
	pthread_mutex_unlock(&image->lock);
	return found ? image->run->program->functions[id] : NULL;
}

/* --- relocations ------------------------------------------------------------------------------ */

static hr_status reloc_value(hr_image *image, hr_thread *thread, const hr_reloc *reloc,
			     uint64_t *value)
{
	const hr_program *program = image->run->program;

	switch (reloc->kind) {
	case HR_RELOC_FUNCTION: return hr_image_function_address(image, reloc->index, value);
	case HR_RELOC_GLOBAL:
		if (program->globals[reloc->index]->thread_local_)
			return hr_image_tls_address(image, thread, reloc->index, value);
		return hr_image_global_address(image, reloc->index, value);
	case HR_RELOC_BLOCK:
		*value = ((uint64_t)reloc->function + 1) << 32 | ((uint64_t)reloc->index + 1)
									 << HR_LABEL_SHIFT;
		return HR_OK;
	}
	hr_bug("relocation of kind %d", (int)reloc->kind);
}

static void apply(uint8_t *bytes, const hr_reloc *reloc, uint64_t value, bool undo)
{
	uint64_t word = 0, by = value + (uint64_t)reloc->addend;
	size_t size = reloc->bytes == 4 ? 4 : 8;

	memcpy(&word, bytes + reloc->offset, size);
	word = reloc->subtract != undo ? word - by : word + by;
	memcpy(bytes + reloc->offset, &word, size);
}

static hr_status relocate(hr_image *image, hr_thread *thread, uint8_t *bytes,
			  const hr_reloc *relocs, size_t count)
{
	uint64_t value;

	for (size_t i = 0; i < count; i++) /* all are resolved before one is applied */
		HR_TRY(reloc_value(image, thread, &relocs[i], &value));
	for (size_t i = 0; i < count; i++) {
		HR_TRY(reloc_value(image, thread, &relocs[i], &value));
		apply(bytes, &relocs[i], value, false);
	}
	return HR_OK;
}

/* Set the offsets of parameters in the image of inputs, as interp/run/thread.h requires; then every
 * function can be invoked. */
static void place_params(hr_code *code)
{
	hr_scalars scalars = {0};
	uint32_t base = 0;

	for (uint32_t i = 0; i < code->param_info_count; i++) {
		const hr_param *param = &code->param_info[i];

		hr_type_flatten(param->type, base, &scalars);
		for (uint32_t j = 0; j < param->count && j < scalars.count; j++)
			code->params[param->first + j].offset = scalars.data[j].offset;
		base += ((uint32_t)param->type->size + 15) & ~15u;
		scalars.count = 0;
	}
	HR_VEC_FREE(&scalars);
}

hr_status hr_engine_prepare(hr_run *run, const hr_code *prepared)
{
	hr_code *code = (hr_code *)prepared;
	hr_image *image = run->image;
	hr_status status = HR_OK;

	if (__atomic_load_n(&code->relocated, __ATOMIC_ACQUIRE))
		return HR_OK;
	pthread_mutex_lock(&image->lock);
	if (!code->relocated) {
		place_params(code);
		status = relocate(image, hr_thread_self(run), code->constants, code->relocs,
				  code->reloc_count);
		__atomic_store_n(&code->relocated, status == HR_OK, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&image->lock);
	return status;
}

/* --- globals ---------------------------------------------------------------------------------- */

/* Return the size of GLOBAL and ALIGN bytes more; too much for any allocation if there is no such size. */
static uint64_t with_align(const hr_global *global, uint64_t align)
{
	return global->bytes < UINT64_MAX / 2 - align ? global->bytes + align : UINT64_MAX / 2;
}

/* Return zeroed memory for one more copy of GLOBAL; *block is the address to free. */
static uint8_t *allocate(const hr_global *global, void **block)
{
	uint64_t align = global->align < 16 ? 16 : global->align;

	*block = hr_alloc_zero(with_align(global, align));
	return (uint8_t *)(((uintptr_t)*block + align - 1) & ~(uintptr_t)(align - 1));
}

enum { CHUNK_BYTES = 64 * 1024 };

static void protect(hr_image *image, int how)
{
	for (size_t i = image->open; i < image->constants.count; i++)
		if (mprotect(image->constants.data[i].pages, image->constants.data[i].bytes, how))
			hr_bug("mprotect() of constants: %s", strerror(errno));
}

/* Return zeroed memory for the constant GLOBAL, which is writable until close_constant(); NULL if there
 * is none. */
static uint8_t *open_constant(hr_image *image, const hr_global *global)
{
	const uint64_t align = global->align < 16 ? 16 : global->align;
	const uint64_t bytes = with_align(global, align);
	constant_chunk *last;
	uint8_t *place;

	if (!image->filling++) {
		image->open = image->constants.count ? image->constants.count - 1 : 0;
		protect(image, PROT_READ | PROT_WRITE);
	}
	if (!image->constants.count ||
	    HR_LAST(&image->constants).bytes - HR_LAST(&image->constants).used < bytes) {
		constant_chunk made = {.bytes = (bytes + CHUNK_BYTES - 1) / CHUNK_BYTES *
						CHUNK_BYTES};

		made.pages = hr_pages_map(made.bytes, true);
		if (!made.pages)
			return NULL;
		HR_PUSH(&image->constants, made);
	}
	last = &HR_LAST(&image->constants);
	place = last->pages + last->used;
	place += (align - (uintptr_t)place % align) % align;
	last->used = (size_t)(place - last->pages) + global->bytes;
	return place;
}

static void close_constant(hr_image *image)
{
	if (!--image->filling)
		protect(image, PROT_READ);
}

static hr_status initialise(hr_image *image, hr_thread *thread, const hr_global *global,
			    uint8_t *bytes)
{
	hr_relocs relocs = {0};
	hr_status status = hr_global_image(image->run->program, global, bytes, &relocs);

	if (status == HR_OK)
		status = relocate(image, thread, bytes, relocs.data, relocs.count);
	HR_VEC_FREE(&relocs);
	return status;
}

static hr_status make_global(hr_image *image, const hr_global *global, address *slot)
{
	void *block;
	uint8_t *bytes;
	hr_status status;

	if (global->constant) {
		bytes = open_constant(image, global);
	} else {
		bytes = allocate(global, &block);
		HR_PUSH(&image->memory, block);
	}
	slot->value = hr_map_key(bytes);
	slot->known = bytes != NULL;
	if (slot->known)
		HR_PUSH(&image->made, global->id);
	status = bytes ? initialise(image, hr_thread_self(image->run), global, bytes)
		       : hr_report_at(image->run, NULL, HR_D_memory_limit, "a constant",
				      (size_t)global->bytes);
	if (global->constant)
		close_constant(image);
	slot->known = status == HR_OK;
	return status;
}

static hr_status find_global(hr_image *image, const hr_global *global, address *slot)
{
	if (global->defined) {
		slot->value = hr_image_is_label_table(global) ? 0 : compiled(image, global->name);
		if (!slot->value)
			return make_global(image, global, slot);
	} else {
		HR_TRY(external(image, global->name, global->llvm, &slot->value));
	}
	slot->known = true;
	return HR_OK;
}

hr_status hr_image_global_address(hr_image *image, uint32_t global, uint64_t *result)
{
	address *slot = &image->globals[global];
	hr_status status = HR_OK;

	pthread_mutex_lock(&image->lock);
	if (!slot->known)
		status = find_global(image, image->run->program->globals[global], slot);
	if (status == HR_OK)
		*result = slot->value;
	pthread_mutex_unlock(&image->lock);
	return status;
}

bool hr_image_global_known(hr_image *image, uint32_t global, uint64_t *result)
{
	const hr_global *of = image->run->program->globals[global];
	address *slot = &image->globals[global];
	bool known;

	pthread_mutex_lock(&image->lock);
	if (!slot->known && !slot->asked && of->defined && !of->thread_local_ &&
	    !hr_image_is_label_table(of)) {
		slot->asked = true;
		slot->value = compiled(image, of->name);
		slot->known = slot->value != 0;
	}
	known = slot->known && of->defined;
	if (known)
		*result = slot->value;
	pthread_mutex_unlock(&image->lock);
	return known;
}

bool hr_image_global_made(hr_image *image, size_t nth, uint32_t *global)
{
	bool made;

	pthread_mutex_lock(&image->lock);
	made = nth < image->made.count;
	if (made)
		*global = image->made.data[nth];
	pthread_mutex_unlock(&image->lock);
	return made;
}

/* --- thread-local globals --------------------------------------------------------------------- */

/* Each thread has addresses by id, and the blocks to free in a second array of the same length. */
static hr_status make_tls(hr_image *image, hr_thread *thread, uint32_t id)
{
	const hr_global *global = image->run->program->globals[id];
	uint8_t *bytes;

	thread->tls[id] = compiled(image, global->name);
	if (thread->tls[id])
		return HR_OK;
	if (!global->defined)
		return external(image, global->name, global->llvm, &thread->tls[id]);
	bytes = allocate(global, &hr_thread_tls_blocks(thread)[id]);
	thread->tls[id] = hr_map_key(bytes);
	return initialise(image, thread, global, bytes);
}

hr_status hr_image_tls_address(hr_image *image, hr_thread *thread, uint32_t global,
			       uint64_t *result)
{
	hr_status status = HR_OK;

	if (!thread->tls) {
		thread->tls = hr_alloc_array(2 * (size_t)image->run->program->global_count,
					     sizeof(*thread->tls));
		thread->tls_count = image->run->program->global_count;
	}
	pthread_mutex_lock(&image->lock);
	if (!thread->tls[global])
		status = make_tls(image, thread, global);
	pthread_mutex_unlock(&image->lock);
	if (status == HR_OK)
		*result = thread->tls[global];
	return status;
}

/* --- freeing
 * ----------------------------------------------------------------------------------- */

/* The program outlives the run: reset its code, so that another run can prepare it. */
static void forget(hr_image *image, hr_code *code)
{
	uint64_t value;

	for (uint32_t i = 0; i < code->call_count; i++)
		code->calls[i].native = NULL;
	if (!code->relocated)
		return;
	for (uint32_t i = 0; i < code->reloc_count; i++)
		if (reloc_value(image, hr_thread_self(image->run), &code->relocs[i], &value) ==
		    HR_OK)
			apply(code->constants, &code->relocs[i], value, true);
	code->relocated = false;
}

void hr_image_free(hr_image *image)
{
	const hr_program *program;

	if (!image)
		return;
	program = image->run->program;
	for (uint32_t i = 0; i < program->function_count; i++)
		if (program->functions[i]->code)
			forget(image, program->functions[i]->code);
	hr_thread_release(image->run);
	image->host->closure_free(image->closures);
	for (size_t i = 0; i < image->memory.count; i++)
		hr_free(image->memory.data[i]);
	HR_VEC_FREE(&image->memory);
	HR_VEC_FREE(&image->made);
	for (size_t i = 0; i < image->constants.count; i++)
		hr_pages_unmap(image->constants.data[i].pages, image->constants.data[i].bytes);
	HR_VEC_FREE(&image->constants);
	hr_map_free(&image->function_ids);
	hr_free(image->functions);
	hr_free(image->globals);
	pthread_mutex_destroy(&image->lock);
	hr_arena_free(&image->arena);
	hr_free(image);
}
