/* backends/nvidia/mock/modules.c -- the mock's modules, kernels and launches; linking.
 *
 * From PTX it reads what launches are checked against: version, target, entries with the sizes of
 * their parameters, global variables. From machine code it reads the names (images.c).
 * Source of the syntax: NVIDIA, PTX ISA ("Directives": .version, .target, .entry, .param, .maxntid,
 * .global). */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/nvidia/mock/mock.h"
#include "backends/nvidia/mock/mock_cuda.h"

enum { MOST_KERNELS = 64, MOST_GLOBALS = 64, LINK_BYTES = 1 << 20, MOST_TEXT = 1 << 30 };
/* Header of the result of linking; the PTX follows. */
static const char LINKED[] = "\177DOUBLE\n";

/* The memory of a global variable that was looked up. */
typedef struct mock_variable {
	char name[128];
	nv_address address;
	uint64_t bytes;
} mock_variable;

typedef struct module {
	char *text; /* PTX; NULL: an image */
	/* An image with machine code; NULL: an image whose contents are not known. */
	uint8_t *code;
	mock_kernel kernels[MOST_KERNELS];
	uint32_t count;
	mock_variable variables[MOST_GLOBALS];
	uint32_t variable_count;
} module;

typedef struct loaded_function {
	mock_kernel kernel;
} loaded_function;

typedef struct linking {
	char *text;
	size_t bytes;
	bool complete;
} linking;

/* --- reading PTX ------------------------------------------------------------------------------ */

static const char *blank(const char *at)
{
	while (isspace((unsigned char)*at) || strncmp(at, "//", 2) == 0)
		at += *at == '/' ? strcspn(at, "\n") : 1;
	return at;
}

static const char *word(const char *at, char *to, size_t room)
{
	size_t length = 0;

	at = blank(at);
	while (isalnum((unsigned char)at[length]) || at[length] == '_' || at[length] == '$' ||
	       at[length] == '.' || at[length] == '%')
		length++;
	snprintf(to, room, "%.*s", (int)length, at);
	return blank(at + length);
}

static uint32_t size_of_type(const char *type)
{
	const char *digits = type + strcspn(type, "0123456789");
	unsigned bits = (unsigned)strtoul(digits, NULL, 10);

	return strcmp(type, ".pred") == 0 ? 1 : bits / 8;
}

/* Parse a parameter "[.param] [.align N] TYPE [.ptr ...] NAME[COUNT]" up to its comma or
 * parenthesis. */
static const char *parameter(const char *at, mock_kernel *kernel)
{
	uint32_t size = 0, align = 0, count = 1, number = kernel->parameter_count++;
	char text[128];
	bool pointer = false;

	MOCK_RULE(number < 64, "ptx", "the mock reads 64 parameters of a kernel at most");
	while (*at && *at != ',' && *at != ')') {
		at = word(at, text, sizeof(text));
		if (strcmp(text, ".align") == 0) {
			at = word(at, text, sizeof(text));
			align = align ? align : (uint32_t)strtoul(text, NULL, 10);
		} else if (text[0] == '.' && !size && size_of_type(text)) {
			size = size_of_type(text);
			pointer = size == 8 && text[1] != 'f';
		} else if (*at == '[') {
			count = (uint32_t)strtoul(at + 1, NULL, 10);
			at = blank(at + strcspn(at, "]") + 1);
			pointer = false;
		} else if (!text[0]) {
			mock_broken("ptx", "a parameter of %s is not understood: %.20s",
				    kernel->name, at);
		}
	}
	if (!align)
		align = size;
	kernel->offsets[number] = (kernel->bytes + align - 1) / align * align;
	kernel->sizes[number] = size * count;
	kernel->pointer[number] = pointer;
	kernel->bytes = kernel->offsets[number] + size * count;
	return at;
}

static void entry(const char *at, mock_kernel *kernel)
{
	const char *body;

	*kernel = (mock_kernel){.dynamic_bytes = 48 << 10};
	at = word(at, kernel->name, sizeof(kernel->name));
	if (*at == '(') {
		at = blank(at + 1);
		while (*at && *at != ')') {
			at = parameter(at, kernel);
			at = *at == ',' ? blank(at + 1) : at;
		}
	}
	body = at + strcspn(at, "{");
	for (at += *at == ')'; at < body; at++)
		if (strncmp(at, ".maxntid", 8) == 0 || strncmp(at, ".reqntid", 8) == 0) {
			unsigned x = 1, y = 1, z = 1;

			if (sscanf(at + 8, " %u , %u , %u", &x, &y, &z) > 0)
				kernel->most_threads = x * y * z;
		}
	mock_read_accesses(body, kernel);
}

