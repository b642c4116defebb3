/* backends/unit/test_unit.c -- tests the bitcode and the description of units made from leaves. */
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>

#include "backends/shared/context.h"
#include "backends/unit/local_size.h"
#include "backends/unit/unit.h"
#include "interp/schedule/test_graph.h"
#include "src/arith/expression.h"

/* A root with one child of two dimensions; LEAF is the text of the child, `in` its pointer. */
#define ROOT                                                                                       \
	"define void @Root(ptr %p, i64 %bytes, i64 %n) {\n"                                        \
	"  %c = call ptr @llvm.hpvm.createNode2D(ptr @Leaf, i64 %n, i64 %n)\n"                     \
	"  call void @llvm.hpvm.bind.input(ptr %c, i32 0, i32 0, i1 false)\n"                      \
	"  call void @llvm.hpvm.bind.input(ptr %c, i32 1, i32 1, i1 false)\n"                      \
	"  call void @llvm.hpvm.bind.input(ptr %c, i32 2, i32 2, i1 false)\n"                      \
	"  ret void\n}\n"

typedef struct made_unit {
	fixture f;
	hr_made_unit *unit;
	char *text; /* the bitcode as text */
} made_unit;

static void make(made_unit *m, const char *text, const char *choice)
{
	LLVMContextRef context;
	LLVMMemoryBufferRef buffer;
	LLVMModuleRef module;
	const bool varies[8] = {false};

	open_program(&m->f, text);
	if (choice)
		set_sem(&m->f, choice);
	m->unit = hr_unit_make(m->f.program, m->f.program->graphs[0]->root->children[0], varies,
			       HR_HOME_PROGRAM);
	m->text = NULL;
	if (m->unit->refusal != HR_TAKEN)
		return;
	context = LLVMContextCreate();
	buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(m->unit->unit.bitcode,
							   m->unit->unit.bitcode_bytes, "unit");
	ck_assert(!LLVMParseBitcodeInContext2(context, buffer, &module));
	LLVMDisposeMemoryBuffer(buffer);
	m->text = LLVMPrintModuleToString(module);
	LLVMDisposeModule(module);
	LLVMContextDispose(context);
}

static void unmake(made_unit *m)
{
	LLVMDisposeMessage(m->text);
	hr_unit_free(m->unit);
	close_all(&m->f);
}

#define has(m, words)                                                                              \
	ck_assert_msg((m)->text &&strstr((m)->text, words), "no '%s' in: %s (%s)", words,          \
		      (m)->text ? (m)->text : "nothing", (m)->unit->text)
#define lacks(m, words)                                                                            \
	ck_assert_msg((m)->text && !strstr((m)->text, words), "'%s' in: %s (%s)", words,           \
		      (m)->text ? (m)->text : "nothing", (m)->unit->text)

START_TEST(queries_and_outputs)
{
	made_unit m;
	const hr_unit *unit;

	make(&m,
	     ROOT "define {i64, i32, i64} @Leaf(ptr in out %p, i64 %bytes, i64 %n) {\n"
		  "  %h = call ptr @llvm.hpvm.getNode()\n"
		  "  %up = call ptr @llvm.hpvm.getParentNode(ptr %h)\n"
		  "  %y = call i64 @llvm.hpvm.getNodeInstanceID.y(ptr %h)\n"
		  "  %x = call i64 @llvm.hpvm.getNumNodeInstances.x(ptr %h)\n"
		  "  %s = add i64 %x, %y\n"
		  "  %t = trunc i64 %s to i32\n"
		  "  %a = insertvalue {i64, i32, i64} undef, i64 %bytes, 0\n"
		  "  %b = insertvalue {i64, i32, i64} %a, i32 %t, 1\n"
		  "  %c = insertvalue {i64, i32, i64} %b, i64 %s, 2\n"
		  "  ret {i64, i32, i64} %c\n}\n",
	     NULL);
	unit = &m.unit->unit;
	has(&m, "define void @hpvm_unit(ptr ");
	has(&m, "call i64 @hpvm_id(i32 0, i32 1)");
	has(&m, "call i64 @hpvm_extent(i32 0, i32 0)");
	lacks(&m, "llvm.hpvm");
	ck_assert_uint_eq(unit->input_count, 3);
	ck_assert_uint_eq(unit->output_count, 3);
	ck_assert_int_eq(unit->outputs[0].same_as, 1);
	ck_assert_int_eq(unit->outputs[1].same_as, -1);
	ck_assert_uint_eq(unit->outputs[1].kind, HR_UNIT_INTEGER);
	ck_assert_uint_eq(unit->outputs[1].bits, 32);
	has(&m, "i64 16"); /* the offset of output 1 */
	ck_assert_uint_eq(unit->inputs[0].kind, HR_UNIT_POINTER);
	ck_assert_uint_eq(unit->inputs[0].flags, HR_PORT_IN | HR_PORT_OUT | HR_PORT_SIZED);
	ck_assert_uint_eq(unit->level_count, 2);
	ck_assert_uint_eq(unit->dims[0], 2);
	ck_assert_uint_eq(unit->dims[1], 0);
	ck_assert_uint_eq(unit->features, 0);
	ck_assert_uint_eq(unit->symbol_count, 0);
	unmake(&m);
}
END_TEST

