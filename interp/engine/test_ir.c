/* interp/engine/test_ir.c -- LLVM's instructions and intrinsics: the engine compared with compiled
 * code.
 *
 * Every case is a function `void f(ptr in, ptr out)` in LLVM assembly. It runs in the engine and,
 * compiled by LLVM, on this machine, with the same random input bytes; the output bytes must be
 * equal. Cases are generated for every integer operation and width, every floating-point operation
 * and format, and every conversion, or are files in interp/tests/ir/ (a file that cannot be
 * compiled here fails). NAME.plain next to NAME.ll is compiled in its place: for operations that
 * LLVM cannot compile, or computes differently. Functions whose names begin with trap_ are only
 * interpreted, and must end with the diagnostic named by the rest of the name. The last test checks
 * for rows that have not run.
 *
 * Not here:  running a case (test_compiled.c), cases for single rows (test_rows.c), the record of
 *            what has run (test_cover.c). */
#define _GNU_SOURCE
#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <llvm-c/Target.h>
#include <llvm/Config/llvm-config.h>

#include "interp/engine/test_compiled.h"

/* --- generated: integers ---------------------------------------------------------------------- */

static const unsigned widths[] = {1,  2,  3,  7,  8,  12, 16,  24,  31, 32,
				  33, 48, 63, 64, 65, 80, 100, 127, 128};
enum { WIDTHS = sizeof(widths) / sizeof(*widths) };

typedef struct text {
	char *data;
	size_t length;
	FILE *stream;
	unsigned count;
} text;

static text *begin_text(text *t)
{
	*t = (text){0};
	t->stream = open_memstream(&t->data, &t->length);
	return t;
}

static void run_text(text *t, bool floats)
{
	fclose(t->stream);
	hr_compiled_run(t->data, floats);
	free(t->data);
}

/* Write "i24" or "<3 x i24>", or a splat constant of that type. */
static void type_name(char *to, unsigned lanes, const char *element)
{
	if (lanes)
		sprintf(to, "<%u x %s>", lanes, element);
	else
		strcpy(to, element);
}

static void splat(char *to, unsigned lanes, const char *element, const char *value)
{
	size_t used = 0;

	if (!lanes) {
		strcpy(to, value);
		return;
	}
	to[used++] = '<';
	for (unsigned i = 0; i < lanes; i++)
		used += (size_t)sprintf(to + used, "%s%s %s", i ? ", " : "", element, value);
	strcpy(to + used, ">");
}

/* Write 2^n - 1, n < 128, in decimal. */
static void ones(char *to, unsigned n)
{
	unsigned __int128 value = n ? ~(unsigned __int128)0 >> (128 - n) : 0;
	char digits[48];
	int at = 47;

	digits[at] = 0;
	do {
		digits[--at] = (char)('0' + (int)(value % 10));
		value /= 10;
	} while (value);
	strcpy(to, digits + at);
}

/* Begin a function with %a, %b, %c of type T, %n (a shift amount below the width), %d (a nonzero
 * divisor) and %s (a positive divisor). */
static void int_prologue(text *t, const char *name, unsigned lanes, unsigned bits)
{
	char element[16], type[64], wide[64], width[600], one[600], half[600], number[48];

	sprintf(element, "i%u", bits);
	type_name(type, lanes, element);
	type_name(wide, lanes, lanes ? "i128" : "i256");
	sprintf(number, "%u", bits);
	splat(width, lanes, element, number);
	splat(one, lanes, element, "1");
	ones(number, bits > 2 ? bits - 2 : 0);
	splat(half, lanes, element, number);
	fprintf(t->stream, "define void @%s_%u_%u_%u(ptr %%in, ptr %%out) {\n", name, lanes, bits,
		t->count++);
	for (unsigned i = 0; i < 3; i++)
		fprintf(t->stream,
			"%%p%u = getelementptr i8, ptr %%in, i64 %u\n%%w%u = load %s, ptr %%p%u, align 1\n"
			"%%%c = %s %s %%w%u %s %s\n",
			i, i * 160, i, wide, i, 'a' + (int)i,
			lanes && bits == 128 ? "add" : "trunc", wide, i,
			lanes && bits == 128 ? "," : "to",
			lanes && bits == 128 ? "zeroinitializer" : type);
	fprintf(t->stream,
		"%%n = urem %s %%b, %s\n%%d = or %s %%b, %s\n%%h = and %s %%b, %s\n"
		"%%s = or %s %%h, %s\n",
		type, width, type, one, type, half, type, one);
}

