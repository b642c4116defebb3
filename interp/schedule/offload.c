/* interp/schedule/offload.c -- grids of a leaf that a backend runs.
 *
 * A grid is passed as a whole if nothing is stored for each instance, or if instances meet at
 * barriers; otherwise it is passed in boxes that are contiguous in reference order, so that the
 * buffers stay small.
 *
 * Invariant: edges and binds carry the same values as if the engine had run the grid (E1-E5).
 * Owns:      buffers of images; the pointers to units belong to the offload.
 * Clauses:   E1-E5, M1 for leaves that are offloaded; H4: a fault in such code is a diagnostic.
 * Not here:  choosing the backend (interp/run/offload.h), the engine's own grids (schedule.c). */
#include "interp/run/offload.h"

#include <setjmp.h>
#include <string.h>

#include "interp/engine/engine.h"
#include "interp/run/events.h"
#include "interp/run/process.h"
#include "interp/schedule/plan.h"

enum { BOX_BYTES = 1024 * 1024, LEAST_BOX = 256 };

struct plan_offload {
	bool settled;             /* the answer is final */
	hr_offload_answer answer; /* _NEVER, _TAKEN or _WATCHED */
	bool untouched;           /* the last grid was refused at run time */
	hr_offloaded by;
	bool stores;   /* an output is stored for each instance */
	bool *varying; /* for each input: instances get different values */
	uint8_t *inputs, *outputs;
	size_t inputs_bytes, outputs_bytes;
};

void hr_plan_offload_free(plan_offload *offload)
{
	if (!offload)
		return;
	hr_free(offload->varying);
	hr_free(offload->inputs);
	hr_free(offload->outputs);
	hr_free(offload);
}

/* --- querying the offload --------------------------------------------------------------------- */

static const char *hindrance(const hr_plan *plan)
{
	const hr_options *options = &plan->run->options;

	return plan->run->split                   ? "memory is split (--memory split)"
	       : options->checks & HR_CHECK_ORDER ? "orders of instances are compared"
	       : options->checks & HR_CHECK_ACCESSES & ~HR_CHECK_BOUNDS ? "its accesses are checked"
	       : plan->order.schedule != HR_SCHEDULE_REFERENCE
		       ? "the order of instances is not reference"
	       : options->keep_going ? "instances continue after errors (--keep-going)"
				     : NULL;
}

static plan_offload *prepare(const hr_plan *plan, const plan_node *node)
{
	plan_offload *offload = hr_alloc_zero(sizeof(*offload));

	offload->varying = hr_plan_varying(plan, node);
	return offload;
}

static void settle(const plan_node *node, plan_offload *offload, hr_offload_answer answer)
{
	offload->settled = answer != HR_OFFLOAD_LATER && answer != HR_OFFLOAD_TRIAL;
	offload->answer = answer == HR_OFFLOAD_TRIAL   ? HR_OFFLOAD_TAKEN
			  : answer == HR_OFFLOAD_LATER ? HR_OFFLOAD_NEVER
						       : answer;
	if (offload->answer == HR_OFFLOAD_TAKEN || !node->node->internal)
		node->stats->runner = offload->answer != HR_OFFLOAD_NEVER ? offload->by.by : NULL;
	if (offload->answer != HR_OFFLOAD_TAKEN)
		return;
	node->stats->build_nanoseconds += offload->by.nanoseconds;
	offload->stores = false;
	for (unsigned i = 0; i < node->node->output_count; i++)
		offload->stores |= offload->by.same_as[i] < 0;
}

hr_offload_answer hr_plan_offload(hr_plan *plan, plan_node *node, const child_state *state)
{
	const hr_offload *to = plan->run->offload;
	hr_offload_question question;

	if (!to)
		return HR_OFFLOAD_NEVER;
	if (!node->offload)
		node->offload = prepare(plan, node);
	if (node->offload->settled)
		return node->offload->answer;
	question = (hr_offload_question){.run = plan->run,
					 .leaf = node->node,
					 .stats = node->stats,
					 .instances = state->count,
					 .varies = node->offload->varying,
					 .hindered = hindrance(plan)};
	settle(node, node->offload,
	       to->ask(to->data, &question, &node->offload->by, &node->stats->not_offloaded));
	return node->offload->answer;
}

void *hr_plan_watched_unit(const plan_node *node, bool chain, bool *images)
{
	const plan_offload *offload = chain ? node->chain : node->offload;

	*images = offload->by.images;
	return offload->by.unit;
}

