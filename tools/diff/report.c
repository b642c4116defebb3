/* tools/diff/report.c -- the findings of hpvm-diff as a table, JSON, or JUnit's XML.
 *
 * Not here:  verdicts (backends/crosscheck/crosscheck.c). */
#include <string.h>

#include "backends/crosscheck/compare.h"
#include "src/diag/escape.h"
#include "src/diag/render.h"
#include "tools/diff/diff.h"
#include "tools/diff/table.h"

static bool is_finding(const hr_crosscheck_row *row)
{
	return row->verdict >= HR_VERDICT_OUT;
}

static bool was_compared(const hr_crosscheck_row *row)
{
	return row->grids > 0;
}

/* --- the table -------------------------------------------------------------------------------- */

/* Return column K of a row; TEXT has room for a number. */
static const char *cell(const void *of, int k, char text[DIFF_CELL])
{
	const hr_crosscheck_row *row = of;
	const uint64_t numbers[] = {row->instances, row->bytes, row->mismatches};

	if (k == 0)
		return row->leaf->shown;
	if (k == 1)
		return row->backend;
	if (!was_compared(row) || (k == 5 && !row->mismatches && !row->within))
		return "-";
	if (k == 5)
		return hr_ulps_text(row->mismatches ? row->worst_ulps : row->off_ulps, text);
	snprintf(text, DIFF_CELL, "%llu", (unsigned long long)numbers[k - 2]);
	return text;
}

static void print_row(const diff_table *table, const hr_crosscheck_row *row, FILE *stream)
{
	char text[DIFF_CELL];

	diff_table_row(table, row, stream);
	fprintf(stream, "%s%s%s", hr_verdict_word(row->verdict), row->why ? ": " : "",
		row->why ? row->why : "");
	if (row->bounded)
		fprintf(stream, ": %s allowed", hr_ulps_text(row->allowed_ulps, text));
	if (row->left_out)
		fprintf(stream, ": %llu of %llu grids", (unsigned long long)row->grids,
			(unsigned long long)(row->grids + row->left_out));
	if (row->sampled_from)
		fprintf(stream, ", sampled from grid %llu on (--sample-after=0 compares all)",
			(unsigned long long)row->sampled_from);
	if (row->replay)
		fprintf(stream, " (%s%s%s)", row->replay, row->case_takes ? ", " : "",
			row->case_takes ? row->case_takes : "");
	else if (row->no_case)
		fprintf(stream, " (no case: %s)", row->no_case);
	fputc('\n', stream);
}

static void print_sum(const hr_crosscheck_row *rows, size_t count, FILE *stream)
{
	size_t sums[HR_VERDICT_COUNT] = {0};
	bool any = false;

	for (size_t i = 0; i < count; i++)
		sums[rows[i].verdict]++;
	for (int v = 0; v < HR_VERDICT_COUNT; v++) {
		if (!sums[v])
			continue;
		fprintf(stream, "%s%zu %s", any ? ", " : "", sums[v],
			hr_verdict_word((hr_verdict)v));
		any = true;
	}
	fputs(any ? "\n" : "no leaves\n", stream);
}

