/* traces/export/trace_totals.c -- totals of nodes and edges.
 *
 * Not here: matching ends with begins (trace_follow.c). */
#include "traces/export/trace_totals.h"

#include <stdio.h>
#include <string.h>

#include "src/base/alloc.h"

trace_totals trace_totals_new(const hr_trace *trace)
{
	return (trace_totals){
		.rows = hr_alloc_array((size_t)trace->node_count + 1, sizeof(trace_row)),
		.values = hr_alloc_array((size_t)trace->edge_count + 1, sizeof(uint64_t)),
		.bytes = hr_alloc_array((size_t)trace->edge_count + 1, sizeof(uint64_t)),
	};
}

void trace_totals_free(trace_totals *totals)
{
	hr_free(totals->rows);
	hr_free(totals->values);
	hr_free(totals->bytes);
	HR_VEC_FREE(&totals->open);
	HR_VEC_FREE(&totals->wholes);
	HR_VEC_FREE(&totals->orders);
}

static void note_grid(trace_row *row, const trace_grid *grid, const char *by)
{
	uint64_t took = grid->end - grid->begin,
		 operations = grid->end_operations - grid->begin_operations;

	if (took > row->longest || !row->grids) {
		row->longest = took;
		row->longest_at = grid->begin;
	}
	row->grids++;
	row->instances += grid->count;
	row->total += took;
	row->self += took > grid->inner ? took - grid->inner : 0;
	row->operations += operations;
	row->self_operations +=
		operations > grid->inner_operations ? operations - grid->inner_operations : 0;
	row->waited += grid->begin - grid->ready;
	if (*by)
		snprintf(row->by, sizeof(row->by), "%.31s", by);
}

uint32_t trace_edge_of(const hr_trace *trace, const trace_follow *follow,
		       const hr_trace_event *event)
{
	uint32_t count;
	const uint32_t *edges = trace_follow_sources(follow, event->node, &count);

	for (uint32_t i = 0; i < count; i++) {
		const hr_trace_edge *edge = &trace->edges[edges[i]];

		if (edge->from == event->from && edge->output == event->output &&
		    edge->input == event->input)
			return edges[i];
	}
	return trace->edge_count;
}

uint32_t trace_path_end(const hr_trace *trace, const trace_execution *in)
{
	uint32_t last = HR_TRACE_NO_NODE;
	uint64_t longest = 0;

	if (!hr_trace_records_all(trace))
		return last; /* unknown: nodes on the path may be missing */
	for (uint32_t i = 1; i < in->node_count; i++)
		if (trace->nodes[in->root + i].parent == in->root && in->nodes[i].ended &&
		    (last == HR_TRACE_NO_NODE || in->nodes[i].longest > longest)) {
			last = in->root + i;
			longest = in->nodes[i].longest;
		}
	return last;
}

/* Nodes within a node on the path get a share of its time: their full time if grids within an
 * instance run in sequence, or a proportional part if instances ran on several threads, whose times
 * add up to more. */
static void note_within(trace_totals *totals, const hr_trace *trace, const trace_execution *in,
			uint64_t *path)
{
	uint64_t *within = hr_alloc_array(in->node_count, sizeof(*within));

	for (uint32_t i = 1; i < in->node_count; i++)
		within[trace->nodes[in->root + i].parent - in->root] += in->nodes[i].spent;
	for (uint32_t i = 1; i < in->node_count; i++) {
		const uint32_t parent = trace->nodes[in->root + i].parent - in->root;
		const uint64_t spent = in->nodes[parent].spent;
		const uint64_t whole = spent > within[parent] ? spent : within[parent];

		if (!parent || !path[parent] || !whole)
			continue;
		path[i] = (uint64_t)((double)in->nodes[i].spent *
				     ((double)path[parent] / (double)whole));
		totals->rows[in->root + i].critical += path[i];
	}
	hr_free(within);
}

static void note_path(trace_totals *totals, const hr_trace *trace, const trace_execution *in)
{
	uint32_t last = trace_path_end(trace, in);
	uint64_t *path;

	if (last == HR_TRACE_NO_NODE)
		return;
	path = hr_alloc_array(in->node_count, sizeof(*path));
	if (!*totals->path_order)
		memcpy(totals->path_order, totals->order, sizeof(totals->path_order));
	else if (strcmp(totals->path_order, totals->order) != 0)
		totals->path_orders = true;
	totals->critical += in->nodes[last - in->root].longest;
	for (uint32_t node = last; node != HR_TRACE_NO_NODE;
	     node = in->nodes[node - in->root].before) {
		path[node - in->root] = in->nodes[node - in->root].taken;
		totals->rows[node].critical += path[node - in->root];
	}
	note_within(totals, trace, in, path);
	hr_free(path);
}

static void note_edge(trace_totals *totals, const hr_trace *trace, const trace_follow *follow,
		      const hr_trace_event *event)
{
	uint32_t edge = trace_edge_of(trace, follow, event);

	totals->rows[event->node].bytes += event->bytes * event->count;
	totals->values[edge] += event->count;
	totals->bytes[edge] += event->bytes * event->count;
}

static void note_copy(trace_totals *totals, const trace_follow *follow, const hr_trace_event *event)
{
	const trace_grid *grid = trace_follow_inside(follow, event->thread);

	if (grid)
		totals->rows[grid->node].copied += event->bytes;
	*(strcmp(event->word, "to host") == 0 ? &totals->to_host : &totals->to_device) +=
		event->bytes;
}

