/* src/diag/json.c -- diagnostics as JSON Lines: one object on each line; the last one is the end of
 * the run.
 *
 * Unknown values are omitted. docs/diagnostics-json.md is the contract.
 *
 * Invariant: a line is written as a whole, and is the end of the text.
 * Owns:      nothing; the writer is the caller's.
 * Not here:  where the lines go (output.c), SARIF (sarif.c). */
#include <string.h>

#include "src/diag/render.h"

static void print_place(hr_diag_writer *writer, const hr_where *where)
{
	if (where->file && where->line) {
		hr_write_json_member(writer, "file", where->file);
		hr_write_json_member(writer, "directory", where->directory);
		hr_write_format(writer, ",\"line\":%u", where->line);
		if (where->column)
			hr_write_format(writer, ",\"column\":%u", where->column);
	}
	hr_write_json_member(writer, "function", where->function);
	hr_write_json_member(writer, "instruction", where->instruction);
}

static void print_node(hr_diag_writer *writer, const hr_where *where)
{
	if (!where->node)
		return;
	hr_write_json_member(writer, "node", where->node);
	if (where->has_instance) {
		hr_write_text(writer, ",\"instance\":");
		hr_write_instance(writer, where->dims, where->instance, "[]", ",");
	}
	hr_write_json_kernel(writer, where);
	for (unsigned i = 0; i < where->ancestor_count; i++) {
		const hr_ancestor *ancestor = &where->ancestors[i];

		hr_write_text(writer, i ? ",{\"node\":" : ",\"ancestors\":[{\"node\":");
		hr_write_json(writer, ancestor->node, strlen(ancestor->node));
		hr_write_text(writer, ",\"instance\":");
		hr_write_instance(writer, ancestor->dims, ancestor->instance, "[]", ",");
		hr_write_text(writer, "}");
	}
	if (where->ancestor_count)
		hr_write_text(writer, "]");
	if (where->has_execution)
		hr_write_format(writer, ",\"execution\":%llu",
				(unsigned long long)where->execution);
}

static void print_facts(hr_diag_writer *writer, const hr_diag_facts *facts)
{
	if (facts->count)
		hr_write_format(writer, ",\"count\":%llu", (unsigned long long)facts->count);
	hr_write_facts(writer, facts);
}

static void print_message(hr_diag_writer *writer, const char *message)
{
	size_t length = hr_diag_headline(message);
	bool first = true;

	hr_write_text(writer, ",\"message\":");
	hr_write_json(writer, message, length);
	for (message += length; *message == '\n'; message += length) {
		length = hr_diag_headline(++message);
		hr_write_text(writer, first ? ",\"notes\":[" : ",");
		hr_write_json(writer, message, length);
		first = false;
	}
	hr_write_text(writer, first ? "" : "]");
}

void hr_diag_json(hr_diag_writer *writer, const hr_diag_record *record)
{
	const char *clause = hr_diag_record_clause(record);
	const hr_where *also = record->where->also;

	hr_write_text(writer, "{\"kind\":\"diagnostic\"");
	hr_write_json_member(writer, "id", hr_diag_name(record->id));
	hr_write_json_member(writer, "severity",
			     record->severity == HR_SEV_ERROR ? "error" : "warning");
	hr_write_json_member(writer, "outcome", hr_status_word(record->outcome));
	if (clause[0] != '-')
		hr_write_json_member(writer, "clause", clause);
	print_message(writer, record->message);
	print_place(writer, record->where);
	print_node(writer, record->where);
	print_facts(writer, &record->where->facts);
	if (also) {
		hr_write_text(writer, ",\"related\":[{\"what\":");
		hr_write_json(writer, also->what, strlen(also->what));
		print_place(writer, also);
		print_node(writer, also);
		print_facts(writer, &also->facts);
		hr_write_text(writer, "}]");
	}
	hr_write_text(writer, "}\n");
	hr_write_flush(writer);
}

void hr_diag_json_end(hr_diag_writer *writer, const hr_diag_end *end)
{
	hr_write_text(writer, "{\"kind\":\"outcome\"");
	hr_write_json_member(writer, "outcome", hr_status_word(end->outcome));
	hr_write_format(writer, ",\"exit\":%d", end->exit_status);
	hr_write_json_member(writer, "text", hr_status_text(end->outcome));
	hr_write_format(writer, ",\"errors\":%llu,\"warnings\":%llu}\n",
			(unsigned long long)end->errors, (unsigned long long)end->warnings);
	hr_write_flush(writer);
}
