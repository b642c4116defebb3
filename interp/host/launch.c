/* interp/host/launch.c -- init, cleanup, launch, wait, push, pop: the host's calls, checked.
 *
 * A graph that is not streaming runs at wait (H3). Its arguments are read at launch, so the host
 * may reuse the structure for the next launch; results are written after them at wait.
 *
 * The order of calls (H1): init must be first, and no call may follow cleanup, except that memory
 * may be requested and untracked later: the results are final then.
 *
 * Invariant: every hr_launched is in the table of handles exactly while its handle is valid.
 * Owns:      launched graphs.
 * Clauses:   H1, H2, H3; S1, S2, S5 as far as they concern handles.
 * Not here:  running (interp/schedule/schedule.c), streams (interp/stream/stream.c), packed
 *            structures (interp/stream/roots.c). */
#include "interp/host/launch.h"

#include <string.h>

#include "interp/check/checker.h"
#include "interp/check/sandbox.h"
#include "interp/memory/device_copies.h"
#include "interp/orders/orders.h"
#include "interp/stream/launched.h"

/* --- order of calls --------------------------------------------------------------------------- */

static hr_status wrong_order(hr_run *run, const char *call, const char *why)
{
	char text[96];

	snprintf(text, sizeof(text), "%s %s", call, why);
	return hr_report_at(run, hr_thread_peek(), HR_D_runtime_order, text);
}

static hr_status check_order(hr_run *run, const char *call)
{
	if (!run->initialised)
		return wrong_order(run, call, "before init");
	if (run->cleaned_up)
		return wrong_order(run, call, "after cleanup");
	return HR_OK;
}

hr_status hr_init(hr_run *run)
{
	if (run->initialised)
		return wrong_order(run, "init", run->cleaned_up ? "after cleanup" : "called twice");
	run->initialised = true;
	return HR_OK;
}

hr_status hr_cleanup(hr_run *run)
{
	hr_status status;

	if (!run->initialised)
		return wrong_order(run, "cleanup", "before init");
	if (run->cleaned_up)
		return wrong_order(run, "cleanup", "called twice");
	status = hr_run_unwaited(run);
	run->cleaned_up = true;
	return status;
}

/* --- handles ---------------------------------------------------------------------------------- */

enum { HANDLE_STEP = 16 };
/* Not null, and not near addresses of malloc or the stack, so that a stray pointer is no handle. */
static const uint64_t first_handle = UINT64_C(0x4850564d0000);

static hr_launched *public_handle(const hr_launched *graph)
{
	return (hr_launched *)(uintptr_t)graph->handle;
}

/* Return true if HANDLE has been valid. Only wait removes a handle, so this distinguishes a stale
 * handle from an invented one. */
static bool was_given(hr_run *run, const hr_launched *handle)
{
	uint64_t offset = hr_map_key(handle) - first_handle, last;

	pthread_mutex_lock(&run->lock);
	last = run->roots->last_handle;
	pthread_mutex_unlock(&run->lock);
	return offset % HANDLE_STEP == 0 && offset != 0 && offset / HANDLE_STEP <= last;
}

static hr_status bad_handle(hr_run *run, const char *call, const hr_launched *handle)
{
	return hr_report_at(
		run, hr_thread_peek(), HR_D_bad_graph_handle, call, (const void *)handle,
		was_given(run, handle) ? "the handle of a graph that has already been waited for"
				       : "not the handle of a launched graph");
}

/* The caller holds run->lock. */
static hr_launched *look_up(hr_run *run, const hr_launched *handle)
{
	uint64_t value;

	return hr_map_get(&run->roots->handles, hr_map_key(handle), &value)
		       ? (hr_launched *)(uintptr_t)value
		       : NULL;
}

static void link_launched(hr_run *run, hr_launched *graph)
{
	__atomic_store_n(&graph->handle, first_handle + HANDLE_STEP * ++run->roots->last_handle,
			 __ATOMIC_RELAXED);
	hr_map_put(&run->roots->handles, graph->handle, hr_map_key(graph));
	graph->previous = NULL;
	graph->next = run->launched;
	if (graph->next)
		graph->next->previous = graph;
	run->launched = graph;
}

