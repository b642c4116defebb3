/* traces/export/dot.c -- hpvm-trace export --format=dot: the graph, with leaves coloured by their
 * share of time and edges as thick as the data they carried. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "src/diag/escape.h"
#include "traces/export/trace.h"
#include "traces/export/trace_totals.h"

static void print_leaf(const hr_trace *trace, const trace_totals *totals, uint64_t most,
		       uint32_t node, FILE *stream)
{
	const uint32_t parent = trace->nodes[node].parent;
	const char *name = trace->nodes[node].path;
	const trace_row *row = &totals->rows[node];
	double share = most ? (double)row->self / (double)most : 0;

	/* a damaged trace may have any paths */
	if (parent != HR_TRACE_NO_NODE && strlen(name) > strlen(trace->nodes[parent].path))
		name += strlen(trace->nodes[parent].path) + 1;
	/* from white to red; black text is readable on the darker half */
	fprintf(stream, "n%u [label=\"", node);
	hr_print_dot(name, stream);
	fprintf(stream, "\\n%" PRIu64 " instances\\n%.3f %s\", fillcolor=\"0.02 %.3f 1.0\"];\n",
		row->instances, (double)row->self * 1e-6, trace->wall ? "ms" : "Mop", share * 0.75);
}

/* Children follow their parent and precede its next sibling. */
static uint32_t print_nodes(const hr_trace *trace, const trace_totals *totals, uint64_t most,
			    uint32_t node, FILE *stream)
{
	uint32_t next = node + 1;

	if (trace->nodes[node].kind[0] != 'i') {
		print_leaf(trace, totals, most, node, stream);
		return next;
	}
	fprintf(stream, "subgraph cluster_%u {\nlabel=\"", node);
	hr_print_dot(trace->nodes[node].path, stream);
	fprintf(stream, "\";\nn%u [shape=point, style=invis];\n", node);
	while (next < trace->node_count && trace->nodes[next].parent == node)
		next = print_nodes(trace, totals, most, next, stream);
	fputs("}\n", stream);
	return next;
}

static void print_edge(const hr_trace *trace, const trace_totals *totals, uint32_t number,
		       FILE *stream)
{
	const hr_trace_edge *edge = &trace->edges[number];
	bool from_inside = trace->nodes[edge->from].kind[0] == 'i';
	bool to_inside = trace->nodes[edge->to].kind[0] == 'i';

	fprintf(stream,
		"n%u -> n%u [style=%s, penwidth=%.2f, tooltip=\"%" PRIu64 " values, %" PRIu64
		" bytes\"",
		edge->from, edge->to, edge->all_to_all ? "bold" : "solid",
		1 + log2(1 + (double)totals->bytes[number]) / 6, totals->values[number],
		totals->bytes[number]);
	if (edge->streaming)
		fputs(", color=\"#1f6fb2\"", stream);
	if (from_inside)
		fprintf(stream, ", ltail=cluster_%u", edge->from);
	if (to_inside)
		fprintf(stream, ", lhead=cluster_%u", edge->to);
	fputs("];\n", stream);
}

static void print_graph(const hr_trace *trace, const trace_totals *totals, FILE *stream)
{
	uint64_t most = 0; /* longest time of a leaf */

	for (uint32_t i = 0; i < trace->node_count; i++)
		if (trace->nodes[i].kind[0] != 'i' && totals->rows[i].self > most)
			most = totals->rows[i].self;
	fputs("digraph trace {\ncompound=true;\nrankdir=TB;\nfontname=\"Helvetica\";\n"
	      "node [shape=box, style=\"filled,rounded\", fontname=\"Helvetica\", fillcolor=white];\n",
	      stream);
	for (uint32_t node = 0; node < trace->node_count;)
		node = print_nodes(trace, totals, most, node, stream);
	for (uint32_t i = 0; i < trace->edge_count; i++)
		print_edge(trace, totals, i, stream);
	fputs("}\n", stream);
}

int trace_dot(const hr_trace *trace, FILE *stream)
{
	hr_trace_cursor *cursor = hr_trace_cursor_new(trace);
	trace_totals totals = trace_totals_of(trace, cursor);
	int status;

	print_graph(trace, &totals, stream);
	status = trace_end(trace, cursor);
	trace_totals_free(&totals);
	hr_trace_cursor_free(cursor);
	return status;
}
