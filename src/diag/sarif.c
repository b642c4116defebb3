/* src/diag/sarif.c -- diagnostics as a SARIF 2.1.0 log, which code review tools and editors read.
 *
 * The log has one run; its rules are the rows of diag.def with their explanations, in that order.
 * Newlines occur only between results, so that a log can be put on one line.
 * Not here: where the log is kept while results arrive (output.c). */
#include "config.h"

#include <string.h>

#include "src/diag/explain.h"
#include "src/diag/render.h"

/* --- rules ------------------------------------------------------------------------------------ */

/* Write "barrier-divergence" as BarrierDivergence, the form that viewers display. */
static void write_rule_name(hr_diag_writer *writer, const char *id)
{
	bool capital = true;

	hr_write_text(writer, ",\"name\":\"");
	for (; *id; id++) {
		char c = capital && *id >= 'a' && *id <= 'z' ? (char)(*id - 'a' + 'A') : *id;

		if (*id != '-')
			hr_write(writer, &c, 1);
		capital = *id == '-';
	}
	hr_write_text(writer, "\"");
}

/* Write the text of docs/diagnostics.md, as Markdown or as plain text. */
static void write_help(hr_diag_writer *writer, hr_diag_id id, const hr_explanation *about,
		       bool markdown)
{
	const char *sentence = hr_explain_clause(hr_diag_clause(id));

	hr_write_text(writer, markdown ? "\"markdown\":\"" : "\"text\":\"");
	hr_write_json_part(writer, about->meaning, strlen(about->meaning));
	if (sentence) {
		hr_write_text(writer, "\\n\\nClause ");
		hr_write_text(writer, hr_diag_clause(id));
		hr_write_text(writer, ": ");
		hr_write_json_part(writer, sentence, strlen(sentence));
	}
	hr_write_text(writer, markdown ? "\\n\\n```\\n" : "\\n\\n");
	hr_write_json_part(writer, about->example, strlen(about->example));
	hr_write_text(writer, markdown ? "\\n```\\n\\n*Fix:* " : "\\n\\nFix: ");
	hr_write_json_part(writer, about->fix, strlen(about->fix));
	hr_write_text(writer, "\"");
}

static void write_explanation(hr_diag_writer *writer, hr_diag_id id, const hr_explanation *about)
{
	hr_write_text(writer, ",\"shortDescription\":{\"text\":");
	hr_write_json(writer, about->meaning, hr_explain_sentence(about->meaning));
	hr_write_text(writer, "},\"fullDescription\":{\"text\":");
	hr_write_json(writer, about->meaning, strlen(about->meaning));
	hr_write_text(writer, "},\"help\":{");
	write_help(writer, id, about, false);
	hr_write_text(writer, ",");
	write_help(writer, id, about, true);
	hr_write_text(writer, "}");
}

static void write_rule(hr_diag_writer *writer, hr_diag_id id)
{
	const hr_explanation *explanation = hr_explain_find(id);
	hr_severity severity = hr_diag_severity(id);

	hr_write_text(writer, "{\"id\":");
	hr_write_json(writer, hr_diag_name(id), strlen(hr_diag_name(id)));
	write_rule_name(writer, hr_diag_name(id));
	if (explanation)
		write_explanation(writer, id, explanation);
	hr_write_format(writer, ",\"defaultConfiguration\":{\"enabled\":%s,\"level\":\"%s\"}",
			severity == HR_SEV_OFF ? "false" : "true",
			severity == HR_SEV_ERROR ? "error" : "warning");
	hr_write_format(writer, ",\"properties\":{\"clause\":\"%s\",\"outcome\":\"%s\"}}",
			hr_diag_clause(id), hr_status_word(hr_diag_outcome(id)));
}

