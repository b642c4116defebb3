/* backends/cuda/device/chain.c -- launches that the host does not wait for one by one, and graphs
 * of launches that are repeated.
 *
 * As long as the launches are those of the graph, they are held back; when all have arrived, the
 * graph is launched. If a different launch arrives, or the host waits, those that are held back are
 * launched one by one.
 * Other streams are ordered with these launches by events; an event behind the last launch shows
 * when all have ended.
 * Invariant: launches are executed in order. Launches that are held back do not run, so they must
 *            be short.
 * Owns:      the stream, the graph.
 * Source:    NVIDIA, CUDA Driver API, "Graph Management".
 * Not here:  which grids may be launched this way (run.c), waiting (wait.c). */
#include "backends/cuda/device/chain.h"

#include <stdio.h>
#include <string.h>

#include "backends/cuda/device/cuda.h"

/* Average time per launch of a chain, from launch to end; for longer launches the overhead is
 * negligible. */
enum { SHORT_NANOSECONDS = 40 * 1000 };

void cuda_chain_open(cuda_chain *chain, const nv_driver *driver, const char *graphs)
{
	static const char *const words[] = {"short", "always", "never"};
	unsigned when = 0;

	while (when < 2 && strcmp(graphs, words[when]) != 0)
		when++;
	chain->driver = driver;
	chain->when = (cuda_graphs)when;
	pthread_mutex_init(&chain->lock, NULL);
}

/* --- steps ------------------------------------------------------------------------------------ */

static void add_step(cuda_steps *to, const nv_kernel_node *what, const uint64_t *values,
		     uint32_t count)
{
	HR_PUSH(&to->all, (cuda_step){*what, (uint32_t)to->values.count, count});
	for (uint32_t i = 0; i < count; i++)
		HR_PUSH(&to->values, values[i]);
}

static void clear_steps(cuda_steps *steps)
{
	steps->all.count = steps->values.count = 0;
}

static void free_steps(cuda_steps *steps)
{
	HR_VEC_FREE(&steps->all);
	HR_VEC_FREE(&steps->values);
}

/* Return true if launch I of both is the same kernel on the same grid; arguments may differ. */
static bool is_alike(const cuda_steps *one, const cuda_steps *other, size_t i)
{
	const nv_kernel_node *a = &one->all.data[i].what, *b = &other->all.data[i].what;

	return a->function == b->function && memcmp(a->grid, b->grid, sizeof(a->grid)) == 0 &&
	       memcmp(a->block, b->block, sizeof(a->block)) == 0 &&
	       a->dynamic_bytes == b->dynamic_bytes;
}

static bool are_alike(const cuda_steps *one, const cuda_steps *other)
{
	if (one->all.count != other->all.count)
		return false;
	for (size_t i = 0; i < one->all.count; i++)
		if (!is_alike(one, other, i))
			return false;
	return true;
}

/* Return launch I of STEPS in the driver's form. The driver reads what PARAMETERS points to during
 * the call. */
static nv_kernel_node node_of(cuda_steps *steps, size_t i, void **parameters)
{
	const cuda_step *at = &steps->all.data[i];
	nv_kernel_node node = at->what;

	for (uint32_t k = 0; k < at->count; k++)
		parameters[k] = &steps->values.data[at->at + k];
	node.parameters = parameters;
	node.extra = NULL;
	return node;
}

static nv_result launch(cuda_chain *chain, size_t i)
{
	void *parameters[CUDA_MOST_ARGUMENTS];
	nv_kernel_node node = node_of(&chain->now, i, parameters);

	return chain->driver->launch(node.function, node.grid[0], node.grid[1], node.grid[2],
				     node.block[0], node.block[1], node.block[2],
				     node.dynamic_bytes, chain->stream, parameters, NULL);
}

/* --- the graph -------------------------------------------------------------------------------- */

static void drop_graph(cuda_chain *chain)
{
	if (chain->exec) {
		chain->driver->graph_exec_destroy(chain->exec);
		chain->driver->graph_destroy(chain->graph);
	}
	chain->exec = NULL;
	chain->follows = false;
}

static nv_result add_nodes(cuda_chain *chain, nv_graph graph)
{
	void *parameters[CUDA_MOST_ARGUMENTS];
	nv_result result = NV_SUCCESS;

	chain->nodes.count = 0;
	for (size_t i = 0; i < chain->made.all.count && result == NV_SUCCESS; i++) {
		nv_kernel_node what = node_of(&chain->made, i, parameters);
		nv_graph_node node, after = i ? HR_LAST(&chain->nodes) : NULL;

		result = chain->driver->graph_add_kernel(&node, graph, i ? &after : NULL, i > 0,
							 &what);
		if (result == NV_SUCCESS)
			HR_PUSH(&chain->nodes, node);
	}
	return result;
}