START_TEST(what_is_outside)
{
	made_unit m;

	make(&m,
	     ROOT "@table = private unnamed_addr constant [2 x i32] [i32 7, i32 9]\n"
		  "@count = internal global i32 5\n"
		  "@shown = constant i32 6\n"
		  "declare double @sin(double)\n"
		  "define internal double @helper(double %v) noinline optnone {\n"
		  "  %r = call fast double @sin(double %v)\n"
		  "  ret double %r\n}\n"
		  "define double @unrelated(double %v) {\n  ret double %v\n}\n"
		  "define void @Leaf(ptr %p, i64 %bytes, i64 %n) {\n"
		  "  %a = load i32, ptr @table\n"
		  "  %b = load i32, ptr @count\n"
		  "  %k = load i32, ptr @shown\n"
		  "  %c = add i32 %a, %b\n"
		  "  %l = add i32 %c, %k\n"
		  "  %d = sitofp i32 %l to double\n"
		  "  %e = call double @helper(double %d)\n"
		  "  store double %e, ptr %p\n"
		  "  call void @llvm.hpvm.barrier()\n"
		  "  %q = call ptr @llvm.hpvm.malloc(i64 8)\n"
		  "  store double %e, ptr %q\n"
		  "  ret void\n}\n",
	     NULL);
	has(&m, "@table = private unnamed_addr constant [2 x i32] [i32 7, i32 9]");
	has(&m, "@count = external global i32");
	has(&m, "@shown = external constant i32");
	has(&m, "define internal double @helper");
	has(&m, "call double @sin");
	has(&m, "call void @hpvm_barrier()");
	has(&m, "call ptr @hpvm_malloc(i64 8)");
	lacks(&m, "optnone");
	lacks(&m, "unrelated");
	ck_assert_uint_eq(m.unit->unit.features,
			  HR_UNIT_BARRIERS | HR_UNIT_MALLOCS | HR_UNIT_CALLS | HR_UNIT_VARIABLES);
	ck_assert_uint_eq(m.unit->unit.symbol_count, 3);
	ck_assert_str_eq(m.unit->unit.symbols[0], "count");
	ck_assert_str_eq(m.unit->unit.symbols[1], "shown");
	ck_assert_str_eq(m.unit->unit.symbols[2], "sin");
	unmake(&m);
}
END_TEST

#define C_FORM                                                                                     \
	"declare void @__hpvm__return(i32, ...)\n"                                                 \
	"declare i32 @__hpvm__atomic_inc(ptr)\n"                                                   \
	"declare float @llvm.fmuladd.f32(float, float, float)\n"                                   \
	"define void @Leaf(ptr %p, i64 %bytes, i64 %n) {\n"                                        \
	"  %old = call i32 @__hpvm__atomic_inc(ptr %p)\n"                                          \
	"  %f = sitofp i32 %old to float\n"                                                        \
	"  %m = call reassoc float @llvm.fmuladd.f32(float %f, float %f, float %f)\n"              \
	"  %d = fpext float %m to double\n"                                                        \
	"  %c = icmp eq i32 %old, 3\n"                                                             \
	"  br i1 %c, label %a, label %b\n"                                                         \
	"a:\n  call void (i32, ...) @__hpvm__return(i32 1, double %d)\n"                           \
	"  store i32 1, ptr %p\n  br label %b\n"                                                   \
	"b:\n  %v = phi double [ 1.0, %0 ], [ 2.0, %a ]\n"                                         \
	"  call void (i32, ...) @__hpvm__return(i32 1, double %v)\n  ret void\n}\n"