static void int_binary(text *t, unsigned lanes, unsigned bits, const char *op, const char *b)
{
	char element[16], type[64], name[32];

	sprintf(element, "i%u", bits);
	type_name(type, lanes, element);
	strcpy(name, op);
	int_prologue(t, name, lanes, bits);
	fprintf(t->stream, "%%r = %s %s %%a, %s\nstore %s %%r, ptr %%out\nret void\n}\n", op, type,
		b, type);
}

static void int_compare(text *t, unsigned lanes, unsigned bits, const char *predicate)
{
	char element[16], type[64], result[64], name[32];

	sprintf(element, "i%u", bits);
	type_name(type, lanes, element);
	type_name(result, lanes, "i1");
	sprintf(name, "icmp_%s", predicate);
	int_prologue(t, name, lanes, bits);
	fprintf(t->stream,
		"%%r = icmp %s %s %%a, %%b\n%%e = icmp %s %s %%a, %%a\n"
		"%%o = getelementptr i8, ptr %%out, i64 16\nstore %s %%r, ptr %%out\n"
		"store %s %%e, ptr %%o\nret void\n}\n",
		predicate, type, predicate, type, result, result);
}

static void suffix(char *to, unsigned lanes, unsigned bits)
{
	if (lanes)
		sprintf(to, "v%ui%u", lanes, bits);
	else
		sprintf(to, "i%u", bits);
}

/* Write llvm.NAME.TYPE(a, b, c) with OPERANDS operands. FLAG: an i1 operand follows. PAIR: the
 * result is { T, i1 }. */
static void int_intrinsic(text *t, unsigned lanes, unsigned bits, const char *intrinsic,
			  unsigned operands, const char *second, bool flag, bool pair)
{
	char element[16], type[64], mangled[32], name[48], result[160], bit[64];

	sprintf(element, "i%u", bits);
	type_name(type, lanes, element);
	type_name(bit, lanes, "i1");
	suffix(mangled, lanes, bits);
	strcpy(name, intrinsic);
	for (char *c = name; *c; c++)
		*c = *c == '.' ? '_' : *c;
	strcpy(result, type);
	if (pair)
		sprintf(result, "{ %s, %s }", type, bit);
	int_prologue(t, name, lanes, bits);
	fprintf(t->stream, "%%r = call %s @llvm.%s.%s(%s %%a", result, intrinsic, mangled, type);
	for (unsigned i = 1; i < operands; i++)
		fprintf(t->stream, ", %s %s", type,
			i == 1 && second ? second
			: i == 1         ? "%b"
					 : "%c");
	fprintf(t->stream, "%s)\n", flag ? ", i1 false" : "");
	if (pair)
		fprintf(t->stream,
			"%%v = extractvalue %s %%r, 0\n%%o = extractvalue %s %%r, 1\n"
			"store %s %%v, ptr %%out\n%%q = getelementptr i8, ptr %%out, i64 256\n"
			"store %s %%o, ptr %%q\nret void\n}\n",
			result, result, type, bit);
	else
		fprintf(t->stream, "store %s %%r, ptr %%out\nret void\n}\n", type);
}

