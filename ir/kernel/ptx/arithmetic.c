/* ir/kernel/ptx/arithmetic.c -- instructions of PTX that compute numbers of both kinds.
 *
 * Approximations are exact here and rounded once (K8). Integers wrap.
 *
 * Clauses:   K8.
 * Not here:  bits of integers (integer.c), comparisons and conversions (select.c). */
#include <string.h>

#include "ir/kernel/ptx/ptx_private.h"

static bool is(const hr_ptx_instruction *i, const char *name)
{
	return !strcmp(i->name, name);
}

static LLVMValueRef flushed(const hr_ptx_instruction *i, unsigned n)
{
	return hr_ptx_flush(i, hr_ptx_in(i, n, i->type.llvm));
}

static bool result(hr_ptx_instruction *i, LLVMValueRef value)
{
	i->out[0] = value;
	i->out_count = 1;
	return true;
}

/* --- addition --------------------------------------------------------------------------------- */

/* Add or subtract with the carry: CC.CF is the carry, or the borrow. */
static LLVMValueRef with_carry(hr_ptx_instruction *i, LLVMValueRef a, LLVMValueRef b, bool subtract,
			       bool carry_in, bool carry_out)
{
	hr_ptx *p = i->p;
	LLVMTypeRef type = i->type.llvm, wide = hr_ptx_double_width(p, type);
	LLVMValueRef sum, carry = p->carry ? p->carry : LLVMGetPoison(p->i1);

	a = hr_ptx_extend(p, a, false, wide);
	b = hr_ptx_extend(p, b, false, wide);
	carry = hr_ptx_extend(p, carry, false, wide);
	sum = subtract ? LLVMBuildSub(p->builder, a, b, "") : LLVMBuildAdd(p->builder, a, b, "");
	if (carry_in)
		sum = subtract ? LLVMBuildSub(p->builder, sum, carry, "")
			       : LLVMBuildAdd(p->builder, sum, carry, "");
	if (carry_out) {
		LLVMValueRef bit = LLVMBuildLShr(p->builder, sum,
						 hr_ptx_int(wide, LLVMGetIntTypeWidth(type)), "");

		p->carry = LLVMBuildTrunc(p->builder, bit, p->i1, "");
	}
	return LLVMBuildTrunc(p->builder, sum, type, "");
}

/* The sum of an address and a number is an address, which keeps the object that it points into. */
static bool add_to_address(hr_ptx_instruction *i)
{
	for (unsigned n = 0; n < 2; n++) {
		LLVMValueRef base = i->in[n].values[0], offset;

		if (LLVMGetTypeKind(LLVMTypeOf(base)) != LLVMPointerTypeKind)
			continue;
		if (i->type.bits == 32 && LLVMGetPointerAddressSpace(LLVMTypeOf(base)) != 3)
			return false;
		offset = hr_ptx_in(i, 1 - n, i->type.llvm);
		return result(i, LLVMBuildGEP2(i->p->builder, i->p->i8, base, &offset, 1, ""));
	}
	return false;
}

bool hr_ptx_do_add(hr_ptx_instruction *i)
{
	bool subtract = !strncmp(i->name, "sub", 3), carry_in = i->name[3] == 'c';
	bool carry_out = hr_ptx_take(i, "cc");
	LLVMValueRef a, b;

	hr_ptx_take_modes(i);
	if (i->in_count != 2 || !i->type.kind ||
	    (LLVMGetTypeKind(i->type.llvm) == LLVMVectorTypeKind && (carry_in || carry_out)))
		return false;
	if (is(i, "add") && i->type.kind != 'f' && !carry_out && !i->sat && add_to_address(i))
		return true;
	a = flushed(i, 0);
	b = flushed(i, 1);
	if (i->type.kind == 'f')
		return result(i, hr_ptx_finish(i, hr_ptx_rounded(i, subtract ? "fsub" : "fadd", a,
								 b, NULL)));
	if (i->sat)
		return i->type.kind == 's' && i->type.bits == 32 &&
		       result(i, hr_ptx_intrinsic(i->p, subtract ? "ssub.sat" : "sadd.sat", a, b,
						  NULL));
	if (carry_in || carry_out)
		return result(i, with_carry(i, a, b, subtract, carry_in, carry_out));
	return result(i, subtract ? LLVMBuildSub(i->p->builder, a, b, "")
				  : LLVMBuildAdd(i->p->builder, a, b, ""));
}

