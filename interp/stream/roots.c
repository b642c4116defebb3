/* interp/stream/roots.c -- prepare a root once for all its launches.
 *
 * Invariant: a plan is either idle or used by one execution or stream.
 * Owns:      roots and their plans; the run owns the table.
 * Clauses:   H2 (the layout of packed structures), M7.
 * Not here:  launching (interp/host/launch.c), streams (interp/stream/stream.c). */
#include "interp/stream/roots.h"

#include <string.h>

#include "interp/check/checker.h"
#include "interp/memory/image.h"
#include "interp/memory/memory.h"
#include "interp/stream/launched.h"

hr_roots *hr_roots_new(void)
{
	return hr_alloc_zero(sizeof(hr_roots));
}

static void free_root(hr_root *root)
{
	while (root->spare) {
		hr_launched *next = root->spare->next;

		hr_free(root->spare);
		root->spare = next;
	}
	for (size_t i = 0; i < root->plans.count; i++)
		hr_plan_free(root->plans.data[i]);
	HR_VEC_FREE(&root->plans);
	HR_VEC_FREE(&root->idle);
	HR_VEC_FREE(&root->pointers);
	hr_free(root->inputs);
	hr_free(root->outputs);
	hr_free(root->warned);
	hr_free(root);
}

void hr_roots_free(hr_run *run)
{
	hr_roots *roots = run->roots;

	while (run->launched) {
		hr_launched *next = run->launched->next;

		hr_stream_free(run->launched->stream);
		hr_free(run->launched);
		run->launched = next;
	}
	while (roots->first) {
		hr_root *next = roots->first->next;

		free_root(roots->first);
		roots->first = next;
	}
	hr_map_free(&roots->addresses);
	hr_map_free(&roots->handles);
	hr_free(roots);
}

const hr_root *hr_roots_first(const hr_roots *roots)
{
	return roots->first;
}

/* --- packed structures ------------------------------------------------------------------------ */

size_t hr_packed_size(const hr_type *type)
{
	return type->size;
}

static size_t packed_bytes(const hr_port *ports, unsigned count)
{
	size_t bytes = 0;

	for (unsigned i = 0; i < count; i++)
		bytes += hr_packed_size(ports[i].type);
	return bytes;
}

size_t hr_packed_inputs(const hr_function *root)
{
	return packed_bytes(root->inputs, root->input_count);
}

size_t hr_packed_outputs(const hr_function *root)
{
	return packed_bytes(root->outputs, root->output_count);
}

static hr_field *make_fields(const hr_port *ports, unsigned count)
{
	hr_field *fields = hr_alloc_array(count, sizeof(*fields));
	size_t packed = 0;

	for (unsigned i = 0; i < count; i++) {
		const hr_type *type = ports[i].type;

		fields[i].packed = (uint32_t)packed;
		fields[i].image = ports[i].offset;
		fields[i].bytes = (uint32_t)type->store_size;
		if (type->kind == HR_T_INT && type->bits != 8 * hr_con_size(type->con))
			fields[i].bits = type->bits;
		packed += hr_packed_size(type);
	}
	return fields;
}

/* Images hold integers of odd width zero-extended in their container; the host's structure may
 * not. */
void hr_field_read(const hr_field *field, const uint8_t *packed, uint8_t *image)
{
	const uint8_t *from = packed + field->packed;
	uint8_t *to = image + field->image;

	if (field->bytes == 8) {
		memcpy(to, from, 8);
		if (!field->bits)
			return;
	} else {
		memcpy(to, from, field->bytes);
	}
	if (field->bits % 8)
		to[field->bits / 8] &= (uint8_t)((1u << field->bits % 8) - 1);
}

void hr_field_write(const hr_field *field, const uint8_t *image, uint8_t *packed)
{
	memcpy(packed + field->packed, image + field->image, field->bytes);
}

/* --- tracked memory --------------------------------------------------------------------------- */

/* Collect the pointer inputs of ROOT. EVERY includes those without a size. */
static void find_pointers(hr_root *root, bool every)
{
	const hr_node *node = root->graph->root;

	root->warned = hr_alloc_array(node->input_count, sizeof(*root->warned));
	for (unsigned i = 0; i < node->input_count; i++)
		if (node->inputs[i].type->kind == HR_T_PTR &&
		    (every || hr_port_has_size(node->inputs, node->input_count, i)))
			HR_PUSH(&root->pointers, i);
}

/* Return how many of the BYTES from POINTER on lie in adjacent tracked objects. */
static uint64_t tracked_bytes(const hr_run *run, const uint8_t *pointer, uint64_t bytes)
{
	uint64_t covered = 0;
	void *base;
	size_t size;

	while (covered < bytes && hr_tracked(run->tracker, pointer + covered, &base, &size) && size)
		covered = hr_map_key(base) + size - hr_map_key(pointer);
	return covered;
}

