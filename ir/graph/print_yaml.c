/* ir/graph/print_yaml.c -- a graph as one YAML document, for other tools.
 *
 * Invariant: text is always quoted, so that no name can be mistaken for another type; numbers and
 *            booleans are not quoted.
 * Owns:      libyaml's emitter, while it prints. */
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "ir/graph/print.h"
#include "ir/graph/print_c.h"
#include "src/base/alloc.h"
#include "src/base/arena.h"
#include "src/base/readable.h"

typedef struct yaml_printer {
	yaml_emitter_t emitter;
	FILE *stream;
	hr_port_words *words; /* NULL: no notes */
	void *data;
	bool failed; /* writing to the stream has failed: nothing more is written */
} yaml_printer;

/* --- libyaml ---------------------------------------------------------------------------------- */

/* MADE is true if the event was initialised; exhausted memory is the only reason for a failure. */
static void emit(yaml_printer *p, yaml_event_t *event, int made)
{
	if (!made)
		hr_bug("cannot create a YAML event");
	if (p->failed)
		yaml_event_delete(event);
	else if (!yaml_emitter_emit(&p->emitter, event))
		p->failed = true;
}

static void scalar(yaml_printer *p, const char *text, bool quoted)
{
	yaml_event_t event;
	yaml_scalar_style_t style =
		quoted ? YAML_DOUBLE_QUOTED_SCALAR_STYLE : YAML_PLAIN_SCALAR_STYLE;

	emit(p, &event,
	     yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)text,
					  (int)strlen(text), 1, quoted, style));
}

static void open_map(yaml_printer *p, bool flow)
{
	yaml_event_t event;

	emit(p, &event,
	     yaml_mapping_start_event_initialize(&event, NULL, NULL, 1,
						 flow ? YAML_FLOW_MAPPING_STYLE
						      : YAML_BLOCK_MAPPING_STYLE));
}

static void close_map(yaml_printer *p)
{
	yaml_event_t event;

	emit(p, &event, yaml_mapping_end_event_initialize(&event));
}

static void open_list(yaml_printer *p, bool flow)
{
	yaml_event_t event;

	emit(p, &event,
	     yaml_sequence_start_event_initialize(&event, NULL, NULL, 1,
						  flow ? YAML_FLOW_SEQUENCE_STYLE
						       : YAML_BLOCK_SEQUENCE_STYLE));
}

static void close_list(yaml_printer *p)
{
	yaml_event_t event;

	emit(p, &event, yaml_sequence_end_event_initialize(&event));
}

/* --- values ----------------------------------------------------------------------------------- */

static void key(yaml_printer *p, const char *name)
{
	scalar(p, name, false);
}

static void text(yaml_printer *p, const char *value)
{
	hr_arena arena;

	hr_arena_init(&arena);
	scalar(p, hr_arena_readable(&arena, value), true);
	hr_arena_free(&arena);
}

static void text_at(yaml_printer *p, const char *name, const char *value)
{
	key(p, name);
	text(p, value);
}

static void number_at(yaml_printer *p, const char *name, unsigned value)
{
	char digits[16];

	snprintf(digits, sizeof(digits), "%u", value);
	key(p, name);
	scalar(p, digits, false);
}

static void truth_at(yaml_printer *p, const char *name, bool value)
{
	key(p, name);
	scalar(p, value ? "true" : "false", false);
}

/* --- the graph -------------------------------------------------------------------------------- */

static void print_extent(yaml_printer *p, const hr_node *node, unsigned i)
{
	char *written = NULL;
	size_t length;
	FILE *memory = open_memstream(&written, &length);

	if (!memory)
		hr_alloc_failed(0);
	hr_expr_print(node->extent[i], node->parent->inputs, memory);
	fclose(memory);
	text(p, written);
	free(written);
}

static void print_ports(yaml_printer *p, const hr_node *node, bool output)
{
	const hr_port *ports = output ? node->outputs : node->inputs;
	unsigned count = output ? node->output_count : node->input_count;

	key(p, output ? "outputs" : "inputs");
	open_list(p, !count);
	for (unsigned i = 0; i < count; i++) {
		open_map(p, true);
		number_at(p, "index", i);
		if (*ports[i].name)
			text_at(p, "name", ports[i].name);
		text_at(p, "type", ports[i].type->text);
		if (ports[i].in || ports[i].out)
			text_at(p, "access", !ports[i].out ? "in" : ports[i].in ? "inout" : "out");
		if (p->words && p->words(p->data, node, output, i))
			text_at(p, "value", p->words(p->data, node, output, i));
		close_map(p);
	}
	close_list(p);
}