/* --- products --------------------------------------------------------------------------------- */

/* Return the low 24 bits of VALUE as a number. */
static LLVMValueRef low_24(const hr_ptx_instruction *i, LLVMValueRef value)
{
	LLVMTypeRef i24 = LLVMIntTypeInContext(i->p->context, 24);

	value = LLVMBuildTrunc(i->p->builder, value, i24, "");
	return hr_ptx_extend(i->p, value, i->type.kind == 's', i->type.llvm);
}

bool hr_ptx_do_multiply(hr_ptx_instruction *i)
{
	static const char *const parts[] = {"lo", "hi", "wide", NULL};
	hr_ptx *p = i->p;
	bool add = i->name[1] == 'a', carry_in = is(i, "madc"), carry_out = hr_ptx_take(i, "cc");
	bool is_signed = i->type.kind == 's', narrow = strstr(i->name, "24") != NULL;
	int part = hr_ptx_take_one(i, parts);
	LLVMTypeRef type = i->type.llvm, wide;
	LLVMValueRef a, b, product;

	hr_ptx_take_modes(i);
	if (i->in_count != 2u + add || !i->type.kind)
		return false;
	if (i->type.kind == 'f') {
		if (carry_in || carry_out || part >= 0 || narrow)
			return false;
		if (add)
			return hr_ptx_do_fma(i);
		return result(i, hr_ptx_finish(i, hr_ptx_rounded(i, "fmul", flushed(i, 0),
								 flushed(i, 1), NULL)));
	}
	if (part < 0 || i->sat || i->ftz || i->mode ||
	    LLVMGetTypeKind(type) == LLVMVectorTypeKind ||
	    (narrow && (part == 2 || i->type.bits != 32)))
		return false;
	wide = hr_ptx_double_width(p, type);
	a = hr_ptx_in(i, 0, type);
	b = hr_ptx_in(i, 1, type);
	if (narrow) {
		a = low_24(i, a);
		b = low_24(i, b);
	}
	if (part == 0) {
		product = LLVMBuildMul(p->builder, a, b, "");
	} else {
		product = LLVMBuildMul(p->builder, hr_ptx_extend(p, a, is_signed, wide),
				       hr_ptx_extend(p, b, is_signed, wide), "");
		if (part == 1) {
			unsigned shift = narrow ? 16 : i->type.bits;

			product = LLVMBuildLShr(p->builder, product, hr_ptx_int(wide, shift), "");
			product = LLVMBuildTrunc(p->builder, product, type, "");
		}
	}
	if (!add)
		return result(i, product);
	b = hr_ptx_in(i, 2, LLVMTypeOf(product));
	if (carry_in || carry_out)
		return part != 2 &&
		       result(i, with_carry(i, product, b, false, carry_in, carry_out));
	return result(i, LLVMBuildAdd(p->builder, product, b, ""));
}

bool hr_ptx_do_fma(hr_ptx_instruction *i)
{
	LLVMValueRef value;
	bool relu;

	hr_ptx_take_modes(i);
	relu = hr_ptx_take(i, "relu");
	if (i->in_count != 3 || i->type.kind != 'f')
		return false;
	value = hr_ptx_rounded(i, "fma", flushed(i, 0), flushed(i, 1), flushed(i, 2));
	if (relu) /* a NaN stays one */
		value = hr_ptx_intrinsic(i->p, "maximum", value, hr_ptx_real(i->type.llvm, 0),
					 NULL);
	return result(i, hr_ptx_finish(i, value));
}

