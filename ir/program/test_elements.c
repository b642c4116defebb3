/* ir/program/test_elements.c -- the element types of memory that pointer inputs point to, from the
 * accesses of leaves. */
#include "ir/load/load.h"
#include "ir/program/elements.h"
#include "src/base/test.h"

/* Root(p) -> Inner(p) -> leaf(p, n), whose body is given by the test. */
static const char frame[] = "declare ptr @__hpvm__createNodeND(i32, ...)\n"
			    "declare void @__hpvm__bindIn(ptr, i32, i32, i32)\n"
			    "declare void @elsewhere(ptr)\n"
			    "declare i32 @__hpvm__atomic_add(ptr, i32)\n"
			    "declare i32 @llvm.hpvm.atomic.inc(ptr)\n"
			    "%%pair = type { float, i64 }\n"
			    "define internal void @helper(i64 %%k, ptr %%q) {\n"
			    "  %%old = load double, ptr %%q\n"
			    "  store double %%old, ptr %%q\n"
			    "  ret void\n"
			    "}\n"
			    "define void @leaf(ptr %%p, i64 %%n) {\n"
			    "%s"
			    "  ret void\n"
			    "}\n"
			    "define void @inner(ptr %%p, i64 %%n) {\n"
			    "  %%a = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @leaf)\n"
			    "  call void @__hpvm__bindIn(ptr %%a, i32 0, i32 0, i32 0)\n"
			    "  call void @__hpvm__bindIn(ptr %%a, i32 1, i32 1, i32 0)\n"
			    "  ret void\n"
			    "}\n"
			    "define void @root(ptr %%p, i64 %%n) {\n"
			    "  %%a = call ptr (i32, ...) @__hpvm__createNodeND(i32 0, ptr @inner)\n"
			    "  call void @__hpvm__bindIn(ptr %%a, i32 0, i32 0, i32 0)\n"
			    "  call void @__hpvm__bindIn(ptr %%a, i32 1, i32 1, i32 0)\n"
			    "  ret void\n"
			    "}\n";

static hr_program *program_of(const char *body, hr_diags *diags)
{
	char path[] = "/tmp/elementsXXXXXX";
	int file = mkstemp(path);
	const char *name = path;
	hr_program *program;
	FILE *stream;
	hr_sem sem;

	ck_assert_int_ge(file, 0);
	stream = fdopen(file, "w");
	fprintf(stream, frame, body);
	ck_assert_int_eq(fclose(stream), 0);
	hr_sem_init(&sem);
	ck_assert_int_eq(hr_program_load(&name, 1, &sem, diags, &program), HR_OK);
	remove(path);
	return program;
}

static const hr_node *node_named(const hr_graph *graph, const char *path)
{
	const hr_node *node = graph->root;

	while (strcmp(node->path, path) != 0) {
		ck_assert_uint_eq(node->child_count, 1);
		node = node->children[0];
	}
	return node;
}

/* Check the element type of the leaf's input 0, and of the same input of all nodes above it. NULL:
 * unknown. */
static void is(const char *body, const char *expected)
{
	static const char *const paths[] = {"root", "root/inner", "root/inner/leaf"};
	hr_diags *diags = hr_diags_new(stderr);
	hr_program *program = program_of(body, diags);

	for (unsigned i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		const char *found =
			hr_elements_of(program, node_named(program->graphs[0], paths[i]), 0);

		ck_assert_msg(expected ? found && strcmp(found, expected) == 0 : !found,
			      "%s: %s, not %s of\n%s", paths[i], found ? found : "nothing",
			      expected ? expected : "nothing", body);
	}
	hr_program_free(program);
	hr_diags_free(diags);
}

