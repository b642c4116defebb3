/* tools/diff/against.c -- hpvm-diff --against: the inputs that another runtime had, and the report.
 *
 * Not here:  comparing (interp/values/against.c). */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "src/file/file.h"
#include "tools/diff/diff_against.h"
#include "tools/diff/table.h"
#include "tools/session/session.h"
#include "tools/shared/temporary.h"

/* --- the command line ------------------------------------------------------------------------- */

bool diff_against_fits(const tool_values *given)
{
	static const tool_option apart[] = {
		OPT_backends,     OPT_bisect,         OPT_cases, OPT_leaves,
		OPT_in_process,   OPT_sample,         OPT_json,  OPT_sample_after,
		OPT_backend_path, OPT_backend_option, OPT_junit, OPT_kernel,
	};

	if (given->all && !given->against)
		return tool_wrong("--all needs --against FILE");
	for (size_t i = 0; given->against && i < sizeof(apart) / sizeof(apart[0]); i++)
		if (given->has[apart[i]])
			return tool_wrong("--against cannot be combined with %s",
					  tool_option_name(apart[i]));
	return true;
}

/* Return the graph that --root names, or the only one of the program; NULL after a message. */
static const hr_graph *find_graph(const hr_program *program, const tool_options *options)
{
	const hr_function *root =
		options->root ? hr_program_function(program, options->root) : NULL;

	if (root && hr_program_graph(program, root->id))
		return hr_program_graph(program, root->id);
	if (!options->root && program->graph_count == 1)
		return program->graphs[0];
	if (options->root)
		tool_wrong("--root: '%s' is not the root of a graph", options->root);
	else
		tool_wrong("--against needs --root FUNCTION: the program has %u graphs",
			   program->graph_count);
	return NULL;
}

/* Write input I to I.npy in FOLDER. */
static bool write_input(const hr_npz *other, const hr_port *input, const char *folder, unsigned i)
{
	const char *path = tool.options.given.against, *why = NULL;
	char name[4096];
	hr_npy array;
	size_t index;
	bool good;

	if (!hr_npz_find(other, input->name, &index))
		return tool_wrong("'%s' has no input '%s': --against needs --args FILE", path,
				  input->name);
	if (!hr_npz_read(other, index, &array, &why))
		return tool_wrong("'%s': '%s': %s", path, input->name, why);
	snprintf(name, sizeof(name), "%s/%u.npy", folder, i);
	good = hr_npy_write(name, &array, &why) || tool_wrong("'%s': %s", name, why);
	hr_free(array.data);
	return good;
}

/* Let the arguments be the inputs that OTHER has. */
static bool make_arguments(const hr_npz *other, const hr_node *root)
{
	const char *folder = tool_temporary_begin("hpvm-diff");
	static char path[4096];
	bool good = true;
	FILE *file;

	if (!folder)
		return tool_wrong("no folder for temporary files: %s", strerror(errno));
	snprintf(path, sizeof(path), "%s/arguments", folder);
	file = fopen(path, "w");
	if (!file)
		return tool_wrong("'%s': %s", path, strerror(errno));
	fputs(root->input_count ? "args:\n" : "args: []\n", file);
	for (unsigned i = 0; i < root->input_count && good; i++) {
		const bool size = i && hr_port_has_size(root->inputs, root->input_count, i - 1);

		if (size)
			fputs("- auto\n", file);
		else
			fprintf(file, "- {tensor: %u.npy}\n", i);
		good = size || write_input(other, &root->inputs[i], folder, i);
	}
	if (fclose(file) != 0 && good)
		good = tool_wrong("'%s': %s", path, strerror(errno));
	tool.options.args = path;
	return good;
}

bool diff_against_prepare(const hr_npz *other)
{
	const hr_graph *graph = find_graph(tool.program, &tool.options);

	if (!graph)
		return false;
	tool.options.root = graph->root->name;
	return tool.options.args || make_arguments(other, graph->root);
}