/* Return VALUE by way of memory: passes that know it would replace a division by 0, which is an error (H4), by a value. */
static LLVMValueRef hidden(const hr_ptx *p, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMValueRef variable = LLVMBuildAlloca(p->builder, type, "");

	LLVMBuildStore(p->builder, value, variable);
	return LLVMBuildLoad2(p->builder, type, variable, "");
}

bool hr_ptx_do_divide(hr_ptx_instruction *i)
{
	static const char *const exact[] = {"approx", "full", NULL};
	LLVMBuilderRef b = i->p->builder;
	bool is_signed = i->type.kind == 's', rest = is(i, "rem");
	LLVMValueRef x, y;

	hr_ptx_take_modes(i);
	(void)hr_ptx_take_one(i, exact);
	if (i->in_count != 2 || !i->type.kind || (rest && i->type.kind == 'f'))
		return false;
	x = flushed(i, 0);
	y = flushed(i, 1);
	if (i->type.kind == 'f')
		return result(i, hr_ptx_finish(i, hr_ptx_rounded(i, "fdiv", x, y, NULL)));
	y = hidden(i->p, y);
	if (rest)
		return result(i,
			      is_signed ? LLVMBuildSRem(b, x, y, "") : LLVMBuildURem(b, x, y, ""));
	return result(i, is_signed ? LLVMBuildSDiv(b, x, y, "") : LLVMBuildUDiv(b, x, y, ""));
}

/* --- functions -------------------------------------------------------------------------------- */

bool hr_ptx_do_function(hr_ptx_instruction *i)
{
	static const struct {
		const char *name, *intrinsic;
	} functions[] = {
		{"sin", "sin"}, {"cos", "cos"}, {"lg2", "log2"}, {"ex2", "exp2"}, {"tanh", "tanh"}};
	const hr_ptx *p = i->p;
	LLVMTypeRef type = i->type.llvm, wide = p->f64;
	LLVMValueRef x, value = NULL;

	hr_ptx_take_modes(i);
	(void)hr_ptx_take(i, "approx");
	if (i->in_count != 1 || i->type.kind != 'f')
		return false;
	x = flushed(i, 0);
	if (is(i, "sqrt"))
		return result(i, hr_ptx_finish(i, hr_ptx_rounded(i, "sqrt", x, NULL, NULL)));
	if (is(i, "rcp"))
		return result(i, hr_ptx_finish(i, hr_ptx_rounded(i, "fdiv", hr_ptx_real(type, 1), x,
								 NULL)));
	/* the others have a wider intermediate result */
	if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
		wide = LLVMVectorType(p->f64, 2);
	x = LLVMBuildFPExt(p->builder, x, wide, "");
	if (type == p->f64)
		x = hr_ptx_in(i, 0, type);
	if (is(i, "rsqrt"))
		value = LLVMBuildFDiv(p->builder, hr_ptx_real(wide, 1),
				      hr_ptx_intrinsic(p, "sqrt", x, NULL, NULL), "");
	for (size_t n = 0; n < sizeof(functions) / sizeof(*functions); n++)
		if (is(i, functions[n].name))
			value = hr_ptx_intrinsic(p, functions[n].intrinsic, x, NULL, NULL);
	if (type != p->f64)
		value = LLVMBuildFPTrunc(p->builder, value, type, "");
	return result(i, hr_ptx_finish(i, value));
}

/* --- limits and signs ------------------------------------------------------------------------- */

