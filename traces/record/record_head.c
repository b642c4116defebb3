/* traces/record/record_head.c -- the head of a trace: what ran, and the nodes that events name, as
 * YAML.
 *
 * Not here: events (record.c). */
#include "traces/record/record_head.h"

#include <inttypes.h>
#include <time.h>

#include "interp/values/said_shape.h"
#include "ir/program/elements.h"
#include "src/diag/escape.h"

static const char *kind_of(const hr_node *node)
{
	return node->internal ? "internal" : node->allocation ? "allocation" : "leaf";
}

/* Print the type of a port, and of a tensor the type and shape that the program says: "ptr, f32 (N, 3)". */
static void print_type(const hr_program *program, const hr_node *node, bool input, unsigned port,
		       FILE *stream)
{
	const char *type = (input ? node->inputs : node->outputs)[port].type->text;
	const char *shape = hr_said_shape(program, node, !input, port);
	char text[256];

	if (shape)
		snprintf(text, sizeof(text), "%s, %s", type, shape);
	hr_print_json(shape ? text : type, stream);
}

/* Print the ports of NODE; of a pointer input also the type that it points to. */
static void print_ports(const hr_program *program, const hr_node *node, bool inputs, FILE *stream)
{
	const hr_port *ports = inputs ? node->inputs : node->outputs;
	unsigned count = inputs ? node->input_count : node->output_count;

	fprintf(stream, ", %s: [", inputs ? "inputs" : "outputs");
	for (unsigned i = 0; i < count; i++) {
		fprintf(stream, "%s[", i ? ", " : "");
		hr_print_json(ports[i].name, stream);
		fprintf(stream, ", ");
		print_type(program, node, inputs, i, stream);
		if (inputs && ports[i].type->kind == HR_T_PTR && hr_elements_of(program, node, i))
			fprintf(stream, ", %s", hr_elements_of(program, node, i));
		fprintf(stream, "]");
	}
	fprintf(stream, "]");
}

/* Print "file: ..., line: ...", and the directory that a relative file is relative to. */
static void print_place(const hr_where *where, FILE *stream)
{
	fprintf(stream, "file: ");
	hr_print_json(where->file, stream);
	fprintf(stream, ", line: %u", where->line);
	if (where->file[0] != '/' && where->directory && where->directory[0]) {
		fprintf(stream, ", directory: ");
		hr_print_json(where->directory, stream);
	}
}

static void print_node(const hr_program *program, const hr_node *node, unsigned base, FILE *stream)
{
	const hr_where *defined = &program->functions[node->function]->where;

	fprintf(stream, "- {path: ");
	hr_print_json(node->path, stream);
	fprintf(stream, ", function: ");
	hr_print_json(node->name, stream);
	fprintf(stream, ", kind: %s, target: %s, dims: %u", kind_of(node),
		hr_target_name(node->hint), node->dims);
	if (node->parent)
		fprintf(stream, ", parent: %u", base + node->parent->number);
	if (node->where.file) {
		fprintf(stream, ", ");
		print_place(&node->where, stream);
	}
	if (defined->file) {
		fprintf(stream, ", defined: {");
		print_place(defined, stream);
		fprintf(stream, "}");
	}
	print_ports(program, node, true, stream);
	print_ports(program, node, false, stream);
	fprintf(stream, "}\n");
}

static void print_edges(const hr_program *program, const hr_node *node, unsigned base, FILE *stream)
{
	(void)program;
	for (unsigned i = 0; i < node->edge_count; i++) {
		const hr_edge *edge = &node->edges[i];

		fprintf(stream,
			"- {from: %u, output: %u, to: %u, input: %u, all_to_all: %s, streaming: %s}\n",
			base + node->children[edge->source]->number, edge->source_port,
			base + node->children[edge->sink]->number, edge->sink_port,
			edge->all_to_all ? "true" : "false", edge->streaming ? "true" : "false");
	}
}

static void print_binds(const char *port, const hr_node *node, const hr_bind *binds, unsigned count,
			unsigned base, FILE *stream)
{
	for (unsigned i = 0; i < count; i++)
		fprintf(stream, "- {node: %u, %s: %u, parent: %u, streaming: %s}\n",
			base + node->children[binds[i].child]->number, port, binds[i].child_port,
			binds[i].port, binds[i].streaming ? "true" : "false");
}

static void print_input_binds(const hr_program *program, const hr_node *node, unsigned base,
			      FILE *stream)
{
	(void)program;
	print_binds("input", node, node->input_binds, node->input_bind_count, base, stream);
}

static void print_output_binds(const hr_program *program, const hr_node *node, unsigned base,
			       FILE *stream)
{
	(void)program;
	print_binds("output", node, node->output_binds, node->output_bind_count, base, stream);
}

/* Call PRINT for each node of all graphs. */
static void print_list(const char *key, const hr_program *program,
		       void (*print)(const hr_program *, const hr_node *, unsigned base, FILE *),
		       FILE *stream)
{
	unsigned base = 0;

	fprintf(stream, "%s:\n", key);
	for (uint32_t g = 0; g < program->graph_count; base += program->graphs[g++]->node_count)
		for (unsigned n = 0; n < program->graphs[g]->node_count; n++)
			print(program, program->graphs[g]->nodes[n], base, stream);
}

/* Print the filters of the recording, or nothing if there are none. */
static void print_filters(const hr_record_plan *plan, FILE *stream)
{
	if (plan->node) {
		fprintf(stream, "only_node: ");
		hr_print_json(plan->node, stream);
		fputc('\n', stream);
	}
	if (plan->first || plan->last != UINT64_MAX)
		fprintf(stream, "only_executions: {first: %" PRIu64 ", last: %" PRIu64 "}\n",
			plan->first, plan->last);
	if (plan->first_instance || plan->last_instance != UINT64_MAX)
		fprintf(stream, "only_instances: {first: %" PRIu64 ", last: %" PRIu64 "}\n",
			plan->first_instance, plan->last_instance);
}

void hr_record_head(const hr_program *program, const hr_record_plan *plan, FILE *stream)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (plan->clock == HR_TRACE_WALL)
		fprintf(stream, "started: %lld%09ld\n", (long long)now.tv_sec, now.tv_nsec);
	fprintf(stream, "clock: %s\nlevels: [graph%s%s%s]\nprogram: [",
		plan->clock == HR_TRACE_WALL ? "wall" : "operations",
		plan->levels & HR_EVENTS_NODE ? ", node" : "",
		plan->levels & HR_EVENTS_INSTANCE ? ", instance" : "",
		plan->levels & HR_EVENTS_MEMORY ? ", memory" : "");
	for (size_t i = 0; i < plan->program_count; i++) {
		fputs(i ? ", " : "", stream);
		hr_print_json(plan->program[i], stream);
	}
	fprintf(stream, "]\n");
	if (plan->orders)
		fprintf(stream, "orders: %u\n", plan->orders);
	if (plan->order)
		fprintf(stream, "order: %s\n", plan->order);
	print_filters(plan, stream);
	print_list("nodes", program, print_node, stream);
	print_list("edges", program, print_edges, stream);
	print_list("binds", program, print_input_binds, stream);
	print_list("results", program, print_output_binds, stream);
}
