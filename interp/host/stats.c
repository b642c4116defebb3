/* interp/host/stats.c -- what ran, how often, and how long (--stats).
 *
 * Time is measured for leaves. The row of an internal node is the sum of the leaves below it,
 * except its own number of instances.
 *
 * Invariant: rows of one graph are in the order of its nodes, depth first.
 * Owns:      nothing.
 * Clauses:   S4 (the most executions in flight).
 * Not here:  measuring (interp/schedule/schedule.c). */
#include <string.h>

#include "interp/host/launch.h"
#include "interp/run/offload.h"
#include "interp/run/thread.h"
#include "interp/stream/roots.h"
#include "interp/tensor/counts.h"
#include "src/base/vec.h"

static hr_node_stats *gather(const hr_root *root)
{
	unsigned count = root->graph->node_count;
	hr_node_stats *rows = hr_alloc_array(count, sizeof(*rows));

	for (size_t p = 0; p < root->plans.count; p++) {
		const hr_node_stats *from = hr_plan_stats(root->plans.data[p]);

		for (unsigned i = 0; i < count; i++) {
			rows[i].instances += from[i].instances;
			rows[i].bytes += from[i].bytes;
			rows[i].nanoseconds += from[i].nanoseconds;
			rows[i].build_nanoseconds += from[i].build_nanoseconds;
			if (p > 0 && !from[i].instances)
				continue; /* another plan has run it */
			rows[i].width = from[i].width;
			rows[i].set = from[i].set;
			rows[i].along = from[i].along;
			rows[i].narrow = from[i].narrow;
			rows[i].threads = from[i].threads;
			rows[i].alone = from[i].alone;
			rows[i].runner = from[i].runner;
			rows[i].not_offloaded = from[i].not_offloaded;
			rows[i].within = from[i].within;
			rows[i].not_as_one = from[i].not_as_one;
		}
	}
	for (unsigned i = count; i > 1; i--) { /* children come after their parent */
		const hr_node *parent = root->graph->nodes[i - 1]->parent;

		rows[parent->number].bytes += rows[i - 1].bytes;
		rows[parent->number].nanoseconds += rows[i - 1].nanoseconds;
	}
	return rows;
}

static int path_width(const hr_roots *roots)
{
	size_t width = strlen("node");

	for (const hr_root *root = hr_roots_first(roots); root; root = root->next)
		for (unsigned i = 0; i < root->graph->node_count; i++) {
			size_t length = strlen(root->graph->nodes[i]->shown);

			width = length > width ? length : width;
		}
	return (int)width;
}

static void print_batches(const hr_node_stats *row, FILE *stream)
{
	fprintf(stream, "  width %u (%s)", row->width, row->set);
	if (row->along)
		fprintf(stream, " along %s", row->along);
	if (row->alone)
		fprintf(stream, ", 1 thread: %s", row->alone);
	else if (row->threads > 1)
		fprintf(stream, ", %u threads", row->threads);
}

static void print_runner(const hr_node_stats *row, FILE *stream)
{
	if (row->width > 1)
		print_batches(row, stream);
	else if (row->narrow)
		fprintf(stream, "  width 1: %s", row->narrow);
	else if (row->threads > 1)
		fprintf(stream, "  %u threads", row->threads);
	else if (row->alone)
		fprintf(stream, "  1 thread: %s", row->alone);
	if (row->runner)
		fprintf(stream, "  backend %s", row->runner);
	if (row->within)
		fprintf(stream, ", in %s", row->within);
	if (row->build_nanoseconds)
		fprintf(stream, ", built in %.1f ms", (double)row->build_nanoseconds / 1e6);
	if (row->not_offloaded && !row->runner)
		fprintf(stream, "  not on %s", row->not_offloaded);
	else if (row->not_offloaded)
		fprintf(stream, ", %s", row->not_offloaded);
	if (row->not_as_one && !row->runner)
		fprintf(stream, "  not as one on %s", row->not_as_one);
	else if (row->not_as_one)
		fprintf(stream, ", %s", row->not_as_one);
}

static void print_root(const hr_root *root, int width, FILE *stream)
{
	hr_node_stats *rows = gather(root);
	double whole = (double)rows[root->graph->root->number].nanoseconds;

	for (unsigned i = 0; i < root->graph->node_count; i++) {
		const hr_node *node = root->graph->nodes[i];
		const hr_node_stats *row = &rows[node->number];
		double time = (double)row->nanoseconds;

		fprintf(stream, "%-*s %14llu %16llu %12.3f %6.1f%%", width, node->shown,
			(unsigned long long)row->instances,
			(unsigned long long)row->bytes / HR_STEP_BYTES, time / 1e6,
			whole > 0 ? 100 * time / whole : 0.0);
		print_runner(row, stream);
		fputc('\n', stream);
	}
	hr_free(rows);
}

/* --- operators of a tensor program ------------------------------------------------------------ */

