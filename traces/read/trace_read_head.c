/* traces/read/trace_read_head.c -- what ran, and the nodes that events name.
 *
 * Not here: writing it (traces/record/record_head.c). */
#include "traces/read/trace_read_head.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/readable.h"

static bool wrong(const hr_yaml *at, const char *what, char error[HR_TRACE_TEXT])
{
	snprintf(error, HR_TRACE_TEXT, "its header is damaged at line %u: %s", at ? at->line : 1,
		 what);
	return false;
}

static bool number_at(const hr_yaml *map, const char *key, uint64_t least_absent,
		      unsigned __int128 limit, uint64_t *value)
{
	const hr_yaml *found = hr_yaml_get(map, key);
	unsigned __int128 magnitude;
	bool negative, overflow;

	*value = least_absent;
	if (!found)
		return true;
	if (!hr_yaml_int(found, &negative, &magnitude, &overflow) || negative || overflow ||
	    magnitude >= limit)
		return false;
	*value = (uint64_t)magnitude;
	return true;
}

static const char *text_at(const hr_yaml *map, const char *key)
{
	const hr_yaml *found = hr_yaml_get(map, key);

	return found && found->kind == HR_YAML_SCALAR ? found->text : NULL;
}

static bool read_ports(hr_trace *trace, const hr_yaml *list, hr_trace_port **ports, unsigned *count)
{
	*count = 0;
	if (!list || list->kind != HR_YAML_LIST)
		return false;
	*ports = hr_arena_array(&trace->arena, list->count + 1, sizeof(**ports));
	*count = (unsigned)list->count;
	for (size_t i = 0; i < list->count; i++) {
		const hr_yaml *pair = list->items[i];

		if (pair->kind != HR_YAML_LIST || pair->count < 2 || pair->count > 3 ||
		    pair->items[0]->kind != HR_YAML_SCALAR ||
		    pair->items[1]->kind != HR_YAML_SCALAR)
			return false;
		(*ports)[i] = (hr_trace_port){pair->items[0]->text, pair->items[1]->text, NULL};
		if (pair->count == 3 && pair->items[2]->kind == HR_YAML_SCALAR)
			(*ports)[i].element = pair->items[2]->text;
	}
	return true;
}

static bool read_place(const hr_yaml *map, hr_trace_place *place)
{
	uint64_t line;

	if (!number_at(map, "line", 0, UINT32_MAX, &line))
		return false;
	*place = (hr_trace_place){text_at(map, "file"), text_at(map, "directory"), (unsigned)line};
	return true;
}

/* Read a node. A parent precedes its children, and all nodes of one ROOT precede the next root. */
static bool read_node(hr_trace *trace, const hr_yaml *map, uint32_t number, uint32_t *root)
{
	hr_trace_node *node = &trace->nodes[number];
	const hr_yaml *defined = hr_yaml_get(map, "defined");
	uint64_t parent, dims;

	node->path = text_at(map, "path");
	node->shown = node->path ? hr_arena_readable(&trace->arena, node->path) : NULL;
	node->function = text_at(map, "function");
	node->kind = text_at(map, "kind");
	node->target = text_at(map, "target");
	if (!node->path || !node->function || !node->kind || !node->target ||
	    !number_at(map, "parent", HR_TRACE_NO_NODE, number, &parent) ||
	    !read_place(map, &node->created) || (defined && !read_place(defined, &node->defined)) ||
	    !number_at(map, "dims", 0, 4, &dims))
		return false;
	node->parent = (uint32_t)parent;
	if (node->parent == HR_TRACE_NO_NODE)
		*root = number;
	else if (node->parent < *root)
		return false;
	node->dims = (unsigned)dims;
	return read_ports(trace, hr_yaml_get(map, "inputs"), &node->inputs, &node->input_count) &&
	       read_ports(trace, hr_yaml_get(map, "outputs"), &node->outputs, &node->output_count);
}

static bool read_edge(hr_trace *trace, const hr_yaml *map, hr_trace_edge *edge)
{
	uint64_t from, to, output, input;
	const hr_yaml *all = hr_yaml_get(map, "all_to_all"),
		      *streaming = hr_yaml_get(map, "streaming");

	if (!number_at(map, "from", UINT64_MAX, trace->node_count, &from) ||
	    !number_at(map, "to", UINT64_MAX, trace->node_count, &to) || from == UINT64_MAX ||
	    to == UINT64_MAX || !all || !streaming ||
	    trace->nodes[from].parent != trace->nodes[to].parent ||
	    !number_at(map, "output", 0, trace->nodes[from].output_count, &output) ||
	    !number_at(map, "input", 0, trace->nodes[to].input_count, &input) ||
	    !hr_yaml_bool(all, &edge->all_to_all) || !hr_yaml_bool(streaming, &edge->streaming))
		return false;
	edge->from = (uint32_t)from;
	edge->to = (uint32_t)to;
	edge->output = (unsigned)output;
	edge->input = (unsigned)input;
	return true;
}

static bool read_bind(const hr_trace *trace, const hr_yaml *map, bool result, hr_trace_bind *bind)
{
	const hr_yaml *streaming = hr_yaml_get(map, "streaming");
	const hr_trace_node *node, *parent;
	uint64_t number, port, parent_port;

	if (!number_at(map, "node", UINT64_MAX, trace->node_count, &number) || number == UINT64_MAX)
		return false;
	node = &trace->nodes[number];
	if (node->parent == HR_TRACE_NO_NODE)
		return false;
	parent = &trace->nodes[node->parent];
	if (!number_at(map, result ? "output" : "input", 0,
		       result ? node->output_count : node->input_count, &port) ||
	    !number_at(map, "parent", 0, result ? parent->output_count : parent->input_count,
		       &parent_port) ||
	    !streaming || !hr_yaml_bool(streaming, &bind->streaming))
		return false;
	bind->node = (uint32_t)number;
	bind->port = (unsigned)port;
	bind->parent_port = (unsigned)parent_port;
	return true;
}

