/* ir/lift/test_pass_through.c -- which outputs of leaves are copies of inputs, and which inputs
 * differ between instances. */
#include "ir/load/load.h"
#include "ir/program/program.h"
#include "src/base/test.h"

static hr_program *load(void)
{
	const char *source = getenv("srcdir"), *file;
	hr_diags *diags = hr_diags_new(stderr);
	hr_program *program;
	char path[4096];
	hr_sem sem;

	snprintf(path, sizeof(path), "%s/ir/tests/pass_through/leaves.ll", source ? source : ".");
	file = path;
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

START_TEST(outputs_that_are_inputs)
{
	hr_program *program = load();
	unsigned yes = 0, no = 0;

	for (uint32_t i = 0; i < program->function_count; i++) {
		const hr_function *function = program->functions[i];

		if (strncmp(function->name, "yes_", 4) == 0) {
			ck_assert_msg(function->outputs[0].pass_through == 2, "%s: %u",
				      function->name, function->outputs[0].pass_through);
			yes++;
		} else if (strncmp(function->name, "no_", 3) == 0) {
			ck_assert_msg(function->outputs[0].pass_through == 0, "%s: %u",
				      function->name, function->outputs[0].pass_through);
			no++;
		}
	}
	ck_assert_uint_eq(yes, 5);
	ck_assert_uint_eq(no, 11);
	ck_assert_uint_eq(hr_program_function(program, "yes_field")->outputs[1].pass_through, 1);
	ck_assert_uint_eq(hr_program_function(program, "no_field")->outputs[1].pass_through, 0);
	unload(program);
}
END_TEST

static bool varies(const hr_program *program, const char *path)
{
	const hr_graph *graph = program->graphs[0];

	for (unsigned i = 0; i < graph->node_count; i++)
		if (strcmp(graph->nodes[i]->path, path) == 0)
			return hr_input_varies(graph->nodes[i], 1);
	ck_abort_msg("no node %s", path);
	return false;
}

/* Nodes with one-to-one edges, in this order: yes_straight#2, yes_variable#2, no_computed#2,
 * yes_branches#2, yes_straight#3; yes_straight#4 is in another chain. The first node of each name
 * has no edges. */
START_TEST(inputs_along_edges)
{
	hr_program *program = load();

	ck_assert(!varies(program, "root/yes_straight"));
	ck_assert(!varies(program, "root/yes_variable#2"));
	ck_assert(!varies(program, "root/no_computed#2"));
	ck_assert(varies(program, "root/yes_branches#2"));
	ck_assert(varies(program, "root/yes_straight#3"));
	ck_assert(!varies(program, "root/yes_straight#4"));
	ck_assert(!hr_input_varies(program->graphs[0]->root, 1));
	unload(program);
}
END_TEST

HR_TEST_MAIN("passed on", outputs_that_are_inputs, inputs_along_edges)