static nv_result read_ptx(module *to)
{
	const char *version = strstr(to->text, ".version"), *target = strstr(to->text, ".target");
	unsigned major = 0, minor = 0, sm = 0;
	uint64_t driver = mock_option("driver", 13000);

	if (!version || sscanf(version + 8, " %u.%u", &major, &minor) != 2 || !target ||
	    sscanf(target + 7, " sm_%u", &sm) != 1)
		return NV_INVALID_PTX;
	if (sm > mock_option("capability", 90))
		return NV_INVALID_PTX;
	/* CUDA 11.0 to 11.8 accept PTX 7.0 to 7.8, CUDA 12.0 to 12.9 PTX 8.0 to 8.8, CUDA 13.0 PTX
	 * 9.0. */
	if (major > driver / 1000 - 4 || (major == driver / 1000 - 4 && minor > driver % 1000 / 10))
		return NV_UNSUPPORTED_PTX_VERSION;
	for (const char *at = to->text; (at = strstr(at, ".entry")); at += 6) {
		MOCK_RULE(to->count < MOST_KERNELS, "ptx", "the mock reads %d kernels at most",
			  MOST_KERNELS);
		entry(at + 6, &to->kernels[to->count++]);
		mock_log("kernel %s: %u parameters, %u bytes", to->kernels[to->count - 1].name,
			 to->kernels[to->count - 1].parameter_count,
			 to->kernels[to->count - 1].bytes);
	}
	return NV_SUCCESS;
}

/* --- options of the compiler ------------------------------------------------------------------ */

static void *option_value(nv_jit_option wanted, unsigned count, const nv_jit_option *options,
			  void **values)
{
	for (unsigned i = 0; i < count; i++)
		if (options[i] == wanted)
			return values[i];
	return NULL;
}

static void check_options(unsigned count, const nv_jit_option *options, void **values)
{
	static const nv_jit_option buffers[][2] = {{NV_JIT_INFO_LOG, NV_JIT_INFO_LOG_BYTES},
						   {NV_JIT_ERROR_LOG, NV_JIT_ERROR_LOG_BYTES}};

	MOCK_RULE(!count || (options && values), "options",
		  "%u options are announced and none given", count);
	for (unsigned i = 0; i < 2; i++) {
		char *buffer = option_value(buffers[i][0], count, options, values);
		uintptr_t bytes = (uintptr_t)option_value(buffers[i][1], count, options, values);

		if (!buffer)
			continue;
		MOCK_RULE(bytes, "options", "a buffer for messages comes without its size");
		mock_host_bytes(buffer, bytes, "a buffer for messages");
		buffer[0] = '\0';
	}
}

static void tell(nv_result result, unsigned count, const nv_jit_option *options, void **values)
{
	char *buffer = option_value(NV_JIT_ERROR_LOG, count, options, values);
	uintptr_t bytes = (uintptr_t)option_value(NV_JIT_ERROR_LOG_BYTES, count, options, values);

	if (result != NV_SUCCESS && buffer)
		snprintf(buffer, bytes, "mock : error : the PTX is not for this driver and device");
}

/* --- modules ---------------------------------------------------------------------------------- */

static nv_result take_text(module *to, const void *text, size_t most)
{
	to->text = strndup(text, most);
	return to->text ? read_ptx(to) : NV_OUT_OF_MEMORY;
}

static nv_result take_image(module *to, const void *data)
{
	mock_image image = mock_image_for_device(data);
	size_t linked = sizeof(LINKED) - 1;

	if (image.kind == MOCK_NO_IMAGE)
		return NV_NO_BINARY_FOR_GPU;
	if (image.kind == MOCK_COMPRESSED)
		return NV_SUCCESS;
	if (image.kind == MOCK_PTX)
		return take_text(to, image.data, image.bytes);
	if (image.bytes > linked && memcmp(image.data, LINKED, linked) == 0)
		return take_text(to, image.data + linked, image.bytes - linked);
	to->code = malloc(image.bytes);
	if (!to->code)
		return NV_OUT_OF_MEMORY;
	memcpy(to->code, image.data, image.bytes);
	return NV_SUCCESS;
}