hr_offload_answer hr_plan_offload_graph(hr_plan *plan, plan_node *node, const child_state *state,
					bool chain, const char *apart, uint64_t most)
{
	const hr_offload *to = plan->run->offload;
	plan_offload **place = chain ? &node->chain : &node->offload, *offload;
	hr_offload_question question;
	const char *why = NULL;

	if (!*place)
		*place = prepare(plan, node);
	offload = *place;
	if (!offload->settled) {
		question = (hr_offload_question){.run = plan->run,
						 .leaf = node->node,
						 .chain = chain,
						 .apart = apart,
						 .stats = node->stats,
						 .instances = state->count,
						 .varies = offload->varying,
						 .hindered = hindrance(plan)};
		settle(node, offload, to->ask_graph(to->data, &question, &offload->by, &why));
		if (why || offload->answer == HR_OFFLOAD_TAKEN)
			node->stats->not_as_one = why;
	}
	return offload->by.inner_bytes <= most ? offload->answer : HR_OFFLOAD_NEVER;
}

bool hr_plan_on_devices(const hr_plan *plan)
{
	const plan_node *root = &plan->nodes[plan->graph->root->number];

	for (unsigned i = 0; i < root->node->child_count; i++) {
		const plan_offload *offload = root->children[i]->offload;

		if (root->children[i]->node->internal || !offload || !offload->settled ||
		    offload->answer != HR_OFFLOAD_TAKEN || !offload->by.beside || offload->by.whole)
			return false;
	}
	return root->node->child_count > 0;
}

/* --- a box ------------------------------------------------------------------------------------ */

/* Set BOX to the largest box of instances from FIRST on, at most MOST, that is contiguous in
 * reference order. Return their number. */
static uint64_t cut_box(const int64_t extent[3], uint64_t first, uint64_t most,
			hr_offload_grid *box)
{
	uint64_t z = (uint64_t)extent[2], plane = (uint64_t)extent[1] * z;
	int64_t id[3];
	uint64_t rows;

	hr_instance_id(extent, first, id);
	memcpy(box->begin, id, sizeof(id));
	for (unsigned d = 0; d < 3; d++)
		box->end[d] = id[d] + 1;
	if (id[2] != 0 || most < z) {
		uint64_t left = z - (uint64_t)id[2];

		left = left < most ? left : most;
		box->end[2] = id[2] + (int64_t)left;
		return left;
	}
	box->end[2] = extent[2];
	if (id[1] != 0 || most < plane) {
		rows = (uint64_t)(extent[1] - id[1]);
		rows = rows < most / z ? rows : most / z;
		box->end[1] = id[1] + (int64_t)rows;
		return rows * z;
	}
	box->end[1] = extent[1];
	rows = (uint64_t)(extent[0] - id[0]);
	rows = rows < most / plane ? rows : most / plane;
	box->end[0] = id[0] + (int64_t)rows;
	return rows * plane;
}

static uint8_t *reserve(uint8_t **buffer, size_t *room, size_t bytes)
{
	if (bytes > *room) {
		hr_free(*buffer);
		*buffer = hr_alloc(bytes);
		*room = bytes;
	}
	return *buffer;
}

hr_status hr_plan_place_inputs(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
			       uint64_t first, uint64_t count, uint8_t *images)
{
	size_t stride = hr_inputs_stride(node->node);

	for (uint64_t i = 0; i < count; i++) {
		hr_instance_id(node->level.extent, first + i, node->level.id);
		HR_TRY(hr_plan_single_inputs(plan, thread, node, scope, &node->level, first + i));
		memcpy(images + i * stride, node->inputs, node->node->inputs_bytes);
	}
	return HR_OK;
}

/* Copy the outputs that equal an input. All outputs of an internal node then have a value (G7). */
static void copy_same(const plan_node *node, const plan_offload *offload, const uint8_t *inputs,
		      uint8_t *outputs)
{
	const hr_node *leaf = node->node;

	if (leaf->internal)
		memset(outputs + leaf->outputs_bytes, 1, leaf->output_count);
	for (unsigned i = 0; i < leaf->output_count; i++) {
		int32_t from = offload->by.same_as[i];

		if (from >= 0)
			memcpy(outputs + leaf->outputs[i].offset,
			       inputs + leaf->inputs[from].offset,
			       leaf->outputs[i].type->store_size);
	}
}

