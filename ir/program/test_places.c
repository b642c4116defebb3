/* ir/program/test_places.c -- the text of an instruction is the same whether it is printed alone or
 * with its whole function. */
#include <llvm-c/Core.h>

#include "ir/load/load.h"
#include "ir/program/lookup.h"
#include "src/base/test.h"

/* What takes several lines, or lines that are no instructions. */
static const char unusual[] =
	"declare i32 @__gxx_personality_v0(...)\n"
	"declare void @g()\n"
	"define i32 @f(i32 %0, ptr %p) personality ptr @__gxx_personality_v0 !dbg !4 {\n"
	"  %2 = add i32 %0, 1, !dbg !7\n"
	"    #dbg_value(i32 %2, !6, !DIExpression(), !7)\n"
	"  switch i32 %2, label %named [\n"
	"    i32 0, label %4\n"
	"    i32 1, label %3\n"
	"  ], !dbg !7\n"
	"3:\n"
	"  invoke void @g() to label %4 unwind label %lost\n"
	"4:\n"
	"  store i32 %2, ptr %p, align 4, !dbg !7\n"
	"  call void asm sideeffect \"nop\\0A  nop\", \"\"() #0\n"
	"  indirectbr ptr blockaddress(@f, %named), [label %named, label %last]\n"
	"named:\n"
	"  call void @\"  odd\\0Aname\"()\n"
	"  br label %last\n"
	"lost:\n"
	"  %5 = landingpad { ptr, i32 }\n"
	"    cleanup\n"
	"    catch ptr null\n"
	"  resume { ptr, i32 } %5\n"
	"last:\n"
	"  %\"a \\22 b\" = load i32, ptr %p, align 4\n"
	"  ret i32 %\"a \\22 b\"\n"
	"}\n"
	"declare void @\"  odd\\0Aname\"()\n"
	"attributes #0 = { nounwind }\n"
	"!llvm.dbg.cu = !{!0}\n"
	"!llvm.module.flags = !{!3}\n"
	"!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)\n"
	"!1 = !DIFile(filename: \"f.c\", directory: \"/\")\n"
	"!3 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
	"!4 = distinct !DISubprogram(name: \"f\", file: !1, line: 1, type: !5, unit: !0, "
	"spFlags: DISPFlagDefinition)\n"
	"!5 = !DISubroutineType(types: !8)\n"
	"!6 = !DILocalVariable(name: \"x\", scope: !4, file: !1, line: 2)\n"
	"!7 = !DILocation(line: 2, column: 3, scope: !4)\n"
	"!8 = !{}\n";

/* Compare all instructions of SOURCE. Return how many there are. */
static unsigned compare(const hr_module_source *source)
{
	hr_diags *diags = hr_diags_new(stderr);
	hr_program *program;
	unsigned count = 0;
	hr_sem sem;

	hr_sem_init(&sem);
	ck_assert_int_eq(hr_program_load_here(source, 1, &sem, diags, NULL, &program), HR_OK);
	for (LLVMValueRef f = LLVMGetFirstFunction(program->module); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
		     b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
			     i = LLVMGetNextInstruction(i)) {
				const char *text = hr_where_running(program, i).instruction;

				ck_assert_str_eq(text,
						 hr_where_instruction(program, i).instruction);
				ck_assert_ptr_eq(text, hr_where_running(program, i).instruction);
				count++;
			}
	hr_program_free(program);
	hr_diags_free(diags);
	return count;
}

START_TEST(unusual_lines)
{
	const hr_module_source source = {"unusual.ll", unusual, sizeof(unusual) - 1};

	ck_assert_uint_eq(compare(&source), 12);
}
END_TEST

START_TEST(whole_files)
{
	static const char *const names[] = {"control", "fixed", "floats", "hints",
					    "memory",  "older", "traps",  "vectors"};
	const char *folder = getenv("srcdir");
	unsigned count = 0;
	char path[4096];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const hr_module_source source = {path, NULL, 0};

		snprintf(path, sizeof(path), "%s/interp/tests/ir/%s.ll", folder ? folder : ".",
			 names[i]);
		count += compare(&source);
	}
	ck_assert_uint_gt(count, 1000);
}
END_TEST

HR_TEST_MAIN("places", unusual_lines, whole_files)
