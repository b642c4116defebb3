/* ir/program/test_range.c -- ranges of integers: every value that a function of IR has when it runs lies
 * in the range, and the ranges that the lowering needs are narrow. The values are those of numbers of 8
 * bits, all of them. */
#include <llvm-c/IRReader.h>

#include "ir/program/range.h"
#include "src/base/test.h"

/* Return the function of TEXT, which belongs to *MODULE. */
static LLVMValueRef parse(LLVMContextRef context, const char *text, LLVMModuleRef *module)
{
	LLVMMemoryBufferRef buffer =
		LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
	char *message = NULL;

	ck_assert_msg(!LLVMParseIRInContext(context, buffer, module, &message), "%s\n%s", message,
		      text);
	return LLVMGetNamedFunction(*module, "f");
}

static LLVMValueRef value_named(LLVMValueRef function, const char *name)
{
	size_t length;

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef in = LLVMGetFirstInstruction(block); in;
		     in = LLVMGetNextInstruction(in))
			if (strcmp(LLVMGetValueName2(in, &length), name) == 0)
				return in;
	ck_abort_msg("no %%%s", name);
	return NULL;
}

static hr_interval range_in(const char *text, const char *name, unsigned *zeros)
{
	LLVMContextRef context = LLVMContextCreate();
	LLVMModuleRef module;
	LLVMValueRef v = value_named(parse(context, text, &module), name);
	hr_known_ranges ranges = {0};
	const hr_interval found = hr_range_of(&ranges, v);

	if (zeros)
		*zeros = hr_low_zeros(v);
	hr_ranges_free(&ranges);
	LLVMDisposeModule(module);
	LLVMContextDispose(context);
	return found;
}

static void includes(hr_interval range, int value, const char *text)
{
	if (value < range.low || range.high < value) /* ck_assert() is slow */
		ck_abort_msg("%d is not from %d to %d:\n%s", value, (int)range.low, (int)range.high,
			     text);
}

/* --- operations ------------------------------------------------------------------------------- */

/* An operand: how IR makes it from the i8 %NAME, and its value. */
typedef struct range_shape {
	const char *text;
	int (*value)(int x);
} range_shape;

static int any(int x)
{
	return (int8_t)x;
}
static int low_bits(int x)
{
	return x & 15;
}
static int halved(int x)
{
	return (int8_t)x >> 1;
}
static int shifted(int x)
{
	return (int8_t)(x << 3);
}
static int rest(int x)
{
	return (int8_t)x % 7;
}
static int five(int x)
{
	(void)x;
	return 5;
}
static int minus_three(int x)
{
	(void)x;
	return -3;
}

static const range_shape shapes[] = {{"add i8 %%%s, 0", any},     {"and i8 %%%s, 15", low_bits},
				     {"ashr i8 %%%s, 1", halved}, {"shl i8 %%%s, 3", shifted},
				     {"srem i8 %%%s, 7", rest},   {"add i8 5, 0", five},
				     {"sub i8 0, 3", minus_three}};

typedef struct range_operation {
	const char *text; /* of %v from %a and %b */
	int (*value)(int a, int b);
} range_operation;

#define OPERATION(name, expression)                                                                \
	static int name(int a, int b)                                                              \
	{                                                                                          \
		(void)b;                                                                           \
		return (int8_t)(expression);                                                       \
	}
OPERATION(sum, a + b)
OPERATION(difference, a - b)
OPERATION(product, a *b)
OPERATION(square, a *a)
OPERATION(conjunction, a &b)
OPERATION(disjunction, a | b)
OPERATION(exclusive, a ^ b)
OPERATION(quotient, a / 5)
OPERATION(unsigned_quotient, (uint8_t)a / 5)
OPERATION(unsigned_rest, (uint8_t)a % 9)
OPERATION(right, (uint8_t)a >> 2)
OPERATION(left, a << (b & 7))
OPERATION(least, a < b ? a : b)
OPERATION(most, a > b ? a : b)
OPERATION(unsigned_least, (uint8_t)a < (uint8_t)b ? a : b)
OPERATION(unsigned_most, (uint8_t)a > (uint8_t)b ? a : b)
OPERATION(magnitude, a < 0 ? -a : a)