/* Write llvm.ucmp and llvm.scmp with an i8 result. */
static void int_three_way(text *t, unsigned lanes, unsigned bits, const char *intrinsic)
{
	char element[16], type[64], byte[64], mangled[32], small[32];

	sprintf(element, "i%u", bits);
	type_name(type, lanes, element);
	type_name(byte, lanes, "i8");
	suffix(mangled, lanes, bits);
	suffix(small, lanes, 8);
	int_prologue(t, intrinsic, lanes, bits);
	fprintf(t->stream,
		"%%r = call %s @llvm.%s.%s.%s(%s %%a, %s %%b)\nstore %s %%r, ptr %%out\nret void\n}\n",
		byte, intrinsic, small, mangled, type, type, byte);
}

/* Write llvm.NAME.TYPE(a, b, SCALE). HALVES: the operands are shifted so that their product
 * fits. */
static void int_fixed(text *t, unsigned lanes, unsigned bits, const char *name, unsigned scale,
		      bool halves)
{
	char element[16], type[64], mangled[32], number[16], amount[600];

	sprintf(element, "i%u", bits);
	type_name(type, lanes, element);
	suffix(mangled, lanes, bits);
	sprintf(number, "%u", halves ? (bits + 1) / 2 : 0);
	splat(amount, lanes, element, number);
	int_prologue(t, "fixed", lanes, bits);
	fprintf(t->stream, "%%x = %s %s %%a, %s\n%%y = %s %s %%b, %s\n",
		*name == 's' ? "ashr" : "lshr", type, amount, *name == 's' ? "ashr" : "lshr", type,
		amount);
	fprintf(t->stream,
		"%%r = call %s @llvm.%s.%s(%s %%x, %s %%y, i32 %u)\nstore %s %%r, ptr %%out\nret void\n}\n",
		type, name, mangled, type, type, scale, type);
}

/* Write all fixed-point products of up to 64 bits; wider ones are refused. */
static void int_fixed_family(text *t, unsigned lanes, unsigned bits)
{
	const unsigned scales[] = {0, bits / 3, bits - 1};

	for (size_t i = 0; bits > 1 && bits <= 64 && i < sizeof(scales) / sizeof(*scales); i++) {
		int_fixed(t, lanes, bits, "smul.fix", scales[i], true);
		int_fixed(t, lanes, bits, "umul.fix", scales[i], true);
		int_fixed(t, lanes, bits, "smul.fix.sat", scales[i], false);
		int_fixed(t, lanes, bits, "umul.fix.sat", scales[i], false);
	}
}

/* Write reductions of vectors to an element. */
static void int_reductions(text *t, unsigned lanes, unsigned bits)
{
	static const char *const names[] = {"add",  "mul",  "and",  "or",  "xor",
					    "smax", "smin", "umax", "umin"};
	char element[16], type[64];

	sprintf(element, "i%u", bits);
	type_name(type, lanes, element);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		int_prologue(t, names[i], lanes, bits);
		fprintf(t->stream,
			"%%r = call %s @llvm.vector.reduce.%s.v%u%s(%s %%a)\nstore %s %%r, ptr %%out\n"
			"ret void\n}\n",
			element, names[i], lanes, element, type, element);
	}
}

