/* backends/cuda/emulator/driver.c -- functions of the CUDA driver for kernels that run on this
 * machine.
 *
 * Replaces nv_driver_open() of backends/nvidia/driver.c. All work is executed immediately, so that
 * streams never have to wait. Functions that the cuda backend does not call are missing: calling
 * one faults.
 * Owns:     modules. */
#include "backends/nvidia/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/cuda/emulator/emulator.h"

struct nv_context_object {
	int unused;
};
struct nv_module_object {
	emu_code *code;
};
struct nv_function_object {
	emu_kernel *kernel;
	uint8_t *shared;
	uint32_t dynamic_bytes, parameters;
};
/* A launch in a graph; the nodes run one after the other. */
struct nv_graph_node_object {
	nv_kernel_node what;
	uint64_t *values; /* owned */
	struct nv_graph_node_object *next;
};
struct nv_graph_object {
	nv_graph_node first, last;
};
struct nv_graph_exec_object {
	nv_graph graph; /* contains the launches; borrowed */
};
struct nv_link_object {
	void *image;
	size_t bytes;
};

enum { SHARED_BYTES = 48 << 10, MOST_SHARED_BYTES = 96 << 10, MOST_THREADS = 1024 };

static struct nv_context_object the_context;

static nv_result error_string(nv_result error, const char **text)
{
	*text = error == NV_LAUNCH_FAILED
			? "threads of a block diverge at a barrier, or write beyond shared memory"
			: "an error";
	return NV_SUCCESS;
}

static nv_result error_name(nv_result error, const char **name)
{
	(void)error;
	*name = "emulated";
	return NV_SUCCESS;
}

static nv_result device_count(int *count)
{
	*count = 1;
	return NV_SUCCESS;
}

static nv_result device_get(nv_device *device, int ordinal)
{
	*device = ordinal;
	return NV_SUCCESS;
}

static nv_result device_name(char *name, int length, nv_device device)
{
	(void)device;
	snprintf(name, (size_t)length, "no GPU: kernels run on this machine");
	return NV_SUCCESS;
}

/* The limits of a grid are small, so that larger grids need several launches. */
static nv_result device_attribute(int *value, nv_device_attribute attribute, nv_device device)
{
	static const struct {
		int attribute, value;
	} all[] = {
		{NV_DEVICE_THREADS_PER_BLOCK, MOST_THREADS},
		{NV_DEVICE_BLOCK_X, 1024},
		{NV_DEVICE_BLOCK_Y, 1024},
		{NV_DEVICE_BLOCK_Z, 64},
		{NV_DEVICE_GRID_X, 37},
		{NV_DEVICE_GRID_Y, 5},
		{NV_DEVICE_GRID_Z, 3},
		{NV_DEVICE_SHARED_PER_BLOCK, SHARED_BYTES},
		{NV_DEVICE_SHARED_OPTIN, MOST_SHARED_BYTES},
		{NV_DEVICE_MAJOR, 7},
		{NV_DEVICE_MINOR, 5},
	};

	(void)device;
	*value = 0;
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (all[i].attribute == attribute)
			*value = all[i].value;
	return NV_SUCCESS;
}

static nv_result primary_retain(nv_context *context, nv_device device)
{
	(void)device;
	*context = &the_context;
	return NV_SUCCESS;
}

static nv_result of_device(nv_device device)
{
	(void)device;
	return NV_SUCCESS;
}

static nv_result context_set(nv_context context)
{
	(void)context;
	return NV_SUCCESS;
}

/* --- modules ---------------------------------------------------------------------------------- */

static nv_result link_create(unsigned count, nv_jit_option *options, void **values, nv_link *link)
{
	(void)count, (void)options, (void)values;
	*link = calloc(1, sizeof(**link));
	return NV_SUCCESS;
}

static nv_result link_add(nv_link link, nv_jit_input kind, void *data, size_t bytes,
			  const char *name, unsigned count, nv_jit_option *options, void **values)
{
	(void)kind, (void)name, (void)count, (void)options, (void)values;
	link->image = malloc(bytes);
	link->bytes = bytes;
	memcpy(link->image, data, bytes);
	return NV_SUCCESS;
}

static nv_result link_complete(nv_link link, void **cubin, size_t *bytes)
{
	*cubin = link->image;
	*bytes = link->bytes;
	return NV_SUCCESS;
}

static nv_result link_destroy(nv_link link)
{
	free(link->image);
	free(link);
	return NV_SUCCESS;
}

