/* ir/graph/test_print.c -- printed graphs: text, DOT and YAML are correct for any names. */
#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <yaml.h>

#include "ir/load/load.h"
#include "ir/program/program.h"
#include "src/base/test.h"

static char forms[4096];

static hr_program *load(const char *path)
{
	hr_diags *diags = hr_diags_new(stderr);
	hr_program *program;
	hr_sem sem;

	hr_sem_init(&sem);
	ck_assert_int_eq(hr_program_load(&path, 1, &sem, diags, &program), HR_OK);
	ck_assert_uint_eq(program->graph_count, 1);
	return program;
}

/* Return the output of PRINT for the graph of PATH; the caller frees it. */
static char *printed(const char *path, void (*print)(const hr_graph *, FILE *))
{
	hr_program *program = load(path);
	hr_diags *diags = program->diags;
	char *text = NULL;
	size_t length;
	FILE *stream = open_memstream(&text, &length);

	print(program->graphs[0], stream);
	fclose(stream);
	hr_program_free(program);
	hr_diags_free(diags);
	return text;
}

static void has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "no '%s' in\n%s", part, text);
}

static char *form(const char *name)
{
	static char path[8192];

	snprintf(path, sizeof(path), "%s/%s", forms, name);
	return path;
}

START_TEST(outline)
{
	char *got = printed(form("intrinsics.ll"), hr_graph_print_text);

	has(got, "graph of 6 nodes\n");
	has(got, "\nroot: internal, hint cpu\n");
	has(got, "\n  in 2: ptr in out\n");
	has(got, "\n  group [in5 x in5 - 1 x 4]: internal, hint cpu-or-gpu\n");
	has(got, "\n    filter#2 [(in5 + 15) / 16 * 16]: leaf, hint gpu, barriers\n");
	has(got, "\n    edge filter.0 --> filter#2.1, one-to-one\n");
	has(got, "\n  edge group.1 ==> total.4, all-to-all, streaming\n");
	has(got, "\n  bind in 1 -> room.0, streaming\n");
	has(got, "\n  bind out total.0 -> 0, streaming\n");
	has(got, "\n  room: allocation, hint gpu\n");
	free(got);
}
END_TEST

START_TEST(dot)
{
	char *got = printed(form("intrinsics.ll"), hr_graph_print_dot);

	has(got, "digraph \"root\" {\n");
	has(got,
	    "subgraph cluster_1 {\nlabel=\"group\\n[in5\\ x\\ in5\\ -\\ 1\\ x\\ 4]\\ncpu-or-gpu\"");
	has(got, "n2:o0:s -> n3:i1:n [color=black];\n");
	has(got,
	    "n1o:o1:s -> n5:i4:n [color=\"black:invis:black\", penwidth=1.4, style=dashed];\n");
	has(got, "n0i:i1:s -> n4:i0:n [color=grey55, style=dashed];\n");
	has(got, "\\nallocation");
	free(got);
}
END_TEST

START_TEST(yaml)
{
	char *got = printed(form("intrinsics.ll"), hr_graph_print_yaml);
	char *mixed = printed(form("mixed.ll"), hr_graph_print_yaml);

	has(got, "\nnodes: 6\n");
	has(got, "grid: [\"in5\", \"in5 - 1\", \"4\"]\n");
	has(got, "- {index: 2, type: \"ptr\", access: \"inout\"}\n");
	has(got, "- {source: \"filter\", output: 0, sink: \"filter#2\", input: 1, "
		 "replication: \"one-to-one\", streaming: false}\n");
	ck_assert_str_eq(got, mixed);
	free(got);
	free(mixed);
}
END_TEST

/* Read all events of the stream; fail if the text is not YAML. */
static unsigned yaml_scalars(const char *document)
{
	yaml_parser_t parser;
	yaml_event_t event;
	unsigned scalars = 0;
	bool end = false;

	ck_assert(yaml_parser_initialize(&parser));
	yaml_parser_set_input_string(&parser, (const unsigned char *)document, strlen(document));
	while (!end) {
		ck_assert_msg(yaml_parser_parse(&parser, &event), "%s in\n%s", parser.problem,
			      document);
		scalars += event.type == YAML_SCALAR_EVENT;
		end = event.type == YAML_STREAM_END_EVENT;
		yaml_event_delete(&event);
	}
	yaml_parser_delete(&parser);
	return scalars;
}

/* LLVM's names may contain any bytes. */
START_TEST(strange_names)
{
	char path[HR_TEST_PATH];
	FILE *file;
	char *got;

	hr_test_template(path);
	file = fdopen(mkstemp(path), "w");
	ck_assert_ptr_nonnull(file);
	fputs("declare ptr @llvm.hpvm.createNode(ptr)\n"
	      "declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)\n"
	      "define void @\"a \\22b\\22: {|}\\5C\\0A<\\FF>\"(i64 %\"null: #\\22\") {\n  ret "
	      "void\n}\n"
	      "define void @\"\\01true\"(i64 %\"- x\") {\n"
	      "  %n = call ptr @llvm.hpvm.createNode(ptr @\"a \\22b\\22: {|}\\5C\\0A<\\FF>\")\n"
	      "  call void @llvm.hpvm.bind.input(ptr %n, i32 0, i32 0, i1 false)\n"
	      "  ret void\n}\n",
	      file);
	fclose(file);
	got = printed(path, hr_graph_print_yaml);
	ck_assert_uint_gt(yaml_scalars(got), 20);
	has(got, "node: \"\\\\x01true\"");
	free(got);
	got = printed(path, hr_graph_print_dot);
	has(got, "a\\ \\\"b\\\"\\:\\ \\{\\|\\}\\\\\\\\n\\<\\\\xff\\>");
	free(got);
	unlink(path);
}
END_TEST

int main(void)
{
	const char *top = getenv("srcdir");
	Suite *suite = suite_create("print");
	TCase *cases = tcase_create("print");
	SRunner *runner;
	int failed;

	snprintf(forms, sizeof(forms), "%s/ir/tests/forms", top ? top : ".");
	tcase_add_test(cases, outline);
	tcase_add_test(cases, dot);
	tcase_add_test(cases, yaml);
	tcase_add_test(cases, strange_names);
	suite_add_tcase(suite, cases);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
