/* tools/session/launches.c -- the part of hpvm_run.h that binds arguments, launches, waits, pushes
 * and pops.
 *
 * A launch has the packed struct of its root (H2), which binding fills. While it is under way, its
 * buffers are tracked, once for all launches of the context that have them.
 * Invariant: a launch is under way exactly while `graph` is set.
 * Owns:      launches; the buffers are the caller's.
 * Clauses:   H1, H2, M7, S1, S2, S5 as far as an embedding process is the host.
 * Not here:  runs and errors (context.c); what launches mean (interp/host/launch.c). */
#include <stdlib.h>
#include <string.h>

#include "interp/check/checker.h"
#include "interp/host/launch.h"
#include "interp/memory/memory.h"
#include "interp/run/process.h"
#include "tools/session/run_context.h"

typedef struct bound {
	bool given;   /* it has a value */
	void *memory; /* of a buffer; NULL: a value */
	size_t bytes;
	unsigned access;
} bound;

typedef struct held {
	void *memory;
	size_t bytes;
} held;

struct hpvm_run_launch_handle {
	hpvm_run_context *context;
	hr_run *run;
	const hr_node *root;
	hr_function *function;
	bool streaming;
	hr_launched *graph; /* NULL: not under way */
	bool computed;      /* outputs are valid */
	bound *inputs;      /* one for each input; owns */
	uint8_t *packed;    /* inputs, then outputs; owns */
	uint8_t *outputs;   /* those of the last pop, or of the last wait; owns */
	size_t inputs_bytes, outputs_bytes;
	HR_VEC(held) buffers; /* that are tracked for this launch */
};

/* --- making ----------------------------------------------------------------------------------- */

static bool is_root(const hpvm_run_context *context, const hr_node *node)
{
	for (size_t i = 0; i < hpvm_run_root_count(context); i++)
		if (context->program->graphs[i]->root == node)
			return true;
	return false;
}

hpvm_run_status hpvm_run_launch_new(hpvm_run_context *context, const hpvm_run_node *root,
				    int streaming, hpvm_run_launch_handle **out)
{
	const hr_node *node = context_node(root);
	hpvm_run_launch_handle *launch;
	hpvm_run_status result = HPVM_RUN_OK;
	hr_run *run = NULL;

	if (context_is_inside(context))
		return context_fail(HPVM_RUN_MISUSE, "a callback cannot launch");
	if (!node || !is_root(context, node))
		return context_fail(HPVM_RUN_MISUSE, "the node is not a root of the program");
	pthread_mutex_lock(&context->making);
	result = context_need_run(context, &run);
	if (result == HPVM_RUN_OK) {
		pthread_mutex_lock(&context->lock);
		context->launches++;
		pthread_mutex_unlock(&context->lock);
	}
	pthread_mutex_unlock(&context->making);
	if (result != HPVM_RUN_OK)
		return result;
	launch = hr_alloc_zero(sizeof(*launch));
	launch->context = context;
	launch->run = run;
	launch->root = node;
	launch->function = context->program->functions[node->function];
	launch->streaming = streaming != 0;
	launch->inputs = hr_alloc_array(node->input_count + 1u, sizeof(*launch->inputs));
	launch->inputs_bytes = hr_packed_inputs(launch->function);
	launch->outputs_bytes = hr_packed_outputs(launch->function);
	launch->packed = hr_alloc_zero(launch->inputs_bytes + launch->outputs_bytes + 1);
	launch->outputs = hr_alloc_zero(launch->outputs_bytes + 1);
	*out = launch;
	return HPVM_RUN_OK;
}

hpvm_run_status hpvm_run_launch_free(hpvm_run_launch_handle *launch)
{
	hpvm_run_status result = HPVM_RUN_OK;

	if (!launch)
		return HPVM_RUN_OK;
	if (launch->graph)
		result = hpvm_run_wait(launch);
	pthread_mutex_lock(&launch->context->lock);
	launch->context->launches--;
	pthread_mutex_unlock(&launch->context->lock);
	HR_VEC_FREE(&launch->buffers);
	hr_free(launch->inputs);
	hr_free(launch->packed);
	hr_free(launch->outputs);
	hr_free(launch);
	return result;
}

