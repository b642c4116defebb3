/* ir/lift/test_graph.c -- every diagnostic of the G clauses, from files that cause it.
 *
 * A file in tests/graph starts with its expectations:
 *	; expect: NAME...                    every diagnostic, as often as it must be reported
 *	; status: ok|reject|unsupported
 *	; options: strict */
#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/lift/lift.h"
#include "ir/load/load.h"

enum { LINE = 256, FILES = 200 };

static char directory[4096];
static struct dirent **entries;
static int entry_count;

static int is_test(const struct dirent *entry)
{
	const char *dot = strrchr(entry->d_name, '.');

	return dot && !strcmp(dot, ".ll");
}

/* Return the value of "; KEY: value" at the head of the file, or "". */
static void head(const char *path, const char *key, char *value)
{
	FILE *file = fopen(path, "r");
	char line[LINE], start[LINE];

	ck_assert_ptr_nonnull(file);
	snprintf(start, sizeof(start), "; %s:", key);
	*value = 0;
	while (fgets(line, sizeof(line), file) && *line == ';')
		if (!strncmp(line, start, strlen(start))) {
			strcpy(value, line + strlen(start) + strspn(line + strlen(start), " "));
			value[strcspn(value, "\n")] = 0;
		}
	fclose(file);
}

static hr_status status_named(const char *name)
{
	if (!strcmp(name, "ok"))
		return HR_OK;
	if (!strcmp(name, "reject"))
		return HR_REJECT;
	ck_assert_str_eq(name, "unsupported");
	return HR_UNSUPPORTED;
}

static void compare(const char *path, hr_diags *diags, const char *log)
{
	uint64_t expected[HR_D_COUNT] = {0};
	char names[LINE], *name, *rest = names;
	hr_diag_id id;

	head(path, "expect", names);
	while ((name = strsep(&rest, " ")))
		if (*name) {
			ck_assert_msg(hr_diag_find(name, &id), "%s: no diagnostic '%s'", path,
				      name);
			expected[id]++;
		}
	for (unsigned i = 0; i < HR_D_COUNT; i++)
		ck_assert_msg(hr_diags_count(diags, (hr_diag_id)i) == expected[i],
			      "%s: %s reported %llu times, expected %llu\n%s", path,
			      hr_diag_name((hr_diag_id)i),
			      (unsigned long long)hr_diags_count(diags, (hr_diag_id)i),
			      (unsigned long long)expected[i], log);
}

START_TEST(one_file)
{
	char path[8192], text[LINE], *log = NULL;
	size_t length;
	FILE *stream = open_memstream(&log, &length);
	hr_diags *diags = hr_diags_new(stream);
	hr_program *program = NULL;
	const char *file = path, *why;
	hr_status status;
	hr_sem sem;

	snprintf(path, sizeof(path), "%s/%s", directory, entries[_i]->d_name);
	hr_sem_init(&sem);
	head(path, "options", text);
	if (*text)
		ck_assert(hr_sem_option(&sem, diags, text, &why));
	status = hr_program_load(&file, 1, &sem, diags, &program);
	fflush(stream);
	head(path, "status", text);
	ck_assert_msg(status == status_named(text), "%s: %s\n%s", path, hr_status_text(status),
		      log);
	compare(path, diags, log);
	ck_assert_int_eq(program != NULL, status == HR_OK);
	hr_program_free(program);
	hr_diags_free(diags);
	fclose(stream);
	free(log);
}
END_TEST

/* Every row of src/diag/diag.def with a G clause is expected by a file of the directory. */
START_TEST(every_clause_has_a_file)
{
	bool seen[HR_D_COUNT] = {false};

	for (int i = 0; i < entry_count; i++) {
		char path[8192], names[LINE], *name, *rest = names;
		hr_diag_id id;

		snprintf(path, sizeof(path), "%s/%s", directory, entries[i]->d_name);
		head(path, "expect", names);
		while ((name = strsep(&rest, " ")))
			if (hr_diag_find(name, &id))
				seen[id] = true;
	}
	for (unsigned i = 0; i < HR_D_COUNT; i++) {
		hr_diag_id id = (hr_diag_id)i;

		/* The values of extents and handles are only known when the graph runs. */
		if (hr_diag_clause(id)[0] == 'G' && id != HR_D_zero_extent &&
		    strncmp(hr_diag_name(id), "hetero-", 7) != 0 && /* tools/tests/hetero */
		    id != HR_D_edge_no_value && id != HR_D_tensor_handle)
			ck_assert_msg(seen[i], "no file expects %s", hr_diag_name(id));
	}
}
END_TEST