static const range_operation operations[] = {
	{"add i8 %a, %b", sum},
	{"sub i8 %a, %b", difference},
	{"mul i8 %a, %b", product},
	{"mul i8 %a, %a", square},
	{"and i8 %a, %b", conjunction},
	{"or i8 %a, %b", disjunction},
	{"xor i8 %a, %b", exclusive},
	{"sdiv i8 %a, 5", quotient},
	{"udiv i8 %a, 5", unsigned_quotient},
	{"urem i8 %a, 9", unsigned_rest},
	{"lshr i8 %a, 2", right},
	{"shl i8 %a, %c", left},
	{"call i8 @llvm.smin.i8(i8 %a, i8 %b)", least},
	{"call i8 @llvm.smax.i8(i8 %a, i8 %b)", most},
	{"call i8 @llvm.umin.i8(i8 %a, i8 %b)", unsigned_least},
	{"call i8 @llvm.umax.i8(i8 %a, i8 %b)", unsigned_most},
	{"call i8 @llvm.abs.i8(i8 %a, i1 false)", magnitude},
};

static void operation_of(const range_operation *op, const range_shape *a, const range_shape *b)
{
	char text[1200], left_text[100], right_text[100];
	hr_interval range;
	unsigned zeros;

	snprintf(left_text, sizeof(left_text), a->text, "x");
	snprintf(right_text, sizeof(right_text), b->text, "y");
	snprintf(text, sizeof(text),
		 "declare i8 @llvm.smin.i8(i8, i8)\ndeclare i8 @llvm.smax.i8(i8, i8)\n"
		 "declare i8 @llvm.umin.i8(i8, i8)\ndeclare i8 @llvm.umax.i8(i8, i8)\n"
		 "declare i8 @llvm.abs.i8(i8, i1)\n"
		 "define i8 @f(i8 %%x, i8 %%y) {\n  %%a = %s\n  %%b = %s\n  %%c = and i8 %%b, 7\n"
		 "  %%v = %s\n  ret i8 %%v\n}\n",
		 left_text, right_text, op->text);
	range = range_in(text, "v", &zeros);
	for (int x = -128; x < 128; x++)
		for (int y = -128; y < 128; y++) {
			const int v = op->value(a->value(x), b->value(y));

			includes(range, v, text);
			if (v & ((1 << zeros) - 1))
				ck_abort_msg("%d low zeros:\n%s", zeros, text);
		}
}

START_TEST(operations_on_all_numbers)
{
	const unsigned count = sizeof(shapes) / sizeof(*shapes);

	for (unsigned i = 0; i < sizeof(operations) / sizeof(*operations); i++)
		for (unsigned a = 0; a < count; a++)
			for (unsigned b = 0; b < count; b++)
				operation_of(&operations[i], &shapes[a], &shapes[b]);
}
END_TEST

/* --- loops ------------------------------------------------------------------------------------ */

static const char *const predicates[] = {"eq",  "ne",  "ugt", "uge", "ult",
					 "ule", "sgt", "sge", "slt", "sle"};

static bool holds(unsigned predicate, int a, int b)
{
	const uint8_t ua = (uint8_t)a, ub = (uint8_t)b;

	switch (predicate) {
	case 0: return a == b;
	case 1: return a != b;
	case 2: return ua > ub;
	case 3: return ua >= ub;
	case 4: return ua < ub;
	case 5: return ua <= ub;
	case 6: return a > b;
	case 7: return a >= b;
	case 8: return a < b;
	default: return a <= b;
	}
}

/* The form of a loop. */
typedef struct range_loop {
	unsigned predicate;
	int start, step, bound;
	bool tests_next, exchanged, leaves,
		joined; /* joined: the condition is a part of the jump's */
} range_loop;

static void run_loop(const range_loop *l, hr_interval range, const char *text)
{
	int i = l->start;

	for (unsigned n = 0; n < 600; n++) {
		const int next = (int8_t)(i + l->step), tested = l->tests_next ? next : i;

		includes(range, i, text);
		if (holds(l->predicate, l->exchanged ? l->bound : tested,
			  l->exchanged ? tested : l->bound) == l->leaves)
			return;
		i = next;
	}
}