static void begin_whole(trace_totals *totals, const hr_trace *trace, const hr_trace_event *event)
{
	if (trace->nodes[event->node].parent == HR_TRACE_NO_NODE)
		HR_PUSH(&totals->wholes,
			(trace_whole){event->node, event->thread, event->execution,
				      trace_clock(trace, event), event->operations});
}

/* End a unit. If it was not done, the backend has returned the graph, and its nodes run
 * separately. */
static void end_whole(trace_totals *totals, const hr_trace *trace, const hr_trace_event *event)
{
	size_t i = totals->wholes.count;
	trace_whole it;
	trace_grid grid;

	while (i > 0 && (totals->wholes.data[i - 1].root != event->node ||
			 totals->wholes.data[i - 1].thread != event->thread ||
			 totals->wholes.data[i - 1].execution != event->execution))
		i--;
	if (i == 0)
		return;
	it = totals->wholes.data[i - 1];
	totals->wholes.data[i - 1] = HR_LAST(&totals->wholes);
	totals->wholes.count--;
	if (strcmp(event->word, "done") != 0)
		return;
	grid = (trace_grid){
		.node = it.root,
		.execution = it.execution,
		.count = event->count,
		.begin = it.begin,
		.ready = it.begin,
		.end = trace_clock(trace, event),
		.begin_operations = it.operations,
		.end_operations = event->operations,
	};
	note_grid(&totals->rows[it.root], &grid, event->by);
	if (hr_trace_records_all(trace)) {
		totals->critical += grid.end - grid.begin;
		totals->rows[it.root].critical += grid.end - grid.begin;
	}
}

static void note_order(trace_totals *totals, const hr_trace_event *event)
{
	enum { MOST = 16 };
	trace_order order = {.runs = event->count};

	snprintf(totals->order, sizeof(totals->order), "%s", event->word);
	for (size_t i = 0; i < totals->orders.count; i++)
		if (strcmp(totals->orders.data[i].name, event->word) == 0) {
			totals->orders.data[i].runs += event->count;
			return;
		}
	if (totals->orders.count == MOST) {
		totals->more_orders += event->count;
		return;
	}
	snprintf(order.name, sizeof(order.name), "%s", event->word);
	HR_PUSH(&totals->orders, order);
}

bool trace_ran_again(const trace_totals *totals)
{
	uint64_t runs = totals->more_orders;

	for (size_t i = 0; i < totals->orders.count; i++)
		runs += totals->orders.data[i].runs;
	return runs > totals->begun;
}

void trace_path_words(const trace_totals *totals, char words[TRACE_PATH_WORDS])
{
	*words = 0;
	if (!trace_ran_again(totals) || !*totals->path_order)
		return;
	if (totals->path_orders)
		snprintf(words, TRACE_PATH_WORDS, " of the last order of each execution");
	else
		snprintf(words, TRACE_PATH_WORDS, " of order %s", totals->path_order);
}

void trace_totals_event(trace_totals *totals, const hr_trace *trace, trace_follow *follow,
			const hr_trace_event *event, const trace_grid *grid)
{
	const trace_execution *ended;

	if (grid)
		note_grid(&totals->rows[grid->node], grid, event->by);
	switch (event->kind) {
	case HR_TRACE_EDGE: note_edge(totals, trace, follow, event); break;
	case HR_TRACE_COPY: note_copy(totals, follow, event); break;
	case HR_TRACE_PUSH:
		if (event->count > totals->most_in_flight)
			totals->most_in_flight = event->count;
		break;
	case HR_TRACE_DIAGNOSTIC: totals->diagnostics++; break;
	case HR_TRACE_ORDER: note_order(totals, event); break;
	case HR_TRACE_BEGIN_UNIT: begin_whole(totals, trace, event); break;
	case HR_TRACE_END_UNIT: end_whole(totals, trace, event); break;
	case HR_TRACE_BEGIN_EXECUTION: totals->begun++; break;
	case HR_TRACE_END_EXECUTION:
		ended = trace_follow_execution(follow, event);
		if (!ended)
			break; /* it began before the selected part */
		totals->executions++;
		totals->rows[event->node].executions++;
		note_path(totals, trace, ended);
		break;
	default: break;
	}
}

void trace_totals_end(trace_totals *totals, const trace_follow *follow, uint64_t end)
{
	const trace_grid *grid;

	for (size_t i = 0; (grid = trace_follow_open(follow, i)) != NULL; i++) {
		HR_PUSH(&totals->open, *grid);
		HR_LAST(&totals->open).end = end > grid->begin ? end : grid->begin;
	}
}

trace_totals trace_totals_of(const hr_trace *trace, hr_trace_cursor *cursor)
{
	trace_follow *follow = trace_follow_new(trace);
	trace_totals totals = trace_totals_new(trace);
	hr_trace_event event;
	uint64_t end = 0;

	while (hr_trace_next(cursor, &event)) {
		trace_totals_event(&totals, trace, follow, &event,
				   trace_follow_event(follow, &event));
		end = trace_clock(trace, &event);
	}
	trace_totals_end(&totals, follow, end);
	trace_follow_free(follow);
	return totals;
}