static void unlink_launched(hr_run *run, hr_launched *graph)
{
	if (graph->previous)
		graph->previous->next = graph->next;
	else
		run->launched = graph->next;
	if (graph->next)
		graph->next->previous = graph->previous;
}

bool hr_launched_with(hr_run *run, const void *base, size_t bytes)
{
	bool found = false;

	pthread_mutex_lock(&run->lock);
	for (const hr_launched *graph = run->launched; graph && !found; graph = graph->next) {
		const hr_root *root = graph->root;

		for (size_t i = 0; i < root->pointers.count && !graph->waited; i++) {
			uintptr_t pointer;

			memcpy(&pointer,
			       graph->images +
				       root->graph->root->inputs[root->pointers.data[i]].offset,
			       sizeof(pointer));
			found |= pointer - (uintptr_t)base < bytes;
		}
	}
	pthread_mutex_unlock(&run->lock);
	return found;
}

static hr_launched *new_launched(hr_run *run, hr_root *root)
{
	const hr_node *node = root->graph->root;
	hr_launched *graph;

	pthread_mutex_lock(&run->lock);
	graph = root->spare;
	if (graph)
		root->spare = graph->next;
	pthread_mutex_unlock(&run->lock);
	if (!graph)
		graph = hr_alloc_zero(sizeof(*graph) + (size_t)node->inputs_bytes +
				      node->outputs_bytes + 32);
	graph->root = root;
	graph->stream = NULL;
	graph->waited = false;
	return graph;
}

static void recycle_launched(hr_run *run, hr_launched *graph)
{
	pthread_mutex_lock(&run->lock);
	graph->next = graph->root->spare;
	graph->root->spare = graph;
	pthread_mutex_unlock(&run->lock);
}

/* --- launch ----------------------------------------------------------------------------------- */

/* Report edges between the children of the root, the stages of the stream, that are not
 * streaming. */
static hr_status check_edges(hr_run *run, hr_root *root)
{
	const hr_node *node = root->graph->root;
	hr_status status = HR_OK;

	if (__atomic_exchange_n(&root->edges_checked, true, __ATOMIC_RELAXED))
		return HR_OK;
	for (unsigned i = 0; i < node->edge_count && status == HR_OK; i++) {
		const hr_edge *edge = &node->edges[i];

		if (!edge->streaming)
			status = hr_run_note(run, hr_report(run->diags, HR_D_edge_not_streaming,
							    &edge->where,
							    node->children[edge->source]->path,
							    node->children[edge->sink]->path));
	}
	return status;
}

static hr_status start_stream(hr_run *run, hr_launched *graph)
{
	hr_plan *plan;

	HR_TRY(check_edges(run, graph->root));
	HR_TRY(hr_root_take_plan(run, graph->root, 0, &plan));
	graph->stream = hr_stream_new(run, graph->root, plan, graph->images);
	return HR_OK;
}

/* Check M7. What pushes set is checked then: it may be tracked later. */
static hr_status check_tracked(hr_run *run, const hr_launched *graph, bool streaming)
{
	bool *later = streaming ? hr_stream_pushed_inputs(graph->root->graph->root) : NULL;
	const hr_status status = hr_root_check_tracked(run, graph->root, graph->images, later);

	hr_free(later);
	return status;
}

/* Detect at launch, not at wait, why a launch must be refused: code that cannot be lowered. */
static hr_status make_ready(hr_run *run, hr_launched *graph, bool streaming)
{
	hr_root *root = graph->root;
	hr_plan *plan;
	bool ready;

	HR_TRY(check_tracked(run, graph, streaming));
	if (streaming)
		return start_stream(run, graph);
	pthread_mutex_lock(&run->lock);
	ready = root->plans.count > 0;
	pthread_mutex_unlock(&run->lock);
	if (ready)
		return HR_OK;
	HR_TRY(hr_root_take_plan(run, root, 0, &plan));
	hr_root_give_plan(run, root, plan);
	return HR_OK;
}

