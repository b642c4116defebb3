/* tools/trace/info.c -- hpvm-trace info: print the subject of a trace. */
#include <inttypes.h>

#include "tools/trace/trace_commands.h"

static void print_span(const hr_trace *trace, FILE *stream)
{
	const hr_trace_block *first, *last;

	if (!trace->block_count)
		return;
	first = &trace->blocks[0].block;
	last = &trace->blocks[trace->block_count - 1].block;
	if (trace->wall)
		fprintf(stream, "time        %.6f s\n", (double)(last->end_ns - first->ns) * 1e-9);
	fprintf(stream, "operations  %" PRIu64 "\n", last->end_operations - first->operations);
}

int trace_info(const hr_trace *trace, FILE *stream)
{
	uint32_t leaves = 0;
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < trace->node_count; i++)
		leaves += trace->nodes[i].kind[0] == 'l';
	for (size_t i = 0; i < trace->block_count; i++)
		bytes += trace->blocks[i].block.bytes;
	fprintf(stream, "program    ");
	for (size_t i = 0; i < trace->program_count; i++)
		fprintf(stream, " %s", trace->program[i]);
	fprintf(stream,
		"\nclock       %s\nlevels      %s\nnodes       %u, of which %u %s\nedges       %u\n",
		trace->wall ? "wall and operations" : "operations", trace->levels,
		trace->node_count, leaves, leaves == 1 ? "is a leaf" : "are leaves",
		trace->edge_count);
	if (trace->orders > 1)
		fprintf(stream, "orders      up to %" PRIu64 " of each execution\n", trace->orders);
	if (trace->order)
		fprintf(stream, "order       %s%s\n", trace->order,
			trace->orders > 1 ? " first" : "");
	if (trace_is_filtered(trace)) {
		fprintf(stream, "only        ");
		trace_print_filters(trace, stream);
		fputc('\n', stream);
	}
	print_span(trace, stream);
	fprintf(stream,
		"events      %" PRIu64 " in %zu block%s, %" PRIu64 " bytes; %" PRIu64
		" in the file\n",
		trace->event_count, trace->block_count, trace_plural(trace->block_count), bytes,
		trace->bytes);
	return trace_end(trace, NULL);
}