static void int_family(unsigned lanes, unsigned bits)
{
	static const char *const plain[] = {"add", "sub", "mul", "and", "or", "xor"};
	static const char *const predicates[] = {"eq",  "ne",  "ugt", "uge", "ult",
						 "ule", "sgt", "sge", "slt", "sle"};
	static const char *const two[] = {"umin",     "umax",     "smin",     "smax",
					  "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat"};
	static const char *const over[] = {"uadd", "usub", "umul", "sadd", "ssub", "smul"};
	text t;

	begin_text(&t);
	for (size_t i = 0; i < 6; i++)
		int_binary(&t, lanes, bits, plain[i], "%b");
	int_binary(&t, lanes, bits, "shl", "%n");
	int_binary(&t, lanes, bits, "lshr", "%n");
	int_binary(&t, lanes, bits, "ashr", "%n");
	int_binary(&t, lanes, bits, "udiv", "%d");
	int_binary(&t, lanes, bits, "urem", "%d");
	if (bits > 1) {
		int_binary(&t, lanes, bits, "sdiv", "%s");
		int_binary(&t, lanes, bits, "srem", "%s");
		int_intrinsic(&t, lanes, bits, "ushl.sat", 2, "%n", false, false);
		int_intrinsic(&t, lanes, bits, "sshl.sat", 2, "%n", false, false);
	}
	for (size_t i = 0; i < 10; i++)
		int_compare(&t, lanes, bits, predicates[i]);
	for (size_t i = 0; i < 8; i++)
		int_intrinsic(&t, lanes, bits, two[i], 2, NULL, false, false);
	for (size_t i = 0; i < 6; i++) {
		char name[32];

		sprintf(name, "%s.with.overflow", over[i]);
		int_intrinsic(&t, lanes, bits, name, 2, NULL, false, true);
	}
	int_intrinsic(&t, lanes, bits, "ctpop", 1, NULL, false, false);
	int_intrinsic(&t, lanes, bits, "ctlz", 1, NULL, true, false);
	int_intrinsic(&t, lanes, bits, "cttz", 1, NULL, true, false);
	int_intrinsic(&t, lanes, bits, "abs", 1, NULL, true, false);
	int_intrinsic(&t, lanes, bits, "bitreverse", 1, NULL, false, false);
	if (bits % 16 == 0)
		int_intrinsic(&t, lanes, bits, "bswap", 1, NULL, false, false);
	int_intrinsic(&t, lanes, bits, "fshl", 3, NULL, false, false);
	int_intrinsic(&t, lanes, bits, "fshr", 3, NULL, false, false);
#if LLVM_VERSION_MAJOR >= 22
	int_intrinsic(&t, lanes, bits, "clmul", 2, NULL, false, false);
#endif
	int_fixed_family(&t, lanes, bits);
	int_three_way(&t, lanes, bits, "ucmp");
	int_three_way(&t, lanes, bits, "scmp");
	if (lanes)
		int_reductions(&t, lanes, bits);
	run_text(&t, false);
}

START_TEST(integers)
{
	int_family(0, widths[_i]);
	ck_assert_uint_eq(hr_compiled_failures, 0);
}
END_TEST

START_TEST(integer_vectors)
{
	int_family(3, widths[_i]);
	ck_assert_uint_eq(hr_compiled_failures, 0);
}
END_TEST

START_TEST(integer_casts)
{
	static const char *const casts[] = {"zext", "sext"};
	text t;

	begin_text(&t);
	for (size_t k = 0; k < WIDTHS; k++) {
		unsigned from = widths[_i], to = widths[k];

		for (int c = 0; c < 2 && from != to; c++) {
			int_prologue(&t, "cast", 0, from);
			fprintf(t.stream,
				"%%r = %s i%u %%a to i%u\nstore i%u %%r, ptr %%out\nret void\n}\n",
				from < to ? casts[c] : "trunc", from, to, to);
		}
	}
	run_text(&t, false);
	ck_assert_uint_eq(hr_compiled_failures, 0);
}
END_TEST

/* A value is stored and loaded, as a scalar and in a vector: bytes and padding. */
START_TEST(integer_memory)
{
	static const unsigned lanes[] = {0, 2, 3, 8};
	text t;

	begin_text(&t);
	for (size_t k = 0; k < 3; k++) {
		char element[16], type[64];

		sprintf(element, "i%u", widths[_i]);
		type_name(type, lanes[k], element);
		int_prologue(&t, "memory", lanes[k], widths[_i]);
		fprintf(t.stream,
			"%%m = alloca %s\nstore %s %%a, ptr %%m\n%%x = load %s, ptr %%m\n"
			"%%y = add %s %%x, %%b\nstore %s %%y, ptr %%out\n%%o = getelementptr %s, ptr %%out, i64 1\n"
			"store %s %%x, ptr %%o\n%%bit = load i8, ptr %%in\n%%odd = trunc i8 %%bit to i1\n"
			"br i1 %%odd, label %%yes, label %%no\nyes:\nbr label %%join\nno:\nbr label %%join\n",
			type, type, type, type, type, type, type);
		fprintf(t.stream,
			"join:\n%%phi = phi %s [ %%a, %%yes ], [ %%b, %%no ]\n%%ice = freeze %s %%phi\n"
			"%%sel = select i1 %%odd, %s %%ice, %s %%c\n%%o2 = getelementptr %s, ptr %%out, i64 2\n"
			"store %s %%sel, ptr %%o2\nret void\n}\n",
			type, type, type, type, type, type);
	}
	run_text(&t, false);
	ck_assert_uint_eq(hr_compiled_failures, 0);
}
END_TEST

