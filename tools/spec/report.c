/* tools/spec/report.c -- results of the runs: failures, a table by clause, TAP, JUnit's XML.
 *
 * Not here:  verdicts (judge.c). */
#include <string.h>

#include "src/diag/escape.h"
#include "src/file/rewrite.h"
#include "tools/spec/spec.h"

static const char *const outcome_names[SPEC_OUTCOMES] = {
	"passed", "FAILED", "not yet", "known failure", "skipped",
};

static bool same_news(const spec_run *a, const spec_run *b)
{
	return a->test == b->test && a->outcome == b->outcome && a->message && b->message &&
	       strcmp(a->message, b->message) == 0;
}

/* Runs of one test that failed in the same way are combined in one line. */
void spec_report_failures(const spec_runs *runs, bool verbose)
{
	char label[256];
	size_t end;

	for (size_t i = 0; i < runs->count; i = end) {
		const spec_run *run = &runs->data[i];

		for (end = i + 1; end < runs->count; end++)
			if (verbose || !same_news(run, &runs->data[end]))
				break;
		if (run->outcome != SPEC_FAILED && !verbose)
			continue;
		spec_run_label(run, label, sizeof(label));
		printf("%s: %s", outcome_names[run->outcome], label);
		if (end > i + 1)
			printf(" (and %zu more)", end - i - 1);
		printf("%s%s\n", run->message ? ": " : "", run->message ? run->message : "");
	}
}

struct report_row {
	unsigned tests, outcomes[SPEC_OUTCOMES];
};

static struct report_row count(const spec_runs *runs, const char *clause, bool negative)
{
	const spec_test *last = NULL;
	struct report_row row = {0};

	for (size_t i = 0; i < runs->count; i++) {
		const spec_run *run = &runs->data[i];

		if (run->test->negative != negative ||
		    (clause && strcmp(run->test->clause, clause)))
			continue;
		row.tests += run->test != last;
		last = run->test;
		row.outcomes[run->outcome]++;
	}
	return row;
}

static void print_number(unsigned number)
{
	if (number)
		printf(" %8u", number);
	else
		printf(" %8s", ".");
}

void spec_report_table(const spec_clauses *clauses, const spec_runs *runs)
{
	printf("%-4s %-8s %-44s %5s %8s %8s %8s %8s %8s\n", "", "", "", "tests", "passed", "failed",
	       "not yet", "known", "skipped");
	for (size_t i = 0; i < clauses->list.count; i++) {
		const spec_clause *clause = &clauses->list.data[i];

		for (int negative = 0; negative < 2; negative++) {
			struct report_row row = count(runs, clause->id, negative);

			if (!row.tests)
				continue;
			printf("%-4s %-8s %-44.44s %5u", clause->id,
			       negative ? "negative" : "positive", clause->title, row.tests);
			for (int k = 0; k < SPEC_OUTCOMES; k++)
				print_number(row.outcomes[k]);
			putchar('\n');
		}
	}
}

/* Print one line; "#" would begin a directive in TAP. */
static void print_line(const char *text)
{
	for (; text && *text; text++)
		putchar(*text == '\n' || *text == '#' ? ' ' : *text);
}

void spec_report_tap(const spec_runs *runs)
{
	char label[256];

	printf("TAP version 13\n1..%zu\n", runs->count);
	for (size_t i = 0; i < runs->count; i++) {
		const spec_run *run = &runs->data[i];
		bool passed = run->outcome == SPEC_PASSED || run->outcome == SPEC_SKIPPED;

		spec_run_label(run, label, sizeof(label));
		printf("%s %zu - ", passed ? "ok" : "not ok", i + 1);
		print_line(label);
		if (run->outcome == SPEC_NOT_YET)
			printf(" # TODO not yet: ");
		else if (run->outcome == SPEC_KNOWN)
			printf(" # TODO known failure: ");
		else if (run->outcome == SPEC_SKIPPED)
			printf(" # SKIP ");
		if (run->outcome != SPEC_PASSED && run->outcome != SPEC_FAILED)
			print_line(run->outcome == SPEC_KNOWN ? run->test->known_failure
							      : run->message);
		putchar('\n');
		if (run->outcome == SPEC_FAILED) {
			printf("# ");
			print_line(run->message);
			putchar('\n');
		}
	}
}