START_TEST(c_form)
{
	made_unit m;

	make(&m, ROOT C_FORM, NULL);
	has(&m, "atomicrmw add ptr %0, i32 1 monotonic");
	has(&m, "fmul float");
	lacks(&m, "fmuladd");
	lacks(&m, "reassoc");
	lacks(&m, "__hpvm__");
	lacks(&m, "store i32 1"); /* it is behind the return */
	lacks(&m, "2.0");
	ck_assert_uint_eq(m.unit->unit.outputs[0].bits, 64);
	ck_assert_uint_eq(m.unit->unit.features, HR_UNIT_ATOMICS);
	unmake(&m);
	make(&m, ROOT C_FORM, "fmuladd=fused");
	has(&m, "call float @llvm.fma.f32");
	unmake(&m);
}
END_TEST

static void refuses(const char *leaf, hr_unit_refusal refusal, const char *words)
{
	char *text = malloc(strlen(ROOT) + strlen(leaf) + 1);
	made_unit m;

	strcpy(text, ROOT);
	strcat(text, leaf);
	make(&m, text, NULL);
	ck_assert_int_eq(m.unit->refusal, refusal);
	ck_assert_msg(strstr(m.unit->text, words) != NULL, "'%s' is not in '%s'", words,
		      m.unit->text);
	unmake(&m);
	free(text);
}

#define LEAF(body) "define void @Leaf(ptr %p, i64 %bytes, i64 %n) {\n" body "  ret void\n}\n"

START_TEST(refused)
{
	refuses(LEAF("  %h = call ptr @llvm.hpvm.getNode()\n  store ptr %h, ptr %p\n"),
		HR_REFUSES_QUERY, "the handle");
	refuses(LEAF("  %h = load ptr, ptr %p\n"
		     "  %x = call i64 @llvm.hpvm.getNodeInstanceID.x(ptr %h)\n"
		     "  store i64 %x, ptr %p\n"),
		HR_REFUSES_QUERY, "llvm.hpvm.getNodeInstanceID.x");
	refuses(LEAF("  %h = call ptr @llvm.hpvm.getNode()\n"
		     "  %x = call i64 @llvm.hpvm.getNodeInstanceID.z(ptr %h)\n"
		     "  store i64 %x, ptr %p\n"),
		HR_REFUSES_QUERY, "a dimension that the node lacks");
	refuses(LEAF("  %f = load ptr, ptr %p\n  call void %f()\n"), HR_REFUSES_POINTER_CALL,
		"through a pointer");
	refuses("declare void @f()\n" LEAF("  store ptr @f, ptr %p\n"), HR_REFUSES_POINTER_CALL,
		"a function as a value");
	refuses("@t = thread_local global i32 0\n" LEAF("  store i32 1, ptr @t\n"),
		HR_REFUSES_VARIABLE, "thread-local 't'");
}
END_TEST

START_TEST(filled_dimension)
{
	made_unit m;

	make(&m,
	     ROOT LEAF("  %h = call ptr @llvm.hpvm.getNode()\n"
		       "  %x = call i64 @llvm.hpvm.getNodeInstanceID.z(ptr %h)\n"
		       "  store i64 %x, ptr %p\n"),
	     "query-dimension=fill");
	has(&m, "store i64 0");
	unmake(&m);
}
END_TEST

/* --- sizes of shared memory: each operation of expressions that they may be made of ----------- */