static nv_result module_load(nv_module *module, const void *image, unsigned count,
			     nv_jit_option *options, void **values)
{
	char *log = NULL, none[64];
	size_t bytes = sizeof(none);

	for (unsigned i = 0; i < count; i++) {
		if (options[i] == NV_JIT_ERROR_LOG)
			log = values[i];
		else if (options[i] == NV_JIT_ERROR_LOG_BYTES)
			bytes = (size_t)(uintptr_t)values[i];
	}
	*module = calloc(1, sizeof(**module));
	(*module)->code = emu_load(image, log ? log : none, log ? bytes : sizeof(none));
	if ((*module)->code)
		return NV_SUCCESS;
	free(*module);
	return NV_INVALID_PTX;
}

static nv_result module_unload(nv_module module)
{
	emu_unload(module->code);
	free(module);
	return NV_SUCCESS;
}

static nv_result module_function(nv_function *function, nv_module module, const char *name)
{
	struct nv_function_object *made = calloc(1, sizeof(*made)); /* never freed */

	*made = (struct nv_function_object){emu_find(module->code, name), emu_shared(module->code),
					    SHARED_BYTES, emu_parameters(module->code, name)};
	*function = made;
	return made->kernel ? NV_SUCCESS : NV_NOT_FOUND;
}

static nv_result function_attribute(int *value, nv_function_attribute attribute,
				    nv_function function)
{
	(void)function;
	*value = attribute == NV_FUNCTION_THREADS_PER_BLOCK ? MOST_THREADS : 0;
	return NV_SUCCESS;
}

static nv_result function_set(nv_function function, nv_function_attribute attribute, int value)
{
	if (attribute == NV_FUNCTION_DYNAMIC_SHARED_BYTES)
		function->dynamic_bytes = (uint32_t)value;
	return NV_SUCCESS;
}

static nv_result launch(nv_function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
			unsigned block_x, unsigned block_y, unsigned block_z,
			unsigned dynamic_bytes, nv_stream stream, void **parameters, void **extra)
{
	const uint32_t blocks[3] = {grid_x, grid_y, grid_z},
		       threads[3] = {block_x, block_y, block_z};

	(void)stream, (void)extra;
	if (grid_x > 37 || grid_y > 5 || grid_z > 3 || block_x * block_y * block_z > MOST_THREADS ||
	    block_z > 64 || !grid_x || !grid_y || !grid_z || !block_x || !block_y || !block_z ||
	    dynamic_bytes > function->dynamic_bytes)
		return NV_INVALID_VALUE;
	return emu_run(function->kernel, blocks, threads, function->shared, dynamic_bytes,
		       parameters)
		       ? NV_SUCCESS
		       : NV_LAUNCH_FAILED;
}

/* --- graphs ----------------------------------------------------------------------------------- */

static nv_result graph_create(nv_graph *graph, unsigned flags)
{
	(void)flags;
	*graph = calloc(1, sizeof(**graph));
	return NV_SUCCESS;
}

static void set_node(nv_graph_node node, const nv_kernel_node *what)
{
	uint32_t count = what->function->parameters;

	free(node->values);
	node->what = *what;
	node->values = calloc(count + 1, sizeof(*node->values));
	for (uint32_t i = 0; i < count; i++)
		memcpy(&node->values[i], what->parameters[i], sizeof(*node->values));
}

static nv_result graph_add_kernel(nv_graph_node *node, nv_graph graph, const nv_graph_node *after,
				  size_t count, const nv_kernel_node *what)
{
	if (count != (graph->last != NULL) || (count && *after != graph->last))
		return NV_NOT_SUPPORTED;
	*node = calloc(1, sizeof(**node));
	set_node(*node, what);
	*(graph->last ? &graph->last->next : &graph->first) = *node;
	graph->last = *node;
	return NV_SUCCESS;
}

static nv_result graph_set_kernel(nv_graph_exec exec, nv_graph_node node,
				  const nv_kernel_node *what)
{
	(void)exec;
	set_node(node, what);
	return NV_SUCCESS;
}

static nv_result graph_instantiate(nv_graph_exec *exec, nv_graph graph, unsigned long long flags)
{
	(void)flags;
	*exec = calloc(1, sizeof(**exec));
	(*exec)->graph = graph;
	return NV_SUCCESS;
}

static nv_result graph_launch(nv_graph_exec exec, nv_stream stream)
{
	nv_result result = NV_SUCCESS;

	for (nv_graph_node at = exec->graph->first; at && result == NV_SUCCESS; at = at->next) {
		uint32_t count = at->what.function->parameters;
		void **parameters = calloc(count + 1, sizeof(*parameters));

		for (uint32_t i = 0; i < count; i++)
			parameters[i] = &at->values[i];
		result =
			launch(at->what.function, at->what.grid[0], at->what.grid[1],
			       at->what.grid[2], at->what.block[0], at->what.block[1],
			       at->what.block[2], at->what.dynamic_bytes, stream, parameters, NULL);
		free(parameters);
	}
	return result;
}