/* --- the first difference --------------------------------------------------------------------- */

static const char *shape_text(unsigned rank, const uint64_t *shape, char *text, size_t room)
{
	size_t used = (size_t)snprintf(text, room, "(");

	for (unsigned i = 0; i < rank && used < room; i++)
		used += (size_t)snprintf(text + used, room - used, "%s%" PRIu64, i ? ", " : "",
					 shape[i]);
	if (used < room)
		snprintf(text + used, room - used, ")");
	return text;
}

/* "layer/conv", or "layer/conv#2" of the second execution. */
static const char *name_text(const hr_against_row *row, char *text, size_t room)
{
	if (row->execution < 2)
		return row->value->name;
	snprintf(text, room, "%s#%" PRIu64, row->value->name, row->execution);
	return text;
}

/* Return the path of VALUE's node, or part. */
static const char *where(const hr_value *value)
{
	return value->part < 0 ? value->node->shown : value->where;
}

static void print_first(const hr_against_row *row, const char *path, FILE *stream)
{
	const int width = (int)strlen(path) > 9 ? (int)strlen(path) : 9;
	char name[DIFF_CELL], index[HR_DIMS_TEXT], shape[HR_DIMS_TEXT], other[24 * HR_NPY_DIMS];

	fprintf(stream, "first difference: %s", where(row->value));
	if (*row->value->operator_)
		fprintf(stream, " (%s)", row->value->operator_);
	fprintf(stream, ", %s '%s', %s %s", row->value->input ? "input" : "value",
		name_text(row, name, sizeof(name)), row->type, hr_dims_text(&row->shape, shape));
	if (row->verdict != HR_AGAINST_DIFFERS) {
		fprintf(stream, ": %s has %s %s\n", path, row->other_type,
			shape_text(row->other_rank, row->other_shape, other, sizeof(other)));
		return;
	}
	fprintf(stream, ", element %s\n", hr_against_index(&row->shape, row->first, index));
	fprintf(stream, "  %-*s  %s\n  %-*s  %s\n  %-*s  %.3g\n", width, path, row->theirs, width,
		"reference", row->ours, width, "bound", row->bound);
	fprintf(stream, "  %" PRIu64 " of %" PRIu64 " elements differ", row->differing, row->count);
	if (isfinite(row->share))
		fprintf(stream, ", by at most %.3g times the bound", row->share);
	fputc('\n', stream);
}

/* --- the table -------------------------------------------------------------------------------- */

enum { NODE, OPERATOR, VALUE, SHAPE, ELEMENTS, DIFFER, WORST, COLUMNS };

static const char *cell(const void *of, int k, char text[DIFF_CELL])
{
	const hr_against_row *row = of;
	char shape[HR_DIMS_TEXT];

	switch (k) {
	case NODE: return where(row->value);
	case OPERATOR:
		return row->value->input        ? "input"
		       : *row->value->operator_ ? row->value->operator_
						: "-";
	case VALUE: return name_text(row, text, DIFF_CELL);
	case SHAPE:
		snprintf(text, DIFF_CELL, "%s %s", row->type, hr_dims_text(&row->shape, shape));
		return text;
	case ELEMENTS: snprintf(text, DIFF_CELL, "%" PRIu64, row->count); return text;
	default: break;
	}
	if (row->verdict > HR_AGAINST_DIFFERS)
		return "-";
	if (k == DIFFER)
		snprintf(text, DIFF_CELL, "%" PRIu64, row->differing);
	else
		snprintf(text, DIFF_CELL, "%.3g", row->share);
	return text;
}

static const char *verdict_text(hr_against_verdict verdict)
{
	static const char *const texts[HR_AGAINST_VERDICTS] = {
		"same", "within its bound", "differs", "other type", "other shape", "not compared"};

	return texts[verdict];
}