bool hr_ptx_do_limit(hr_ptx_instruction *i)
{
	static const char *const integer[] = {"umin", "umax", "smin", "smax"};
	bool most = is(i, "max"), nan = hr_ptx_take(i, "NaN"), sign = hr_ptx_take(i, "xorsign");
	const hr_ptx *p = i->p;
	LLVMValueRef a, b, value;
	bool relu = hr_ptx_take(i, "relu");

	hr_ptx_take_modes(i);
	if (i->in_count < 2 || i->in_count > 3 || !i->type.kind || i->mode || i->sat ||
	    (sign && !hr_ptx_take(i, "abs")))
		return false;
	if (i->type.kind != 'f') {
		value = hr_ptx_intrinsic(p, integer[2 * (i->type.kind == 's') + most],
					 hr_ptx_in(i, 0, i->type.llvm),
					 hr_ptx_in(i, 1, i->type.llvm), NULL);
		if (relu)
			value = hr_ptx_intrinsic(p, "smax", value, hr_ptx_int(i->type.llvm, 0),
						 NULL);
		return i->in_count == 2 && !nan && !sign && !i->ftz && result(i, value);
	}
	a = value = flushed(i, 0);
	for (unsigned n = 1; n < i->in_count; n++) {
		b = flushed(i, n);
		if (sign) {
			a = hr_ptx_intrinsic(p, "fabs", value, NULL, NULL);
			a = hr_ptx_intrinsic(p,
					     most ? (nan ? "maximum" : "maximumnum")
						  : (nan ? "minimum" : "minimumnum"),
					     a, hr_ptx_intrinsic(p, "fabs", b, NULL, NULL), NULL);
			/* the sign is that of the product */
			value = hr_ptx_intrinsic(
				p, "copysign", a,
				LLVMBuildFMul(
					p->builder,
					hr_ptx_intrinsic(p, "copysign",
							 hr_ptx_real(i->type.llvm, 1), value, NULL),
					hr_ptx_intrinsic(p, "copysign",
							 hr_ptx_real(i->type.llvm, 1), b, NULL),
					""),
				NULL);
			continue;
		}
		value = hr_ptx_intrinsic(p,
					 most ? (nan ? "maximum" : "maximumnum")
					      : (nan ? "minimum" : "minimumnum"),
					 value, b, NULL);
	}
	if (relu)
		value = hr_ptx_intrinsic(p, "maximum", value, hr_ptx_real(i->type.llvm, 0), NULL);
	return result(i, value);
}

bool hr_ptx_do_sign(hr_ptx_instruction *i)
{
	const hr_ptx *p = i->p;
	LLVMTypeRef type = i->type.llvm;
	LLVMValueRef x, minus;

	hr_ptx_take_modes(i);
	if (i->in_count != 1 || !i->type.kind || i->mode || i->sat)
		return false;
	x = flushed(i, 0);
	if (i->type.kind == 'f')
		return result(i, is(i, "abs") ? hr_ptx_intrinsic(p, "fabs", x, NULL, NULL)
					      : LLVMBuildFNeg(p->builder, x, ""));
	minus = LLVMBuildNeg(p->builder, x, "");
	if (is(i, "neg"))
		return result(i, minus);
	return result(i, LLVMBuildSelect(
				 p->builder,
				 LLVMBuildICmp(p->builder, LLVMIntSLT, x, hr_ptx_int(type, 0), ""),
				 minus, x, ""));
}

/* The first source has the sign. */
bool hr_ptx_do_copysign(hr_ptx_instruction *i)
{
	return i->in_count == 2 && i->type.kind == 'f' &&
	       result(i, hr_ptx_intrinsic(i->p, "copysign", hr_ptx_in(i, 1, i->type.llvm),
					  hr_ptx_in(i, 0, i->type.llvm), NULL));
}

bool hr_ptx_do_testp(hr_ptx_instruction *i)
{
	static const char *const classes[] = {"finite", "infinite",  "number", "notanumber",
					      "normal", "subnormal", NULL};
	static const unsigned masks[] = {0x1f8, 0x204, 0x3fc, 0x3, 0x168, 0x90};
	int kind = hr_ptx_take_one(i, classes);
	LLVMValueRef arguments[2];

	if (kind < 0 || i->in_count != 1 || i->type.kind != 'f')
		return false;
	arguments[0] = hr_ptx_in(i, 0, i->type.llvm);
	arguments[1] = hr_ptx_int(i->p->i32, masks[kind]);
	return result(
		i, hr_ptx_call(i->p,
			       i->type.bits == 64 ? "llvm.is.fpclass.f64" : "llvm.is.fpclass.f32",
			       i->p->i1, arguments, 2));
}
