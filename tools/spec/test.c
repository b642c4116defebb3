/* tools/spec/test.c -- read the tests: a sentence, then directives, then a program.
 *
 *	// G3: The child graph of every internal node is acyclic: `graph-cycle`.
 *	//: negative
 *	//: exit 120
 *	//: diagnostic graph-cycle function Root
 *
 * In assembly a comment begins with ";". An unknown directive is an error, because a test with a
 * misspelt expectation would pass.
 *
 * Owns: the texts of the tests. */
#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/spec/spec.h"

/* --- one directive ---------------------------------------------------------------------------- */

static bool take_word(const char **at, const char *word)
{
	size_t length = strlen(word);

	if (strncmp(*at, word, length) != 0 || ((*at)[length] && (*at)[length] != ' '))
		return false;
	*at += length;
	*at += strspn(*at, " ");
	return true;
}

static char *take_value(const char **at)
{
	size_t length = **at == '(' ? strcspn(*at, ")") + 1 : strcspn(*at, " ");
	char *value;

	if (length > strlen(*at))
		length = strlen(*at);
	value = spec_format("%.*s", (int)length, *at);
	*at += length;
	*at += strspn(*at, " ");
	return value;
}

/* Parse: diagnostic ID [error|warning] [function F] [node PATH] [instance (x, y)] [execution N] */
static void read_diagnostic(const spec_test *test, const char *text, spec_diagnostic *diagnostic)
{
	diagnostic->id = take_value(&text);
	while (*text) {
		if (take_word(&text, "error"))
			diagnostic->severity = hr_strdup("error");
		else if (take_word(&text, "warning"))
			diagnostic->severity = hr_strdup("warning");
		else if (take_word(&text, "function"))
			diagnostic->function = take_value(&text);
		else if (take_word(&text, "node"))
			diagnostic->node = take_value(&text);
		else if (take_word(&text, "instance"))
			diagnostic->instance = take_value(&text);
		else if (take_word(&text, "execution"))
			diagnostic->execution = take_value(&text);
		else
			spec_die("%s: unknown property '%s' of a diagnostic", test->path, text);
	}
}

/* Add a line to the last of the expected outputs. */
static void add_output(spec_test *test, const char *line)
{
	char *old;

	test->judges_output = true;
	if (test->outputs.count == 0)
		HR_PUSH(&test->outputs, hr_strdup(""));
	old = HR_LAST(&test->outputs);
	HR_LAST(&test->outputs) = spec_format("%s%s\n", old, line);
	hr_free(old);
}

static int read_status(const spec_test *test, const char *text)
{
	static const char *const names[] = {"reject", "trap", "limit", "unsupported"};
	char *end;
	long status = strtol(text, &end, 10);

	for (int i = 0; i < 4; i++)
		if (strcmp(text, names[i]) == 0)
			return 120 + i;
	if (end == text || *end || status < 0 || status > 255)
		spec_die("%s: '%s' is not an exit status", test->path, text);
	return (int)status;
}

static void set_once(const spec_test *test, char **field, const char *key, const char *text)
{
	if (*field)
		spec_die("%s: '%s' occurs twice", test->path, key);
	*field = hr_strdup(text);
}

static void read_directive(spec_test *test, const char *text)
{
	struct {
		const char *key;
		char **field;
	} fields[] = {
		{"options", &test->options},
		{"args", &test->args},
		{"needs", &test->needs},
		{"hosts", &test->hosts},
		{"schedules", &test->schedules},
		{"levels", &test->levels},
		{"known-failure", &test->known_failure},
	};
	spec_diagnostic diagnostic = {0};
	const char *whole = text;

	if (take_word(&text, "positive")) {
		test->positive = true;
	} else if (take_word(&text, "negative")) {
		test->negative = true;
	} else if (take_word(&text, "out")) {
		add_output(test, strlen(whole) > 4 ? whole + 4 : "");
	} else if (take_word(&text, "either")) {
		test->judges_output = true;
		HR_PUSH(&test->outputs, hr_strdup(""));
	} else if (take_word(&text, "exit")) {
		test->status = read_status(test, text);
	} else if (take_word(&text, "diagnostic")) {
		read_diagnostic(test, text, &diagnostic);
		HR_PUSH(&test->diagnostics, diagnostic);
	} else if (take_word(&text, "checked")) {
		HR_PUSH(&test->checked, hr_strdup(text));
	} else if (take_word(&text, "stderr")) {
		HR_PUSH(&test->errors, hr_strdup(text));
	} else {
		for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
			if (take_word(&text, fields[i].key)) {
				set_once(test, fields[i].field, fields[i].key, text);
				return;
			}
		}
		spec_die("%s: unknown directive '%s'", test->path, whole);
	}
}

