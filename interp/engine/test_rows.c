/* interp/engine/test_rows.c -- cases for the rows of ir/lower/intrinsic.def on floating-point and
 * vector types.
 *
 * Each row gives one module: a function for every format, as a scalar and in a vector. Constrained
 * operations are compared with the plain ones, which are equivalent in the default environment; so
 * is everything that LLVM does not compile for this machine.
 *
 * Invariant: operands are exact in every format in which they are used; all NaNs are stored as the
 *            same NaN.
 * Not here:  integers, and floating point without intrinsics (test_ir.c); memory and the rest
 *            (interp/tests/ir). */
#define _GNU_SOURCE
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>

#include "interp/engine/test_compiled.h"
#include "ir/lower/intrinsic.h"

enum { LANES = 4 };

typedef struct row_format {
	const char *name, *mangled, *one;
	unsigned bits;
} row_format;

static const row_format formats[] = {
	{"half", "f16", "0xH3C00", 16},
	{"bfloat", "bf16", "0xR3F80", 16},
	{"float", "f32", "1.0", 32},
	{"double", "f64", "1.0", 64},
	{"x86_fp80", "f80", "0xK3FFF8000000000000000", 80},
	{"fp128", "f128", "0xL00000000000000003FFF000000000000", 128},
};
enum { FORMATS = sizeof(formats) / sizeof(*formats) };

/* A function that is being written. */
typedef struct writer {
	FILE *to;
	const row_format *f;
	unsigned lanes;  /* 0: a scalar */
	bool plain;      /* the function to compile, without the intrinsic */
	unsigned count;  /* number of names used */
	unsigned offset; /* offset of the next result */
	char type[48], mangled[16];
} writer;

#define PUT(w, ...) fprintf((w)->to, __VA_ARGS__)

static const char *prefix(const writer *w)
{
	return w->lanes ? "<4 x " : "";
}

static const char *end(const writer *w)
{
	return w->lanes ? ">" : "";
}

/* Write %<name>: the double, or four doubles, at OFFSET of the input, converted to the format. */
static void operand(writer *w, char name, unsigned offset)
{
	const char *p = prefix(w), *e = end(w);

	PUT(w,
	    "%%p%c = getelementptr i8, ptr %%in, i64 %u\n%%w%c = load %sdouble%s, ptr %%p%c, align "
	    "8\n",
	    name, offset, name, p, e, name);
	if (w->f->mangled[0] == 'b')
		PUT(w,
		    "%%x%c = fptrunc %sdouble%s %%w%c to %sfloat%s\n%%y%c = bitcast %sfloat%s "
		    "%%x%c to %si32%s\n"
		    "%%z%c = lshr %si32%s %%y%c, %s\n%%t%c = trunc %si32%s %%z%c to %si16%s\n"
		    "%%%c = bitcast %si16%s %%t%c to %s\n",
		    name, p, e, name, p, e, name, p, e, name, p, e, name, p, e, name,
		    w->lanes ? "<i32 16, i32 16, i32 16, i32 16>" : "16", name, p, e, name, p, e,
		    name, p, e, name, w->type);
	else
		PUT(w, "%%%c = %s %sdouble%s %%w%c to %s\n", name,
		    w->f->bits == 64  ? "bitcast"
		    : w->f->bits < 64 ? "fptrunc"
				      : "fpext",
		    p, e, name, w->type);
}

/* Store the scalar VALUE, with all NaNs made the same. With ONE_ZERO, both zeros are made the
 * same. */
static void scalar_result(writer *w, const char *value, bool one_zero)
{
	const char *t = w->f->name;
	unsigned n = w->count++;

	PUT(w, "%%nan%u = fcmp uno %s %s, %s\n%%s%u = select i1 %%nan%u, %s %s, %s %s\n", n, t,
	    value, value, n, n, t, w->f->one, t, value);
	PUT(w,
	    "%%z%u = fcmp oeq %s %%s%u, zeroinitializer\n%%c%u = and i1 %%z%u, %s\n"
	    "%%q%u = select i1 %%c%u, %s zeroinitializer, %s %%s%u\n",
	    n, t, n, n, n, one_zero ? "true" : "false", n, n, t, t, n);
	PUT(w,
	    "%%o%u = getelementptr i8, ptr %%out, i64 %u\nstore %s %%q%u, ptr %%o%u\n"
	    "%%on%u = getelementptr i8, ptr %%out, i64 %u\nstore i1 %%nan%u, ptr %%on%u\n",
	    n, w->offset, t, n, n, n, w->offset + 16, n, n);
	w->offset += 32;
}

