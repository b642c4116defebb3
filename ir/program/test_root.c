/* ir/program/test_root.c -- tests of where the address of a local variable is lost. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>

#include "ir/program/root.h"

/* Statements of a function with the local variable %v, and whether they may lose its address. */
static const struct {
	const char *type, *text;
	bool lost;
} cases[] = {
	{"i32", "%r = call double @frexp(double 1.0, ptr %v)", false},
	{"i64", "%r = call double @frexp(double 1.0, ptr %v)", false},
	{"i16", "%r = call double @frexp(double 1.0, ptr %v)", true},
	{"double", "%r = call double @modf(double 1.0, ptr %v)", false},
	{"float", "%r = call double @modf(double 1.0, ptr %v)", true},
	{"float", "%r = call float @modff(float 1.0, ptr %v)", false},
	{"[4 x i32]",
	 "%p = getelementptr i32, ptr %v, i64 %i\n%r = call double @frexp(double 1.0, ptr %p)",
	 true},
	{"[4 x i8]", "%r = call i64 @strlen(ptr %v)", true},
	{"[4 x i8]", "%r = call ptr @strchr(ptr %v, i32 1)", true},
	{"[4 x i8]", "call void @unknown(ptr %v)", true},
	{"i32", "call void @reads(ptr %v)", false},
	{"i32", "call void @keeps(ptr %v)", true},
	{"i32", "store i32 1, ptr %v", false},
	{"i32", "store ptr %v, ptr @kept", true},
};

static bool loses(const char *type, const char *statements)
{
	static const char frame[] =
		"target datalayout = \"e-m:e-i64:64-i128:128-n8:16:32:64-S128\"\n"
		"@kept = global ptr null\n"
		"declare double @frexp(double, ptr)\n"
		"declare double @modf(double, ptr)\n"
		"declare float @modff(float, ptr)\n"
		"declare i64 @strlen(ptr)\n"
		"declare ptr @strchr(ptr, i32)\n"
		"declare void @unknown(ptr)\n"
		"define void @reads(ptr %%p) {\n %%x = load i32, ptr %%p\n ret void\n}\n"
		"define void @keeps(ptr %%p) {\n store ptr %%p, ptr @kept\n ret void\n}\n"
		"define void @f(i64 %%i) {\n %%v = alloca %s\n %s\n ret void\n}\n";
	LLVMContextRef context = LLVMContextCreate();
	LLVMModuleRef module = NULL;
	char text[2048], *wrong = NULL;
	LLVMMemoryBufferRef buffer;
	LLVMValueRef function;
	bool lost;

	snprintf(text, sizeof(text), frame, type, statements);
	buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
	if (LLVMParseIRInContext(context, buffer, &module, &wrong) != 0)
		ck_abort_msg("%s", wrong);
	function = LLVMGetNamedFunction(module, "f");
	lost = hr_root_may_be_lost(LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
	LLVMDisposeModule(module);
	LLVMContextDispose(context);
	return lost;
}

START_TEST(lost_or_not)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		ck_assert_msg(loses(cases[i].type, cases[i].text) == cases[i].lost,
			      "%s of %s is %slost", cases[i].text, cases[i].type,
			      cases[i].lost ? "not " : "");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("root");
	TCase *tests = tcase_create("root");
	SRunner *runner;
	int failed;

	tcase_add_test(tests, lost_or_not);
	suite_add_tcase(suite, tests);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