static hr_status launch(hr_run *run, bool streaming, hr_root *root, void *arguments,
			hr_launched **out)
{
	const hr_node *node = root->graph->root;
	hr_launched *graph;
	hr_status status;

	if (!arguments && root->packed_inputs + root->packed_outputs)
		return hr_report_at(run, hr_thread_peek(), HR_D_bad_launch,
				    "the arguments are a null pointer");
	graph = new_launched(run, root);
	graph->arguments = arguments;
	for (unsigned i = 0; i < node->input_count; i++)
		hr_field_read(&root->inputs[i], arguments, graph->images);
	pthread_mutex_lock(&run->lock);
	graph->execution = root->executions++;
	pthread_mutex_unlock(&run->lock);
	status = hr_check_arguments(run->checker, root->graph, root->inputs, arguments,
				    graph->execution, streaming ? HR_PASS_STREAM : HR_PASS_LAUNCH);
	if (status == HR_OK || (status == HR_TRAP && run->options.keep_going))
		status = make_ready(run, graph, streaming);
	if (status != HR_OK) {
		recycle_launched(run, graph);
		return status;
	}
	graph->launched = streaming ? 0 : hr_check_launched(run->checker);
	pthread_mutex_lock(&run->lock);
	root->streams += streaming;
	link_launched(run, graph);
	pthread_mutex_unlock(&run->lock);
	*out = public_handle(graph);
	return HR_OK;
}

/* In the sandbox, the runtime touches objects of the program alone, and nodes get no others: the struct
 * that launch or push gets, and the memory that its pointers with sizes say. */
static hr_status check_struct(hr_run *run, const hr_root *root, const void *arguments,
			      bool launches)
{
	const hr_node *node = root->graph->root;
	const uint8_t *packed = arguments;

	if (!run->options.sandbox.on || !arguments)
		return HR_OK;
	HR_TRY(hr_sandbox_range(run, arguments, root->packed_inputs, false,
				"a read of the arguments by launch or push,"));
	if (launches)
		HR_TRY(hr_sandbox_range(run, packed + root->packed_inputs, root->packed_outputs,
					true, "a write of the results by wait,"));
	for (unsigned i = 0; i + 1 < node->input_count; i++) {
		uint64_t base, bytes;

		if (!hr_port_has_size(node->inputs, node->input_count, i))
			continue;
		memcpy(&base, packed + root->inputs[i].packed, sizeof(base));
		memcpy(&bytes, packed + root->inputs[i + 1].packed, sizeof(bytes));
		if (base)
			HR_TRY(hr_sandbox_range(run, (const void *)(uintptr_t)base, bytes, false,
						"an argument"));
	}
	return HR_OK;
}

hr_status hr_launch(hr_run *run, bool streaming, const void *root, void *arguments,
		    hr_launched **graph)
{
	hr_root *found;

	HR_TRY(check_order(run, "launch"));
	HR_TRY(hr_root_at(run, root, &found));
	HR_TRY(check_struct(run, found, arguments, true));
	HR_TRY(hr_host_check_layout(run, found, streaming ? HR_PACKED_IN : HR_PACKED_ARGS,
				    HR_LAYOUT_LAUNCH, arguments));
	return launch(run, streaming, found, arguments, graph);
}

hr_status hr_launch_function(hr_run *run, bool streaming, hr_function *root, void *arguments,
			     hr_launched **graph)
{
	hr_root *found;

	HR_TRY(check_order(run, "launch"));
	HR_TRY(hr_root_find(run, root, &found));
	return launch(run, streaming, found, arguments, graph);
}

/* --- wait ------------------------------------------------------------------------------------- */