static void result(writer *w, const char *value, bool one_zero)
{
	char element[32];

	if (!w->lanes)
		scalar_result(w, value, one_zero);
	for (unsigned i = 0; i < w->lanes; i++) {
		sprintf(element, "%%e%u", w->count++);
		PUT(w, "%s = extractelement %s %s, i32 %u\n", element, w->type, value, i);
		scalar_result(w, element, one_zero);
	}
}

/* Store VALUE, which has the type ELEMENT or a vector of it. */
static void whole_result(writer *w, const char *element, const char *value)
{
	unsigned n = w->count++;

	PUT(w, "%%o%u = getelementptr i8, ptr %%out, i64 %u\nstore %s%s%s %s, ptr %%o%u\n", n,
	    w->offset, prefix(w), element, end(w), value, n);
	w->offset += 32;
}

static bool is_one_of(const char *name, const char *const *list)
{
	for (; *list; list++)
		if (!strcmp(name, *list))
			return true;
	return false;
}

static bool is_constrained(const hr_intrinsic *row)
{
	return !strncmp(row->name, "llvm.experimental.constrained.", 30);
}

static const char *base(const hr_intrinsic *row)
{
	return row->name + (is_constrained(row) ? 30 : 5);
}

/* Return the text behind the operands of a constrained operation. */
static const char *environment(const hr_intrinsic *row)
{
	static const char *const no_rounding[] = {
		"ceil",   "floor",   "round",   "roundeven", "trunc",   "maxnum",
		"minnum", "maximum", "minimum", "lround",    "llround", "fcmp",
		"fcmps",  "fptosi",  "fptoui",  "fpext",     NULL};

	if (!is_constrained(row))
		return "";
	return is_one_of(base(row), no_rounding)
		       ? ", metadata !\"fpexcept.ignore\""
		       : ", metadata !\"round.tonearest\", metadata !\"fpexcept.strict\"";
}

/* --- handlers --------------------------------------------------------------------------------- */

/* Write %r = the operation on OPERANDS operands of the format. */
static void element_call(writer *w, const hr_intrinsic *row, unsigned operands)
{
	static const char *const instructions[] = {"fadd", "fsub", "fmul", "fdiv", "frem", NULL};

	if (w->plain && is_one_of(base(row), instructions)) {
		PUT(w, "%%r = %s %s %%a, %%b\n", base(row), w->type);
		return;
	}
	PUT(w, "%%r = call %s @%s%s.%s(%s %%a", w->type, w->plain ? "llvm." : "",
	    w->plain ? base(row) : row->name, w->mangled, w->type);
	for (unsigned i = 1; i < operands; i++)
		PUT(w, ", %s %%%c", w->type, "abc"[i]);
	PUT(w, "%s)\n", w->plain ? "" : environment(row));
}

/* Write %r = the minimum (or maximum) of %a and %b by comparisons, where -0 is less than +0. If one
 * operand is a NaN, the result is a NaN, or with NUMBER the other operand. */
static void extreme(writer *w, bool greater, bool number)
{
	const char *t = w->type, *p = prefix(w), *e = end(w), *one = w->lanes ? "%ones" : w->f->one;

	PUT(w,
	    "%%ua = call %s @llvm.copysign.%s(%s %s, %s %%a)\n%%ub = call %s @llvm.copysign.%s(%s "
	    "%s, %s %%b)\n",
	    t, w->mangled, t, one, t, t, w->mangled, t, one, t);
	PUT(w,
	    "%%less = fcmp o%s %s %%a, %%b\n%%same = fcmp oeq %s %%a, %%b\n%%sign = fcmp o%s %s "
	    "%%ua, %%ub\n"
	    "%%tie = and %si1%s %%same, %%sign\n%%pick = or %si1%s %%less, %%tie\n"
	    "%%m = select %si1%s %%pick, %s %%a, %s %%b\n",
	    greater ? "gt" : "lt", t, t, greater ? "gt" : "lt", t, p, e, p, e, p, e, t, t);
	PUT(w,
	    "%%na = fcmp uno %s %%a, %%a\n%%nb = fcmp uno %s %%b, %%b\n"
	    "%%m1 = select %si1%s %%na, %s %%%c, %s %%m\n%%r = select %si1%s %%nb, %s %%%c, %s "
	    "%%m1\n",
	    t, t, p, e, t, number ? 'b' : 'a', t, p, e, t, number ? 'a' : 'b', t);
}