static void print_table(const hr_against_row *rows, size_t count, FILE *stream)
{
	diff_table table = {.columns = COLUMNS,
			    .left = ELEMENTS,
			    .titles = {"node", "operator", "value", "type", "elements", "differ",
				       "error/bound"},
			    .cell = cell};

	diff_table_begin(&table, rows, count, sizeof(*rows), stream);
	fputs("verdict\n", stream);
	for (size_t i = 0; i < count; i++) {
		char other[24 * HR_NPY_DIMS];

		diff_table_row(&table, &rows[i], stream);
		fputs(verdict_text(rows[i].verdict), stream);
		if (rows[i].verdict == HR_AGAINST_TYPE)
			fprintf(stream, ": %s", rows[i].other_type);
		else if (rows[i].verdict == HR_AGAINST_SHAPE)
			fprintf(stream, ": %s",
				shape_text(rows[i].other_rank, rows[i].other_shape, other,
					   sizeof(other)));
		if (rows[i].unbounded)
			fprintf(stream, ", %" PRIu64 " without a bound", rows[i].unbounded);
		fputc('\n', stream);
	}
}

/* --- the sum ---------------------------------------------------------------------------------- */

/* A list of names, of which the first few are printed. */
typedef struct name_list {
	FILE *stream;
	size_t count, most;
} name_list;

static void print_name(name_list *list, const char *name)
{
	if (list->count++ < list->most)
		fprintf(list->stream, "%s'%s'", list->count > 1 ? ", " : ": ", name);
}

static void end_names(const name_list *list)
{
	if (list->count > list->most)
		fprintf(list->stream, " and %zu more", list->count - list->most);
	if (list->count)
		fputc('\n', list->stream);
}

static void print_missing(const hr_against_row *rows, size_t count, size_t missing,
			  const char *path, size_t most, FILE *stream)
{
	name_list list = {stream, 0, most};
	char name[DIFF_CELL];

	if (missing)
		fprintf(stream, "%zu value%s not in %s", missing, missing == 1 ? " is" : "s are",
			path);
	for (size_t i = 0; i < count; i++)
		if (rows[i].verdict == HR_AGAINST_MISSING)
			print_name(&list, name_text(&rows[i], name, sizeof(name)));
	end_names(&list);
}

static void print_unknown(const hr_against *against, const char *path, size_t most, FILE *stream)
{
	name_list list = {stream, 0, most};
	size_t unknown = 0, at = 0;
	const char *name;

	while (hr_against_unknown(against, &at))
		unknown++;
	if (unknown)
		fprintf(stream, "%zu array%s of %s %s no value of the program", unknown,
			unknown == 1 ? "" : "s", path, unknown == 1 ? "is" : "are");
	for (at = 0; (name = hr_against_unknown(against, &at));)
		print_name(&list, name);
	end_names(&list);
}

void diff_print_against(const hr_against *against, const char *path, bool all, FILE *stream)
{
	const size_t most = all ? SIZE_MAX : 5;
	size_t sums[HR_AGAINST_VERDICTS] = {0}, count;
	const hr_against_row *rows = hr_against_rows(against, &count), *first = NULL;
	bool any = false;

	for (size_t i = count; i-- > 0;) {
		sums[rows[i].verdict]++;
		first = hr_against_is_finding(rows[i].verdict) ? &rows[i] : first;
	}
	if (all)
		print_table(rows, count, stream);
	if (first)
		print_first(first, path, stream);
	for (int v = 0; v < HR_AGAINST_VERDICTS; v++) {
		if (!sums[v])
			continue;
		fprintf(stream, "%s%zu %s", any ? ", " : "values: ", sums[v],
			verdict_text((hr_against_verdict)v));
		any = true;
	}
	fputs(any ? "\n" : "no values\n", stream);
	print_missing(rows, count, sums[HR_AGAINST_MISSING], path, most, stream);
	print_unknown(against, path, most, stream);
}
