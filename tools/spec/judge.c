/* tools/spec/judge.c -- decide whether a run behaved as its test expects.
 *
 * Of hpvm-run everything is judged: exit status, standard output, every printed diagnostic, the
 * last line. Of another implementation, standard output and exit status are judged: 120 to 123 are
 * classes of errors; otherwise any failure counts where an error is expected, except a failure to
 * start. Diagnostics are judged if it prints ids that the suite knows; its own names are
 * ignored. */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tools/spec/spec.h"

static void fail(spec_run *run, char *message)
{
	if (run->message) {
		char *both = spec_format("%s; %s", run->message, message);

		hr_free(run->message);
		hr_free(message);
		message = both;
	}
	run->message = message;
	run->outcome = SPEC_FAILED;
}

/* --- what was printed ------------------------------------------------------------------------- */

/* Parse a headline of the form "...: error: text [id] (G3)". */
static bool parse_headline(const char *line, spec_diagnostic *diagnostic)
{
	const char *end = line + strlen(line), *open, *close;
	bool error = strstr(line, "error: ") != NULL;

	if (!error && !strstr(line, "warning: "))
		return false;
	open = strrchr(line, '[');
	close = open ? strchr(open, ']') : NULL;
	if (!close ||
	    strspn(open + 1, "abcdefghijklmnopqrstuvwxyz0123456789-") != (size_t)(close - open - 1))
		return false;
	if (close + 1 != end && (strncmp(close + 1, " (", 2) != 0 || end[-1] != ')'))
		return false;
	memset(diagnostic, 0, sizeof(*diagnostic));
	diagnostic->id = spec_format("%.*s", (int)(close - open - 1), open + 1);
	diagnostic->severity = hr_strdup(error ? "error" : "warning");
	return true;
}

static void take_after(const char *line, const char *key, const char *stops, char **field)
{
	const char *at = strstr(line, key);

	if (!at || *field)
		return;
	at += strlen(key);
	*field = spec_format("%.*s", (int)strcspn(at, stops), at);
}

static void parse_context(const char *line, spec_diagnostic *diagnostic)
{
	char *inside = NULL;

	take_after(line, "  in function '", "'", &diagnostic->function);
	if (strncmp(line, "  at kernel '", 13) == 0) {
		take_after(line, "  at kernel '", "'", &diagnostic->node);
		take_after(line, " (", ")", &inside);
		if (inside && !diagnostic->instance)
			diagnostic->instance = spec_format("(%s)", inside);
		hr_free(inside);
		return;
	}
	if (strncmp(line, "  at node ", 10) != 0)
		return;
	take_after(line, "  at node ", ", ", &diagnostic->node);
	take_after(line, ", instance (", ")", &inside);
	if (inside && !diagnostic->instance)
		diagnostic->instance = spec_format("(%s)", inside);
	hr_free(inside);
	take_after(line, ", execution ", " \n", &diagnostic->execution);
}