/* Operations that LLVM cannot compile for every format. */
static void row_float_plain(writer *w, const hr_intrinsic *row)
{
	static const char *const extremes[] = {"minimum", "maximum", "minimumnum", "maximumnum",
					       NULL};
	static const char *const either_zero[] = {"minnum", "maxnum", NULL};

	if (is_one_of(base(row), extremes))
		extreme(w, base(row)[1] == 'a', strstr(base(row), "umnum") != NULL);
	else if (!strcmp(base(row), "canonicalize"))
		PUT(w, "%%r = select i1 true, %s %%a, %s %%a\n", w->type, w->type);
	else
		element_call(w, row, hr_op_infos[row->op].length - 2u);
	result(w, "%r", is_one_of(base(row), either_zero));
}

static void row_float(writer *w, const hr_intrinsic *row)
{
	static const char *const either_zero[] = {"minnum", "maxnum", NULL};

	element_call(w, row, hr_op_infos[row->op].length - 2u);
	result(w, "%r", is_one_of(base(row), either_zero));
}

/* One rounding or two: the product is exact here, so both agree. */
static void row_muladd(writer *w, const hr_intrinsic *row)
{
	PUT(w, "%%unit = call %s @llvm.copysign.%s(%s %s, %s %%b)\n", w->type, w->mangled, w->type,
	    w->lanes ? "%ones" : w->f->one, w->type);
	PUT(w, "%%r = call %s @%s.%s(%s %%a, %s %%unit, %s %%c%s)\n", w->type,
	    w->plain ? "llvm.fmuladd" : row->name, w->mangled, w->type, w->type, w->type,
	    w->plain ? "" : environment(row));
	result(w, "%r", false);
}

static void row_float_int(writer *w, const hr_intrinsic *row)
{
	bool powi = !strcmp(base(row), "powi"), vector = w->lanes && !powi;
	const char *p = vector ? "<4 x " : "", *e = vector ? ">" : "";

	PUT(w, "%%i = load %si32%s, ptr %%in, align 4\n%%n = srem %si32%s %%i, %s\n", p, e, p, e,
	    vector ? "<i32 200, i32 200, i32 200, i32 200>"
	    : powi ? "9"
		   : "200");
	PUT(w, "%%r = call %s @%s%s.%s.%si32(%s %%a, %si32%s %%n%s)\n", w->type,
	    w->plain ? "llvm." : "", w->plain ? base(row) : row->name, w->mangled,
	    vector ? "v4" : "", w->type, p, e, w->plain ? "" : environment(row));
	result(w, "%r", false);
}

static void row_float_pair(writer *w, const hr_intrinsic *row)
{
	PUT(w,
	    "%%both = call { %s, %s } @%s.%s(%s %%a)\n%%first = extractvalue { %s, %s } %%both, 0\n"
	    "%%second = extractvalue { %s, %s } %%both, 1\n",
	    w->type, w->type, row->name, w->mangled, w->type, w->type, w->type, w->type, w->type);
	result(w, "%first", false);
	result(w, "%second", false);
}

/* sincos is sin and cos; modf is the integer part and the rest, both with the sign of the
 * operand. */
static void row_float_pair_plain(writer *w, const hr_intrinsic *row)
{
	const char *t = w->type, *m = w->mangled;

	if (!strcmp(row->name, "llvm.sincos")) {
		PUT(w,
		    "%%first = call %s @llvm.sin.%s(%s %%a)\n%%second = call %s @llvm.cos.%s(%s "
		    "%%a)\n",
		    t, m, t, t, m, t);
	} else {
		PUT(w,
		    "%%second = call %s @llvm.trunc.%s(%s %%a)\n%%rest = fsub %s %%a, %%second\n",
		    t, m, t, t);
		PUT(w,
		    "%%whole = fcmp oeq %s %%a, %%second\n%%zero = select %si1%s %%whole, %s "
		    "zeroinitializer,"
		    " %s %%rest\n%%first = call %s @llvm.copysign.%s(%s %%zero, %s %%a)\n",
		    t, prefix(w), end(w), t, t, t, m, t, t);
	}
	result(w, "%first", false);
	result(w, "%second", false);
}