/* --- generated: floating point ---------------------------------------------------------------- */

typedef struct ir_format {
	const char *name, *mangled, *one;
	unsigned bits;
	/* the C library has functions for it; results of other formats are rounded from a wider
	 * one */
	bool libm;
} ir_format;

static const ir_format formats[] = {
	{"half", "f16", "0xH3C00", 16, false},
	{"bfloat", "bf16", "0xR3F80", 16, false},
	{"float", "f32", "1.0", 32, true},
	{"double", "f64", "1.0", 64, true},
	{"x86_fp80", "f80", "0xK3FFF8000000000000000", 80, true},
	{"fp128", "f128", "0xL00000000000000003FFF000000000000", 128, false},
};
enum { FORMATS = sizeof(formats) / sizeof(*formats) };

static void float_input(text *t, const ir_format *f, char name, unsigned offset)
{
	fprintf(t->stream,
		"%%p%c = getelementptr i8, ptr %%in, i64 %u\n%%w%c = load double, ptr %%p%c\n",
		name, offset, name, name);
	if (f->bits == 64)
		fprintf(t->stream, "%%%c = fadd double %%w%c, -0.0\n", name, name);
	else
		fprintf(t->stream, "%%%c = %s double %%w%c to %s\n", name,
			f->bits < 64 ? "fptrunc" : "fpext", name, f->name);
}

static void float_prologue(text *t, const char *name, const ir_format *f)
{
	fprintf(t->stream, "define void @f_%s_%s_%u(ptr %%in, ptr %%out) {\n", name, f->mangled,
		t->count++);
	float_input(t, f, 'a', 0);
	float_input(t, f, 'b', 8);
	float_input(t, f, 'c', 16);
}

/* All NaNs are stored as the same NaN, because LLVM does not specify which NaN an operation
 * returns. */
static void float_result(text *t, const ir_format *f, const char *value, unsigned offset)
{
	unsigned n = t->count++;

	fprintf(t->stream,
		"%%nan%u = fcmp uno %s %s, %s\n%%safe%u = select i1 %%nan%u, %s %s, %s %s\n"
		"%%o%u = getelementptr i8, ptr %%out, i64 %u\nstore %s %%safe%u, ptr %%o%u\n"
		"%%on%u = getelementptr i8, ptr %%out, i64 %u\nstore i1 %%nan%u, ptr %%on%u\n",
		n, f->name, value, value, n, n, f->name, f->one, f->name, value, n, offset, f->name,
		n, n, n, offset + 24, n, n);
}