/* --- names, trees, places --------------------------------------------------------------------- */

static hr_program *load(const char *name)
{
	static char path[8192];
	const char *file = path;
	hr_diags *diags = hr_diags_new(stderr);
	hr_program *program;
	hr_sem sem;

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	hr_sem_init(&sem);
	ck_assert_int_eq(hr_program_load(&file, 1, &sem, diags, &program), HR_OK);
	return program;
}

static void unload(hr_program *program)
{
	hr_diags *diags = program->diags;

	hr_program_free(program);
	hr_diags_free(diags);
}

START_TEST(plain_names)
{
	hr_program *program = load("ok-intrinsics.ll");

	ck_assert_str_eq(hr_plain_name(program, "leaf"), "leaf");
	ck_assert_str_eq(hr_plain_name(program, "_Z4leafPfm"), "leaf");
	ck_assert_str_eq(hr_plain_name(program, "_ZL4leafPfm"), "leaf");
	ck_assert_str_eq(hr_plain_name(program, "_ZN3app4leafEPf"), "leaf");
	ck_assert_str_eq(hr_plain_name(program, "_ZN12_GLOBAL__N_14leafEPf"), "leaf");
	ck_assert_str_eq(hr_plain_name(program, "_Z99leaf"), "_Z99leaf");
	ck_assert_str_eq(hr_plain_name(program, "_Z"), "_Z");
	ck_assert_str_eq(hr_plain_name(program, "_"), "_");
	ck_assert_str_eq(hr_plain_name(program, ""), "");
	unload(program);
}
END_TEST

START_TEST(tree)
{
	hr_program *program = load("ok-intrinsics.ll");
	hr_function *root = hr_program_function(program, "root");
	hr_graph *graph = hr_program_graph(program, root->id);

	ck_assert_uint_eq(program->graph_count, 1);
	ck_assert_ptr_eq(graph, program->graphs[0]);
	ck_assert_ptr_null(hr_program_graph(program, hr_program_function(program, "leaf")->id));
	ck_assert_ptr_null(hr_program_function(program, "nobody"));
	ck_assert_uint_eq(graph->node_count, 3);
	for (unsigned i = 0; i < 3; i++)
		ck_assert_uint_eq(graph->nodes[i]->number, i);
	ck_assert_str_eq(graph->nodes[1]->path, "root/leaf");
	ck_assert_str_eq(graph->nodes[2]->path, "root/leaf#2");
	ck_assert_uint_eq(graph->root->order[0], 0);
	ck_assert_uint_eq(graph->root->order[1], 1);
	ck_assert(root->internal_node && !root->leaf_node);
	unload(program);
}
END_TEST

int main(void)
{
	const char *source = getenv("srcdir");
	Suite *suite = suite_create("graph");
	TCase *files = tcase_create("files"), *trees = tcase_create("trees");
	SRunner *runner;
	int failed;

	snprintf(directory, sizeof(directory), "%s/ir/tests/graph", source ? source : ".");
	entry_count = scandir(directory, &entries, is_test, alphasort);
	if (entry_count < 1 || entry_count > FILES) {
		fprintf(stderr, "no tests in %s\n", directory);
		return EXIT_FAILURE;
	}
	tcase_add_loop_test(files, one_file, 0, entry_count);
	tcase_add_test(files, every_clause_has_a_file);
	tcase_add_test(trees, plain_names);
	tcase_add_test(trees, tree);
	suite_add_tcase(suite, files);
	suite_add_tcase(suite, trees);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	for (int i = 0; i < entry_count; i++)
		free(entries[i]);
	free(entries);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