/* The size that OPCODE makes of inputs 0 and 1 of TYPE, in FUNCTION; false: it is not taken. */
static bool size_of(LLVMOpcode opcode, bool casts, unsigned bits, unsigned to, hr_local_size *size)
{
	LLVMContextRef context = LLVMContextCreate();
	LLVMModuleRef module = LLVMModuleCreateWithNameInContext("sizes", context);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMTypeRef type = LLVMIntTypeInContext(context, bits), inputs[2] = {type, type};
	LLVMValueRef function = LLVMAddFunction(
			     module, "f",
			     LLVMFunctionType(LLVMVoidTypeInContext(context), inputs, 2, 0)),
		     value;
	LLVMValueRef a = LLVMGetParam(function, 0), b = LLVMGetParam(function, 1);
	bool taken;

	LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, ""));
	value = casts ? LLVMBuildCast(builder, opcode, a, LLVMIntTypeInContext(context, to), "")
		      : LLVMBuildBinOp(builder, opcode, a, b, "");
	taken = hr_local_size_of(value, function, size);
	LLVMDisposeBuilder(builder);
	LLVMDisposeModule(module);
	LLVMContextDispose(context);
	return taken;
}

static void check_size(const hr_local_size *size, hr_expr_op op, unsigned bits, unsigned to,
		       uint64_t a, uint64_t b)
{
	static const hr_unit_port ports[2] = {{.bits = 64, .bytes = 8, .offset = 0},
					      {.bits = 64, .bytes = 8, .offset = 16}};
	const uint64_t operands[2] = {hr_expr_cut(a, bits), hr_expr_cut(b, bits)},
		       image[4] = {a, 0, b};
	uint64_t want = 0;

	(void)hr_expr_apply(op, bits, to, operands, &want); /* a shift too far: 0 */
	ck_assert_uint_eq(hr_local_size_value(size, ports, (const uint8_t *)image), want);
}

START_TEST(sizes)
{
	enum { BIN = true, SHIFT = true, DIVISION = false };
	static const struct {
		LLVMOpcode opcode;
		hr_expr_op op;
		bool casts, taken;
		unsigned bits, to;
	} rows[] = {
#define EXPR_BINARY(id, ident, shape, sign, opcode, text, binds, order)                            \
	{LLVM##opcode, HR_X_##id, false, shape, 64, 64},                                           \
		{LLVM##opcode, HR_X_##id, false, shape, 32, 32},
#include "src/arith/expr.def"
		{LLVMTrunc, HR_X_TRUNC, true, true, 64, 8},
		{LLVMZExt, HR_X_ZEXT, true, true, 32, 64},
		{LLVMSExt, HR_X_SEXT, true, true, 32, 64},
	};
	static const uint64_t corners[] = {
		0, 1, UINT64_MAX, UINT64_C(1) << 63, UINT64_C(1) << 31, 31, 32, 63, 64};
	const unsigned count = sizeof(corners) / sizeof(corners[0]);

	for (size_t r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
		hr_local_size size;

		ck_assert_int_eq(
			size_of(rows[r].opcode, rows[r].casts, rows[r].bits, rows[r].to, &size),
			rows[r].taken);
		for (unsigned i = 0; i < count && rows[r].taken; i++)
			for (unsigned k = 0; k < count; k++)
				check_size(&size, rows[r].op, rows[r].bits, rows[r].to, corners[i],
					   corners[k]);
	}
}
END_TEST

START_TEST(an_error_of_llvm_is_kept)
{
	static const char text[] = "define i32 @twice() {\n  ret i32 1\n}\n";
	LLVMContextRef context = hr_context_new();
	LLVMModuleRef modules[2];

	for (int i = 0; i < 2; i++) {
		char *message = NULL;
		LLVMMemoryBufferRef buffer =
			LLVMCreateMemoryBufferWithMemoryRangeCopy(text, sizeof(text) - 1, "text");

		ck_assert(!LLVMParseIRInContext(context, buffer, &modules[i], &message));
	}
	ck_assert_ptr_null(hr_context_error(context));
	ck_assert(LLVMLinkModules2(modules[0], modules[1]));
	ck_assert_ptr_nonnull(strstr(hr_context_error(context), "twice"));
	LLVMDisposeModule(modules[0]);
	hr_context_free(context);
}
END_TEST

HR_TEST_MAIN("unit", queries_and_outputs, what_is_outside, c_form, refused, filled_dimension, sizes,
	     an_error_of_llvm_is_kept)