nv_result cuModuleLoadDataEx(nv_module *handle, const void *image, unsigned count,
			     nv_jit_option *options, void **values)
{
	MOCK_CALL(cuModuleLoadDataEx, MOCK_CONTEXT | MOCK_NO_CAPTURE, "%p, %u options", image,
		  count);
	mock_object *made;
	nv_result result;

	mock_host_bytes(image, 4, "the image");
	check_options(count, options, values);
	made = mock_object_new(MOCK_MODULES, "module", mock_current(), sizeof(module));
	if (memcmp(image, LINKED, sizeof(LINKED) - 1) == 0)
		result = take_text(made->data, (const char *)image + sizeof(LINKED) - 1, MOST_TEXT);
	else if (memcmp(image, "\177ELF", 4) == 0 || memcmp(image, "\x50\xed\x55\xba", 4) == 0)
		result = take_image(made->data, image);
	else
		result = take_text(made->data, image, MOST_TEXT);
	tell(result, count, options, values);
	if (result != NV_SUCCESS) {
		mock_object_end(made);
		return result;
	}
	*handle = (nv_module)made;
	return NV_SUCCESS;
}

nv_result cuModuleUnload(nv_module handle)
{
	MOCK_CALL(cuModuleUnload, MOCK_CONTEXT, "%p", (void *)handle);
	mock_object *object = mock_object_of(handle, MOCK_MODULES, "module");
	module *of = object->data;

	mock_object_end(object);
	for (uint32_t i = 0; i < of->variable_count; i++)
		mock_memory_end(of->variables[i].address);
	return NV_SUCCESS;
}

nv_result cuModuleGetFunction(nv_function *handle, nv_module from, const char *name)
{
	MOCK_CALL(cuModuleGetFunction, MOCK_CONTEXT, "%p, %s", (void *)from, name);
	mock_object *object = mock_object_of(from, MOCK_MODULES, "module"), *made;
	const module *of = object->data;
	mock_kernel kernel = {.parameter_count = UINT32_MAX, .dynamic_bytes = 48 << 10};
	bool found =
		!of->text && (!of->code || mock_image_symbol(of->code, name, true, &(uint64_t){0}));

	snprintf(kernel.name, sizeof(kernel.name), "%s", name);
	for (uint32_t i = 0; i < of->count && !found; i++)
		if (strcmp(of->kernels[i].name, name) == 0) {
			kernel = of->kernels[i];
			found = true;
		}
	if (!found)
		return NV_NOT_FOUND;
	made = mock_object_new(MOCK_FUNCTIONS, "function", object, sizeof(loaded_function));
	((loaded_function *)made->data)->kernel = kernel;
	*handle = (nv_function)made;
	return NV_SUCCESS;
}

static const mock_variable *variable_of(module *of, const char *name)
{
	for (uint32_t i = 0; i < of->variable_count; i++)
		if (strcmp(of->variables[i].name, name) == 0)
			return &of->variables[i];
	return NULL;
}

/* Allocate the variable on the device. */
static nv_result add_variable(module *of, const char *name)
{
	uint64_t bytes = 0;
	uint8_t *own = of->text ? mock_ptx_bytes(of->text, name, &bytes) : NULL;
	const uint8_t *data = of->code ? mock_image_symbol(of->code, name, false, &bytes) : own;
	mock_variable *made = &of->variables[of->variable_count];
	nv_result result = NV_NOT_FOUND;

	MOCK_RULE(of->variable_count < MOST_GLOBALS, "global",
		  "the mock has %d global variables at most", MOST_GLOBALS);
	if (data) {
		snprintf(made->name, sizeof(made->name), "%s", name);
		made->bytes = bytes;
		made->address = mock_memory_new(bytes, &result);
	}
	if (result == NV_SUCCESS) {
		memcpy(mock_device_bytes(made->address, bytes, name), data, bytes);
		of->variable_count++;
	}
	free(own);
	return result;
}