static void loop_of(const range_loop *l)
{
	const char *tested = l->tests_next ? "%next" : "%i";
	char text[800], bound[20];

	snprintf(bound, sizeof(bound), "%d", l->bound);
	snprintf(text, sizeof(text),
		 "define void @f(i1 %%other) {\nentry:\n  br label %%loop\nloop:\n"
		 "  %%i = phi i8 [ %d, %%entry ], [ %%next, %%loop ]\n"
		 "  %%next = add i8 %%i, %d\n  %%c = icmp %s i8 %s, %s\n"
		 "  %%both = select i1 %%c, i1 %s\n  br i1 %%%s, label %%%s, label %%%s\n"
		 "end:\n  ret void\n}\n",
		 l->start, l->step, predicates[l->predicate], l->exchanged ? bound : tested,
		 l->exchanged ? tested : bound, l->leaves ? "true, i1 %other" : "%other, i1 false",
		 l->joined ? "both" : "c", l->leaves ? "end" : "loop", l->leaves ? "loop" : "end");
	run_loop(l, range_in(text, "i", NULL), text);
}

START_TEST(loops_of_all_conditions)
{
	static const int starts[] = {-128, -3, 0, 5, 126}, steps[] = {1, 2, 7, -1};
	static const int bounds[] = {-128, -1, 0, 1, 6, 100, 127};

	for (unsigned n = 0; n < 10 * 5 * 4 * 7 * 16; n++)
		loop_of(&(range_loop){.predicate = n % 10,
				      .start = starts[n / 10 % 5],
				      .step = steps[n / 50 % 4],
				      .bound = bounds[n / 200 % 7],
				      .tests_next = n / 1400 & 1,
				      .exchanged = n / 1400 & 2,
				      .leaves = n / 1400 & 4,
				      .joined = n / 1400 & 8});
}
END_TEST

/* --- narrow ranges ---------------------------------------------------------------------------- */

/* Check the range of %v in BODY, whose arguments are i8 %x, i32 %n and i64 %m. */
static void is(const char *body, hr_s128 low, hr_s128 high)
{
	char text[800];
	hr_interval range;

	snprintf(text, sizeof(text),
		 "define void @f(i8 %%x, i32 %%n, i64 %%m) {\nentry:\n%s\n  ret void\n}\n", body);
	range = range_in(text, "v", NULL);
	ck_assert_msg(range.low == low && range.high == high, "from %lld to %lld:\n%s",
		      (long long)range.low, (long long)range.high, text);
}

START_TEST(narrow_ranges)
{
	is("  %a = zext i8 %x to i32\n  %s = sub i32 %a, 255\n  %v = mul i32 %s, %s", 0, 65025);
	is("  %a = zext i8 %x to i32\n  %v = shl i32 %a, 23", 0, 255 << 23);
	is("  %a = zext i8 %x to i32\n  %v = shl i32 %a, 24", INT32_MIN, INT32_MAX);
	is("  %a = add i32 %n, 1\n  %v = sext i32 %a to i64", INT32_MIN, INT32_MAX);
	is("  br label %loop\nloop:\n  %v = phi i32 [ 0, %entry ], [ %next, %loop ]\n"
	   "  %next = add i32 %v, 1\n  %c = icmp slt i32 %next, %n\n"
	   "  br i1 %c, label %loop, label %end\nend:",
	   0, INT32_MAX - 1);
	is("  br label %loop\nloop:\n  %v = phi i32 [ 0, %entry ], [ %next, %loop ]\n"
	   "  %next = add i32 %v, 1\n  %c = icmp eq i32 %next, 16\n"
	   "  br i1 %c, label %end, label %loop\nend:",
	   0, 15);
	is("  br label %loop\nloop:\n  %v = phi i32 [ 0, %entry ], [ %next, %loop ]\n"
	   "  %next = add i32 %v, 1\n  %c = icmp eq i32 %next, %n\n"
	   "  br i1 %c, label %end, label %loop\nend:",
	   INT32_MIN, INT32_MAX);
	/* no program counts that far */
	is("  br label %loop\nloop:\n  %v = phi i64 [ 0, %entry ], [ %next, %loop ]\n"
	   "  %next = add i64 %v, 1\n  %c = icmp eq i64 %next, %m\n"
	   "  br i1 %c, label %end, label %loop\nend:",
	   0, INT64_C(1) << 52);
	is("  br label %loop\nloop:\n  %v = phi i64 [ %m, %entry ], [ %next, %loop ]\n"
	   "  %next = add i64 %v, 1\n  %c = icmp eq i64 %next, 0\n"
	   "  br i1 %c, label %end, label %loop\nend:",
	   INT64_MIN, INT64_MAX);
}
END_TEST

HR_TEST_MAIN("range", operations_on_all_numbers, loops_of_all_conditions, narrow_ranges)