static hr_status run_once(hr_run *run, hr_launched *graph)
{
	hr_root *root = graph->root;
	const hr_node *node = root->graph->root;
	uint8_t *outputs = graph->images + ((node->inputs_bytes + 15) & ~(size_t)15);
	hr_plan *plan;
	hr_status status;

	HR_TRY(hr_host_check_alive(run, root, graph->arguments));
	HR_TRY(hr_root_take_plan(run, root, graph->launched, &plan));
	status = hr_orders_execute(plan, hr_thread_self(run), graph->execution, graph->images,
				   outputs);
	hr_root_give_plan(run, root, plan);
	if (status != HR_OK)
		return status;
	if (root->packed_outputs)
		HR_TRY(hr_sandbox_range(run, graph->arguments + root->packed_inputs,
					root->packed_outputs, true,
					"a write of the results by wait,"));
	for (unsigned i = 0; i < node->output_count; i++)
		hr_field_write(&root->outputs[i], outputs, graph->arguments + root->packed_inputs);
	return HR_OK;
}

/* Free stream GRAPH and forget its handle, unless a thread uses it: it then stays until the run ends.
 * The caller holds run->lock. */
static void forget_stream(hr_run *run, hr_launched *graph)
{
	hr_launched *recent = graph;

	/* take_stream() counts first and looks at `recent` afterwards. */
	__atomic_compare_exchange_n(&run->roots->recent, &recent, NULL, false, __ATOMIC_SEQ_CST,
				    __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&graph->users, __ATOMIC_SEQ_CST))
		return;
	hr_map_remove(&run->roots->handles, graph->handle);
	unlink_launched(run, graph);
	hr_stream_free(graph->stream);
	graph->stream = NULL;
	graph->next = graph->root->spare;
	graph->root->spare = graph;
}

static void note_ended(hr_run *run, hr_launched *graph)
{
	hr_roots *roots = run->roots;
	hr_launched **place;

	pthread_mutex_lock(&run->lock);
	place = &roots->ended[roots->next_ended++ % HR_KNOWN_ENDED];
	if (*place)
		forget_stream(run, *place);
	*place = graph;
	pthread_mutex_unlock(&run->lock);
}

/* Run GRAPH to its end. It has been removed from the table, or is a stream marked as waited. */
static hr_status finish(hr_run *run, hr_launched *graph)
{
	hr_status status;

	if (graph->stream) {
		status = hr_stream_wait(graph->stream, hr_thread_self(run));
		note_ended(run, graph);
	} else {
		status = run_once(run, graph);
		recycle_launched(run, graph);
	}
	hr_split_to_host(run->split);
	return status;
}

/* Claim GRAPH, so that no other thread finishes it. The caller holds run->lock. */
static void claim(hr_run *run, hr_launched *graph)
{
	if (graph->stream) {
		graph->waited = true;
		return;
	}
	hr_map_remove(&run->roots->handles, graph->handle);
	unlink_launched(run, graph);
}

hr_status hr_wait(hr_run *run, hr_launched *handle)
{
	hr_launched *graph;
	hr_status status;

	HR_TRY(check_order(run, "wait"));
	pthread_mutex_lock(&run->lock);
	graph = look_up(run, handle);
	if (graph && graph->waited)
		graph = NULL;
	if (graph)
		claim(run, graph);
	pthread_mutex_unlock(&run->lock);
	if (!graph)
		return bad_handle(run, "wait", handle);
	status = finish(run, graph);
	hr_run_show_nothing(run);
	return status;
}

static hr_launched *oldest_unwaited(hr_run *run)
{
	hr_launched *oldest = NULL;

	for (hr_launched *graph = run->launched; graph; graph = graph->next)
		if (!graph->waited)
			oldest = graph;
	return oldest;
}