static void float_arithmetic(text *t, const ir_format *f)
{
	static const char *const binary[] = {"fadd", "fsub", "fmul", "fdiv", "frem"};
	static const char *const unary[] = {"fabs", "sqrt",      "floor", "ceil",     "trunc",
					    "rint", "nearbyint", "round", "roundeven"};
	static const char *const two[] = {"copysign", "minnum", "maxnum"};

	for (size_t i = 0; i < 5; i++) {
		float_prologue(t, binary[i], f);
		fprintf(t->stream, "%%r = %s %s %%a, %%b\n", binary[i], f->name);
		float_result(t, f, "%r", 0);
		fputs("ret void\n}\n", t->stream);
	}
	for (size_t i = 0; i < 9; i++) {
		float_prologue(t, unary[i], f);
		fprintf(t->stream, "%%r = call %s @llvm.%s.%s(%s %%a)\n%%m = fneg %s %%a\n",
			f->name, unary[i], f->mangled, f->name, f->name);
		float_result(t, f, "%r", 0);
		float_result(t, f, "%m", 32);
		fputs("ret void\n}\n", t->stream);
	}
	/* fmin and fmax of zeros with different signs may return either zero: adding +0 makes both
	 * +0 */
	for (size_t i = 0; i < 3; i++) {
		float_prologue(t, two[i], f);
		fprintf(t->stream,
			"%%q = call %s @llvm.%s.%s(%s %%a, %s %%b)\n"
			"%%z = fsub %s %%a, %%a\n%%zz = fcmp oeq %s %%a, %%b\n"
			"%%r = select i1 %%zz, %s %%a, %s %%q\n",
			f->name, two[i], f->mangled, f->name, f->name, f->name, f->name, f->name,
			f->name);
		float_result(t, f, "%r", 0);
		fputs("ret void\n}\n", t->stream);
	}
	float_prologue(t, "fma", f);
	fprintf(t->stream, "%%r = call %s @llvm.fma.%s(%s %%a, %s %%b, %s %%c)\n", f->name,
		f->mangled, f->name, f->name, f->name);
	float_result(t, f, "%r", 0);
	fputs("ret void\n}\n", t->stream);
}

/* Pairs of operations that are fused into one (ir/lower/fuse.c). Doubles are used as loaded,
 * because adding -0 to them would also be fused. */
static void float_pairs(text *t, const ir_format *f)
{
	static const char *const simple[] = {"fadd", "fsub", "fmul"};
	const char *const own = f->bits == 64 ? "w" : "";

	for (unsigned i = 0; i < 18; i++) {
		float_prologue(t, i < 9 ? "left" : "right", f);
		fprintf(t->stream, "%%x = %s %s %%%sa, %%%sb\n", simple[i % 3], f->name, own, own);
		if (i < 9)
			fprintf(t->stream, "%%r = %s %s %%x, %%%sc\n", simple[i / 3], f->name, own);
		else
			fprintf(t->stream, "%%r = %s %s %%%sc, %%x\n", simple[i / 3 - 3], f->name,
				own);
		float_result(t, f, "%r", 0);
		fputs("ret void\n}\n", t->stream);
	}
}

static void float_compare(text *t, const ir_format *f)
{
	static const char *const predicates[] = {"false", "oeq", "ogt", "oge", "olt", "ole",
						 "one",   "ord", "ueq", "ugt", "uge", "ult",
						 "ule",   "une", "uno", "true"};

	for (size_t i = 0; i < 16; i++) {
		float_prologue(t, predicates[i], f);
		fprintf(t->stream,
			"%%r = fcmp %s %s %%a, %%b\nstore i1 %%r, ptr %%out\n"
			"%%e = fcmp %s %s %%a, %%a\n%%o = getelementptr i8, ptr %%out, i64 1\n"
			"store i1 %%e, ptr %%o\nbr i1 %%r, label %%y, label %%n\ny:\n"
			"%%oy = getelementptr i8, ptr %%out, i64 2\nstore i8 1, ptr %%oy\nret void\nn:\n"
			"ret void\n}\n",
			predicates[i], f->name, predicates[i], f->name);
	}
}