nv_result cuModuleGetGlobal_v2(nv_address *address, size_t *bytes, nv_module from, const char *name)
{
	MOCK_CALL(cuModuleGetGlobal_v2, MOCK_CONTEXT, "%p, %s", (void *)from, name);
	module *of = mock_object_of(from, MOCK_MODULES, "module")->data;
	nv_result result = variable_of(of, name) ? NV_SUCCESS : add_variable(of, name);

	if (result != NV_SUCCESS)
		return result;
	*address = variable_of(of, name)->address;
	*bytes = variable_of(of, name)->bytes;
	return NV_SUCCESS;
}

/* --- functions -------------------------------------------------------------------------------- */

/* Return the largest block size: as declared, otherwise as many threads as the registers permit. */
static unsigned most_threads_of(const mock_kernel *kernel)
{
	return kernel->most_threads ? kernel->most_threads : (unsigned)mock_option("threads", 1024);
}

nv_result cuFuncGetAttribute(int *value, nv_function_attribute attribute, nv_function handle)
{
	MOCK_CALL(cuFuncGetAttribute, MOCK_CONTEXT, "%d, %p", attribute, (void *)handle);
	const mock_kernel *kernel =
		&((loaded_function *)mock_object_of(handle, MOCK_FUNCTIONS, "function")->data)
			 ->kernel;

	switch (attribute) {
	case NV_FUNCTION_THREADS_PER_BLOCK:
		*value = (int)most_threads_of(kernel);
		return NV_SUCCESS;
	case NV_FUNCTION_DYNAMIC_SHARED_BYTES:
		*value = (int)kernel->dynamic_bytes;
		return NV_SUCCESS;
	case NV_FUNCTION_REGISTERS: *value = 32; return NV_SUCCESS;
	case NV_FUNCTION_PTX_VERSION:
	case NV_FUNCTION_BINARY_VERSION:
		*value = (int)mock_option("capability", 90);
		return NV_SUCCESS;
	default: *value = 0; return NV_SUCCESS;
	}
}

static int shared_optin(void)
{
	uint64_t capability = mock_option("capability", 90);

	return (capability < 80 ? 64 : capability < 90 ? 163 : 227) << 10;
}

nv_result cuFuncSetAttribute(nv_function handle, nv_function_attribute attribute, int value)
{
	MOCK_CALL(cuFuncSetAttribute, MOCK_CONTEXT, "%p, %d, %d", (void *)handle, attribute, value);
	mock_kernel *kernel =
		&((loaded_function *)mock_object_of(handle, MOCK_FUNCTIONS, "function")->data)
			 ->kernel;

	MOCK_RULE(attribute == NV_FUNCTION_DYNAMIC_SHARED_BYTES ||
			  attribute == NV_FUNCTION_CARVEOUT,
		  "attribute", "attribute %d of a function cannot be set", attribute);
	MOCK_RULE(value >= 0 && (attribute != NV_FUNCTION_DYNAMIC_SHARED_BYTES ||
				 value <= shared_optin()),
		  "limit", "%d bytes of shared memory, the device has %d", value, shared_optin());
	if (attribute == NV_FUNCTION_DYNAMIC_SHARED_BYTES)
		kernel->dynamic_bytes = (uint32_t)value;
	return NV_SUCCESS;
}

nv_result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, nv_function handle, int threads,
						      size_t dynamic_bytes)
{
	MOCK_CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor, MOCK_CONTEXT,
		  "%p, %d threads, %zu bytes", (void *)handle, threads, dynamic_bytes);
	(void)mock_object_of(handle, MOCK_FUNCTIONS, "function");
	MOCK_RULE(threads > 0 && threads <= 1024, "limit", "%d threads in a block", threads);
	*blocks = 2048 / threads;
	return NV_SUCCESS;
}

nv_result cuOccupancyMaxPotentialBlockSize(int *grid, int *threads, nv_function handle,
					   nv_block_bytes bytes_of, size_t dynamic_bytes,
					   int most_threads)
{
	MOCK_CALL(cuOccupancyMaxPotentialBlockSize, MOCK_CONTEXT, "%p, %zu bytes, at most %d",
		  (void *)handle, dynamic_bytes, most_threads);
	const mock_kernel *kernel =
		&((loaded_function *)mock_object_of(handle, MOCK_FUNCTIONS, "function")->data)
			 ->kernel;

	(void)bytes_of;
	*threads = 256;
	if (most_threads > 0 && *threads > most_threads)
		*threads = most_threads;
	if (kernel->most_threads && *threads > (int)kernel->most_threads)
		*threads = (int)kernel->most_threads;
	*grid = 4 * 2048 / *threads;
	return NV_SUCCESS;
}

