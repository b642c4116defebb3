/* ir/graph/print_dot.c -- a graph for Graphviz.
 *
 * A leaf is a record with its inputs at the top and its outputs at the bottom; an internal node is
 * a cluster with a record for its inputs and one for its outputs. All-to-all edges are double
 * lines, one-to-one edges single lines, binds grey; streaming edges and binds are dashed. All ranks
 * are those of one graph (newrank), since Graphviz loses edges between clusters otherwise.
 *
 * Invariant: Graphviz accepts the text, whatever bytes the names contain.
 * Owns:      nothing. */
#include <stdlib.h>

#include "ir/graph/print.h"
#include "src/base/alloc.h"
#include "src/diag/escape.h"

typedef struct dot_printer {
	FILE *stream;
	hr_port_words *words; /* NULL: no notes */
	void *data;
} dot_printer;

static void print_grid(const hr_node *node, FILE *stream)
{
	char *text = NULL;
	size_t length;
	FILE *memory = open_memstream(&text, &length);

	if (!memory)
		hr_alloc_failed(0);
	for (unsigned i = 0; i < node->dims; i++) {
		fputs(i ? " x " : "", memory);
		hr_expr_print(node->extent[i], node->parent->inputs, memory);
	}
	fclose(memory);
	hr_print_dot(text, stream);
	free(text);
}

/* Print name, grid, hint and kind, one below the other. */
static void print_title(const hr_node *node, FILE *stream)
{
	hr_print_dot(hr_node_label(node), stream);
	if (node->dims) {
		fputs("\\n[", stream);
		print_grid(node, stream);
		fputc(']', stream);
	}
	if (node->hint != HR_TARGET_NONE)
		fprintf(stream, "\\n%s", hr_target_name(node->hint));
	if (node->allocation)
		fputs("\\nallocation", stream);
	if (node->has_barrier)
		fputs("\\nbarriers", stream);
}

/* Print the fields of a record for ports of NODE: "<i0> 0 a|<i1> 1 size". */
static void print_fields(const dot_printer *p, const hr_node *node, bool output)
{
	const hr_port *ports = output ? node->outputs : node->inputs;
	unsigned count = output ? node->output_count : node->input_count;

	for (unsigned i = 0; i < count; i++) {
		const char *words = p->words ? p->words(p->data, node, output, i) : NULL;

		fprintf(p->stream, "%s<%c%u> %u", i ? "|" : "", output ? 'o' : 'i', i, i);
		if (*ports[i].name) {
			fputs("\\ ", p->stream);
			hr_print_dot(ports[i].name, p->stream);
		}
		if (ports[i].in || ports[i].out)
			fprintf(p->stream, "\\n%s%s", ports[i].in ? "in" : "",
				ports[i].out ? "out" : "");
		if (words) {
			fputs("\\n", p->stream);
			hr_print_dot(words, p->stream);
		}
	}
}

static void print_leaf(const dot_printer *p, const hr_node *node)
{
	FILE *stream = p->stream;

	fprintf(stream, "n%u [label=\"{", node->number);
	if (node->input_count) {
		fputc('{', stream);
		print_fields(p, node, false);
		fputs("}|", stream);
	}
	print_title(node, stream);
	if (node->output_count) {
		fputs("|{", stream);
		print_fields(p, node, true);
		fputc('}', stream);
	}
	fprintf(stream, "}\"%s];\n", node->allocation ? ", fillcolor=\"#fff3d6\"" : "");
}

static void print_frame(const dot_printer *p, const hr_node *node, bool output)
{
	char what = output ? 'o' : 'i';

	fprintf(p->stream, "n%u%c [fillcolor=\"#e8eef7\", label=\"", node->number, what);
	if (output ? node->output_count : node->input_count)
		print_fields(p, node, output);
	else
		fprintf(p->stream, "no %sputs", output ? "out" : "in");
	fputs("\"];\n", p->stream);
}

