/* interp/schedule/test_graph.h -- a program from IR text, a run, and its diagnostics, for tests of
 * graphs. */
#ifndef HR_TEST_GRAPH_H
#define HR_TEST_GRAPH_H

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interp/host/launch.h"
#include "interp/memory/image.h"
#include "ir/load/load.h"
#include "src/base/test.h"

typedef struct fixture {
	hr_diags *diags;
	hr_sem sem;
	hr_options options;
	hr_program *program;
	hr_run *run;
	char *text; /* diagnostics so far */
	size_t text_bytes;
	FILE *stream;
} fixture;

#define DECLARATIONS                                                                               \
	"declare ptr @llvm.hpvm.createNode(ptr)\n"                                                 \
	"declare ptr @llvm.hpvm.createNode1D(ptr, i64)\n"                                          \
	"declare ptr @llvm.hpvm.createNode2D(ptr, i64, i64)\n"                                     \
	"declare ptr @llvm.hpvm.createNode3D(ptr, i64, i64, i64)\n"                                \
	"declare ptr @llvm.hpvm.createEdge(ptr, ptr, i1, i32, i32, i1)\n"                          \
	"declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)\n"                                  \
	"declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)\n"                                 \
	"declare ptr @llvm.hpvm.getNode()\n"                                                       \
	"declare ptr @llvm.hpvm.getParentNode(ptr)\n"                                              \
	"declare i64 @llvm.hpvm.getNodeInstanceID.x(ptr)\n"                                        \
	"declare i64 @llvm.hpvm.getNodeInstanceID.y(ptr)\n"                                        \
	"declare i64 @llvm.hpvm.getNodeInstanceID.z(ptr)\n"                                        \
	"declare i64 @llvm.hpvm.getNumNodeInstances.x(ptr)\n"                                      \
	"declare ptr @llvm.hpvm.malloc(i64)\n"                                                     \
	"declare void @llvm.hpvm.barrier()\n"

static inline void open_program(fixture *f, const char *text)
{
	char path[HR_TEST_PATH];
	const char *files[] = {path};
	FILE *file;
	hr_status status;

	hr_test_template(path);
	file = fdopen(mkstemp(path), "w");
	memset(f, 0, sizeof(*f));
	ck_assert_ptr_nonnull(file);
	fputs(DECLARATIONS, file);
	fputs(text, file);
	fclose(file);
	f->stream = open_memstream(&f->text, &f->text_bytes);
	f->diags = hr_diags_new(f->stream);
	hr_sem_init(&f->sem);
	status = hr_program_load(files, 1, &f->sem, f->diags, &f->program);
	unlink(path);
	ck_assert_msg(status == HR_OK, "the program is rejected: %s", f->text);
}

static inline void set_sem(fixture *f, const char *choice)
{
	const char *why;

	ck_assert_msg(hr_sem_option(&f->program->sem, f->diags, choice, &why), "%s: %s", choice,
		      why);
}

static inline void open_run(fixture *f)
{
	ck_assert_int_eq(hr_run_new(f->program, &f->options, f->diags, &f->run), HR_OK);
}

static inline void open_all(fixture *f, const char *text)
{
	open_program(f, text);
	open_run(f);
	ck_assert_int_eq(hr_init(f->run), HR_OK);
}

static inline void close_all(fixture *f)
{
	if (f->run)
		hr_run_free(f->run);
	hr_program_free(f->program);
	hr_diags_free(f->diags);
	fclose(f->stream);
	free(f->text);
}

static inline hr_launched *start(fixture *f, const char *root, bool streaming, void *arguments)
{
	hr_function *function = hr_program_function(f->program, root);
	hr_launched *graph = NULL;
	hr_status status;

	ck_assert_ptr_nonnull(function);
	status = hr_launch_function(f->run, streaming, function, arguments, &graph);
	ck_assert_msg(status == HR_OK, "launch fails: %s", f->text);
	return graph;
}

/* Launch and wait. Return the status of wait. */
static inline hr_status run_graph(fixture *f, const char *root, void *arguments)
{
	return hr_wait(f->run, start(f, root, false, arguments));
}

#define ck_count(f, diagnostic, expected)                                                          \
	ck_assert_msg(hr_diags_count((f)->diags, HR_D_##diagnostic) == (expected),                 \
		      "%s was reported %llu times: %s", #diagnostic,                               \
		      (unsigned long long)hr_diags_count((f)->diags, HR_D_##diagnostic),           \
		      (f)->text)
#define ck_ok(f, call)                                                                             \
	do {                                                                                       \
		hr_status ck_status_ = (call);                                                     \
		ck_assert_msg(ck_status_ == HR_OK, "%s: %s", #call, (f)->text);                    \
	} while (0)
#define ck_says(f, words)                                                                          \
	ck_assert_msg(strstr((f)->text, words) != NULL, "'%s' is not in: %s", words, (f)->text)

static inline int run_suite(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int failed;

	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