/* Write frexp of %a as %r and %x; with PLAIN, a vector is split into elements. */
static void frexp_call(writer *w, const hr_intrinsic *row)
{
	const char *t = w->type;

	if (!w->lanes || !w->plain) {
		PUT(w,
		    "%%both = call { %s, %si32%s } @%s.%s.%si32(%s %%a)\n"
		    "%%r = extractvalue { %s, %si32%s } %%both, 0\n%%x = extractvalue { %s, "
		    "%si32%s } %%both, 1\n",
		    t, prefix(w), end(w), row->name, w->mangled, w->lanes ? "v4" : "", t, t,
		    prefix(w), end(w), t, prefix(w), end(w));
		return;
	}
	PUT(w, "%%r0 = freeze %s poison\n%%x0 = freeze <4 x i32> poison\n", t);
	for (unsigned i = 0; i < LANES; i++) {
		const char *f = w->f->name;

		PUT(w,
		    "%%a%u = extractelement %s %%a, i32 %u\n%%both%u = call { %s, i32 } "
		    "@%s.%s.i32(%s %%a%u)\n"
		    "%%f%u = extractvalue { %s, i32 } %%both%u, 0\n%%g%u = extractvalue { %s, i32 "
		    "} %%both%u, 1\n",
		    i, t, i, i, f, row->name, w->f->mangled, f, i, i, f, i, i, f, i);
		PUT(w,
		    "%%r%s = insertelement %s %%r%u, %s %%f%u, i32 %u\n"
		    "%%x%s = insertelement <4 x i32> %%x%u, i32 %%g%u, i32 %u\n",
		    i == 3 ? "" : &"1\0002\0003"[2 * i], t, i, f, i, i,
		    i == 3 ? "" : &"1\0002\0003"[2 * i], i, i, i);
	}
}

/* The exponent of a non-finite value is unspecified. */
static void row_frexp(writer *w, const hr_intrinsic *row)
{
	const char *p = prefix(w), *e = end(w);

	frexp_call(w, row);
	PUT(w,
	    "%%d = fsub %s %%a, %%a\n%%finite = fcmp ord %s %%d, %%d\n"
	    "%%y = select %si1%s %%finite, %si32%s %%x, %si32%s zeroinitializer\n",
	    w->type, w->type, p, e, p, e, p, e);
	result(w, "%r", false);
	whole_result(w, "i32", "%y");
}

/* Write %v: %a if its magnitude is small, else 1. */
static void small(writer *w)
{
	PUT(w,
	    "%%big = call %s @llvm.fabs.%s(%s %%a)\n%%sixty = uitofp %si8%s %s to %s\n"
	    "%%ok = fcmp olt %s %%big, %%sixty\n%%v = select %si1%s %%ok, %s %%a, %s %s\n",
	    w->type, w->mangled, w->type, prefix(w), end(w),
	    w->lanes ? "<i8 60, i8 60, i8 60, i8 60>" : "60", w->type, w->type, prefix(w), end(w),
	    w->type, w->type, w->lanes ? "%ones" : w->f->one);
}

static void row_float_to_long(writer *w, const hr_intrinsic *row)
{
	const char *p = prefix(w), *e = end(w);

	if (w->lanes && (is_constrained(row) || strstr(row->name, "lround")))
		return; /* LLVM has no such intrinsic */
	small(w);
	if (w->plain)
		PUT(w,
		    "%%whole = call %s @llvm.%s.%s(%s %%v)\n%%r = fptosi %s %%whole to %si64%s\n",
		    w->type, strstr(row->name, "round") ? "round" : "roundeven", w->mangled,
		    w->type, w->type, p, e);
	else
		PUT(w, "%%r = call %si64%s @%s.%si64.%s(%s %%v%s)\n", p, e, row->name,
		    w->lanes ? "v4" : "", w->mangled, w->type, environment(row));
	whole_result(w, "i64", "%r");
}