/* Make a graph of `now`, which becomes `made`. Errors are ignored, because the launches work
 * without a graph, too; a sticky error is returned again by the next call. */
static void make_graph(cuda_chain *chain)
{
	cuda_steps steps = chain->made;
	nv_graph_exec exec = NULL;
	nv_graph graph = NULL;

	drop_graph(chain);
	chain->made = chain->now;
	chain->now = steps;
	if (chain->driver->graph_create(&graph, 0) != NV_SUCCESS)
		return;
	if (add_nodes(chain, graph) == NV_SUCCESS &&
	    chain->driver->graph_instantiate(&exec, graph, 0) == NV_SUCCESS) {
		chain->graph = graph;
		chain->exec = exec;
	} else {
		chain->driver->graph_destroy(graph);
	}
}

static nv_result update_graph(cuda_chain *chain)
{
	void *parameters[CUDA_MOST_ARGUMENTS];
	nv_result result = NV_SUCCESS;

	for (size_t i = 0; i < chain->made.all.count && result == NV_SUCCESS; i++) {
		const cuda_step *from = &chain->now.all.data[i], *to = &chain->made.all.data[i];
		uint64_t *old = &chain->made.values.data[to->at];
		size_t bytes = to->count * sizeof(*old);
		nv_kernel_node node;

		if (!bytes || memcmp(old, &chain->now.values.data[from->at], bytes) == 0)
			continue;
		memcpy(old, &chain->now.values.data[from->at], bytes);
		node = node_of(&chain->made, i, parameters);
		result = chain->driver->graph_set_kernel(chain->exec, chain->nodes.data[i], &node);
	}
	return result;
}

/* Launch the graph after all its launches have arrived. */
static nv_result launch_graph(cuda_chain *chain)
{
	nv_result result = update_graph(chain);

	if (result == NV_SUCCESS)
		result = chain->driver->graph_launch(chain->exec, chain->stream);
	if (result != NV_SUCCESS)
		drop_graph(chain);
	clear_steps(&chain->now);
	clear_steps(&chain->before);
	chain->given = 0;
	return result;
}

/* --- launches --------------------------------------------------------------------------------- */

static nv_result launch_deferred(cuda_chain *chain)
{
	nv_result result = NV_SUCCESS;

	while (chain->given < chain->now.all.count && result == NV_SUCCESS)
		result = launch(chain, chain->given++);
	return result;
}

/* End a sequence of launches. IS_SHORT: its launches took little time. */
static void end_chain(cuda_chain *chain, bool is_short)
{
	cuda_steps steps = chain->before;

	is_short =
		chain->when == CUDA_GRAPHS_ALWAYS || (is_short && chain->when == CUDA_GRAPHS_SHORT);
	if (is_short && chain->now.all.count > 1 && are_alike(&chain->now, &chain->before)) {
		make_graph(chain);
	} else {
		chain->before = chain->now;
		chain->now = steps;
	}
	clear_steps(&chain->now);
	chain->given = 0;
}

static nv_result start(cuda_chain *chain)
{
	nv_result result = NV_SUCCESS;

	if (!chain->started) {
		result = chain->driver->stream_create(&chain->stream, NV_STREAM_NON_BLOCKING);
		chain->started = result == NV_SUCCESS;
	}
	return result;
}

static nv_result begin(cuda_chain *chain, const volatile int *stop)
{
	nv_result result = start(chain);

	if (!chain->now.all.count) {
		chain->follows = chain->exec != NULL;
		chain->begun = cuda_clock();
	}
	chain->stop = stop;
	return result;
}

static nv_result add(cuda_chain *chain)
{
	size_t last = chain->now.all.count - 1;
	nv_result result;

	chain->behind = true;
	chain->added++;
	chain->follows = chain->follows && last < chain->made.all.count &&
			 is_alike(&chain->now, &chain->made, last);
	if (chain->follows)
		return last + 1 < chain->made.all.count ? NV_SUCCESS : launch_graph(chain);
	result = launch_deferred(chain);
	if (chain->now.all.count == CUDA_LONGEST_CHAIN)
		end_chain(chain, cuda_clock() - chain->begun <
					 (uint64_t)CUDA_LONGEST_CHAIN * SHORT_NANOSECONDS);
	return result;
}

nv_result cuda_chain_add(cuda_chain *chain, const nv_kernel_node *what, const uint64_t *values,
			 uint32_t count, const volatile int *stop, uint64_t *number)
{
	nv_result result;

	pthread_mutex_lock(&chain->lock);
	result = begin(chain, stop);
	if (result == NV_SUCCESS) {
		add_step(&chain->now, what, values, count);
		result = add(chain);
		*number = chain->added;
	}
	pthread_mutex_unlock(&chain->lock);
	return result;
}

/* --- other streams ---------------------------------------------------------------------------- */

