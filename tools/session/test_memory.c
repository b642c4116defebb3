/* tools/session/test_memory.c -- a run ends cleanly at whatever point memory is exhausted.
 *
 * Loads a program, launches its graph with arguments from a file, and lets the first, the second,
 * ... allocation fail, until none is left to fail. Every process except the last must exit with the
 * status of a limit, and with its message on the last line.
 *
 * Not here:  LLVM's own allocations, which abort (ir/load/read.c makes that print a message). */
#include "interp/args/direct.h"
#include "interp/host/host.h"
#include "ir/load/load.h"
#include "ir/program/program.h"
#include "src/base/alloc.h"
#include "src/base/test.h"

static const char graph[] =
	"declare ptr @llvm.hpvm.createNode1D(ptr, i64)\n"
	"declare void @llvm.hpvm.bind.input(ptr, i32, i32, i1)\n"
	"declare void @llvm.hpvm.bind.output(ptr, i32, i32, i1)\n"
	"@word = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]\n"
	"define {i64} @Leaf(ptr %p, i64 %bytes) {\n"
	"  %v = load i32, ptr @word\n"
	"  store i32 %v, ptr %p\n"
	"  %r = insertvalue {i64} undef, i64 %bytes, 0\n"
	"  ret {i64} %r\n"
	"}\n"
	"define {i64} @Root(ptr %p, i64 %bytes, i64 %n) {\n"
	"  %leaf = call ptr @llvm.hpvm.createNode1D(ptr @Leaf, i64 %n)\n"
	"  call void @llvm.hpvm.bind.input(ptr %leaf, i32 0, i32 0, i1 false)\n"
	"  call void @llvm.hpvm.bind.input(ptr %leaf, i32 1, i32 1, i1 false)\n"
	"  call void @llvm.hpvm.bind.output(ptr %leaf, i32 0, i32 0, i1 false)\n"
	"  ret {i64} undef\n"
	"}\n"
	"define i32 @main() { ret i32 0 }\n";

static const char arguments[] = "args: [{zeros: 4, type: i32, expect: [1, 0, 0, 0]}, auto, 3]\n"
				"results: [{expect: 16}]\n";

static char program_path[HR_TEST_PATH], arguments_path[HR_TEST_PATH], error_path[HR_TEST_PATH];

/* Run everything; end the process with its outcome. */
static void launch(void *data)
{
	const char *files[] = {program_path};
	hr_diags *diags = hr_diags_new(stderr);
	hr_options options = {0};
	hr_program *program;
	hr_status status;
	hr_sem sem;
	hr_run *run;

	hr_sem_init(&sem);
	hr_alloc_fail_after(*(unsigned long *)data);
	status = hr_program_load(files, 1, &sem, diags, &program);
	if (status == HR_OK)
		status = hr_run_new(program, &options, diags, &run);
	if (status == HR_OK)
		status = hr_launch_direct(run, "Root", arguments_path);
	_exit(hr_exit_line(diags, status, 0));
}

static bool ends_with_limit(void)
{
	static const char ending[] = "hpvm-run: limit reached (exit 122)\n";
	char text[4096];
	FILE *stream = fopen(error_path, "r");
	size_t size = stream ? fread(text, 1, sizeof(text) - 1, stream) : 0;

	text[size] = '\0';
	if (stream)
		fclose(stream);
	return strstr(text, ending) != NULL;
}

START_TEST(every_allocation_can_fail)
{
	enum { LIMIT = 20000 };
	unsigned long nth = 1;
	int status = 122;

	hr_test_file(program_path, graph, strlen(graph));
	hr_test_file(arguments_path, arguments, strlen(arguments));
	hr_test_file(error_path, "", 0);
	for (; status != 0 && nth < LIMIT; nth++) {
		status = hr_test_exit_status(launch, &nth, error_path);
		ck_assert_msg(status == 0 || status == 122, "allocation %lu: exit status %d", nth,
			      status);
		if (status)
			ck_assert_msg(ends_with_limit(), "allocation %lu: not said", nth);
	}
	ck_assert_int_eq(status, 0);
	ck_assert_uint_gt(nth, 50);
	unlink(program_path);
	unlink(arguments_path);
	unlink(error_path);
}
END_TEST

HR_TEST_MAIN("memory", every_allocation_can_fail)