static bool read_binds(hr_trace *trace, const hr_yaml *list, bool result, char error[HR_TRACE_TEXT])
{
	uint32_t count = list && list->kind == HR_YAML_LIST ? (uint32_t)list->count : 0;
	hr_trace_bind *binds = hr_arena_array(&trace->arena, count + 1, sizeof(hr_trace_bind));

	for (uint32_t i = 0; i < count; i++)
		if (!read_bind(trace, list->items[i], result, &binds[i]))
			return wrong(list->items[i], "this is not a bind", error);
	*(result ? &trace->results : &trace->binds) = binds;
	*(result ? &trace->result_count : &trace->bind_count) = count;
	return true;
}

static bool read_lists(hr_trace *trace, const hr_yaml *root, char error[HR_TRACE_TEXT])
{
	const hr_yaml *nodes = hr_yaml_get(root, "nodes"), *edges = hr_yaml_get(root, "edges");
	uint32_t root_node = 0;

	if (nodes && nodes->kind == HR_YAML_LIST) {
		trace->node_count = (uint32_t)nodes->count;
		trace->nodes =
			hr_arena_array(&trace->arena, nodes->count + 1, sizeof(hr_trace_node));
		for (uint32_t i = 0; i < trace->node_count; i++)
			if (!read_node(trace, nodes->items[i], i, &root_node))
				return wrong(nodes->items[i], "this is not a node", error);
	}
	if (edges && edges->kind == HR_YAML_LIST) {
		trace->edge_count = (uint32_t)edges->count;
		trace->edges =
			hr_arena_array(&trace->arena, edges->count + 1, sizeof(hr_trace_edge));
		for (uint32_t i = 0; i < trace->edge_count; i++)
			if (!read_edge(trace, edges->items[i], &trace->edges[i]))
				return wrong(edges->items[i], "this is not an edge", error);
	}
	return read_binds(trace, hr_yaml_get(root, "binds"), false, error) &&
	       read_binds(trace, hr_yaml_get(root, "results"), true, error);
}

static bool read_only(const hr_yaml *range, uint64_t *first, uint64_t *last)
{
	const unsigned __int128 limit = (unsigned __int128)UINT64_MAX + 1;

	*first = 0;
	*last = UINT64_MAX;
	return !range ||
	       (range->kind == HR_YAML_MAP && number_at(range, "first", 0, limit, first) &&
		number_at(range, "last", UINT64_MAX, limit, last));
}

bool hr_trace_records_all(const hr_trace *trace)
{
	return !trace->only_node && strstr(trace->levels, "node");
}

bool hr_trace_records(const hr_trace *trace, uint32_t node)
{
	return strstr(trace->levels, "node") &&
	       (!trace->only_node ||
		strncmp(trace->nodes[node].path, trace->only_node, strlen(trace->only_node)) == 0);
}

static bool read_tree(hr_trace *trace, const hr_yaml *root, char error[HR_TRACE_TEXT])
{
	const hr_yaml *clock = hr_yaml_get(root, "clock"), *program = hr_yaml_get(root, "program");
	const hr_yaml *levels = hr_yaml_get(root, "levels"),
		      *started = hr_yaml_get(root, "started");
	char text[HR_TRACE_TEXT] = "";
	size_t used = 0;

	if (!clock || !(hr_yaml_is(clock, "wall") || hr_yaml_is(clock, "operations")))
		return wrong(clock, "it has no clock", error);
	trace->wall = hr_yaml_is(clock, "wall");
	if (started && started->kind == HR_YAML_SCALAR)
		trace->started = strtoull(started->text, NULL, 10);
	if (!program || program->kind != HR_YAML_LIST || !levels || levels->kind != HR_YAML_LIST)
		return wrong(root, "it does not name the program", error);
	trace->program = hr_arena_array(&trace->arena, program->count + 1, sizeof(char *));
	trace->program_count = program->count;
	for (size_t i = 0; i < program->count; i++) {
		if (program->items[i]->kind != HR_YAML_SCALAR)
			return wrong(program->items[i], "this is not an argument", error);
		trace->program[i] = program->items[i]->text;
	}
	for (size_t i = 0; i < levels->count && used < sizeof(text); i++)
		if (levels->items[i]->kind == HR_YAML_SCALAR)
			used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s",
						 i ? ", " : "", levels->items[i]->text);
	trace->levels = hr_arena_strdup(&trace->arena, text);
	trace->only_node = text_at(root, "only_node");
	trace->order = text_at(root, "order");
	if (!read_only(hr_yaml_get(root, "only_executions"), &trace->only_first,
		       &trace->only_last) ||
	    !read_only(hr_yaml_get(root, "only_instances"), &trace->only_first_instance,
		       &trace->only_last_instance))
		return wrong(root, "this is not a range", error);
	if (!number_at(root, "orders", 0, UINT32_MAX, &trace->orders))
		return wrong(root, "this is not a number of orders", error);
	return read_lists(trace, root, error);
}

bool hr_trace_read_head(hr_trace *trace, const char *text, size_t bytes, char error[HR_TRACE_TEXT])
{
	hr_yaml_error why;
	hr_yaml *root = hr_yaml_parse(text, bytes, &trace->arena, &why);

	if (!root) {
		snprintf(error, HR_TRACE_TEXT, "its header is damaged at line %u: %.100s", why.line,
			 why.text);
		return false;
	}
	return read_tree(trace, root, error);
}