static void parse(const char *errors, spec_diagnostics *found)
{
	char *copy = hr_strdup(errors), *save = NULL;
	bool open = false;

	for (char *line = strtok_r(copy, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		spec_diagnostic diagnostic;

		/* other lines begin something else: a note, or details of the place */
		if (line[0] != ' ')
			open = parse_headline(line, &diagnostic);
		if (line[0] != ' ' && open)
			HR_PUSH(found, diagnostic);
		else if (open)
			parse_context(line, &HR_LAST(found));
	}
	hr_free(copy);
}

static void diagnostics_free(spec_diagnostics *found)
{
	for (size_t i = 0; i < found->count; i++) {
		hr_free(found->data[i].id);
		hr_free(found->data[i].severity);
		hr_free(found->data[i].function);
		hr_free(found->data[i].node);
		hr_free(found->data[i].instance);
		hr_free(found->data[i].execution);
	}
	HR_VEC_FREE(found);
}

static bool has_id(const spec_test *test, const char *id)
{
	for (size_t i = 0; i < test->diagnostics.count; i++)
		if (strcmp(test->diagnostics.data[i].id, id) == 0)
			return true;
	for (size_t i = 0; i < test->checked.count; i++)
		if (strcmp(test->checked.data[i], id) == 0)
			return true;
	return false;
}

/* Return true if a test of the suite mentions ID; an implementation's own names are unknown. */
static bool is_known(const spec_options *options, const char *id)
{
	for (size_t i = 0; i < options->suite->count; i++)
		if (has_id(&options->suite->data[i], id))
			return true;
	return false;
}

static void parse_known(const spec_options *options, const char *errors, spec_diagnostics *found)
{
	spec_diagnostics all = {0}, unknown = {0};

	parse(errors, &all);
	for (size_t i = 0; i < all.count; i++) {
		if (options->own || is_known(options, all.data[i].id))
			HR_PUSH(found, all.data[i]);
		else
			HR_PUSH(&unknown, all.data[i]);
	}
	diagnostics_free(&unknown);
	HR_VEC_FREE(&all);
}

/* --- comparison with the expected result ------------------------------------------------------ */

static bool same(const char *expected, const char *found, bool lenient)
{
	return !expected || (!found && lenient) || (found && strcmp(expected, found) == 0);
}

/* LENIENT: a detail that the implementation does not print matches. */
static bool matches(const spec_diagnostic *expected, const spec_diagnostic *found, bool lenient)
{
	return strcmp(expected->id, found->id) == 0 &&
	       same(expected->severity, found->severity, lenient) &&
	       same(expected->function, found->function, lenient) &&
	       same(expected->node, found->node, lenient) &&
	       same(expected->instance, found->instance, lenient) &&
	       same(expected->execution, found->execution, lenient);
}

static char *describe(const spec_diagnostic *diagnostic)
{
	const char *texts[] = {diagnostic->severity, diagnostic->function, diagnostic->node,
			       diagnostic->instance, diagnostic->execution};
	static const char *const names[] = {" ", " function ", " node ", " instance ",
					    " execution "};
	char *text = spec_format("[%s]", diagnostic->id);

	for (int i = 0; i < 5; i++) {
		char *longer;

		if (!texts[i])
			continue;
		longer = spec_format("%s%s%s", text, names[i], texts[i]);
		hr_free(text);
		text = longer;
	}
	return text;
}

/* Return true for a diagnostic that an enabled checker may report, although the test does not
 * request that checker. */
static bool is_checked(const spec_run *run, const char *id)
{
	const spec_texts *ids = &run->test->checked;

	if (!strstr(run->variant, "--check"))
		return false;
	for (size_t i = 0; i < ids->count; i++)
		if (strcmp(ids->data[i], id) == 0)
			return true;
	return false;
}

/* Return true if such a diagnostic was reported. The run then ends with an error, and its output
 * until then is not judged. */
static bool meets_checked(const spec_run *run, const char *errors)
{
	spec_diagnostics found = {0};
	bool met = false;

	parse(errors, &found);
	for (size_t k = 0; k < found.count; k++)
		met |= is_checked(run, found.data[k].id);
	diagnostics_free(&found);
	return met;
}

static void judge_diagnostics(const spec_options *options, spec_run *run, const char *errors)
{
	const spec_test *test = run->test;
	spec_diagnostics found = {0};

	parse_known(options, errors, &found);
	for (size_t i = 0; i < test->diagnostics.count && (options->own || found.count); i++) {
		bool there = false;

		for (size_t k = 0; k < found.count; k++)
			there |= matches(&test->diagnostics.data[i], &found.data[k], !options->own);
		if (!there) {
			char *text = describe(&test->diagnostics.data[i]);

			fail(run, spec_format("lacks %s", text));
			hr_free(text);
		}
	}
	for (size_t k = 0; k < found.count; k++) {
		bool expected = options->own && is_checked(run, found.data[k].id);

		for (size_t i = 0; i < test->diagnostics.count; i++)
			expected |= strcmp(test->diagnostics.data[i].id, found.data[k].id) == 0;
		if (!expected) {
			char *text = describe(&found.data[k]);

			fail(run, spec_format("unexpected %s", text));
			hr_free(text);
		}
	}
	diagnostics_free(&found);
}

static bool is_class(int status)
{
	return status >= 120 && status <= 124;
}

/* Return an explanation of exit statuses by which shells, and hpvm-spec itself, report a command
 * that is missing or cannot run. */
static const char *not_run(int status)
{
	return status == 127 ? ": no such command" : status == 126 ? ": cannot be run" : "";
}

static void judge_status(const spec_options *options, spec_run *run, int status)
{
	int expected = run->test->status;
	int got = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);

	if (got == expected)
		return;
	if (!options->own && is_class(expected) && got != 0 && !is_class(got) && !*not_run(got))
		return;
	if (WIFSIGNALED(status))
		fail(run, spec_format("ended by signal %d", WTERMSIG(status)));
	else
		fail(run,
		     spec_format("exit status %d, expected %d%s", got, expected, not_run(got)));
}

static void judge_output(spec_run *run, const char *output)
{
	const spec_test *test = run->test;
	char *shown;

	if (!test->judges_output)
		return;
	for (size_t i = 0; i < test->outputs.count; i++)
		if (strcmp(test->outputs.data[i], output) == 0)
			return;
	shown = spec_format("printed '%.200s', expected %s'%.200s'", output,
			    test->outputs.count > 1 ? "one of several such as " : "",
			    test->outputs.data[0]);
	for (char *at = shown; *at; at++)
		if (*at == '\n')
			*at = '|';
	fail(run, shown);
}

/* Judge what hpvm-run prints besides diagnostics. */
static void judge_errors(spec_run *run, const char *errors)
{
	const spec_test *test = run->test;
	size_t length = strlen(errors);
	char *ending;

	for (size_t i = 0; i < test->errors.count; i++)
		if (!strstr(errors, test->errors.data[i]))
			fail(run, spec_format("standard error lacks '%s'", test->errors.data[i]));
	if (!is_class(test->status))
		return;
	ending = spec_format("(exit %d)\n", test->status);
	if (length < strlen(ending) || strcmp(errors + length - strlen(ending), ending) != 0)
		fail(run,
		     spec_format("the last line is not %.*s", (int)strlen(ending) - 1, ending));
	hr_free(ending);
}

void spec_judge(const spec_options *options, spec_run *run, int status, bool late,
		const char *output, const char *errors)
{
	run->outcome = SPEC_PASSED;
	if (late) {
		fail(run, spec_format("did not end within %u s", options->seconds));
	} else if (run->test->needs && WIFEXITED(status) && WEXITSTATUS(status) == 124) {
		run->outcome = SPEC_NOT_YET;
		run->message = spec_format("needs %s", run->test->needs);
		return;
	} else if (options->own && WIFEXITED(status) && WEXITSTATUS(status) == 121 &&
		   meets_checked(run, errors)) {
		judge_diagnostics(options, run, errors);
	} else {
		judge_status(options, run, status);
		judge_output(run, output);
		judge_diagnostics(options, run, errors);
		if (options->own)
			judge_errors(run, errors);
	}
	if (run->outcome == SPEC_FAILED && run->test->known_failure && options->own)
		run->outcome = SPEC_KNOWN;
}