void hr_diag_sarif_head(hr_diag_writer *writer)
{
	hr_write_text(writer, "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
			      "\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{"
			      "\"name\":\"hpvm-run\",\"version\":\"" PACKAGE_VERSION "\","
			      "\"rules\":[");
	for (int id = 0; id < HR_D_COUNT && !hr_diag_is_second((hr_diag_id)id); id++) {
		hr_write_text(writer, id ? ",\n" : "\n");
		write_rule(writer, (hr_diag_id)id);
	}
	hr_write_text(writer, "]}},\n\"columnKind\":\"unicodeCodePoints\",\"results\":[\n");
	hr_write_flush(writer);
}

/* --- results ---------------------------------------------------------------------------------- */

/* Write a path as a URI: bytes with a special meaning, or invalid ones, as %XX. */
static void write_uri(hr_diag_writer *writer, const char *path)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
				    "-._~/+,@=";

	hr_write_text(writer, path[0] == '/' ? "file://" : "");
	for (; *path; path++) {
		if (strchr(plain, *path))
			hr_write(writer, path, 1);
		else
			hr_write_format(writer, "%%%02X", (unsigned char)*path);
	}
}

static void write_physical(hr_diag_writer *writer, const hr_where *where,
			   const hr_source_line *source)
{
	unsigned column = hr_source_column(where, source);

	hr_write_text(writer, "\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"");
	write_uri(writer, where->file);
	hr_write_format(writer, "\"},\"region\":{\"startLine\":%u", where->line);
	if (column)
		hr_write_format(writer, ",\"startColumn\":%u", column);
	hr_write_text(writer, "}");
	if (source) {
		hr_write_format(writer, ",\"contextRegion\":{\"startLine\":%u", where->line);
		hr_write_text(writer, ",\"snippet\":{\"text\":");
		hr_write_json(writer, source->text, source->length);
		hr_write_text(writer, "}}");
	}
	hr_write_text(writer, "}");
}

static void write_logical_location(hr_diag_writer *writer, const char *name, const char *full,
				   const char *kind)
{
	hr_write_text(writer, "{\"name\":");
	hr_write_json(writer, name, strlen(name));
	hr_write_json_member(writer, "fullyQualifiedName", full);
	hr_write_json_member(writer, "kind", kind);
	hr_write_text(writer, "}");
}

static void write_logical(hr_diag_writer *writer, const hr_where *where)
{
	hr_write_text(writer, "\"logicalLocations\":[");
	if (where->function)
		write_logical_location(writer, where->function, where->function, "function");
	if (where->function && where->node)
		hr_write_text(writer, ",");
	if (where->node) {
		const char *last = strrchr(where->node, '/');

		write_logical_location(writer, last ? last + 1 : where->node, where->node, "node");
	}
	hr_write_text(writer, "]");
}

/* Write the contents of a location object without its braces. Return false if the place is
 * unknown. */
static bool write_where(hr_diag_writer *writer, const hr_where *where, const hr_source_line *source)
{
	bool physical = where->file && where->line, logical = where->function || where->node;

	if (physical)
		write_physical(writer, where, source);
	if (physical && logical)
		hr_write_text(writer, ",");
	if (logical)
		write_logical(writer, where);
	return physical || logical;
}

static void write_location(hr_diag_writer *writer, const hr_diag_record *record)
{
	const hr_where *where = record->where;
	bool any = (where->file && where->line) || where->function || where->node;

	hr_write_text(writer, any ? ",\"locations\":[{" : ",\"locations\":[");
	write_where(writer, where, record->source);
	hr_write_text(writer, any ? "}]" : "]");
}

static void write_ancestors(hr_diag_writer *writer, const hr_where *where)
{
	hr_write_text(writer, ",\"ancestors\":[");
	for (unsigned i = 0; i < where->ancestor_count; i++) {
		const hr_ancestor *ancestor = &where->ancestors[i];

		hr_write_text(writer, i ? ",{\"node\":" : "{\"node\":");
		hr_write_json(writer, ancestor->node, strlen(ancestor->node));
		hr_write_text(writer, ",\"instance\":");
		hr_write_instance(writer, ancestor->dims, ancestor->instance, "[]", ",");
		hr_write_text(writer, "}");
	}
	hr_write_text(writer, "]");
}

/* Write properties that SARIF does not define; each preceded by a comma. */
static void write_more(hr_diag_writer *writer, const hr_where *where)
{
	hr_write_json_member(writer, "directory", where->line ? where->directory : NULL);
	hr_write_json_member(writer, "instruction", where->instruction);
	if (where->node && where->has_instance) {
		hr_write_text(writer, ",\"instance\":");
		hr_write_instance(writer, where->dims, where->instance, "[]", ",");
	}
	if (where->node)
		hr_write_json_kernel(writer, where);
	if (where->node && where->ancestor_count)
		write_ancestors(writer, where);
	if (where->node && where->has_execution)
		hr_write_format(writer, ",\"execution\":%llu",
				(unsigned long long)where->execution);
	hr_write_facts(writer, &where->facts);
}

static void write_related(hr_diag_writer *writer, const hr_diag_record *record)
{
	const hr_where *also = record->where->also;

	hr_write_text(writer, ",\"relatedLocations\":[{\"id\":1,\"message\":{\"text\":");
	hr_write_json(writer, also->what, strlen(also->what));
	hr_write_text(writer, "},");
	if (write_where(writer, also, record->also_source))
		hr_write_text(writer, ",");
	hr_write_text(writer, "\"properties\":{\"related\":true");
	write_more(writer, also);
	hr_write_text(writer, "}}]");
}

static void write_properties(hr_diag_writer *writer, const hr_diag_record *record)
{
	hr_write_format(writer, ",\"properties\":{\"outcome\":\"%s\"",
			hr_status_word(record->outcome));
	if (hr_diag_record_clause(record)[0] != '-')
		hr_write_json_member(writer, "clause", hr_diag_record_clause(record));
	write_more(writer, record->where);
	hr_write_text(writer, "}");
}

void hr_diag_sarif(hr_diag_writer *writer, const hr_diag_record *record)
{
	hr_diag_id rule = record->id;

	(void)hr_diag_find(hr_diag_name(record->id), &rule);
	hr_write_text(writer, "{\"ruleId\":");
	hr_write_json(writer, hr_diag_name(record->id), strlen(hr_diag_name(record->id)));
	hr_write_format(writer, ",\"ruleIndex\":%d,\"level\":\"%s\"", (int)rule,
			record->severity == HR_SEV_ERROR ? "error" : "warning");
	hr_write_text(writer, ",\"message\":{\"text\":");
	hr_write_json(writer, record->message, strlen(record->message));
	hr_write_text(writer, "}");
	if (record->where->facts.count)
		hr_write_format(writer, ",\"occurrenceCount\":%llu",
				(unsigned long long)record->where->facts.count);
	write_location(writer, record);
	if (record->where->also)
		write_related(writer, record);
	write_properties(writer, record);
	hr_write_text(writer, "}");
	hr_write_flush(writer);
}

/* After a limit or an unsupported feature, a part of the program has not been examined. */
void hr_diag_sarif_tail(hr_diag_writer *writer, const hr_diag_end *end)
{
	bool whole = end && end->outcome != HR_LIMIT && end->outcome != HR_UNSUPPORTED;

	hr_write_format(writer, "\n],\"invocations\":[{\"executionSuccessful\":%s",
			whole ? "true" : "false");
	if (end) {
		hr_write_format(writer, ",\"exitCode\":%d", end->exit_status);
		hr_write_json_member(writer, "exitCodeDescription", hr_status_text(end->outcome));
		hr_write_format(writer, ",\"properties\":{\"outcome\":\"%s\"}",
				hr_status_word(end->outcome));
	}
	hr_write_text(writer, "}]}]}\n");
	hr_write_flush(writer);
}