/* All leaves of one operator. */
typedef struct operator_row {
	const char *name;
	uint64_t calls, nanoseconds;
	hr_counts counts;
} operator_row;
typedef HR_VEC(operator_row) operator_rows;

static operator_row *operator_of(operator_rows *rows, const char *name)
{
	for (size_t i = 0; i < rows->count; i++)
		if (strcmp(rows->data[i].name, name) == 0)
			return &rows->data[i];
	HR_PUSH(rows, (operator_row){.name = name});
	return &HR_LAST(rows);
}

static void add_leaf(operator_row *sum, const hr_node_stats *stats, const hr_counts *counts)
{
	sum->calls += stats->instances;
	sum->nanoseconds += stats->nanoseconds;
	sum->counts.elements += counts->elements;
	sum->counts.bytes += counts->bytes;
	sum->counts.unbounded += counts->unbounded;
	if (counts->bound > sum->counts.bound)
		sum->counts.bound = counts->bound;
}

static int operator_width(const operator_rows *rows)
{
	size_t width = strlen("operator");

	for (size_t i = 0; i < rows->count; i++)
		width = strlen(rows->data[i].name) > width ? strlen(rows->data[i].name) : width;
	return (int)width;
}

static void print_operator_rows(const operator_rows *rows, double whole, FILE *stream)
{
	int width = operator_width(rows);

	if (rows->count)
		fprintf(stream, "%-*s %10s %12s %7s %14s %14s %10s\n", width, "operator", "calls",
			"time (ms)", "share", "elements", "bytes", "bound");
	for (size_t i = 0; i < rows->count; i++) {
		const operator_row *row = &rows->data[i];

		fprintf(stream, "%-*s %10llu %12.3f %6.1f%% %14llu %14llu %10.2g", width, row->name,
			(unsigned long long)row->calls, (double)row->nanoseconds / 1e6,
			whole > 0 ? 100 * (double)row->nanoseconds / whole : 0.0,
			(unsigned long long)row->counts.elements,
			(unsigned long long)row->counts.bytes, row->counts.bound);
		if (row->counts.unbounded)
			fprintf(stream, "  %llu elements without a bound",
				(unsigned long long)row->counts.unbounded);
		fputc('\n', stream);
	}
}

/* Print the operators of ROOT in the order in which they first occur; leaves that are none are left out. */
static void print_operators(hr_run *run, const hr_root *root, FILE *stream)
{
	hr_node_stats *stats = gather(root);
	operator_rows rows = {0};

	for (unsigned i = 0; i < root->graph->node_count; i++) {
		const hr_node *node = root->graph->nodes[i];
		const char *name =
			hr_said_of(run->program->functions[node->function], "hpvm.operator");
		hr_counts counts;

		if (node->internal || !name)
			continue;
		counts = hr_counts_of(run, node);
		add_leaf(operator_of(&rows, name), &stats[node->number], &counts);
	}
	print_operator_rows(&rows, (double)stats[root->graph->root->number].nanoseconds, stream);
	HR_VEC_FREE(&rows);
	hr_free(stats);
}

static void print_stream(const hr_root *root, FILE *stream)
{
	fprintf(stream, "stream %s: %llu pushes, at most %llu in flight", root->graph->root->shown,
		(unsigned long long)root->pushes, (unsigned long long)root->most_in_flight);
	if (root->threads)
		fprintf(stream, ", %u threads", root->threads);
	fputc('\n', stream);
}

static void print_copied(const hr_offload *offload, FILE *stream)
{
	uint64_t there, back;

	if (!offload || !offload->copied)
		return;
	there = offload->copied(offload->data, false);
	back = offload->copied(offload->data, true);
	if (there || back)
		fprintf(stream, "copied to devices: %llu bytes, back: %llu\n",
			(unsigned long long)there, (unsigned long long)back);
}

void hr_stats_of(const hr_run *run, const hr_node *node, hr_node_stats *stats)
{
	const hr_node *top = node;

	while (top->parent)
		top = top->parent;
	*stats = (hr_node_stats){0};
	for (const hr_root *root = hr_roots_first(run->roots); root; root = root->next)
		if (root->graph->root == top) {
			hr_node_stats *rows = gather(root);

			*stats = rows[node->number];
			hr_free(rows);
		}
}

void hr_stats_print(hr_run *run, FILE *stream)
{
	const hr_root *first = hr_roots_first(run->roots);
	int width = path_width(run->roots);

	if (!first) {
		fputs("no graph was launched\n", stream);
		return;
	}
	fprintf(stream, "%-*s %14s %16s %12s %7s\n", width, "node", "instances", "operations",
		"time (ms)", "share");
	for (const hr_root *root = first; root; root = root->next)
		print_root(root, width, stream);
	for (const hr_root *root = first; root; root = root->next)
		print_operators(run, root, stream);
	for (const hr_root *root = first; root; root = root->next)
		if (root->streams)
			print_stream(root, stream);
	print_copied(run->offload, stream);
}