static void row_fpclass(writer *w, const hr_intrinsic *row)
{
	for (unsigned mask = 1; mask < 1024; mask <<= 1) {
		char name[16];

		sprintf(name, "%%k%u", mask);
		PUT(w, "%s = call %si1%s @%s.%s(%s %%a, i32 %u)\n", name, prefix(w), end(w),
		    row->name, w->mangled, w->type, mask);
		whole_result(w, "i1", name);
	}
}

static void row_to_int_sat(writer *w, const hr_intrinsic *row)
{
	static const unsigned widths[] = {1, 8, 16, 24, 32, 64, 100, 128};

	for (size_t i = 0; i < sizeof(widths) / sizeof(*widths); i++) {
		char name[16], element[16];

		sprintf(name, "%%k%zu", i);
		sprintf(element, "i%u", widths[i]);
		if (w->lanes && widths[i] != 32)
			continue;
		PUT(w, "%s = call %s%s%s @%s.%s%s.%s(%s %%a)\n", name, prefix(w), element, end(w),
		    row->name, w->lanes ? "v4" : "", element, w->mangled, w->type);
		whole_result(w, element, name);
	}
}

static void row_to_int(writer *w, const hr_intrinsic *row)
{
	const char *p = prefix(w), *e = end(w);

	small(w);
	PUT(w, "%%u = call %s @llvm.fabs.%s(%s %%v)\n", w->type, w->mangled, w->type);
	if (w->plain)
		PUT(w, "%%r = %s %s %%u to %si32%s\n", base(row), w->type, p, e);
	else
		PUT(w, "%%r = call %si32%s @%s.%si32.%s(%s %%u%s)\n", p, e, row->name,
		    w->lanes ? "v4" : "", w->mangled, w->type, environment(row));
	whole_result(w, "i32", "%r");
}

static void row_from_int(writer *w, const hr_intrinsic *row)
{
	const char *p = prefix(w), *e = end(w);

	PUT(w, "%%i = load %si32%s, ptr %%in, align 4\n", p, e);
	if (w->plain)
		PUT(w, "%%r = %s %si32%s %%i to %s\n", base(row), p, e, w->type);
	else
		PUT(w, "%%r = call %s @%s.%s.%si32(%si32%s %%i%s)\n", w->type, row->name,
		    w->mangled, w->lanes ? "v4" : "", p, e, environment(row));
	result(w, "%r", false);
}

static void row_constrained_fcmp(writer *w, const hr_intrinsic *row)
{
	static const char *const predicates[] = {"oeq", "ogt", "oge", "olt", "ole", "one", "ord",
						 "uno", "ueq", "ugt", "uge", "ult", "ule", "une"};

	for (size_t i = 0; i < sizeof(predicates) / sizeof(*predicates); i++) {
		char name[16];

		sprintf(name, "%%k%zu", i);
		if (w->plain)
			PUT(w, "%s = fcmp %s %s %%a, %%b\n", name, predicates[i], w->type);
		else
			PUT(w, "%s = call %si1%s @%s.%s(%s %%a, %s %%b, metadata !\"%s\"%s)\n",
			    name, prefix(w), end(w), row->name, w->mangled, w->type, w->type,
			    predicates[i], environment(row));
		whole_result(w, "i1", name);
	}
}

/* A conversion to the other width: for constrained casts and fptrunc.round. */
static void row_constrained_cast(writer *w, const hr_intrinsic *row)
{
	bool extend = strstr(row->name, "fpext") != NULL;
	const row_format *to = extend ? &formats[FORMATS - 1] : &formats[0];
	writer other = *w;

	if (to->bits == w->f->bits || (!extend && w->f->bits > 64) || (extend && w->f->bits > 64))
		return;
	other.f = to;
	sprintf(other.type, "%s%s%s", prefix(w), to->name, end(w));
	if (w->plain)
		/* through a format in between, which is exact: LLVM 19 miscompiles vectors of
		 * bfloat */
		PUT(w, "%%through = %s %s %%a to %sdouble%s\n%%r = %s %sdouble%s %%through to %s\n",
		    w->f->bits == 64 ? "bitcast" : "fpext", w->type, prefix(w), end(w),
		    extend ? "fpext" : "fptrunc", prefix(w), end(w), other.type);
	else
		PUT(w, "%%r = call %s @%s.%s%s.%s(%s %%a%s)\n", other.type, row->name,
		    w->lanes ? "v4" : "", to->mangled, w->mangled, w->type,
		    is_constrained(row) ? environment(row) : ", metadata !\"round.tonearest\"");
	result(&other, "%r", false);
}