void diff_print_table(const hr_crosscheck_row *rows, size_t count, FILE *stream)
{
	diff_table table = {
		.columns = 6,
		.left = 2,
		.titles = {"node", "backend", "instances", "bytes", "mismatches", "worst"},
		.cell = cell};

	diff_table_begin(&table, rows, count, sizeof(*rows), stream);
	fputs("verdict\n", stream);
	for (size_t i = 0; i < count; i++)
		print_row(&table, &rows[i], stream);
	print_sum(rows, count, stream);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void write_number(hr_diag_writer *writer, const char *key, uint64_t value)
{
	hr_write_format(writer, ",\"%s\":%llu", key, (unsigned long long)value);
}

static void write_row(hr_diag_writer *writer, const hr_crosscheck_row *row)
{
	hr_write_text(writer, "{\"node\":");
	hr_write_json(writer, row->leaf->path, strlen(row->leaf->path));
	hr_write_json_member(writer, "function", row->leaf->name);
	hr_write_json_member(writer, "backend", row->backend);
	hr_write_json_member(writer, "verdict", hr_verdict_word(row->verdict));
	hr_write_json_member(writer, "why", row->why);
	write_number(writer, "grids", row->grids);
	if (row->left_out)
		write_number(writer, "grids-left-out", row->left_out);
	if (row->sampled_from)
		write_number(writer, "sampled-from", row->sampled_from);
	write_number(writer, "instances", row->instances);
	write_number(writer, "bytes", row->bytes);
	write_number(writer, "mismatches", row->mismatches);
	if (row->mismatches && row->worst_ulps != HR_ULP_FAR)
		write_number(writer, "worst-ulp", row->worst_ulps);
	if (row->within) {
		write_number(writer, "within", row->within);
		write_number(writer, "off-ulp", row->off_ulps);
		hr_write_format(writer, ",\"share\":%.3g", row->share);
	}
	if (row->bounded)
		write_number(writer, "allowed-ulp", row->allowed_ulps);
	if (row->undefined) {
		write_number(writer, "undefined-bytes", row->undefined);
		write_number(writer, "undefined-differ", row->undefined_differ);
	}
	hr_write_json_member(writer, "not-looked-at", row->unlooked);
	hr_write_json_member(writer, "first", row->first);
	hr_write_json_member(writer, "file", row->file);
	if (row->file)
		write_number(writer, "line", row->line);
	hr_write_json_member(writer, "case", row->replay);
	hr_write_json_member(writer, "case-takes", row->case_takes);
	hr_write_text(writer, "}");
}

void diff_print_json(const hr_crosscheck_row *rows, size_t count, const char *program,
		     const char *golden, FILE *stream)
{
	hr_diag_writer writer;
	uint64_t findings = 0;

	fflush(stream);
	hr_diag_writer_init(&writer, stream, -1, -1);
	hr_write_text(&writer, "{\"kind\":\"hpvm-diff\"");
	hr_write_json_member(&writer, "program", program);
	hr_write_json_member(&writer, "golden", golden);
	hr_write_text(&writer, ",\"rows\":[");
	for (size_t i = 0; i < count; i++) {
		hr_write_text(&writer, i ? ",\n" : "\n");
		write_row(&writer, &rows[i]);
		findings += is_finding(&rows[i]);
	}
	hr_write_text(&writer, "]");
	write_number(&writer, "findings", findings);
	hr_write_text(&writer, "}\n");
	hr_write_flush(&writer);
}

/* --- JUnit ------------------------------------------------------------------------------------ */

static bool is_good(const hr_crosscheck_row *row)
{
	return row->verdict == HR_VERDICT_SAME || row->verdict == HR_VERDICT_BOUNDED;
}

/* Return true if the row should have been compared but was not. */
static bool is_error(const hr_crosscheck_row *row)
{
	return row->verdict == HR_VERDICT_OUT || row->verdict == HR_VERDICT_UNEXPLAINED;
}

/* Print the golden run as a separate case when it failed. */
static void print_golden(const char *golden, FILE *stream)
{
	fputs("\t\t<testcase classname=\"interp\" name=\"the golden run\"><error message=\"",
	      stream);
	hr_print_xml(golden, stream);
	fputs("\"/></testcase>\n", stream);
}

static void print_case(const hr_crosscheck_row *row, FILE *stream)
{
	const char *word = hr_verdict_word(row->verdict);

	fputs("\t\t<testcase classname=\"", stream);
	hr_print_xml(row->backend, stream);
	fputs("\" name=\"", stream);
	hr_print_xml(row->leaf->path, stream);
	if (is_good(row)) {
		fputs("\"/>\n", stream);
		return;
	}
	fprintf(stream, "\"><%s message=\"",
		is_error(row)     ? "error"
		: is_finding(row) ? "failure"
				  : "skipped");
	hr_print_xml(word, stream);
	if (row->first || row->why) {
		fputs(": ", stream);
		hr_print_xml(row->first ? row->first : row->why, stream);
	}
	fputs("\"/></testcase>\n", stream);
}

void diff_print_junit(const hr_crosscheck_row *rows, size_t count, const char *program,
		      const char *golden, FILE *stream)
{
	unsigned failed = 0, skipped = 0, errors = golden != NULL;

	for (size_t i = 0; i < count; i++) {
		errors += is_error(&rows[i]);
		failed += is_finding(&rows[i]) && !is_error(&rows[i]);
		skipped += !is_finding(&rows[i]) && !is_good(&rows[i]);
	}
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"hpvm-diff\">\n"
	      "\t<testsuite name=\"",
	      stream);
	hr_print_xml(program, stream);
	fprintf(stream, "\" tests=\"%zu\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n",
		count + (golden != NULL), failed, errors, skipped);
	if (golden)
		print_golden(golden, stream);
	for (size_t i = 0; i < count; i++)
		print_case(&rows[i], stream);
	fputs("\t</testsuite>\n</testsuites>\n", stream);
}