nv_result cuda_chain_after(cuda_chain *chain, nv_event event)
{
	nv_result result;

	pthread_mutex_lock(&chain->lock);
	result = start(chain);
	/* This also orders the launches that are held back and come later. */
	if (result == NV_SUCCESS)
		result = chain->driver->stream_wait_event(chain->stream, event, 0);
	pthread_mutex_unlock(&chain->lock);
	return result;
}

/* Record the event behind all launches so far, which include the first NUMBER. */
static nv_result record(cuda_chain *chain, uint64_t number)
{
	nv_result result = NV_SUCCESS;

	if (number <= chain->recorded)
		return NV_SUCCESS;
	if (!chain->event)
		result = chain->driver->event_create(&chain->event, NV_EVENT_NO_TIMING);
	if (result != NV_SUCCESS) {
		chain->event = NULL;
		return result;
	}
	result = chain->driver->event_record(chain->event, chain->stream);
	if (result == NV_SUCCESS)
		chain->recorded = chain->added;
	return result;
}

/* Launch what is held back; the launches cannot be the whole graph any more. */
static nv_result let_go(cuda_chain *chain)
{
	if (chain->given == chain->now.all.count)
		return NV_SUCCESS;
	chain->follows = false;
	return launch_deferred(chain);
}

nv_result cuda_chain_before(cuda_chain *chain, uint64_t number, nv_stream stream,
			    const volatile int **stop)
{
	nv_result result = NV_SUCCESS;

	pthread_mutex_lock(&chain->lock);
	if (number > chain->ended) {
		*stop = chain->stop;
		if (number > chain->recorded)
			result = let_go(chain);
		if (result == NV_SUCCESS)
			result = record(chain, number);
		if (result == NV_SUCCESS)
			result = chain->driver->stream_wait_event(stream, chain->event, 0);
	}
	pthread_mutex_unlock(&chain->lock);
	return result;
}

bool cuda_chain_has_ended(cuda_chain *chain, uint64_t number)
{
	bool ended;

	pthread_mutex_lock(&chain->lock);
	ended = number <= chain->ended;
	pthread_mutex_unlock(&chain->lock);
	return ended;
}

/* --- waiting ---------------------------------------------------------------------------------- */

/* Wait until nothing runs. After an error that is not sticky the device may still be working, so
 * wait once more. *BEHIND is set if the state is not known even then. */
static nv_result wait_for_stream(cuda_chain *chain, bool *behind)
{
	nv_result result = cuda_wait(chain->driver, chain->stream, chain->stop), again = NV_SUCCESS;

	if (result != NV_SUCCESS && result != NV_NOT_READY && !nv_is_sticky(result))
		again = cuda_wait(chain->driver, chain->stream, chain->stop);
	*behind = again != NV_SUCCESS && again != NV_NOT_READY && !nv_is_sticky(again);
	return again == NV_SUCCESS || *behind ? result : again;
}

/* Wait for all launches. That the device hangs or is lost takes precedence over the error of a
 * launch. */
static nv_result wait_for_all(cuda_chain *chain)
{
	size_t count = chain->now.all.count;
	nv_result result = launch_deferred(chain), end = wait_for_stream(chain, &chain->behind);

	if (result == NV_SUCCESS || end == NV_NOT_READY || nv_is_sticky(end))
		result = end;
	if (result == NV_SUCCESS) {
		end_chain(chain, cuda_clock() - chain->begun < count * SHORT_NANOSECONDS);
	} else { /* after an error the launches are not remembered */
		clear_steps(&chain->now);
		chain->given = 0;
	}
	if (!chain->behind)
		chain->ended = chain->added;
	chain->stop = NULL;
	return result;
}

nv_result cuda_chain_wait(cuda_chain *chain)
{
	nv_result result = NV_SUCCESS;

	pthread_mutex_lock(&chain->lock);
	if (chain->behind)
		result = wait_for_all(chain);
	pthread_mutex_unlock(&chain->lock);
	return result;
}

bool cuda_chain_is_behind(cuda_chain *chain)
{
	bool behind;

	pthread_mutex_lock(&chain->lock);
	behind = chain->behind;
	pthread_mutex_unlock(&chain->lock);
	return behind;
}

void cuda_chain_forget(cuda_chain *chain)
{
	pthread_mutex_lock(&chain->lock);
	drop_graph(chain);
	clear_steps(&chain->before);
	pthread_mutex_unlock(&chain->lock);
}

void cuda_chain_close(cuda_chain *chain, bool given_back)
{
	if (given_back)
		drop_graph(chain);
	if (given_back && chain->event)
		chain->driver->event_destroy(chain->event);
	if (given_back && chain->started)
		chain->driver->stream_destroy(chain->stream);
	free_steps(&chain->now);
	free_steps(&chain->before);
	free_steps(&chain->made);
	HR_VEC_FREE(&chain->nodes);
	pthread_mutex_destroy(&chain->lock);
}