/* Write the minimum or maximum element, or a NaN if there is one. */
static void reduce_plain(writer *w, bool greater)
{
	const char *t = w->f->name;

	PUT(w, "%%e0 = extractelement %s %%a, i32 0\n%%m0 = select i1 true, %s %%e0, %s %%e0\n",
	    w->type, t, t);
	for (unsigned i = 1; i < LANES; i++)
		PUT(w,
		    "%%e%u = extractelement %s %%a, i32 %u\n%%c%u.m = fcmp u%s %s %%e%u, %%m%u\n"
		    "%%n%u.m = fcmp uno %s %%m%u, %%m%u\n%%k%u = select i1 %%c%u.m, %s %%e%u, %s "
		    "%%m%u\n"
		    "%%m%u = select i1 %%n%u.m, %s %%m%u, %s %%k%u\n",
		    i, w->type, i, i, greater ? "gt" : "lt", t, i, i - 1, i, t, i - 1, i - 1, i, i,
		    t, i, t, i - 1, i, i, t, i - 1, t, i);
	scalar_result(w, "%m3", true);
}

static void row_reduce(writer *w, const hr_intrinsic *row)
{
	bool from = !strcmp(row->handler_name, "reduce_from");

	if (!w->lanes)
		return;
	if (w->plain && strstr(row->name, "imum")) {
		reduce_plain(w, strstr(row->name, "max") != NULL);
		return;
	}
	PUT(w, "%%first = extractelement %s %%b, i32 0\n%%r = call %s @%s.%s(%s%s%s%s %%a)\n",
	    w->type, w->f->name, row->name, w->mangled, from ? w->f->name : "",
	    from ? " %first, " : "", "", w->type);
	scalar_result(w, "%r", true);
}

/* --- instructions ----------------------------------------------------------------------------- */

static void arithmetic(writer *w, const hr_intrinsic *row)
{
	static const char *const names[] = {"fadd", "fsub", "fmul", "fdiv", "frem"};

	(void)row;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		char name[16];

		sprintf(name, "%%k%zu", i);
		PUT(w, "%s = %s %s %%a, %%b\n", name, names[i], w->type);
		result(w, name, false);
	}
	PUT(w, "%%k = fneg %s %%c\n", w->type);
	result(w, "%k", false);
}

static void conversions(writer *w, const hr_intrinsic *row)
{
	const char *p = prefix(w), *e = end(w);
	const char *limit = w->lanes ? "<i32 100, i32 100, i32 100, i32 100>" : "100";

	(void)row;
	small(w);
	PUT(w,
	    "%%u = call %s @llvm.fabs.%s(%s %%v)\n%%sx32 = fptosi %s %%v to %si32%s\n"
	    "%%ux32 = fptoui %s %%u to %si32%s\n%%sx7 = fptosi %s %%v to %si7%s\n%%ux6 = fptoui %s "
	    "%%u to %si6%s\n",
	    w->type, w->mangled, w->type, w->type, p, e, w->type, p, e, w->type, p, e, w->type, p,
	    e);
	whole_result(w, "i32", "%sx32");
	whole_result(w, "i32", "%ux32");
	PUT(w, "%%swide = sext %si7%s %%sx7 to %si32%s\n%%uwide = zext %si6%s %%ux6 to %si32%s\n",
	    p, e, p, e, p, e, p, e);
	whole_result(w, "i32", "%swide");
	whole_result(w, "i32", "%uwide");
	PUT(w,
	    "%%i = load %si32%s, ptr %%in\n%%j = srem %si32%s %%i, %s\n%%k = urem %si32%s %%i, %s\n"
	    "%%sf = sitofp %si32%s %%j to %s\n%%uf = uitofp %si32%s %%k to %s\n",
	    p, e, p, e, limit, p, e, limit, p, e, w->type, p, e, w->type);
	result(w, "%sf", false);
	result(w, "%uf", false);
}

/* Conversions to bfloat from formats that LLVM cannot convert: with the functions of
 * test_compiled.c. */