/* Print the end point of lines to input PORT of NODE. */
static void print_input(const hr_node *node, unsigned port, FILE *stream)
{
	fprintf(stream, "n%u%s:i%u:n", node->number, node->internal ? "i" : "", port);
}

/* Print the start point of lines from output PORT of NODE. */
static void print_output(const hr_node *node, unsigned port, FILE *stream)
{
	fprintf(stream, "n%u%s:o%u:s", node->number, node->internal ? "o" : "", port);
}

static void print_edges(const hr_node *node, FILE *stream)
{
	for (unsigned i = 0; i < node->edge_count; i++) {
		const hr_edge *edge = &node->edges[i];

		print_output(node->children[edge->source], edge->source_port, stream);
		fputs(" -> ", stream);
		print_input(node->children[edge->sink], edge->sink_port, stream);
		fprintf(stream, " [%s%s];\n",
			edge->all_to_all ? "color=\"black:invis:black\", penwidth=1.4"
					 : "color=black",
			edge->streaming ? ", style=dashed" : "");
	}
}

static void print_binds(const hr_node *node, FILE *stream)
{
	for (unsigned i = 0; i < node->input_bind_count; i++) {
		const hr_bind *bind = &node->input_binds[i];

		fprintf(stream, "n%ui:i%u:s -> ", node->number, bind->port);
		print_input(node->children[bind->child], bind->child_port, stream);
		fprintf(stream, " [color=grey55%s];\n", bind->streaming ? ", style=dashed" : "");
	}
	for (unsigned i = 0; i < node->output_bind_count; i++) {
		const hr_bind *bind = &node->output_binds[i];

		print_output(node->children[bind->child], bind->child_port, stream);
		fprintf(stream, " -> n%uo:o%u:n [color=grey55%s];\n", node->number, bind->port,
			bind->streaming ? ", style=dashed" : "");
	}
}

/* Print invisible lines that keep the inputs of an internal node above its outputs. */
static void print_spine(const hr_node *node, FILE *stream)
{
	for (unsigned i = 0; i < node->child_count; i++) {
		const hr_node *child = node->children[i];

		fprintf(stream, "n%ui -> n%u%s [style=invis];\n", node->number, child->number,
			child->internal ? "i" : "");
		fprintf(stream, "n%u%s -> n%uo [style=invis];\n", child->number,
			child->internal ? "o" : "", node->number);
	}
	if (!node->child_count)
		fprintf(stream, "n%ui -> n%uo [style=invis];\n", node->number, node->number);
}

static void print_node(const dot_printer *p, const hr_node *node)
{
	FILE *stream = p->stream;

	if (!node->internal) {
		print_leaf(p, node);
		return;
	}
	fprintf(stream, "subgraph cluster_%u {\nlabel=\"", node->number);
	print_title(node, stream);
	fputs("\";\n", stream);
	print_frame(p, node, false);
	for (unsigned i = 0; i < node->child_count; i++)
		print_node(p, node->children[i]);
	print_frame(p, node, true);
	fputs("}\n", stream);
	print_binds(node, stream);
	print_edges(node, stream);
	print_spine(node, stream);
}

void hr_graph_print_dot_with(const hr_graph *graph, hr_port_words *words, void *data, FILE *stream)
{
	const dot_printer p = {stream, words, data};

	fputs("digraph \"", stream);
	hr_print_dot(graph->root->path, stream);
	fputs("\" {\n"
	      "graph [newrank=true, fontname=\"Helvetica\", style=rounded, labeljust=l, "
	      "ranksep=0.6, nodesep=0.3];\n"
	      "node [fontname=\"Helvetica\", fontsize=11, shape=record, style=filled, "
	      "fillcolor=white];\n"
	      "edge [arrowsize=0.7];\n",
	      stream);
	print_node(&p, graph->root);
	fputs("}\n", stream);
}

void hr_graph_print_dot(const hr_graph *graph, FILE *stream)
{
	hr_graph_print_dot_with(graph, NULL, NULL, stream);
}
