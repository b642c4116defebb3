/* tools/spec/clauses.c -- the list of clauses, and whether each has its tests.
 *
 * The file "clauses" has one line for each clause and for each option that a test may need:
 *	G3 positive negative  child graphs are acyclic
 *	  The child graph of every internal node is acyclic: `graph-cycle`, naming the nodes ...
 *	option --check=race
 * where indented lines are the text of the clause above.
 * Owns: the texts of the list. */
#include <stdlib.h>
#include <string.h>

#include "tools/spec/spec.h"

static void read_clause(const char *path, const char *line, spec_clauses *clauses)
{
	spec_clause clause = {0};
	spec_texts words = {0};
	size_t at = 1;

	spec_split(line, &words);
	if (words.count < 3)
		spec_die("%s: '%s' is not a clause, its kinds of tests and a title", path, line);
	for (; at < words.count; at++) {
		if (strcmp(words.data[at], "positive") == 0)
			clause.positive = true;
		else if (strcmp(words.data[at], "negative") == 0)
			clause.negative = true;
		else
			break;
	}
	if (!clause.positive && !clause.negative)
		spec_die("%s: '%s' does not name the tests that it needs", path, line);
	clause.id = hr_strdup(words.data[0]);
	for (size_t word = 0; word < at; word++) {
		line += strcspn(line, " ");
		line += strspn(line, " ");
	}
	clause.title = hr_strdup(line);
	HR_PUSH(&clauses->list, clause);
	spec_texts_free(&words);
}

static void read_text(const char *path, const char *line, spec_clauses *clauses)
{
	spec_clause *clause;
	char *longer;

	if (!clauses->list.count)
		spec_die("%s: '%s' does not follow a clause", path, line);
	clause = &HR_LAST(&clauses->list);
	longer = spec_format("%s%s", clause->text ? clause->text : "", line);
	hr_free(clause->text);
	clause->text = longer;
}

void spec_clauses_read(const char *directory, spec_clauses *clauses)
{
	char *path = spec_format("%s/clauses", directory);
	char *text = spec_read_file(path), *save = NULL;

	if (!text)
		spec_die("cannot read %s", path);
	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		if (line[0] == '#')
			continue;
		if (line[0] == ' ')
			read_text(path, line, clauses);
		else if (strncmp(line, "option ", 7) == 0)
			HR_PUSH(&clauses->options, hr_strdup(line + 7));
		else
			read_clause(path, line, clauses);
	}
	hr_free(text);
	hr_free(path);
}

void spec_clauses_free(spec_clauses *clauses)
{
	for (size_t i = 0; i < clauses->list.count; i++) {
		hr_free(clauses->list.data[i].id);
		hr_free(clauses->list.data[i].title);
		hr_free(clauses->list.data[i].text);
	}
	HR_VEC_FREE(&clauses->list);
	spec_texts_free(&clauses->options);
}

const spec_clause *spec_clause_find(const spec_clauses *clauses, const char *id)
{
	for (size_t i = 0; i < clauses->list.count; i++)
		if (strcmp(clauses->list.data[i].id, id) == 0)
			return &clauses->list.data[i];
	return NULL;
}

int spec_clause_compare(const char *a, const char *b)
{
	long first, second;

	if (a[0] != b[0] || !a[0])
		return a[0] < b[0] ? -1 : a[0] > b[0];
	first = strtol(a + 1, NULL, 10);
	second = strtol(b + 1, NULL, 10);
	return first < second ? -1 : first > second;
}

/* Check that the file of clause G3 is spec-tests/G/G3-what.c. */
static unsigned check_place(const spec_test *test)
{
	size_t length = strlen(test->clause);
	const char *slash = strrchr(test->path, '/');
	unsigned wrong = 0;

	if (strncmp(test->name, test->clause, length) != 0 || test->name[length] != '-') {
		printf("%s: not named after its clause %s\n", test->path, test->clause);
		wrong++;
	}
	if (!slash || slash - test->path < 2 || slash[-1] != test->clause[0] || slash[-2] != '/') {
		printf("%s: not in the folder of its chapter %c\n", test->path, test->clause[0]);
		wrong++;
	}
	return wrong;
}

static unsigned check_needs(const spec_clauses *clauses, const spec_test *test)
{
	if (!test->needs)
		return 0;
	for (size_t i = 0; i < clauses->options.count; i++)
		if (strcmp(clauses->options.data[i], test->needs) == 0)
			return 0;
	printf("%s: needs '%s', which the list of clauses does not contain\n", test->path,
	       test->needs);
	return 1;
}

/* A test for an error without an expected diagnostic would accept any failure. */
static unsigned check_expectation(const spec_test *test)
{
	if (test->status < 120 || test->status > 124 || test->diagnostics.count)
		return 0;
	printf("%s: ends with an error but names no diagnostic\n", test->path);
	return 1;
}

static unsigned check_clause(const spec_clauses *clauses, const spec_test *test)
{
	const spec_clause *clause = spec_clause_find(clauses, test->clause);

	if (!clause)
		printf("%s: unknown clause %s\n", test->path, test->clause);
	else if (clause->text && !spec_clause_says(clause->text, test->sentence))
		printf("%s: opens with '%s', which is not in the text of %s\n", test->path,
		       test->sentence, test->clause);
	else
		return 0;
	return 1;
}

unsigned spec_coverage(const spec_clauses *clauses, const spec_tests *tests)
{
	unsigned missing = 0;
	size_t negatives = 0;

	for (size_t i = 0; i < tests->count; i++) {
		const spec_test *test = &tests->data[i];

		missing += check_place(test) + check_needs(clauses, test) +
			   check_expectation(test) + check_clause(clauses, test);
		negatives += test->negative;
	}
	for (size_t i = 0; i < clauses->list.count; i++) {
		const spec_clause *clause = &clauses->list.data[i];
		bool positive = !clause->positive, negative = !clause->negative;

		for (size_t k = 0; k < tests->count; k++) {
			if (strcmp(tests->data[k].clause, clause->id) == 0) {
				positive |= tests->data[k].positive;
				negative |= tests->data[k].negative;
			}
		}
		if (!positive || !negative) {
			printf("%s: has no %s test (%s)\n", clause->id,
			       positive ? "negative" : "positive", clause->title);
			missing++;
		}
	}
	if (!missing)
		printf("%zu clauses have their tests: %zu positive, %zu negative\n",
		       clauses->list.count, tests->count - negatives, negatives);
	return missing;
}