static void float_casts(text *t, const ir_format *f)
{
	for (size_t i = 0; i < FORMATS; i++) {
		/* conversions to bfloat from the wide formats: test_rows.c */
		if (formats[i].bits == f->bits || (f->bits > 64 && formats[i].mangled[0] == 'b'))
			continue;
		float_prologue(t, "fpconv", f);
		fprintf(t->stream, "%%r = %s %s %%a to %s\n",
			f->bits < formats[i].bits ? "fpext" : "fptrunc", f->name, formats[i].name);
		float_result(t, &formats[i], "%r", 0);
		fputs("ret void\n}\n", t->stream);
	}
	for (size_t i = 0; i < WIDTHS; i++) {
		unsigned bits = widths[i];

		float_prologue(t, "toint", f);
		fprintf(t->stream,
			"%%s = call i%u @llvm.fptosi.sat.i%u.%s(%s %%a)\n"
			"%%u = call i%u @llvm.fptoui.sat.i%u.%s(%s %%a)\nstore i%u %%s, ptr %%out\n"
			"%%o = getelementptr i8, ptr %%out, i64 16\nstore i%u %%u, ptr %%o\nret void\n}\n",
			bits, bits, f->mangled, f->name, bits, bits, f->mangled, f->name, bits,
			bits);
		float_prologue(t, "fromint", f);
		fprintf(t->stream,
			"%%i = load i256, ptr %%in\n%%j = trunc i256 %%i to i%u\n"
			"%%s = sitofp i%u %%j to %s\n%%u = uitofp i%u %%j to %s\n",
			bits, bits, f->name, bits, f->name);
		float_result(t, f, "%s", 0);
		float_result(t, f, "%u", 32);
		fputs("ret void\n}\n", t->stream);
	}
}

/* Conversions that trap out of range, with values in range. */
static void float_truncate(text *t, const ir_format *f)
{
	static const unsigned to[] = {8, 12, 16, 24, 32, 33, 64, 65, 128};

	for (size_t i = 0; i < 9; i++) {
		unsigned bits = to[i];

		float_prologue(t, "fptosi", f);
		fprintf(t->stream,
			"%%abs = call %s @llvm.fabs.%s(%s %%a)\n%%sixty = uitofp i8 60 to %s\n"
			"%%ok = fcmp olt %s %%abs, %%sixty\n%%v = select i1 %%ok, %s %%a, %s %s\n"
			"%%va = call %s @llvm.fabs.%s(%s %%v)\n%%s = fptosi %s %%v to i%u\n"
			"%%u = fptoui %s %%va to i%u\nstore i%u %%s, ptr %%out\n"
			"%%o = getelementptr i8, ptr %%out, i64 16\nstore i%u %%u, ptr %%o\nret void\n}\n",
			f->name, f->mangled, f->name, f->name, f->name, f->name, f->name, f->one,
			f->name, f->mangled, f->name, f->name, bits, f->name, bits, bits, bits);
	}
}

static void float_library(text *t, const ir_format *f)
{
	static const char *const unary[] = {"sin", "cos", "exp", "exp2", "log", "log2", "log10"};

	for (size_t i = 0; i < 7 && f->libm; i++) {
		float_prologue(t, unary[i], f);
		fprintf(t->stream, "%%r = call %s @llvm.%s.%s(%s %%a)\n", f->name, unary[i],
			f->mangled, f->name);
		float_result(t, f, "%r", 0);
		fputs("ret void\n}\n", t->stream);
	}
	for (unsigned mask = 1; mask < 1024; mask <<= 1) {
		float_prologue(t, "fpclass", f);
		fprintf(t->stream,
			"%%r = call i1 @llvm.is.fpclass.%s(%s %%a, i32 %u)\nstore i1 %%r, ptr %%out\n"
			"ret void\n}\n",
			f->mangled, f->name, mask);
	}
	if (!f->libm)
		return;
	float_prologue(t, "pow", f);
	fprintf(t->stream, "%%r = call %s @llvm.pow.%s(%s %%a, %s %%b)\n", f->name, f->mangled,
		f->name, f->name);
	float_result(t, f, "%r", 0);
	fprintf(t->stream,
		"%%i = load i32, ptr %%in\n%%e = srem i32 %%i, 200\n"
		"%%l = call %s @llvm.ldexp.%s.i32(%s %%a, i32 %%e)\n",
		f->name, f->mangled, f->name);
	float_result(t, f, "%l", 32);
	fprintf(t->stream,
		"%%fe = call { %s, i32 } @llvm.frexp.%s.i32(%s %%a)\n"
		"%%fr = extractvalue { %s, i32 } %%fe, 0\n%%ex = extractvalue { %s, i32 } %%fe, 1\n"
		"%%fin = call i1 @llvm.is.fpclass.%s(%s %%a, i32 504)\n%%exs = select i1 %%fin, i32 %%ex, i32 0\n"
		"%%oe = getelementptr i8, ptr %%out, i64 128\nstore i32 %%exs, ptr %%oe\n",
		f->name, f->mangled, f->name, f->name, f->name, f->mangled, f->name);
	float_result(t, f, "%fr", 64);
	fputs("ret void\n}\n", t->stream);
}