static hr_status report_fault(const hr_plan *plan, const plan_node *node, const char *by,
			      const hr_thread *thread)
{
	char why[200];

	if (thread->fault == HR_D_bad_access && thread->fault_address != HR_NO_ADDRESS)
		snprintf(why, sizeof(why), "access to %p: %s", thread->fault_address,
			 thread->fault_why);
	else
		snprintf(why, sizeof(why), "%s", thread->fault_why ? thread->fault_why : "a fault");
	return hr_report_level(plan->run, &node->node->where, node->level.parent, thread->execution,
			       HR_D_backend_crashed, by, node->node->path, why);
}

/* Run a grid. A fault on this thread returns here, as in the engine; a fault on another thread is
 * handled as one of native code. */
static hr_status run_silently(hr_plan *plan, plan_node *node, plan_offload *offload,
			      const hr_offload_grid *grid)
{
	const hr_offload *to = plan->run->offload;
	hr_thread *thread = grid->thread;
	sigjmp_buf *outer = thread->recover, recover;
	const uint64_t *outer_mark = thread->mark;
	volatile uint64_t mark = 0;
	const hr_level *level = thread->level;
	const hr_code *code = thread->code;
	hr_status status;

	mark = hr_stack_mark((const uint64_t *)&mark);
	if (sigsetjmp(recover, 0) != 0) {
		thread->recover = outer;
		status = report_fault(plan, node, offload->by.by, thread);
	} else {
		thread->code = NULL;
		thread->level = &node->level;
		thread->recover = &recover;
		thread->mark = (const uint64_t *)&mark;
		hr_process_set_backend(offload->by.by);
		status = to->run(to->data, offload->by.unit, grid, &offload->untouched,
				 &node->stats->not_offloaded);
		thread->recover = outer;
	}
	hr_process_set_backend(NULL);
	thread->mark = outer_mark;
	thread->level = level;
	thread->code = code;
	return status;
}

static hr_status run_guarded(hr_plan *plan, plan_node *node, plan_offload *offload,
			     const hr_offload_grid *grid)
{
	const char *by = offload->by.by;
	hr_status status;

	if (!hr_events_want(plan->run, HR_EVENTS_NODE))
		return run_silently(plan, node, offload, grid);
	hr_emit_event_unit(grid, node->node, HR_EVENT_BEGIN_UNIT, by, NULL, NULL);
	status = run_silently(plan, node, offload, grid);
	if (status == HR_OK && offload->untouched)
		hr_emit_event_unit(grid, node->node, HR_EVENT_END_UNIT, by,
				   "returned to the interpreter", node->stats->not_offloaded);
	else
		hr_emit_event_unit(grid, node->node, HR_EVENT_END_UNIT, by,
				   status == HR_OK ? "done" : "failed", NULL);
	return status;
}

void *hr_offload_allocate(const hr_offload_grid *grid, uint64_t bytes)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	void *object;

	pthread_mutex_lock(&lock);
	object = grid->thread->allocations ? hr_object_allocate(grid->thread, bytes, false) : NULL;
	pthread_mutex_unlock(&lock);
	return object;
}

/* --- a grid ----------------------------------------------------------------------------------- */

static uint64_t most_instances(const plan_node *node, const child_state *state)
{
	size_t bytes = node->image_bytes + (node->single.count ? hr_inputs_stride(node->node) : 0);
	uint64_t most;

	if (node->offload->by.whole || (!node->offload->stores && !node->single.count))
		return state->count;
	most = BOX_BYTES / bytes; /* a leaf that stores or varies has bytes */
	return most > LEAST_BOX ? most : LEAST_BOX;
}