/* --- launches --------------------------------------------------------------------------------- */

static void add_pointer(mock_work *work, const mock_kernel *kernel, uint32_t i,
			const uint8_t *value)
{
	char what[200];
	uint64_t pointer;

	if (!kernel->pointer[i])
		return;
	memcpy(&pointer, value, sizeof(pointer));
	snprintf(what, sizeof(what), "parameter %u of kernel %s", i, kernel->name);
	if (mock_device_pointer(pointer, what) && work->pointer_count < MOCK_POINTERS) {
		work->accesses[work->pointer_count] = kernel->accesses[i];
		work->pointers[work->pointer_count++] = pointer;
	}
}

/* EXTRA is a list of pairs of key and value that ends with 0: key 1 is the buffer, key 2 points to
 * its size. */
static void check_buffer(mock_work *work, const mock_kernel *kernel, void **extra)
{
	const uint8_t *buffer = NULL;
	size_t bytes = 0;

	for (; (uintptr_t)*extra; extra += 2)
		if ((uintptr_t)*extra == 1)
			buffer = extra[1];
		else if ((uintptr_t)*extra == 2)
			memcpy(&bytes, extra[1], sizeof(bytes));
		else
			mock_broken("parameters", "unknown key %p of extra", *extra);
	mock_host_bytes(buffer, bytes, "the buffer of parameters");
	if (kernel->parameter_count == UINT32_MAX)
		return;
	MOCK_RULE(bytes == kernel->bytes, "parameters", "%zu bytes of parameters, %s has %u", bytes,
		  kernel->name, kernel->bytes);
	for (uint32_t i = 0; i < kernel->parameter_count; i++)
		add_pointer(work, kernel, i, buffer + kernel->offsets[i]);
}

static void check_parameters(mock_work *work, const mock_kernel *kernel, void **parameters)
{
	if (kernel->parameter_count == UINT32_MAX)
		return;
	MOCK_RULE(parameters || !kernel->parameter_count, "parameters", "no parameters, %s has %u",
		  kernel->name, kernel->parameter_count);
	mock_host_bytes(parameters, kernel->parameter_count * sizeof(*parameters),
			"the array of parameters");
	for (uint32_t i = 0; i < kernel->parameter_count; i++) {
		char what[200];

		snprintf(what, sizeof(what), "parameter %u of %u of kernel %s", i,
			 kernel->parameter_count, kernel->name);
		mock_host_bytes(parameters[i], kernel->sizes[i], what);
		add_pointer(work, kernel, i, parameters[i]);
	}
}

static void check_size(const mock_kernel *kernel, const unsigned grid[3], const unsigned block[3],
		       unsigned dynamic_bytes)
{
	static const unsigned most_grid[] = {0x7fffffff, 65535, 65535},
			      most_block[] = {1024, 1024, 64};
	unsigned most = most_threads_of(kernel);
	uint64_t threads = (uint64_t)block[0] * block[1] * block[2];

	for (unsigned d = 0; d < 3; d++) {
		MOCK_RULE(grid[d] && grid[d] <= most_grid[d], "limit",
			  "a grid of %u, %u, %u blocks", grid[0], grid[1], grid[2]);
		MOCK_RULE(block[d] && block[d] <= most_block[d], "limit",
			  "a block of %u, %u, %u threads", block[0], block[1], block[2]);
	}
	MOCK_RULE(threads <= most, "limit", "%llu threads in a block, %s has at most %u",
		  (unsigned long long)threads, kernel->name, most);
	MOCK_RULE(dynamic_bytes <= kernel->dynamic_bytes, "limit",
		  "%u bytes of dynamic shared memory, %s may have %u", dynamic_bytes, kernel->name,
		  kernel->dynamic_bytes);
}