enum { FAMILIES = 6 };

START_TEST(floats)
{
	static void (*const families[FAMILIES])(text *, const ir_format *) = {
		float_arithmetic, float_pairs,    float_compare,
		float_casts,      float_truncate, float_library};
	text t;

	begin_text(&t);
	families[_i % FAMILIES](&t, &formats[_i / FAMILIES]);
	run_text(&t, true);
	ck_assert_uint_eq(hr_compiled_failures, 0);
}
END_TEST

/* --- from files ------------------------------------------------------------------------------- */

static char *read_whole(const char *path)
{
	FILE *file = fopen(path, "r");
	char *data = calloc(1, 1 << 20);

	ck_assert_msg(file != NULL, "cannot read %s", path);
	ck_assert_uint_lt(fread(data, 1, (1 << 20) - 1, file), (1 << 20) - 1);
	fclose(file);
	return data;
}

/* Run a file. A file NAME.plain beside it is compiled in its place; NAME-22.ll needs LLVM 22. */
static void run_file(const char *path)
{
	char plain_path[1100];
	char *data = read_whole(path), *plain;

	if (LLVM_VERSION_MAJOR >= 22 || !strstr(path, "-22.ll")) {
		snprintf(plain_path, sizeof(plain_path), "%.*s.plain", (int)strlen(path) - 3, path);
		plain = read_whole(access(plain_path, R_OK) ? path : plain_path);
		hr_compiled_compare(data, plain, strstr(path, "float") != NULL);
		free(plain);
	}
	free(data);
}

START_TEST(files)
{
	const char *source = getenv("srcdir");
	char folder[512], path[1024];
	struct dirent **entries;
	int count;

	snprintf(folder, sizeof(folder), "%s/interp/tests/ir", source ? source : ".");
	count = scandir(folder, &entries, NULL, alphasort);
	ck_assert_msg(count > 2, "no cases in %s", folder);
	for (int i = 0; i < count; i++) {
		const char *end = strrchr(entries[i]->d_name, '.');

		if (end && !strcmp(end, ".ll")) {
			snprintf(path, sizeof(path), "%s/%s", folder, entries[i]->d_name);
			run_file(path);
		}
		free(entries[i]);
	}
	free(entries);
	ck_assert_uint_eq(hr_compiled_failures, 0);
}
END_TEST

START_TEST(every_row_has_run)
{
	ck_assert_uint_eq(hr_cover_check(), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ir");
	TCase *tcase = tcase_create("ir");
	SRunner *runner = srunner_create(suite);
	int failed;

	hr_cover_begin();
	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
	LLVMInitializeNativeAsmParser();
	tcase_set_timeout(tcase, 300);
	tcase_add_loop_test(tcase, integers, 0, WIDTHS);
	tcase_add_loop_test(tcase, integer_vectors, 0, WIDTHS);
	tcase_add_loop_test(tcase, integer_casts, 0, WIDTHS);
	tcase_add_loop_test(tcase, integer_memory, 0, WIDTHS);
	tcase_add_loop_test(tcase, floats, 0, FAMILIES * FORMATS);
	tcase_add_test(tcase, files);
	hr_rows_add(tcase);
	if (!getenv("HPVM_IR_CASES"))
		tcase_add_test(tcase, every_row_has_run); /* must be the last test */
	suite_add_tcase(suite, tcase);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