static hr_status report_untracked(hr_run *run, const hr_node *node, unsigned input,
				  const uint8_t *pointer, uint64_t bytes, uint64_t covered)
{
	char note[HR_PORT_NOTE], launched[HR_TRACKED_BY], by[HR_TRACKED_BY];
	char launch[HR_TRACKED_BY + 16] = "", what[2 * HR_TRACKED_BY + 192];

	if (*hr_host_call_text(launched))
		snprintf(launch, sizeof(launch), "\nlaunched%s", launched);
	if (covered)
		snprintf(
			what, sizeof(what),
			"extends beyond its tracked object\nthe argument has %llu bytes, of which %llu are tracked%s%s",
			(unsigned long long)bytes, (unsigned long long)covered,
			hr_tracked_by(run->tracker, pointer, by), launch);
	else
		snprintf(what, sizeof(what), "does not point to tracked memory%s", launch);
	return hr_run_note(run,
			   hr_report(run->diags, HR_D_untracked_memory, &node->where, input,
				     hr_port_note(&node->inputs[input], note), node->path, what));
}

hr_status hr_root_check_tracked(hr_run *run, hr_root *root, const uint8_t *image, const bool *later)
{
	const hr_node *node = root->graph->root;

	for (size_t i = 0; i < root->pointers.count; i++) {
		unsigned input = root->pointers.data[i];
		const uint8_t *pointer;
		uint64_t size = 1, covered;

		memcpy(&pointer, image + node->inputs[input].offset, sizeof(pointer));
		if (hr_port_has_size(node->inputs, node->input_count, input))
			memcpy(&size, image + node->inputs[input + 1].offset, sizeof(size));
		if (!pointer || !size || (later && later[input]))
			continue;
		covered = tracked_bytes(run, pointer, size);
		if (covered >= size ||
		    __atomic_exchange_n(&root->warned[input], true, __ATOMIC_RELAXED))
			continue;
		HR_TRY(report_untracked(run, node, input, pointer, size, covered));
	}
	return HR_OK;
}

/* --- roots ------------------------------------------------------------------------------------ */

static hr_root *new_root(const hr_run *run, const hr_graph *graph, hr_function *function)
{
	hr_root *root = hr_alloc_zero(sizeof(*root));
	const hr_node *node = graph->root;

	root->graph = graph;
	root->function = function;
	root->inputs = make_fields(node->inputs, node->input_count);
	root->outputs = make_fields(node->outputs, node->output_count);
	root->packed_inputs = packed_bytes(node->inputs, node->input_count);
	root->packed_outputs = packed_bytes(node->outputs, node->output_count);
	/* the pointers of a tensor program are handles */
	find_pointers(root, (run->options.checks & HR_CHECK_MEMORY) &&
				    !hr_said_of(function, "hpvm.tensor.program"));
	return root;
}

static hr_root *known_root(hr_run *run, const hr_function *function)
{
	for (hr_root *root = run->roots->first; root; root = root->next)
		if (root->function == function)
			return root;
	return NULL;
}

hr_status hr_root_find(hr_run *run, hr_function *function, hr_root **out)
{
	const hr_graph *graph = hr_program_graph(run->program, function->id);
	hr_root *root, **end = &run->roots->first;
	char text[160];

	if (!graph) {
		snprintf(text, sizeof(text), "'%.100s' is not the root of a graph", function->name);
		return hr_report_at(run, hr_thread_peek(), HR_D_bad_launch, text);
	}
	pthread_mutex_lock(&run->lock);
	root = known_root(run, function);
	if (!root) {
		root = new_root(run, graph, function);
		while (*end && (*end)->function->id < function->id)
			end = &(*end)->next;
		root->next = *end;
		*end = root;
	}
	pthread_mutex_unlock(&run->lock);
	*out = root;
	return HR_OK;
}

hr_status hr_root_at(hr_run *run, const void *address, hr_root **root)
{
	hr_function *function;
	uint64_t value;
	char text[96];
	bool known;

	pthread_mutex_lock(&run->lock);
	known = hr_map_get(&run->roots->addresses, hr_map_key(address), &value);
	pthread_mutex_unlock(&run->lock);
	if (known) {
		*root = (hr_root *)(uintptr_t)value;
		return HR_OK;
	}
	function = hr_image_function_at(run->image, hr_map_key(address));
	if (!function) {
		snprintf(text, sizeof(text), "%p is not a function of the program", address);
		return hr_report_at(run, hr_thread_peek(), HR_D_bad_launch, text);
	}
	HR_TRY(hr_root_find(run, function, root));
	pthread_mutex_lock(&run->lock);
	hr_map_put(&run->roots->addresses, hr_map_key(address), hr_map_key(*root));
	pthread_mutex_unlock(&run->lock);
	return HR_OK;
}

hr_status hr_root_take_plan(hr_run *run, hr_root *root, uint64_t launched, hr_plan **plan)
{
	hr_plan *taken = NULL;

	pthread_mutex_lock(&run->lock);
	if (root->idle.count)
		taken = root->idle.data[--root->idle.count];
	pthread_mutex_unlock(&run->lock);
	if (!taken) {
		HR_TRY(hr_plan_new(run, root->graph, &taken));
		pthread_mutex_lock(&run->lock);
		HR_PUSH(&root->plans, taken);
		pthread_mutex_unlock(&run->lock);
	}
	if (run->checker)
		hr_check_plan_taken(run->checker, taken, launched);
	*plan = taken;
	return HR_OK;
}

void hr_root_give_plan(hr_run *run, hr_root *root, hr_plan *plan)
{
	if (run->checker)
		hr_check_plan_given(run->checker, plan);
	pthread_mutex_lock(&run->lock);
	HR_PUSH(&root->idle, plan);
	pthread_mutex_unlock(&run->lock);
}