/* --- binding ---------------------------------------------------------------------------------- */

static const hr_type *type_of(const hpvm_run_launch_handle *launch, unsigned input)
{
	return launch->root->inputs[input].type;
}

static uint8_t *place_of(const hpvm_run_launch_handle *launch, unsigned input)
{
	uint8_t *place = launch->packed;

	for (unsigned i = 0; i < input; i++)
		place += hr_packed_size(type_of(launch, i));
	return place;
}

/* "input 1 ('n') of 'Root'" */
static const char *name_input(const hpvm_run_launch_handle *launch, unsigned input, char text[160])
{
	char note[HR_PORT_NOTE];

	snprintf(text, 160, "input %u%s of '%.60s'", input,
		 hr_port_note(&launch->root->inputs[input], note), launch->root->path);
	return text;
}

static hpvm_run_status may_bind(const hpvm_run_launch_handle *launch, unsigned input)
{
	if (launch->graph && !launch->streaming)
		return context_fail(HPVM_RUN_BUSY, "the launch is under way");
	if (input >= launch->root->input_count)
		return context_fail(HPVM_RUN_MISUSE, "'%s' has %u inputs and no input %u",
				    launch->root->path, launch->root->input_count, input);
	if (launch->root->inputs[input].opaque)
		return context_fail(HPVM_RUN_MISUSE,
				    "input %u of '%s' is an %s: only hpvm-run --args gives those",
				    input, launch->root->path, launch->root->inputs[input].opaque);
	return HPVM_RUN_OK;
}

static bool is_zero(const uint8_t *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (bytes[i])
			return false;
	return true;
}

hpvm_run_status hpvm_run_bind_value(hpvm_run_launch_handle *launch, unsigned input,
				    const void *value, size_t bytes)
{
	hpvm_run_status result = may_bind(launch, input);
	char name[160];

	if (result != HPVM_RUN_OK)
		return result;
	if (bytes != hr_packed_size(type_of(launch, input)))
		return context_fail(HPVM_RUN_MISUSE, "%s has %zu bytes (%s), not %zu",
				    name_input(launch, input, name),
				    hr_packed_size(type_of(launch, input)),
				    type_of(launch, input)->text, bytes);
	if (launch->root->inputs[input].local && is_zero(value, bytes))
		return context_fail(HPVM_RUN_MISUSE, "%s is local memory, of at least 1 byte",
				    name_input(launch, input, name));
	memcpy(place_of(launch, input), value, bytes);
	launch->inputs[input] = (bound){.given = true};
	return HPVM_RUN_OK;
}

/* Whether VALUE is one of an integer of BITS, signed or not. */
static bool fits(int64_t value, unsigned bits)
{
	if (bits >= 64)
		return true;
	return value >= -(INT64_C(1) << (bits - 1)) && value < INT64_C(1) << bits;
}

hpvm_run_status hpvm_run_bind_integer(hpvm_run_launch_handle *launch, unsigned input, int64_t value)
{
	hpvm_run_status result = may_bind(launch, input);
	uint8_t bytes[16];
	const hr_type *type;
	char name[160];

	if (result != HPVM_RUN_OK)
		return result;
	type = type_of(launch, input);
	if (type->kind == HR_T_FLOAT)
		return hpvm_run_bind_real(launch, input, (double)value);
	if (type->kind != HR_T_INT || type->size > sizeof(bytes))
		return context_fail(HPVM_RUN_MISUSE, "%s is no number but %s",
				    name_input(launch, input, name), type->text);
	if (!fits(value, type->bits))
		return context_fail(HPVM_RUN_MISUSE, "%lld does not fit %s, an %s",
				    (long long)value, name_input(launch, input, name), type->text);
	memset(bytes, value < 0 ? 0xff : 0, sizeof(bytes));
	memcpy(bytes, &value, sizeof(value));
	return hpvm_run_bind_value(launch, input, bytes, type->size);
}