static void print_case(FILE *file, const spec_run *run)
{
	const char *why = run->outcome == SPEC_KNOWN ? run->test->known_failure : run->message;
	char label[256];

	spec_run_label(run, label, sizeof(label));
	fprintf(file, "\t\t<testcase classname=\"%c.%s\" name=\"", run->test->clause[0],
		run->test->clause);
	hr_print_xml(label, file);
	fprintf(file, "\" time=\"%.3f\"", run->seconds);
	if (run->outcome == SPEC_PASSED) {
		fputs("/>\n", file);
		return;
	}
	fprintf(file, "><%s message=\"", run->outcome == SPEC_FAILED ? "failure" : "skipped");
	hr_print_xml(outcome_names[run->outcome], file);
	fputs(": ", file);
	hr_print_xml(why ? why : "", file);
	fputs("\"/></testcase>\n", file);
}

static void print_suite(FILE *file, const spec_runs *runs, size_t first, size_t end)
{
	unsigned failed = 0, skipped = 0;

	for (size_t i = first; i < end; i++) {
		failed += runs->data[i].outcome == SPEC_FAILED;
		skipped += runs->data[i].outcome > SPEC_FAILED;
	}
	fprintf(file, "\t<testsuite name=\"%c\" tests=\"%zu\" failures=\"%u\" skipped=\"%u\">\n",
		runs->data[first].test->clause[0], end - first, failed, skipped);
	for (size_t i = first; i < end; i++)
		print_case(file, &runs->data[i]);
	fputs("\t</testsuite>\n", file);
}

void spec_report_junit(const spec_runs *runs, const char *path)
{
	hr_rewrite output;
	size_t end;
	int error = hr_rewrite_begin(&output, path);
	FILE *file = output.stream;

	if (error)
		spec_die("cannot write %s: %s", path, strerror(error));
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"hpvm-spec\">\n",
	      file);
	for (size_t i = 0; i < runs->count; i = end) {
		for (end = i; end < runs->count; end++)
			if (runs->data[end].test->clause[0] != runs->data[i].test->clause[0])
				break;
		print_suite(file, runs, i, end);
	}
	fputs("</testsuites>\n", file);
	error = hr_rewrite_end(&output, true);
	if (error)
		spec_die("cannot write %s: %s", path, strerror(error));
}

/* Return the number of known failures that passed in every run. */
static unsigned count_mended(const spec_tests *tests, const spec_runs *runs, FILE *stream)
{
	unsigned mended = 0;

	for (size_t i = 0; i < tests->count; i++) {
		bool any = false, all = true;

		for (size_t k = 0; k < runs->count; k++) {
			if (runs->data[k].test == &tests->data[i]) {
				any = true;
				all &= runs->data[k].outcome == SPEC_PASSED;
			}
		}
		if (tests->data[i].known_failure && any && all) {
			fprintf(stream, "%s: passes now; remove its 'known-failure' line\n",
				tests->data[i].path);
			mended++;
		}
	}
	return mended;
}

bool spec_report_end(const spec_options *options, const spec_tests *tests, const spec_runs *runs)
{
	FILE *stream = options->tap ? stderr : stdout;
	/* In a few variants a known failure may pass. */
	unsigned mended = options->quick || !options->own ? 0 : count_mended(tests, runs, stream);
	unsigned sums[SPEC_OUTCOMES] = {0};

	for (size_t i = 0; i < runs->count; i++)
		sums[runs->data[i].outcome]++;
	fprintf(stream, "%zu tests, %zu runs: %u passed, %u failed, %u not yet, %u known failures",
		tests->count, runs->count, sums[SPEC_PASSED], sums[SPEC_FAILED], sums[SPEC_NOT_YET],
		sums[SPEC_KNOWN]);
	if (sums[SPEC_SKIPPED])
		fprintf(stream, ", %u skipped", sums[SPEC_SKIPPED]);
	fputc('\n', stream);
	return sums[SPEC_FAILED] == 0 && mended == 0;
}