static void print_edges(yaml_printer *p, const hr_node *node)
{
	key(p, "edges");
	open_list(p, !node->edge_count);
	for (unsigned i = 0; i < node->edge_count; i++) {
		const hr_edge *edge = &node->edges[i];

		open_map(p, true);
		text_at(p, "source", hr_node_label(node->children[edge->source]));
		number_at(p, "output", edge->source_port);
		text_at(p, "sink", hr_node_label(node->children[edge->sink]));
		number_at(p, "input", edge->sink_port);
		text_at(p, "replication", edge->all_to_all ? "all-to-all" : "one-to-one");
		truth_at(p, "streaming", edge->streaming);
		close_map(p);
	}
	close_list(p);
}

static void print_binds(yaml_printer *p, const char *name, const hr_node *node,
			const hr_bind *binds, unsigned count)
{
	key(p, name);
	open_list(p, !count);
	for (unsigned i = 0; i < count; i++) {
		open_map(p, true);
		text_at(p, "child", hr_node_label(node->children[binds[i].child]));
		number_at(p, "child-port", binds[i].child_port);
		number_at(p, "port", binds[i].port);
		truth_at(p, "streaming", binds[i].streaming);
		close_map(p);
	}
	close_list(p);
}

static void print_node(yaml_printer *p, const hr_node *node);

static void print_child_graph(yaml_printer *p, const hr_node *node)
{
	print_edges(p, node);
	print_binds(p, "input-binds", node, node->input_binds, node->input_bind_count);
	print_binds(p, "output-binds", node, node->output_binds, node->output_bind_count);
	key(p, "children");
	open_list(p, !node->child_count);
	for (unsigned i = 0; i < node->child_count; i++)
		print_node(p, node->children[i]);
	close_list(p);
}

static void print_node(yaml_printer *p, const hr_node *node)
{
	open_map(p, false);
	text_at(p, "node", hr_node_label(node));
	text_at(p, "path", node->path);
	text_at(p, "function", node->name);
	text_at(p, "kind", node->internal ? "internal" : node->allocation ? "allocation" : "leaf");
	text_at(p, "hint", hr_target_name(node->hint));
	truth_at(p, "barriers", node->has_barrier);
	key(p, "grid");
	open_list(p, true);
	for (unsigned i = 0; i < node->dims; i++)
		print_extent(p, node, i);
	close_list(p);
	print_ports(p, node, false);
	print_ports(p, node, true);
	if (node->internal)
		print_child_graph(p, node);
	close_map(p);
}

/* The packed structures of launch, push and pop (H2, S2). */
static void print_structs(yaml_printer *p, const hr_node *root)
{
	static const char *const names[] = {"args", "in", "out"};

	key(p, "structs");
	open_map(p, false);
	for (int i = HR_PACKED_ARGS; i <= HR_PACKED_OUT; i++) {
		char *c = NULL;
		size_t length;
		FILE *memory = open_memstream(&c, &length);

		if (!memory)
			hr_alloc_failed(0);
		hr_print_packed(root, (hr_packed)i, NULL, memory);
		fclose(memory);
		key(p, names[i]);
		open_map(p, false);
		number_at(p, "bytes", (unsigned)hr_packed_bytes(root, (hr_packed)i));
		text_at(p, "c", c);
		close_map(p);
		free(c);
	}
	close_map(p);
}

static int write_stream(void *data, unsigned char *bytes, size_t size)
{
	yaml_printer *p = data;

	return fwrite(bytes, 1, size, p->stream) == size;
}

void hr_graph_print_yaml(const hr_graph *graph, FILE *stream)
{
	hr_graph_print_yaml_with(graph, NULL, NULL, stream);
}

void hr_graph_print_yaml_with(const hr_graph *graph, hr_port_words *words, void *data, FILE *stream)
{
	yaml_printer p = {.stream = stream, .words = words, .data = data};
	yaml_event_t event;

	if (!yaml_emitter_initialize(&p.emitter))
		hr_bug("libyaml cannot start");
	yaml_emitter_set_output(&p.emitter, write_stream, &p);
	yaml_emitter_set_width(&p.emitter, -1);
	emit(&p, &event, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING));
	emit(&p, &event, yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 0));
	open_map(&p, false);
	text_at(&p, "graph", graph->root->path);
	number_at(&p, "nodes", graph->node_count);
	key(&p, "root");
	print_node(&p, graph->root);
	print_structs(&p, graph->root);
	close_map(&p);
	emit(&p, &event, yaml_document_end_event_initialize(&event, 1));
	emit(&p, &event, yaml_stream_end_event_initialize(&event));
	yaml_emitter_delete(&p.emitter);
}