hpvm_run_status hpvm_run_bind_real(hpvm_run_launch_handle *launch, unsigned input, double value)
{
	hpvm_run_status result = may_bind(launch, input);
	float single = (float)value;
	const hr_type *type;
	char name[160];

	if (result != HPVM_RUN_OK)
		return result;
	type = type_of(launch, input);
	if (type->kind == HR_T_FLOAT && type->con == HR_C_F64)
		return hpvm_run_bind_value(launch, input, &value, sizeof(value));
	if (type->kind == HR_T_FLOAT && type->con == HR_C_F32)
		return hpvm_run_bind_value(launch, input, &single, sizeof(single));
	return context_fail(HPVM_RUN_MISUSE, "%s is no float or double but %s",
			    name_input(launch, input, name), type->text);
}

hpvm_run_status hpvm_run_bind_buffer(hpvm_run_launch_handle *launch, unsigned input, void *memory,
				     size_t bytes, unsigned access)
{
	hpvm_run_status result = may_bind(launch, input);
	char name[160];
	unsigned wanted;

	if (result != HPVM_RUN_OK)
		return result;
	wanted = (launch->root->inputs[input].in ? HPVM_RUN_IN : 0u) |
		 (launch->root->inputs[input].out ? HPVM_RUN_OUT : 0u);
	if (type_of(launch, input)->kind != HR_T_PTR)
		return context_fail(HPVM_RUN_MISUSE, "%s is no pointer but %s",
				    name_input(launch, input, name), type_of(launch, input)->text);
	if (!access || access & ~(unsigned)(HPVM_RUN_IN | HPVM_RUN_OUT) || (!memory && bytes))
		return context_fail(HPVM_RUN_MISUSE,
				    "%s needs memory, and HPVM_RUN_IN, HPVM_RUN_OUT or both",
				    name_input(launch, input, name));
	if (wanted & ~access)
		return context_fail(HPVM_RUN_MISUSE, "the graph %s %s: bind it with HPVM_RUN_%s",
				    wanted & ~access & HPVM_RUN_IN ? "reads" : "writes",
				    name_input(launch, input, name),
				    wanted & ~access & HPVM_RUN_IN ? "IN" : "OUT");
	memcpy(place_of(launch, input), &memory, sizeof(memory));
	launch->inputs[input] = (bound){true, memory, bytes, access};
	if (hr_port_has_size(launch->root->inputs, launch->root->input_count, input)) {
		const uint64_t size = bytes;

		return hpvm_run_bind_value(launch, input + 1, &size, sizeof(size));
	}
	return HPVM_RUN_OK;
}

static hpvm_run_status check_bound(const hpvm_run_launch_handle *launch)
{
	char name[160];

	for (unsigned i = 0; i < launch->root->input_count; i++)
		if (!launch->inputs[i].given && !launch->root->inputs[i].optional)
			return context_fail(HPVM_RUN_MISUSE, "%s has no value",
					    name_input(launch, i, name));
	return HPVM_RUN_OK;
}

/* --- buffers of launches that are under way --------------------------------------------------- */

/* The context's lock is held. */
static const char *text_of_input(hpvm_run_context *context, const hpvm_run_launch_handle *launch,
				 unsigned input)
{
	char name[160];

	for (size_t i = 0; i < context->inputs.count; i++)
		if (context->inputs.data[i].root == launch->root &&
		    context->inputs.data[i].input == input)
			return context->inputs.data[i].text;
	HR_PUSH(&context->inputs,
		(context_input){launch->root, input,
				hr_arena_strdup(&context->texts, name_input(launch, input, name))});
	return HR_LAST(&context->inputs).text;
}

/* Return the entry of a buffer, or NULL. The caller holds context->tracking. */
static context_buffer *find_buffer(hpvm_run_context *context, const void *memory, size_t bytes)
{
	for (size_t i = 0; i < context->buffers.count; i++)
		if (context->buffers.data[i].memory == memory &&
		    context->buffers.data[i].bytes == bytes)
			return &context->buffers.data[i];
	return NULL;
}