hr_status hr_run_unwaited(hr_run *run)
{
	hr_status first = HR_OK;

	for (;;) {
		hr_launched *graph;
		hr_status status;

		pthread_mutex_lock(&run->lock);
		graph = oldest_unwaited(run);
		if (graph)
			claim(run, graph);
		pthread_mutex_unlock(&run->lock);
		if (!graph)
			return first;
		status = hr_report_at(run, NULL, HR_D_graph_never_waited,
				      graph->root->graph->root->path);
		if (status == HR_OK && run->options.sandbox.on && !hr_thread_self(run)->calling) {
			/* the variables of main are gone, and the graph may have their addresses */
			hr_sandbox_refuse(hr_thread_self(run), "running a graph after the program");
			status = HR_TRAP;
		}
		if (status == HR_OK || run->options.keep_going)
			status = finish(run, graph);
		first = first != HR_OK ? first : status;
		if (status != HR_OK && !run->options.keep_going)
			return first;
	}
}

/* --- push and pop ----------------------------------------------------------------------------- */

/* Return the graph of HANDLE, or NULL; the caller is counted as a user of it. The most recently used
 * stream is found without a lock. */
static hr_launched *take_stream(hr_run *run, const hr_launched *handle)
{
	hr_launched *graph = __atomic_load_n(&run->roots->recent, __ATOMIC_ACQUIRE);

	if (graph) {
		__atomic_fetch_add(&graph->users, 1, __ATOMIC_SEQ_CST);
		if (__atomic_load_n(&run->roots->recent, __ATOMIC_SEQ_CST) == graph &&
		    __atomic_load_n(&graph->handle, __ATOMIC_RELAXED) == hr_map_key(handle))
			return graph;
		__atomic_fetch_sub(&graph->users, 1, __ATOMIC_RELEASE);
	}
	pthread_mutex_lock(&run->lock);
	graph = look_up(run, handle);
	if (graph) {
		__atomic_fetch_add(&graph->users, 1, __ATOMIC_RELAXED);
		if (graph->stream)
			__atomic_store_n(&run->roots->recent, graph, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&run->lock);
	return graph;
}

static void give_stream(hr_launched *graph)
{
	__atomic_fetch_sub(&graph->users, 1, __ATOMIC_RELEASE);
}

/* The caller calls give_stream() if this succeeds. */
static hr_status find_stream(hr_run *run, const char *call, hr_launched *handle, hr_launched **out)
{
	hr_launched *graph;
	const char *path;

	HR_TRY(check_order(run, call));
	graph = take_stream(run, handle);
	if (!graph)
		return bad_handle(run, call, handle);
	*out = graph;
	if (graph->stream)
		return HR_OK;
	path = graph->root->graph->root->path;
	give_stream(graph);
	return hr_report_at(run, hr_thread_peek(), HR_D_not_streaming, call, path);
}

static hr_status push(hr_run *run, const hr_launched *graph, const void *arguments)
{
	HR_TRY(check_struct(run, graph->root, arguments, false));
	HR_TRY(hr_host_check_layout(run, graph->root, HR_PACKED_IN, HR_LAYOUT_PUSH, arguments));
	return hr_stream_push(graph->stream, hr_thread_self(run), arguments);
}

hr_status hr_push(hr_run *run, hr_launched *handle, const void *arguments)
{
	hr_launched *graph;
	hr_status status;

	HR_TRY(find_stream(run, "push", handle, &graph));
	status = push(run, graph, arguments);
	give_stream(graph);
	hr_split_to_host(run->split);
	return status;
}

static hr_status pop(hr_run *run, const hr_launched *graph, void **result)
{
	hr_status status;

	HR_TRY(hr_host_check_layout(run, graph->root, HR_PACKED_OUT, HR_LAYOUT_POP, NULL));
	status = hr_stream_pop(graph->stream, hr_thread_self(run), result);
	if (status == HR_OK)
		hr_sandbox_give(run->checker, *result, graph->root->packed_outputs);
	return status;
}

hr_status hr_pop(hr_run *run, hr_launched *handle, void **result)
{
	hr_launched *graph;
	hr_status status;

	HR_TRY(find_stream(run, "pop", handle, &graph));
	status = pop(run, graph, result);
	give_stream(graph);
	hr_split_to_host(run->split);
	hr_run_show_nothing(run);
	return status;
}