static void to_bfloat(writer *w, const hr_intrinsic *row)
{
	writer other = *w;

	(void)row;
	if (w->lanes || w->f->bits < 80)
		return;
	other.f = &formats[1];
	if (w->plain)
		PUT(w, "%%h = call half @__trunc%cfbf2(%s %%a)\n%%r = bitcast half %%h to bfloat\n",
		    w->f->bits == 80 ? 'x' : 't', w->type);
	else
		PUT(w, "%%r = fptrunc %s %%a to bfloat\n", w->type);
	result(&other, "%r", false);
}

/* Values that pass through a phi, a select, a freeze and memory. */
static void movements(writer *w, const hr_intrinsic *row)
{
	const char *t = w->type;

	(void)row;
	PUT(w,
	    "%%bit = load i8, ptr %%in\n%%odd = trunc i8 %%bit to i1\n%%sel = select i1 %%odd, %s "
	    "%%a, %s %%b\n"
	    "br i1 %%odd, label %%yes, label %%no\nyes:\nbr label %%join\nno:\nbr label %%join\n"
	    "join:\n%%phi = phi %s [ %%c, %%yes ], [ %%a, %%no ]\n%%ice = freeze %s %%phi\n"
	    "%%place = alloca %s\nstore %s %%sel, ptr %%place\ncall void @keep(ptr %%place)\n"
	    "%%back = load %s, ptr %%place\n",
	    t, t, t, t, t, t, t);
	result(w, "%ice", false);
	result(w, "%back", false);
}

/* --- one row ---------------------------------------------------------------------------------- */

typedef void row_writer(writer *w, const hr_intrinsic *row);

static const struct made_row {
	const char *handler;
	row_writer *write, *plain;
} makers[] = {
	{"float", row_float, row_float_plain},
	{"muladd", row_muladd, row_muladd},
	{"float_int", row_float_int, row_float_int},
	{"float_pair", row_float_pair, row_float_pair_plain},
	{"frexp", row_frexp, row_frexp},
	{"float_to_long", row_float_to_long, row_float_to_long},
	{"fpclass", row_fpclass, row_fpclass},
	{"to_int_sat", row_to_int_sat, row_to_int_sat},
	{"to_int", row_to_int, row_to_int},
	{"from_int", row_from_int, row_from_int},
	{"constrained_cast", row_constrained_cast, row_constrained_cast},
	{"constrained_fcmp", row_constrained_fcmp, row_constrained_fcmp},
	{"reduce", row_reduce, row_reduce},
	{"reduce_from", row_reduce, row_reduce},
};

static void write_function(FILE *to, const hr_intrinsic *row, row_writer *write,
			   const row_format *f, unsigned lanes, bool plain)
{
	writer w = {.to = to, .f = f, .lanes = lanes, .plain = plain};

	sprintf(w.type, "%s%s%s", prefix(&w), f->name, end(&w));
	sprintf(w.mangled, "%s%s", lanes ? "v4" : "", f->mangled);
	PUT(&w, "define void @r_%s_%u(ptr %%in, ptr %%out) {\n", f->mangled, lanes);
	for (unsigned i = 0; i < 3; i++)
		operand(&w, "abc"[i], 32 * i);
	if (lanes)
		PUT(&w,
		    "%%one = insertelement %s poison, %s %s, i32 0\n%%ones = shufflevector %s "
		    "%%one, %s poison,"
		    " <4 x i32> zeroinitializer\n",
		    w.type, f->name, f->one, w.type, w.type);
	write(&w, row);
	PUT(&w, "ret void\n}\n");
}

static char *write_module(const hr_intrinsic *row, row_writer *write, bool plain)
{
	char *text;
	size_t length;
	FILE *to = open_memstream(&text, &length);

	for (unsigned i = 0; i < FORMATS; i++)
		for (unsigned lanes = 0; lanes <= LANES; lanes += LANES)
			write_function(to, row, write, &formats[i], lanes, plain);
	fputs("define internal void @keep(ptr %p) noinline {\nret void\n}\n"
	      "declare half @__truncxfbf2(x86_fp80)\ndeclare half @__trunctfbf2(fp128)\n",
	      to);
	fclose(to);
	return text;
}