static bool holds(const hpvm_run_launch_handle *launch, const bound *input)
{
	for (size_t i = 0; i < launch->buffers.count; i++)
		if (launch->buffers.data[i].memory == input->memory &&
		    launch->buffers.data[i].bytes == input->bytes)
			return true;
	return false;
}

static hr_status take_buffer(hpvm_run_launch_handle *launch, unsigned number)
{
	hpvm_run_context *context = launch->context;
	const bound *input = &launch->inputs[number];
	context_buffer *known;
	hr_status status = HR_OK;
	const char *name;

	if (holds(launch, input))
		return HR_OK;
	pthread_mutex_lock(&context->lock);
	name = text_of_input(context, launch, number);
	pthread_mutex_unlock(&context->lock);
	HR_PUSH(&launch->buffers, (held){input->memory, input->bytes});
	pthread_mutex_lock(&context->tracking);
	known = find_buffer(context, input->memory, input->bytes);
	if (known) {
		known->users++;
	} else {
		HR_PUSH(&context->buffers, (context_buffer){input->memory, input->bytes, 1});
		status = hr_track_as(launch->run, input->memory, input->bytes, name);
	}
	pthread_mutex_unlock(&context->tracking);
	return status;
}

static hr_status take_buffers(hpvm_run_launch_handle *launch)
{
	for (unsigned i = 0; i < launch->root->input_count; i++) {
		const bound *input = &launch->inputs[i];

		if (!input->given || !input->memory)
			continue;
		HR_TRY(take_buffer(launch, i));
		if (!(input->access & HPVM_RUN_IN))
			hr_check_fresh(launch->run->checker, input->memory, input->bytes);
	}
	return HR_OK;
}

/* The memory of the host gets what devices have of it. */
static hr_status give_buffer(hpvm_run_launch_handle *launch, const held *buffer)
{
	hpvm_run_context *context = launch->context;
	hr_status status = hr_request(launch->run, buffer->memory, buffer->bytes);
	hr_status untracked = HR_OK;
	context_buffer *known;

	pthread_mutex_lock(&context->tracking);
	known = find_buffer(context, buffer->memory, buffer->bytes);
	if (--known->users == 0) {
		*known = context->buffers.data[--context->buffers.count];
		untracked = hr_untrack(launch->run, buffer->memory);
	}
	pthread_mutex_unlock(&context->tracking);
	return status == HR_OK ? untracked : status;
}

static hr_status give_buffers(hpvm_run_launch_handle *launch)
{
	hr_status first = HR_OK;

	for (size_t i = 0; i < launch->buffers.count; i++) {
		hr_status status = give_buffer(launch, &launch->buffers.data[i]);

		first = first == HR_OK ? status : first;
	}
	launch->buffers.count = 0;
	return first;
}

/* --- launching -------------------------------------------------------------------------------- */

/* ACT with LAUNCH, in its run. */
static hpvm_run_status call(hpvm_run_launch_handle *launch, context_act *act)
{
	hr_status status;

	context_begin_errors(launch->context);
	status = context_call(launch->context, launch->run, true, act, launch, NULL);
	return context_result(launch->context, status);
}

static hr_status launch_it(void *data)
{
	hpvm_run_launch_handle *launch = data;
	hr_status status = take_buffers(launch);

	if (status == HR_OK)
		status = hr_launch_function(launch->run, launch->streaming, launch->function,
					    launch->packed, &launch->graph);
	if (status != HR_OK) {
		launch->graph = NULL;
		(void)give_buffers(launch);
	}
	return status;
}

