/* ir/graph/print_text.c -- a graph as an indented outline, for people.
 *
 * Invariant: one line for each node, port, edge and bind, in the order of the graph.
 * Owns:      nothing. */
#include "ir/graph/print.h"
#include "ir/graph/print_c.h"
#include "src/diag/escape.h"

typedef struct text_printer {
	FILE *stream;
	unsigned indent;
	hr_port_words *words; /* NULL: no notes */
	void *data;
} text_printer;

static void start(const text_printer *p, unsigned more)
{
	fprintf(p->stream, "%*s", (int)(2 * (p->indent + more)), "");
}

static void print_grid(const text_printer *p, const hr_node *node)
{
	if (!node->dims)
		return;
	fputs(" [", p->stream);
	for (unsigned i = 0; i < node->dims; i++) {
		fputs(i ? " x " : "", p->stream);
		hr_expr_print(node->extent[i], node->parent->inputs, p->stream);
	}
	fputc(']', p->stream);
}

static void print_head(const text_printer *p, const hr_node *node)
{
	start(p, 0);
	hr_print_readable(hr_node_label(node), p->stream);
	print_grid(p, node);
	fprintf(p->stream, ": %s",
		node->internal     ? "internal"
		: node->allocation ? "allocation"
				   : "leaf");
	if (node->hint != HR_TARGET_NONE)
		fprintf(p->stream, ", hint %s", hr_target_name(node->hint));
	if (node->has_barrier)
		fputs(", barriers", p->stream);
	fputc('\n', p->stream);
}

static void print_ports(const text_printer *p, const hr_node *node, bool output)
{
	const hr_port *ports = output ? node->outputs : node->inputs;
	unsigned count = output ? node->output_count : node->input_count;

	for (unsigned i = 0; i < count; i++) {
		const char *words = p->words ? p->words(p->data, node, output, i) : NULL;

		start(p, 1);
		fprintf(p->stream, "%s %u%s", output ? "out" : "in", i, *ports[i].name ? " " : "");
		hr_print_readable(ports[i].name, p->stream);
		fprintf(p->stream, ": %s%s%s%s%s\n", ports[i].type->text, ports[i].in ? " in" : "",
			ports[i].out ? " out" : "", words ? ", " : "", words ? words : "");
	}
}

/* Print "3 (size)", or "3". */
static void print_port(const text_printer *p, const hr_port *ports, unsigned port)
{
	fprintf(p->stream, "%u", port);
	if (!*ports[port].name)
		return;
	fputs(" (", p->stream);
	hr_print_readable(ports[port].name, p->stream);
	fputc(')', p->stream);
}

static void print_edges(const text_printer *p, const hr_node *node)
{
	for (unsigned i = 0; i < node->edge_count; i++) {
		const hr_edge *edge = &node->edges[i];
		const hr_node *source = node->children[edge->source];
		const char *words =
			p->words ? p->words(p->data, source, true, edge->source_port) : NULL;

		start(p, 1);
		fputs("edge ", p->stream);
		hr_print_readable(hr_node_label(source), p->stream);
		fprintf(p->stream, ".%u %s ", edge->source_port, edge->all_to_all ? "==>" : "-->");
		hr_print_readable(hr_node_label(node->children[edge->sink]), p->stream);
		fputc('.', p->stream);
		print_port(p, node->children[edge->sink]->inputs, edge->sink_port);
		fprintf(p->stream, ", %s%s%s%s\n", edge->all_to_all ? "all-to-all" : "one-to-one",
			edge->streaming ? ", streaming" : "", words ? ", " : "",
			words ? words : "");
	}
}

static void print_binds(const text_printer *p, const hr_node *node)
{
	for (unsigned i = 0; i < node->input_bind_count; i++) {
		const hr_bind *bind = &node->input_binds[i];

		start(p, 1);
		fputs("bind in ", p->stream);
		print_port(p, node->inputs, bind->port);
		fputs(" -> ", p->stream);
		hr_print_readable(hr_node_label(node->children[bind->child]), p->stream);
		fputc('.', p->stream);
		print_port(p, node->children[bind->child]->inputs, bind->child_port);
		fputs(bind->streaming ? ", streaming\n" : "\n", p->stream);
	}
	for (unsigned i = 0; i < node->output_bind_count; i++) {
		const hr_bind *bind = &node->output_binds[i];

		start(p, 1);
		fputs("bind out ", p->stream);
		hr_print_readable(hr_node_label(node->children[bind->child]), p->stream);
		fprintf(p->stream, ".%u -> %u%s\n", bind->child_port, bind->port,
			bind->streaming ? ", streaming" : "");
	}
}

static void print_node(text_printer *p, const hr_node *node)
{
	print_head(p, node);
	print_ports(p, node, false);
	print_ports(p, node, true);
	print_edges(p, node);
	print_binds(p, node);
	p->indent++;
	for (unsigned i = 0; i < node->child_count; i++)
		print_node(p, node->children[i]);
	p->indent--;
}

void hr_graph_print_text(const hr_graph *graph, FILE *stream)
{
	hr_graph_print_text_with(graph, NULL, NULL, stream);
}

void hr_graph_print_text_with(const hr_graph *graph, hr_port_words *words, void *data, FILE *stream)
{
	text_printer p = {.stream = stream, .words = words, .data = data};

	fprintf(stream, "graph of %u node%s\n", graph->node_count,
		graph->node_count == 1 ? "" : "s");
	print_node(&p, graph->root);
	hr_print_packed_all(graph->root, stream);
}