START_TEST(what_is_loaded_and_stored)
{
	is("  %v = load float, ptr %p\n", "float");
	is("  store double 1.0, ptr %p\n", "double");
	is("  store i8 1, ptr %p\n", "i8");
	is("  store i16 1, ptr %p\n", "i16");
	is("  %v = load i64, ptr %p\n", "i64");
	is("  %v = atomicrmw add ptr %p, i32 1 seq_cst\n", "i32");
	is("  %v = call i32 @__hpvm__atomic_add(ptr %p, i32 1)\n", "i32");
	is("  %v = call i32 @llvm.hpvm.atomic.inc(ptr %p)\n", "i32");
}
END_TEST

START_TEST(vectors_and_arrays_are_of_their_elements)
{
	is("  %v = load <8 x float>, ptr %p\n", "float");
	is("  store [4 x i16] zeroinitializer, ptr %p\n", "i16");
	is("  store [2 x <2 x double>] zeroinitializer, ptr %p\n", "double");
}
END_TEST

START_TEST(addresses_are_followed)
{
	is("  %q = getelementptr i8, ptr %p, i64 %n\n  %v = load float, ptr %q\n", "float");
	is("  %q = getelementptr inbounds %pair, ptr %p, i64 %n, i32 1\n  %r = getelementptr i64, ptr %q, i64 2\n"
	   "  store i64 %n, ptr %r\n",
	   "i64");
	is("  %c = icmp eq i64 %n, 0\n  %e = getelementptr double, ptr %p, i64 7\n  %q = select i1 %c, ptr %p, ptr %e\n"
	   "  store double 0.0, ptr %q\n",
	   "double");
	is("  br label %loop\nloop:\n  %q = phi ptr [ %p, %0 ], [ %r, %loop ]\n  %v = load i32, ptr %q\n"
	   "  %r = getelementptr i32, ptr %q, i64 1\n  %c = icmp eq i32 %v, 0\n  br i1 %c, label %end, label %loop\nend:\n",
	   "i32");
}
END_TEST

START_TEST(variables_and_calls_are_followed)
{
	is("  %v = alloca ptr\n  store ptr %p, ptr %v\n  %q = load ptr, ptr %v\n  store float 0.0, ptr %q\n",
	   "float");
	is("  call void @helper(i64 %n, ptr %p)\n", "double");
	is("  %q = getelementptr i8, ptr %p, i64 8\n  call void @helper(i64 %n, ptr %q)\n",
	   "double");
}
END_TEST

START_TEST(what_is_most_counts)
{
	is("  %a = load i8, ptr %p\n  %b = load float, ptr %p\n  store float %b, ptr %p\n",
	   "float");
	is("  %a = load float, ptr %p\n  call void @helper(i64 %n, ptr %p)\n", "double");
}
END_TEST

START_TEST(others_are_not_known)
{
	is("", NULL);
	is("  store ptr %p, ptr %p\n", NULL); /* pointers */
	is("  %v = load i24, ptr %p\n", NULL);
	is("  call void @elsewhere(ptr %p)\n", NULL);
	is("  %v = load fp128, ptr %p\n", NULL);
	is("  %v = alloca float\n  %w = load float, ptr %v\n", NULL); /* other memory */
	is("  %v = alloca i64\n  store i64 %n, ptr %v\n  %k = ptrtoint ptr %p to i64\n", NULL);
}
END_TEST

START_TEST(numbers_lead_nowhere)
{
	hr_diags *diags = hr_diags_new(stderr);
	hr_program *program = program_of("  %v = load float, ptr %p\n", diags);

	ck_assert_ptr_null(
		hr_elements_of(program, node_named(program->graphs[0], "root/inner/leaf"), 1));
	ck_assert_ptr_null(hr_elements_of(program, program->graphs[0]->root, 1));
	hr_program_free(program);
	hr_diags_free(diags);
}
END_TEST

HR_TEST_MAIN("elements", what_is_loaded_and_stored, vectors_and_arrays_are_of_their_elements,
	     addresses_are_followed, variables_and_calls_are_followed, what_is_most_counts,
	     others_are_not_known, numbers_lead_nowhere)