hpvm_run_status hpvm_run_launch(hpvm_run_launch_handle *launch)
{
	hpvm_run_status result;

	if (context_is_inside(launch->context))
		return context_fail(HPVM_RUN_MISUSE, "a callback cannot launch");
	if (launch->graph)
		return context_fail(HPVM_RUN_MISUSE, "the launch is under way");
	result = launch->streaming ? HPVM_RUN_OK : check_bound(launch);
	if (result != HPVM_RUN_OK)
		return result;
	launch->computed = false;
	return call(launch, launch_it);
}

static hr_status wait_for_it(void *data)
{
	hpvm_run_launch_handle *launch = data;
	hr_launched *graph = launch->graph;
	hr_status status, given;

	launch->graph = NULL;
	status = hr_wait(launch->run, graph);
	if (status == HR_OK && !launch->streaming) {
		memcpy(launch->outputs, launch->packed + launch->inputs_bytes,
		       launch->outputs_bytes);
		launch->computed = true;
	}
	given = give_buffers(launch);
	hr_run_say(launch->run);
	if (status == HR_OK)
		status = given;
	return status == HR_OK ? context_offload_status(launch->context) : status;
}

hpvm_run_status hpvm_run_wait(hpvm_run_launch_handle *launch)
{
	if (context_is_inside(launch->context))
		return context_fail(HPVM_RUN_MISUSE, "a callback cannot wait");
	if (!launch->graph)
		return context_fail(HPVM_RUN_MISUSE, "the launch is not under way");
	return call(launch, wait_for_it);
}

hpvm_run_status hpvm_run_output(const hpvm_run_launch_handle *launch, unsigned output, void *value,
				size_t bytes)
{
	const hr_node *root = launch->root;
	const uint8_t *place = launch->outputs;

	if (output >= root->output_count)
		return context_fail(HPVM_RUN_MISUSE, "'%s' has %u outputs and no output %u",
				    root->path, root->output_count, output);
	if (!launch->computed)
		return context_fail(HPVM_RUN_MISUSE, "no output of '%s' has been computed",
				    root->path);
	for (unsigned i = 0; i < output; i++)
		place += hr_packed_size(root->outputs[i].type);
	if (bytes != hr_packed_size(root->outputs[output].type))
		return context_fail(HPVM_RUN_MISUSE,
				    "output %u of '%s' has %zu bytes (%s), not %zu", output,
				    root->path, hr_packed_size(root->outputs[output].type),
				    root->outputs[output].type->text, bytes);
	memcpy(value, place, bytes);
	return HPVM_RUN_OK;
}

/* --- streaming -------------------------------------------------------------------------------- */

static hpvm_run_status check_streaming(const hpvm_run_launch_handle *launch)
{
	if (context_is_inside(launch->context))
		return context_fail(HPVM_RUN_MISUSE, "a callback cannot push or pop");
	if (!launch->streaming)
		return context_fail(HPVM_RUN_MISUSE, "'%s' was not launched as streaming",
				    launch->root->path);
	if (!launch->graph)
		return context_fail(HPVM_RUN_MISUSE, "the launch is not under way");
	return HPVM_RUN_OK;
}

static hr_status push_it(void *data)
{
	hpvm_run_launch_handle *launch = data;

	HR_TRY(take_buffers(launch));
	return hr_push(launch->run, launch->graph, launch->packed);
}

hpvm_run_status hpvm_run_push(hpvm_run_launch_handle *launch)
{
	hpvm_run_status result = check_streaming(launch);

	if (result == HPVM_RUN_OK)
		result = check_bound(launch);
	return result == HPVM_RUN_OK ? call(launch, push_it) : result;
}

static hr_status pop_it(void *data)
{
	hpvm_run_launch_handle *launch = data;
	void *result;

	HR_TRY(hr_pop(launch->run, launch->graph, &result));
	memcpy(launch->outputs, result, launch->outputs_bytes);
	free(result); /* as the host would (S2) */
	launch->computed = true;
	return HR_OK;
}

hpvm_run_status hpvm_run_pop(hpvm_run_launch_handle *launch)
{
	hpvm_run_status result = check_streaming(launch);

	return result == HPVM_RUN_OK ? call(launch, pop_it) : result;
}
