/* src/diag/explain.c -- --explain: the meaning of a diagnostic, its clause, an example, the usual
 * fix.
 *
 * The text is docs/diagnostics.md; explain.awk turns it into table rows at build time.
 * Owns: nothing. */
#include "src/diag/explain.h"

#include <string.h>

enum { WIDTH = 80 };

static const hr_explanation explanations[] = {
#define EXPLANATION(name, meaning, example, fix) {name, meaning, example, fix},
#define CLAUSE(name, text)
#include "src/diag/explain_text.def"
#undef EXPLANATION
#undef CLAUSE
};

static const struct clause {
	const char *name, *text;
} clauses[] = {
#define EXPLANATION(name, meaning, example, fix)
#define CLAUSE(name, text) {name, text},
#include "src/diag/explain_text.def"
#undef EXPLANATION
#undef CLAUSE
};

const hr_explanation *hr_explain_find(hr_diag_id id)
{
	for (size_t i = 0; i < sizeof(explanations) / sizeof(explanations[0]); i++)
		if (strcmp(explanations[i].name, hr_diag_name(id)) == 0)
			return &explanations[i];
	return NULL;
}

const char *hr_explain_clause(const char *clause)
{
	for (size_t i = 0; i < sizeof(clauses) / sizeof(clauses[0]); i++)
		if (strcmp(clauses[i].name, clause) == 0)
			return clauses[i].text;
	return NULL;
}

size_t hr_explain_sentence(const char *text)
{
	for (size_t i = 0; text[i]; i++)
		if (text[i] == '.' && (text[i + 1] == ' ' || !text[i + 1]))
			return i + 1;
	return strlen(text);
}

/* --- printing --------------------------------------------------------------------------------- */

static void heading(FILE *stream, const char *text, bool colour)
{
	fprintf(stream, colour ? "\033[1m%s\033[0m" : "%s", text);
}

/* Print the words of TEXT on lines of at most WIDTH columns. Each line begins at column INDENT,
 * where the first one already is. [text](target) is printed without its target. */
static void wrap(FILE *stream, const char *text, size_t indent)
{
	size_t column = indent;

	while (*text) {
		size_t length = strcspn(text, " ");
		const char *close = text[0] == '[' ? strstr(text, "](") : NULL;
		const char *target_end = close ? strchr(close, ')') : NULL;

		if (target_end && close < text + length) {
			length = (size_t)(close - text - 1);
			text++;
		} else {
			target_end = NULL;
		}
		if (column > indent && column + 1 + length > WIDTH) {
			fprintf(stream, "\n%*s", (int)indent, "");
			column = indent;
		}
		if (column > indent) {
			fputc(' ', stream);
			column++;
		}
		fwrite(text, 1, length, stream);
		column += length;
		text += length;
		if (target_end) {
			size_t rest = strcspn(target_end + 1, " ");

			fwrite(target_end + 1, 1, rest, stream);
			column += rest;
			text = target_end + 1 + rest;
		}
		text += strspn(text, " ");
	}
	fputc('\n', stream);
}

static void indented(FILE *stream, const char *text)
{
	while (*text) {
		size_t length = strcspn(text, "\n");

		fprintf(stream, "%s%.*s\n", length ? "    " : "", (int)length, text);
		text += length + (text[length] == '\n');
	}
}

static void print_head(hr_diag_id id, FILE *stream, bool colour)
{
	static const char *const severities[] = {"off", "warning", "error"};
	hr_status outcome = hr_diag_outcome(id);
	const char *clause = hr_diag_clause(id);

	heading(stream, hr_diag_name(id), colour);
	fprintf(stream, ": %s", severities[hr_diag_severity(id)]);
	if (clause[0] != '-')
		fprintf(stream, ", clause %s", clause);
	fprintf(stream, ", %s (exit %d)%s\n\n", hr_status_text(outcome), hr_exit_code(outcome),
		hr_diag_severity(id) == HR_SEV_ERROR ? "" : " when it is made an error");
}

void hr_explain_print(hr_diag_id id, FILE *stream, bool colour)
{
	const hr_explanation *about = hr_explain_find(id);
	const char *clause = hr_explain_clause(hr_diag_clause(id));

	print_head(id, stream, colour);
	if (!about) {
		fputs("There is no explanation for it.\n", stream);
		return;
	}
	wrap(stream, about->meaning, 0);
	if (clause) {
		fputc('\n', stream);
		heading(stream, hr_diag_clause(id), colour);
		fputs("  ", stream);
		wrap(stream, clause, strlen(hr_diag_clause(id)) + 2);
	}
	fputc('\n', stream);
	heading(stream, "Example", colour);
	fputs("\n\n", stream);
	indented(stream, about->example);
	fputc('\n', stream);
	heading(stream, "Fix", colour);
	fputs("  ", stream);
	wrap(stream, about->fix, 5);
}

bool hr_explain_print_clause(const char *clause, FILE *stream, bool colour)
{
	const char *text = hr_explain_clause(clause);
	bool any = false;

	if (!text)
		return false;
	heading(stream, clause, colour);
	fputs("  ", stream);
	wrap(stream, text, strlen(clause) + 2);
	for (int i = 0; i < HR_D_COUNT; i++) {
		if (strcmp(hr_diag_clause((hr_diag_id)i), clause) != 0 ||
		    hr_diag_is_second((hr_diag_id)i))
			continue;
		fprintf(stream, "%s%s",
			any ? ", " : "\nDiagnostics: ", hr_diag_name((hr_diag_id)i));
		any = true;
	}
	if (any)
		fputc('\n', stream);
	return true;
}

void hr_explain_list(FILE *stream)
{
	for (int i = 0; i < HR_D_COUNT; i++) {
		const hr_explanation *about = hr_explain_find((hr_diag_id)i);

		if (hr_diag_is_second((hr_diag_id)i))
			continue;
		if (about)
			fprintf(stream, "%-24s %.*s\n", about->name,
				(int)hr_explain_sentence(about->meaning), about->meaning);
		else
			fprintf(stream, "%s\n", hr_diag_name((hr_diag_id)i));
	}
}