static hr_status run_box(hr_plan *plan, plan_node *node, hr_scope *scope, child_state *state,
			 hr_offload_grid *box, uint64_t first, uint64_t count)
{
	plan_offload *offload = node->offload;
	size_t stride = node->single.count ? hr_inputs_stride(node->node) : 0;

	box->inputs = node->inputs;
	box->outputs = NULL;
	if (stride) {
		box->inputs = reserve(&offload->inputs, &offload->inputs_bytes, count * stride);
		HR_TRY(hr_plan_place_inputs(plan, box->thread, node, scope, first, count,
					    offload->inputs));
	}
	if (node->keep_each)
		box->outputs = state->each + first * node->image_bytes;
	else if (offload->stores || (stride && node->node->output_count))
		box->outputs = reserve(&offload->outputs, &offload->outputs_bytes,
				       count * node->image_bytes);
	if (box->outputs)
		memset(box->outputs, 0, count * node->image_bytes);
	hr_plan_emit_batch(plan, box->thread, node, first, count, true);
	HR_TRY(run_guarded(plan, node, offload, box));
	hr_plan_emit_batch(plan, box->thread, node, first, count, false);
	if (offload->untouched)
		return HR_OK;
	for (uint64_t i = 0; box->outputs && i < count; i++)
		copy_same(node, offload, box->inputs + i * stride,
			  box->outputs + i * node->image_bytes);
	if (!box->outputs)
		return HR_OK;
	return hr_plan_note_many(plan, box->thread, node, state, box->outputs, first, count);
}

/* Record the outputs of a grid whose instances have all returned the same; no image was made for
 * them. */
static hr_status note_same(hr_plan *plan, hr_thread *thread, plan_node *node,
			   const plan_offload *offload, child_state *state)
{
	uint8_t *outputs = node->scratch;
	uint64_t last = state->count - 1;

	memset(outputs, 0, node->image_bytes);
	copy_same(node, offload, node->inputs, outputs);
	hr_instance_id(node->level.extent, 0, node->level.id);
	if (last > 0)
		HR_TRY(hr_plan_note_outputs(plan, thread, node, state, &node->level, outputs, 0,
					    0));
	hr_instance_id(node->level.extent, last, node->level.id);
	return hr_plan_note_outputs(plan, thread, node, state, &node->level, outputs, last, last);
}

/* The backend did not run the grid: let the engine run it and all later ones. */
static hr_status leave_to_engine(plan_node *node, bool *ran)
{
	*ran = false;
	node->offload->answer = HR_OFFLOAD_NEVER;
	node->offload->settled = true;
	node->stats->runner = NULL;
	return HR_OK;
}

/* Run a grid of one instance, which is frequent in launches and streams: its outputs are the value
 * of the grid. */
static hr_status run_only(hr_plan *plan, hr_thread *thread, plan_node *node, child_state *state,
			  bool *ran)
{
	plan_offload *offload = node->offload;
	hr_offload_grid box = {.run = plan->run,
			       .thread = thread,
			       .level = &node->level,
			       .end = {1, 1, 1},
			       .inputs = node->inputs,
			       .outputs = offload->stores ? state->value : NULL};

	memset(node->level.id, 0, sizeof(node->level.id));
	HR_TRY(hr_plan_look(plan, thread, node, 0));
	memset(state->value, 0, node->image_bytes);
	HR_TRY(run_guarded(plan, node, offload, &box));
	if (offload->untouched)
		return leave_to_engine(node, ran);
	copy_same(node, offload, node->inputs, state->value);
	memset(state->taken, 0, sizeof(state->taken));
	return HR_OK;
}

hr_status hr_plan_run_offloaded(hr_plan *plan, hr_thread *thread, plan_node *node, hr_scope *scope,
				child_state *state, bool *ran)
{
	hr_offload_grid box = {.run = plan->run, .thread = thread, .level = &node->level};
	uint64_t most;

	*ran = true;
	if (state->count == 1 && !node->single.count && !node->keep_each)
		return run_only(plan, thread, node, state, ran);
	most = most_instances(node, state);
	for (uint64_t first = 0, count; first < state->count; first += count) {
		count = cut_box(node->level.extent, first, most, &box);
		HR_TRY(hr_plan_look(plan, thread, node, first));
		HR_TRY(run_box(plan, node, scope, state, &box, first, count));
		if (node->offload->untouched)
			return leave_to_engine(node, ran);
	}
	if (node->node->output_count && !box.outputs)
		return note_same(plan, thread, node, node->offload, state);
	return HR_OK;
}

hr_status hr_plan_run_chain(hr_plan *plan, hr_thread *thread, plan_node *node, child_state *state)
{
	const hr_level *level = &node->children[0]->level;
	hr_offload_grid grid = {
		.run = plan->run, .thread = thread, .level = level, .inputs = node->inputs};

	memcpy(grid.end, level->extent, sizeof(grid.end));
	HR_TRY(hr_plan_look(plan, thread, node, 0));
	HR_TRY(run_guarded(plan, node, node->chain, &grid));
	if (!node->node->output_count)
		return HR_OK;
	return note_same(plan, thread, node, node->chain, state);
}