/* --- one file --------------------------------------------------------------------------------- */

/* Parse "// G3: sentence". */
static void read_sentence(spec_test *test, const char *line)
{
	const char *colon = strstr(line, ": ");

	if (!colon || !isupper((unsigned char)*line))
		spec_die("%s: does not open with its clause and sentence", test->path);
	test->clause = spec_format("%.*s", (int)(colon - line), line);
	test->sentence = hr_strdup(colon + 2);
}

static void read_lines(spec_test *test, char *text)
{
	const char *comment = test->assembly ? ";" : "//";
	size_t length = strlen(comment);
	char *save = NULL;

	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		if (strncmp(line, comment, length) != 0)
			break;
		line += length;
		if (*line == ':')
			read_directive(test, line + 1 + strspn(line + 1, " "));
		else if (!test->clause)
			read_sentence(test, line + strspn(line, " "));
	}
}

void spec_test_read(const char *path, spec_test *test)
{
	const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	const char *dot = strrchr(base, '.');
	char *text = spec_read_file(path);

	memset(test, 0, sizeof(*test));
	if (!text)
		spec_die("cannot read %s", path);
	if (!dot || (strcmp(dot, ".c") != 0 && strcmp(dot, ".ll") != 0))
		spec_die("%s: a test must be a .c or .ll file", path);
	test->path = hr_strdup(path);
	test->name = spec_format("%.*s", (int)(dot - base), base);
	test->assembly = strcmp(dot, ".ll") == 0;
	read_lines(test, text);
	hr_free(text);
	if (!test->clause)
		spec_die("%s: does not open with its clause and sentence", path);
	if (test->positive == test->negative)
		spec_die("%s: lacks 'positive' or 'negative'", path);
	if (test->status < 120 || test->status > 124)
		test->judges_output = true;
	if (test->judges_output && test->outputs.count == 0)
		HR_PUSH(&test->outputs, hr_strdup(""));
}

static void test_free(spec_test *test)
{
	char *texts[] = {test->path,    test->name,      test->clause, test->sentence,
			 test->options, test->args,      test->needs,  test->known_failure,
			 test->hosts,   test->schedules, test->levels};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		hr_free(texts[i]);
	for (size_t i = 0; i < test->diagnostics.count; i++) {
		spec_diagnostic *diagnostic = &test->diagnostics.data[i];

		hr_free(diagnostic->id);
		hr_free(diagnostic->severity);
		hr_free(diagnostic->function);
		hr_free(diagnostic->node);
		hr_free(diagnostic->instance);
		hr_free(diagnostic->execution);
	}
	HR_VEC_FREE(&test->diagnostics);
	spec_texts_free(&test->outputs);
	spec_texts_free(&test->checked);
	spec_texts_free(&test->errors);
}

void spec_tests_free(spec_tests *tests)
{
	for (size_t i = 0; i < tests->count; i++)
		test_free(&tests->data[i]);
	HR_VEC_FREE(tests);
}

/* --- a folder --------------------------------------------------------------------------------- */

static bool is_test(const char *name)
{
	const char *dot = strrchr(name, '.');

	return name[0] != '.' && dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".ll") == 0);
}

void spec_tests_find(const char *path, spec_tests *tests)
{
	struct stat about;
	struct dirent *entry;
	DIR *directory;
	char *below;

	if (stat(path, &about) != 0)
		spec_die("no such file: %s", path);
	if (!S_ISDIR(about.st_mode)) {
		HR_RESERVE(tests, 1);
		spec_test_read(path, &tests->data[tests->count++]);
		return;
	}
	directory = opendir(path);
	if (!directory)
		spec_die("cannot read %s", path);
	while ((entry = readdir(directory))) {
		below = spec_format("%s/%s", path, entry->d_name);
		if (entry->d_name[0] != '.' && stat(below, &about) == 0 &&
		    (S_ISDIR(about.st_mode) || is_test(entry->d_name)))
			spec_tests_find(below, tests);
		hr_free(below);
	}
	closedir(directory);
}

static int compare_tests(const void *a, const void *b)
{
	const spec_test *first = a, *second = b;
	int order = spec_clause_compare(first->clause, second->clause);

	return order ? order : strcmp(first->path, second->path);
}

void spec_tests_sort(spec_tests *tests)
{
	if (tests->count)
		qsort(tests->data, tests->count, sizeof(*tests->data), compare_tests);
}