static nv_result graph_exec_destroy(nv_graph_exec exec)
{
	free(exec);
	return NV_SUCCESS;
}

static nv_result graph_destroy(nv_graph graph)
{
	nv_graph_node next;

	for (nv_graph_node at = graph->first; at; at = next) {
		next = at->next;
		free(at->values);
		free(at);
	}
	free(graph);
	return NV_SUCCESS;
}

/* --- memory ----------------------------------------------------------------------------------- */

static nv_result allocate(nv_address *address, size_t bytes)
{
	void *memory = aligned_alloc(256, (bytes + 255) & ~(size_t)255);

	*address = (nv_address)(uintptr_t)memory;
	return memory ? NV_SUCCESS : NV_OUT_OF_MEMORY;
}

static nv_result release(nv_address address)
{
	free((void *)(uintptr_t)address);
	return NV_SUCCESS;
}

static nv_result to_device_async(nv_address to, const void *from, size_t bytes, nv_stream stream)
{
	(void)stream;
	memcpy((void *)(uintptr_t)to, from, bytes);
	return NV_SUCCESS;
}

static nv_result to_host_async(void *to, nv_address from, size_t bytes, nv_stream stream)
{
	(void)stream;
	memcpy(to, (const void *)(uintptr_t)from, bytes);
	return NV_SUCCESS;
}

static nv_result set_bytes_async(nv_address address, unsigned char value, size_t count,
				 nv_stream stream)
{
	(void)stream;
	memset((void *)(uintptr_t)address, value, count);
	return NV_SUCCESS;
}

struct nv_stream_object {
	bool made;
};

static nv_result stream_create(nv_stream *stream, unsigned flags)
{
	static struct nv_stream_object only;

	(void)flags;
	only.made = true;
	*stream = &only;
	return NV_SUCCESS;
}

static nv_result of_stream(nv_stream stream)
{
	(void)stream;
	return NV_SUCCESS;
}

static nv_result event_create(nv_event *event, unsigned flags)
{
	(void)flags;
	*event = calloc(1, sizeof(nv_event));
	return *event ? NV_SUCCESS : NV_OUT_OF_MEMORY;
}

static nv_result event_destroy(nv_event event)
{
	free(event);
	return NV_SUCCESS;
}

static nv_result event_record(nv_event event, nv_stream stream)
{
	(void)event, (void)stream;
	return NV_SUCCESS;
}

static nv_result stream_wait_event(nv_stream stream, nv_event event, unsigned flags)
{
	(void)stream, (void)event, (void)flags;
	return NV_SUCCESS;
}

static nv_result event_wait(nv_event event)
{
	(void)event;
	return NV_SUCCESS;
}

/* --- the table -------------------------------------------------------------------------------- */

bool nv_driver_open(nv_driver *driver, const char *file, char text[HR_BACKEND_TEXT])
{
	(void)file, (void)text;
	*driver = (nv_driver){
		.version = NV_DRIVER_LEAST,
		.error_name = error_name,
		.error_string = error_string,
		.device_count = device_count,
		.device_get = device_get,
		.device_name = device_name,
		.device_attribute = device_attribute,
		.primary_retain = primary_retain,
		.primary_release = of_device,
		.primary_reset = of_device,
		.context_set = context_set,
		.link_create = link_create,
		.link_add = link_add,
		.link_complete = link_complete,
		.link_destroy = link_destroy,
		.module_load = module_load,
		.module_unload = module_unload,
		.module_function = module_function,
		.function_attribute = function_attribute,
		.function_set = function_set,
		.launch = launch,
		.allocate = allocate,
		.release = release,
		.to_device_async = to_device_async,
		.to_host_async = to_host_async,
		.set_bytes_async = set_bytes_async,
		.stream_create = stream_create,
		.graph_create = graph_create,
		.graph_add_kernel = graph_add_kernel,
		.graph_set_kernel = graph_set_kernel,
		.graph_instantiate = graph_instantiate,
		.graph_launch = graph_launch,
		.graph_exec_destroy = graph_exec_destroy,
		.graph_destroy = graph_destroy,
		.stream_destroy = of_stream,
		.stream_wait = of_stream,
		.stream_query = of_stream,
		.event_create = event_create,
		.event_destroy = event_destroy,
		.event_record = event_record,
		.stream_wait_event = stream_wait_event,
		.event_wait = event_wait,
	};
	return true;
}

void nv_driver_close(nv_driver *driver)
{
	memset(driver, 0, sizeof(*driver));
}