START_TEST(one_row)
{
	const hr_intrinsic *row = &hr_intrinsics[_i];
	char *text, *plain;

	if (!hr_compiled_knows(row->name))
		return;
	for (size_t i = 0; i < sizeof(makers) / sizeof(*makers); i++) {
		bool floats =
			strcmp(row->handler_name, "reduce") || hr_op_infos[row->op].to >= HR_C_F16;

		if (!floats || strcmp(makers[i].handler, row->handler_name))
			continue;
		text = write_module(row, makers[i].write, false);
		plain = write_module(row, makers[i].plain, true);
		if (getenv("HR_VERBOSE"))
			fputs(row->name, stderr), fputc('\n', stderr);
		hr_compiled_compare(text, plain, true);
		free(text);
		free(plain);
	}
	ck_assert_msg(!hr_compiled_failures, "%s", row->name);
}
END_TEST

START_TEST(instructions)
{
	static row_writer *const writers[] = {arithmetic, conversions, movements, to_bfloat};
	char *text = write_module(NULL, writers[_i], false);
	char *plain = write_module(NULL, writers[_i], true);

	hr_compiled_compare(text, plain, true);
	ck_assert_uint_eq(hr_compiled_failures, 0);
	free(text);
	free(plain);
}
END_TEST

/* --- refused rows ----------------------------------------------------------------------------- */

static LLVMValueRef nothing_of(LLVMTypeRef type)
{
	LLVMContextRef context = LLVMGetTypeContext(type);

	if (LLVMGetTypeKind(type) != LLVMMetadataTypeKind)
		return LLVMConstNull(type);
	return LLVMMetadataAsValue(context, LLVMMDStringInContext2(context, "", 0));
}

/* Write a function that calls the intrinsic with zero operands. Return false if LLVM rejects the
 * call. */
static bool call_with_nothing(LLVMModuleRef module, unsigned id, unsigned number)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
	LLVMTypeRef both[2] = {pointer, pointer};
	LLVMValueRef callee = LLVMGetIntrinsicDeclaration(module, id, NULL, 0), function, args[16];
	LLVMTypeRef type = LLVMGlobalGetValueType(callee), params[16];
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	unsigned count = LLVMCountParamTypes(type);
	char name[64];

	sprintf(name, "trap_unsupported_intrinsic.%u", number);
	function = LLVMAddFunction(
		module, name, LLVMFunctionType(LLVMVoidTypeInContext(context), both, 2, false));
	LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, ""));
	if (count <= 16)
		LLVMGetParamTypes(type, params);
	for (unsigned i = 0; i < count && i < 16; i++)
		args[i] = nothing_of(params[i]);
	LLVMBuildCall2(builder, type, callee, args, count <= 16 ? count : 0, "");
	LLVMBuildRetVoid(builder);
	LLVMDisposeBuilder(builder);
	if (count <= 16 && !LLVMVerifyFunction(function, LLVMReturnStatusAction))
		return true;
	LLVMDeleteFunction(function);
	return false;
}

/* Tests every refused intrinsic that is not overloaded and can be called with zeros. */
START_TEST(refused_rows)
{
	LLVMContextRef context = LLVMContextCreate();
	LLVMModuleRef module = LLVMModuleCreateWithNameInContext("refused", context);
	const char *before = "";
	unsigned count = 0;
	char *text;

	for (unsigned id = 1;; id++) {
		size_t length;
		const char *name = LLVMIntrinsicGetName(id, &length);
		const hr_intrinsic *row = hr_intrinsic_find(name);

		if (strcmp(name, before) < 0)
			break; /* an intrinsic of one target */
		before = name;
		if (row && row->handler == hr_it_refused && !LLVMIntrinsicIsOverloaded(id))
			count += call_with_nothing(module, id, id);
	}
	ck_assert_uint_gt(count, 40);
	text = LLVMPrintModuleToString(module);
	hr_compiled_run(text, false);
	ck_assert_uint_eq(hr_compiled_failures, 0);
	LLVMDisposeMessage(text);
	LLVMDisposeModule(module);
	LLVMContextDispose(context);
}
END_TEST

void hr_rows_add(TCase *tcase)
{
	tcase_add_test(tcase, refused_rows);
	tcase_add_loop_test(tcase, instructions, 0, 4);
	tcase_add_loop_test(tcase, one_row, 0, (int)hr_intrinsic_count);
}