mock_work mock_kernel_work(nv_function handle, const unsigned grid[3], const unsigned block[3],
			   unsigned dynamic_bytes, void **parameters, void **extra)
{
	const mock_kernel *kernel =
		&((loaded_function *)mock_object_of(handle, MOCK_FUNCTIONS, "function")->data)
			 ->kernel;
	mock_work work = {.kind = MOCK_KERNEL, .name = kernel->name, .function = handle};

	check_size(kernel, grid, block, dynamic_bytes);
	MOCK_RULE(!parameters || !extra, "parameters", "parameters and extra exclude each other");
	if (extra)
		check_buffer(&work, kernel, extra);
	else
		check_parameters(&work, kernel, parameters);
	return work;
}

nv_result cuLaunchKernel(nv_function handle, unsigned grid_x, unsigned grid_y, unsigned grid_z,
			 unsigned block_x, unsigned block_y, unsigned block_z,
			 unsigned dynamic_bytes, nv_stream stream, void **parameters, void **extra)
{
	MOCK_CALL(cuLaunchKernel, MOCK_CONTEXT | MOCK_LAUNCH,
		  "%p, grid %u %u %u, block %u %u %u, %u bytes, %p", (void *)handle, grid_x, grid_y,
		  grid_z, block_x, block_y, block_z, dynamic_bytes, (void *)stream);
	const unsigned grid[] = {grid_x, grid_y, grid_z}, block[] = {block_x, block_y, block_z};

	return mock_enqueue(
		stream, mock_kernel_work(handle, grid, block, dynamic_bytes, parameters, extra));
}

/* --- linking ---------------------------------------------------------------------------------- */

nv_result cuLinkCreate_v2(unsigned count, nv_jit_option *options, void **values, nv_link *handle)
{
	MOCK_CALL(cuLinkCreate_v2, MOCK_CONTEXT | MOCK_NO_CAPTURE, "%u options", count);
	check_options(count, options, values);
	*handle = (nv_link)mock_object_new(MOCK_LINKS, "link", mock_current(), sizeof(linking));
	return NV_SUCCESS;
}

nv_result cuLinkAddData_v2(nv_link handle, nv_jit_input kind, void *data, size_t bytes,
			   const char *name, unsigned count, nv_jit_option *options, void **values)
{
	MOCK_CALL(cuLinkAddData_v2, MOCK_CONTEXT | MOCK_NO_CAPTURE, "%p, kind %d, %zu bytes, %s",
		  (void *)handle, kind, bytes, name ? name : "");
	linking *to = mock_object_of(handle, MOCK_LINKS, "link")->data;
	module read = {0};
	nv_result result;

	mock_host_bytes(data, bytes, "the code");
	MOCK_RULE(!to->complete, "link", "the link is complete");
	MOCK_RULE(kind == NV_INPUT_PTX, "link", "the mock links PTX alone, this is of kind %d",
		  kind);
	MOCK_RULE(bytes && ((const char *)data)[bytes - 1] == '\0', "link",
		  "PTX ends with a NUL, which counts");
	check_options(count, options, values);
	read.text = data;
	result = read_ptx(&read);
	if (result != NV_SUCCESS)
		return result;
	to->bytes = bytes + sizeof(LINKED);
	to->text = malloc(to->bytes);
	MOCK_RULE(to->text, "memory", "the mock itself has no memory left");
	memcpy(to->text, LINKED, sizeof(LINKED) - 1);
	memcpy(to->text + sizeof(LINKED) - 1, data, bytes);
	to->bytes = bytes + sizeof(LINKED) - 1;
	return NV_SUCCESS;
}

nv_result cuLinkComplete(nv_link handle, void **cubin, size_t *bytes)
{
	MOCK_CALL(cuLinkComplete, MOCK_CONTEXT | MOCK_NO_CAPTURE, "%p", (void *)handle);
	linking *of = mock_object_of(handle, MOCK_LINKS, "link")->data;

	MOCK_RULE(of->text, "link", "nothing has been added");
	of->complete = true;
	*cubin = of->text;
	*bytes = of->bytes;
	return NV_SUCCESS;
}

/* This also ends the lifetime of the image that cuLinkComplete returned. */
nv_result cuLinkDestroy(nv_link handle)
{
	MOCK_CALL(cuLinkDestroy, MOCK_CONTEXT, "%p", (void *)handle);
	mock_object *object = mock_object_of(handle, MOCK_LINKS, "link");
	linking *of = object->data;

	mock_object_end(object);
	if (of->text)
		memset(of->text, 0xdd, of->bytes);
	free(of->text);
	of->text = NULL;
	return NV_SUCCESS;
}
