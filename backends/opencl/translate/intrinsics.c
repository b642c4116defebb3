/* backends/opencl/translate/intrinsics.c -- calls: intrinsics, functions of the C library, the
 * unit's functions.
 *
 * Invariant: functions that their rows declare exact have the same bits as in the interpreter; for
 *            the others, the source states the error bound in ULP that OpenCL specifies.
 * Clauses:   none; intrinsics are defined by ir/lower/intrinsic.def.
 * Not here:  helpers in OpenCL C (helpers.c), HPVM's queries (kernel.c). */
#include "backends/opencl/translate/intrinsics.h"

#include <string.h>

#include "backends/opencl/translate/opencl_translate.h"
#include "src/arith/cfunction.h"

const char *ocl_called(LLVMValueRef call)
{
	LLVMValueRef function = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
	size_t length;

	return function && LLVMIsAFunction(function) ? LLVMGetValueName2(function, &length) : "";
}

static bool starts(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* --- math functions ------------------------------------------------------------------------ */

/* Functions that exist as intrinsics only. */
static const hr_cfunction own[] = {
	{.name = "canonicalize",
	 .signature = "d(d)",
	 .opencl = {.how = HR_DEVICE_EXACT, .name = ""}},
	{.name = "arithmetic.fence",
	 .signature = "d(d)",
	 .opencl = {.how = HR_DEVICE_EXACT, .name = ""}},
};

static const hr_cfunction *intrinsic_named(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		if (strlen(own[i].name) == length && strncmp(own[i].name, name, length) == 0)
			return &own[i];
	return hr_cfunction_of_intrinsic(name, length);
}

/* Return the row of the C library function that CALL calls, or NULL if it is not a known one. */
static const hr_cfunction *library_function(LLVMValueRef call)
{
	const char *name = ocl_called(call);
	hr_cfunction_form form = HR_FORM_DOUBLE;
	const hr_cfunction *row;

	if (!*name || starts(name, "llvm.") || !LLVMIsDeclaration(LLVMGetCalledValue(call)))
		return NULL;
	row = hr_cfunction_named(name, strlen(name), &form);
	return row && !row->not_c && form != HR_FORM_LONG_DOUBLE &&
			       LLVMGetNumArgOperands(call) >= hr_cfunction_parameters(row)
		       ? row
		       : NULL;
}

/* Return the row of the math function that CALL calls, for example by "llvm.sin.f32", "sinf" or
 * "sin"; or NULL. */
static const hr_cfunction *math_of(LLVMValueRef call)
{
	const char *name = ocl_called(call), *dot;
	const hr_cfunction *found;

	if (starts(name, "llvm.")) {
		name += 5;
		dot = strrchr(name, '.');
		found = dot ? intrinsic_named(name, (size_t)(dot - name)) : NULL;
	} else {
		found = library_function(call);
	}
	return found && (found->opencl.how == HR_DEVICE_EXACT ||
			 found->opencl.how == HR_DEVICE_NEAR)
		       ? found
		       : NULL;
}

/* A double represents such a product exactly, and the sum with enough precision: if it does not,
 * the product is far below the precision of half for the other operand. */
static const char *half_fma(ocl_writer *self, LLVMValueRef call, int lane)
{
	LLVMTypeRef type = LLVMTypeOf(call);
	const char *text = "";

	(void)ocl_type(self, LLVMDoubleTypeInContext(self->context));
	for (unsigned i = 0; i < 3; i++)
		text = OCL_PRINT(
			self, "%s%s(double)%s", text, i ? ", " : "",
			ocl_float_of(self, ocl_lane(self, LLVMGetOperand(call, i), lane), type));
	return OCL_PRINT(self, "hpvm_half_of_double(fma(%s))", text);
}

/* Helpers exist for floats and for doubles. */
static const char *builtin_for(ocl_writer *self, const char *builtin, LLVMTypeRef type)
{
	return strncmp(builtin, "hpvm_", 5) == 0 &&
			       LLVMGetTypeKind(ocl_scalar(type)) == LLVMDoubleTypeKind
		       ? OCL_PRINT(self, "%s_double", builtin)
		       : builtin;
}

static const char *math_call(ocl_writer *self, LLVMValueRef call, const hr_cfunction *row, int lane)
{
	LLVMTypeRef type = LLVMTypeOf(call);
	LLVMTypeKind kind = LLVMGetTypeKind(ocl_scalar(type));
	const char *text = "", *builtin = row->opencl.name ? row->opencl.name : row->name;
	unsigned ulps = (unsigned)row->opencl
				.ulps[kind == LLVMDoubleTypeKind ? HR_FORM_DOUBLE : HR_FORM_FLOAT];

	if (strcmp(row->name, "sqrt") == 0 && self->target->exact_roots)
		ulps = 0;
	if (kind == LLVMHalfTypeKind && strcmp(row->name, "fma") == 0)
		return half_fma(self, call, lane);
	if ((kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind) &&
	    (ulps || strcmp(row->name, "fma") == 0))
		ocl_refuse(self, HR_REFUSES_TYPE, "a function on half floats");
	if (ulps > self->source->ulps)
		self->source->ulps = ulps;
	for (unsigned i = 0; i < hr_cfunction_parameters(row); i++) {
		const char *operand = ocl_lane(self, LLVMGetOperand(call, i), lane);

		operand = ocl_bare(self, ocl_float_of(self, operand, type));
		text = OCL_PRINT(self, "%s%s%s", text, i ? ", " : "", operand);
	}
	return ocl_of_float(self, OCL_PRINT(self, "%s(%s)", builtin_for(self, builtin, type), text),
			    type);
}

/* --- functions of integers -------------------------------------------------------------------- */

static const char *operand_of(ocl_writer *self, LLVMValueRef call, unsigned i, int lane)
{
	return ocl_lane(self, LLVMGetOperand(call, i), lane);
}

static const char *least_most(ocl_writer *self, LLVMValueRef call, int lane, const char *builtin,
			      bool is_signed)
{
	unsigned bits = ocl_bits(LLVMTypeOf(call));
	const char *a = operand_of(self, call, 0, lane), *b = operand_of(self, call, 1, lane);
	const char *word = ocl_unsigned(bits);

	if (is_signed)
		return ocl_cut(self,
			       OCL_PRINT(self, "(%s)%s(%s, %s)", word, builtin,
					 ocl_as_signed(self, a, bits),
					 ocl_as_signed(self, b, bits)),
			       bits);
	return OCL_PRINT(self, "%s((%s)%s, (%s)%s)", builtin, word, a, word, b);
}

static const char *saturated(ocl_writer *self, LLVMValueRef call, int lane, bool adds,
			     bool is_signed)
{
	unsigned bits = ocl_bits(LLVMTypeOf(call));
	const char *a = operand_of(self, call, 0, lane), *b = operand_of(self, call, 1, lane);
	bool odd = ocl_container(bits) != bits;
	uint64_t most = (UINT64_C(1) << (bits - 1)) - 1;

	if (!odd || (!is_signed && !adds))
		return least_most(self, call, lane, adds ? "add_sat" : "sub_sat", is_signed);
	if (!is_signed)
		return OCL_PRINT(self, "(%s)min((ulong)%s + %s, %lluul)", ocl_unsigned(bits), a, b,
				 (unsigned long long)(2 * most + 1));
	return ocl_cut(self,
		       OCL_PRINT(self, "(%s)clamp((long)%s %c (long)%s, %lldl, %lldl)",
				 ocl_unsigned(bits), ocl_as_signed(self, a, bits), adds ? '+' : '-',
				 ocl_as_signed(self, b, bits), -(long long)most - 1,
				 (long long)most),
		       bits);
}

/* Call a helper with arguments of type ulong, and the width. */
static const char *by_helper(ocl_writer *self, LLVMValueRef call, int lane, const char *helper,
			     unsigned operands)
{
	unsigned bits = ocl_bits(LLVMTypeOf(call));
	const char *text = "";

	for (unsigned i = 0; i < operands; i++)
		text = OCL_PRINT(self, "%s%s, ", text,
				 ocl_bare(self, operand_of(self, call, i, lane)));
	return OCL_PRINT(self, "(%s)%s(%s%u)", ocl_unsigned(bits), helper, text, bits);
}

/* A funnel shift of a value with itself is a rotation, which OpenCL C has for its integer types and
 * any distance. */
static const char *funnel(ocl_writer *self, LLVMValueRef call, int lane, bool left)
{
	unsigned bits = ocl_bits(LLVMTypeOf(call));
	const char *word = ocl_unsigned(bits), *a, *by;

	if (LLVMGetOperand(call, 0) != LLVMGetOperand(call, 1) || ocl_container(bits) != bits)
		return by_helper(self, call, lane, left ? "hpvm_fshl" : "hpvm_fshr", 3);
	a = operand_of(self, call, 0, lane);
	by = operand_of(self, call, 2, lane);
	if (!left)
		by = OCL_PRINT(self, "(%u - %s)", bits, by);
	return OCL_PRINT(self, "rotate((%s)%s, (%s)%s)", word, a, word, by);
}

static const char *compared(ocl_writer *self, LLVMValueRef call, int lane, bool is_signed)
{
	unsigned bits = ocl_bits(LLVMTypeOf(LLVMGetOperand(call, 0)));
	const char *a = operand_of(self, call, 0, lane), *b = operand_of(self, call, 1, lane);

	if (is_signed)
		a = ocl_as_signed(self, a, bits), b = ocl_as_signed(self, b, bits);
	return ocl_cut(self,
		       OCL_PRINT(self, "(%s)hpvm_%ccmp(%s, %s)",
				 ocl_unsigned(ocl_bits(LLVMTypeOf(call))), is_signed ? 's' : 'u', a,
				 b),
		       ocl_bits(LLVMTypeOf(call)));
}

static const char *integer_call(ocl_writer *self, LLVMValueRef call, ocl_intrinsic which, int lane)
{
	unsigned bits = ocl_bits(LLVMTypeOf(call));

	if (bits > 64 || ocl_bits(LLVMTypeOf(LLVMGetOperand(call, 0))) > 64) {
		ocl_refuse(self, HR_REFUSES_TYPE, "a function of an integer of more than 64 bits");
		return "0";
	}
	switch (which) {
	case OCL_UMIN: return least_most(self, call, lane, "min", false);
	case OCL_UMAX: return least_most(self, call, lane, "max", false);
	case OCL_SMIN: return least_most(self, call, lane, "min", true);
	case OCL_SMAX: return least_most(self, call, lane, "max", true);
	case OCL_UADD_SAT: return saturated(self, call, lane, true, false);
	case OCL_USUB_SAT: return saturated(self, call, lane, false, false);
	case OCL_SADD_SAT: return saturated(self, call, lane, true, true);
	case OCL_SSUB_SAT: return saturated(self, call, lane, false, true);
	case OCL_UCMP: return compared(self, call, lane, false);
	case OCL_SCMP: return compared(self, call, lane, true);
	case OCL_ABS:
		return ocl_cut(
			self,
			OCL_PRINT(self, "(%s)abs(%s)", ocl_unsigned(bits),
				  ocl_as_signed(self, operand_of(self, call, 0, lane), bits)),
			bits);
	case OCL_CTPOP: return by_helper(self, call, lane, "hpvm_ctpop", 1);
	case OCL_CTLZ: return by_helper(self, call, lane, "hpvm_ctlz", 1);
	case OCL_CTTZ: return by_helper(self, call, lane, "hpvm_cttz", 1);
	case OCL_BSWAP: return by_helper(self, call, lane, "hpvm_bswap", 1);
	case OCL_BITREVERSE: return by_helper(self, call, lane, "hpvm_bitreverse", 1);
	case OCL_FSHL: return funnel(self, call, lane, true);
	case OCL_FSHR: return funnel(self, call, lane, false);
	default: return by_helper(self, call, lane, "hpvm_clmul", 2);
	}
}

/* --- between integers and floats -------------------------------------------------------------- */

static const char *float_operand(ocl_writer *self, LLVMValueRef call, int lane)
{
	LLVMValueRef operand = LLVMGetOperand(call, 0);

	return ocl_bare(self,
			ocl_float_of(self, ocl_lane(self, operand, lane), LLVMTypeOf(operand)));
}

static const char *to_integer_saturated(ocl_writer *self, LLVMValueRef call, bool is_signed,
					int lane)
{
	unsigned bits = ocl_bits(LLVMTypeOf(call));
	const char *text = float_operand(self, call, lane), *word = ocl_unsigned(bits);
	unsigned long long most = (UINT64_C(1) << ((bits - 1) & 63)) - 1;

	if (bits > 64) {
		ocl_refuse(self, HR_REFUSES_TYPE, "a function of an integer of more than 64 bits");
		return "0";
	}
	text = OCL_PRINT(self, "hpvm_number(%s)", text);
	if (ocl_container(bits) == bits)
		return OCL_PRINT(self, "(%s)convert_%s_sat(%s)", word,
				 is_signed ? ocl_signed(bits) : word, text);
	if (!is_signed)
		return OCL_PRINT(self, "(%s)min(convert_ulong_sat(%s), %lluul)", word, text,
				 2 * most + 1);
	return ocl_cut(self,
		       OCL_PRINT(self, "(%s)clamp(convert_long_sat(%s), %lldl, %lldl)", word, text,
				 -(long long)most - 1, (long long)most),
		       bits);
}

static const char *rounded_to_integer(ocl_writer *self, LLVMValueRef call, const char *builtin,
				      int lane)
{
	unsigned bits = ocl_bits(LLVMTypeOf(call));

	return OCL_PRINT(self, "(%s)(%s)%s(%s)", ocl_unsigned(bits), ocl_signed(bits), builtin,
			 float_operand(self, call, lane));
}

static const char *scaled(ocl_writer *self, LLVMValueRef call, int lane)
{
	unsigned bits = ocl_bits(LLVMTypeOf(LLVMGetOperand(call, 1)));
	const char *by = ocl_as_signed(self, operand_of(self, call, 1, lane), bits);

	if (bits > 32)
		by = OCL_PRINT(self, "(int)clamp(%s, -100000l, 100000l)", by);
	return ocl_of_float(self,
			    OCL_PRINT(self, "ldexp(%s, %s)", float_operand(self, call, lane), by),
			    LLVMTypeOf(call));
}

static const char *power(ocl_writer *self, LLVMValueRef call, int lane)
{
	LLVMValueRef by = LLVMGetOperand(call, 1);
	bool wide = LLVMGetTypeKind(ocl_scalar(LLVMTypeOf(call))) == LLVMDoubleTypeKind;

	return ocl_of_float(
		self,
		OCL_PRINT(self, "hpvm_powi%s(%s, %s)", wide ? "_double" : "",
			  float_operand(self, call, lane),
			  ocl_as_signed(self, ocl_operand(self, by), ocl_bits(LLVMTypeOf(by)))),
		LLVMTypeOf(call));
}

static const char *class_test(ocl_writer *self, LLVMValueRef call, int lane)
{
	LLVMValueRef operand = LLVMGetOperand(call, 0);
	const char *text = ocl_lane(self, operand, lane), *shape;

	switch (LLVMGetTypeKind(ocl_scalar(LLVMTypeOf(operand)))) {
	case LLVMHalfTypeKind: shape = "5, 10"; break;
	case LLVMBFloatTypeKind: shape = "8, 7"; break;
	case LLVMFloatTypeKind:
		shape = "8, 23";
		text = OCL_PRINT(self, "as_uint(%s)", text);
		break;
	default:
		shape = "11, 52";
		text = OCL_PRINT(self, "as_ulong(%s)", text);
		break;
	}
	return OCL_PRINT(self, "hpvm_class(%s, %s, %s)", text, shape,
			 ocl_operand(self, LLVMGetOperand(call, 1)));
}

static const char *float_call(ocl_writer *self, LLVMValueRef call, ocl_intrinsic which, int lane)
{
	switch (which) {
	case OCL_LDEXP: return scaled(self, call, lane);
	case OCL_POWI: return power(self, call, lane);
	case OCL_LRINT: return rounded_to_integer(self, call, "rint", lane);
	case OCL_LROUND: return rounded_to_integer(self, call, "round", lane);
	case OCL_FPTOSI_SAT: return to_integer_saturated(self, call, true, lane);
	case OCL_FPTOUI_SAT: return to_integer_saturated(self, call, false, lane);
	case OCL_TO_FP16: return OCL_PRINT(self, "hpvm_half(%s)", float_operand(self, call, lane));
	case OCL_FROM_FP16:
		return OCL_PRINT(self, "hpvm_of_half(%s)", operand_of(self, call, 0, lane));
	case OCL_ILOGB: return OCL_PRINT(self, "(uint)ilogb(%s)", float_operand(self, call, lane));
	default: return class_test(self, call, lane);
	}
}

/* --- reductions ------------------------------------------------------------------------------- */

static const char *reduced(ocl_writer *self, LLVMValueRef call, ocl_intrinsic which)
{
	bool from = which == OCL_REDUCE_FADD || which == OCL_REDUCE_FMUL;
	LLVMValueRef vector = LLVMGetOperand(call, from);
	unsigned lanes = ocl_lanes(LLVMTypeOf(vector)), bits = ocl_bits(LLVMTypeOf(call));
	LLVMTypeRef type = LLVMTypeOf(call);
	const char *sum = from ? ocl_operand(self, LLVMGetOperand(call, 0)) : NULL;

	if (bits > 64)
		ocl_refuse(self, HR_REFUSES_TYPE, "a function of an integer of more than 64 bits");
	for (unsigned i = 0; i < lanes; i++) {
		const char *a = sum, *b = ocl_lane(self, vector, (int)i), *text;
		static const char *const forms[] = {
			[OCL_REDUCE_ADD - OCL_REDUCE_ADD] = "+",
			[OCL_REDUCE_MUL - OCL_REDUCE_ADD] = "*",
			[OCL_REDUCE_AND - OCL_REDUCE_ADD] = "&",
			[OCL_REDUCE_OR - OCL_REDUCE_ADD] = "|",
			[OCL_REDUCE_XOR - OCL_REDUCE_ADD] = "^",
			[OCL_REDUCE_FADD - OCL_REDUCE_ADD] = "+",
			[OCL_REDUCE_FMUL - OCL_REDUCE_ADD] = "*",
			[OCL_REDUCE_UMIN - OCL_REDUCE_ADD] = "min",
			[OCL_REDUCE_UMAX - OCL_REDUCE_ADD] = "max",
			[OCL_REDUCE_SMIN - OCL_REDUCE_ADD] = "min",
			[OCL_REDUCE_SMAX - OCL_REDUCE_ADD] = "max",
			[OCL_REDUCE_FMIN - OCL_REDUCE_ADD] = "fmin",
			[OCL_REDUCE_FMAX - OCL_REDUCE_ADD] = "fmax",
			[OCL_REDUCE_FMINIMUM - OCL_REDUCE_ADD] = "hpvm_minimum",
			[OCL_REDUCE_FMAXIMUM - OCL_REDUCE_ADD] = "hpvm_maximum",
		};
		const char *form = forms[which - OCL_REDUCE_ADD];

		if (form)
			form = builtin_for(self, form, type);
		if (!sum) {
			sum = b;
			continue;
		}
		if (which >= OCL_REDUCE_FADD) {
			a = ocl_float_of(self, a, type);
			b = ocl_float_of(self, b, type);
		} else if (which == OCL_REDUCE_SMIN || which == OCL_REDUCE_SMAX) {
			a = ocl_as_signed(self, a, bits);
			b = ocl_as_signed(self, b, bits);
		} else if (form[1]) {
			a = OCL_PRINT(self, "(%s)%s", ocl_unsigned(bits), a);
			b = OCL_PRINT(self, "(%s)%s", ocl_unsigned(bits), b);
		}
		text = form[1] ? OCL_PRINT(self, "%s(%s, %s)", form, a, b)
			       : OCL_PRINT(self, "(%s %s %s)", a, form, b);
		sum = which >= OCL_REDUCE_FADD
			      ? ocl_of_float(self, text, type)
			      : ocl_cut(self, OCL_PRINT(self, "(%s)%s", ocl_unsigned(bits), text),
					bits);
	}
	return sum;
}

/* --- functions with two results ------------------------------------------------------------ */

static void with_overflow(ocl_writer *self, LLVMValueRef call, ocl_intrinsic which)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, 0));
	static const char *const words[] = {"uadd", "usub", "umul", "sadd", "ssub", "smul"};
	unsigned bits = ocl_bits(type);
	const char *a, *b, *name;

	if (bits > 64 || ocl_lanes(type)) {
		ocl_refuse(self, HR_REFUSES_TYPE, "an overflow check of this type");
		ocl_declare(self, call);
		return;
	}
	a = ocl_operand(self, LLVMGetOperand(call, 0));
	b = ocl_operand(self, LLVMGetOperand(call, 1));
	if (which >= OCL_SADD_OVERFLOW)
		a = ocl_as_signed(self, a, bits), b = ocl_as_signed(self, b, bits);
	name = ocl_declare(self, call);
	ocl_line_of(self, "%s.f1 = hpvm_%s_over(%s, %s, %u);", name,
		    words[which - OCL_UADD_OVERFLOW], ocl_bare(self, a), ocl_bare(self, b), bits);
	ocl_line_of(self, "%s.f0 = %s;", name,
		    ocl_cut(self,
			    OCL_PRINT(self, "(%s)((ulong)%s %c (ulong)%s)", ocl_unsigned(bits), a,
				      "+-*+-*"[which - OCL_UADD_OVERFLOW], b),
			    bits));
}

static void two_floats(ocl_writer *self, LLVMValueRef call, ocl_intrinsic which)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, 0));
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	const char *x, *name, *part;

	if (kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind) {
		ocl_refuse(self, HR_REFUSES_TYPE, "this function on a vector or half float");
		ocl_declare(self, call);
		return;
	}
	x = ocl_bare(self, ocl_operand(self, LLVMGetOperand(call, 0)));
	name = ocl_declare(self, call);
	part = ocl_temporary(self, which == OCL_FREXP ? "int" : ocl_type(self, type));
	if (which == OCL_SINCOS) {
		self->source->ulps = self->source->ulps > 4 ? self->source->ulps : 4;
		ocl_line_of(self, "%s.f0 = sincos(%s, &%s);", name, x, part);
	} else if (which == OCL_FREXP) {
		ocl_line_of(self, "%s.f0 = frexp(%s, &%s);", name, x, part);
	} else {
		ocl_line_of(self, "%s.f0 = modf(%s, &%s);", name, x, part);
	}
	ocl_line_of(self, "%s.f1 = (%s)%s;", name,
		    which == OCL_FREXP ? "uint" : ocl_type(self, type), part);
}

/* Translate C's frexp(), modf() and sincos(), which store results through pointers; OpenCL C's
 * versions store one result through a pointer. */
static bool library_parts(ocl_writer *self, LLVMValueRef call)
{
	const hr_cfunction *row = library_function(call);
	const char *text, *part, *x, *word;
	unsigned stored;
	bool whole;

	if (!row || row->opencl.how != HR_DEVICE_PARTS)
		return false;
	if (row->opencl.ulps[0] > (float)self->source->ulps)
		self->source->ulps = (unsigned)row->opencl.ulps[0];
	stored = hr_cfunction_parameters(row) - 1;
	whole = row->access[0].length == HR_LENGTH_BYTES;
	word = ocl_type(self, LLVMTypeOf(LLVMGetOperand(call, 0)));
	part = ocl_temporary(self, whole ? "int" : word);
	x = ocl_bare(self, ocl_operand(self, LLVMGetOperand(call, 0)));
	text = OCL_PRINT(self, "%s(%s, &%s)", row->opencl.name, x, part);
	if (stored == 2)
		ocl_line_of(self, "*%s = %s;", ocl_pointer_as(self, LLVMGetOperand(call, 1), word),
			    text);
	else if (LLVMGetFirstUse(call))
		ocl_line_of(self, "%s = %s;", ocl_declare(self, call), text);
	else
		ocl_line_of(self, "%s;", text);
	ocl_line_of(self, "*%s = %s;",
		    ocl_pointer_as(self, LLVMGetOperand(call, stored), whole ? "uint" : word),
		    part);
	return true;
}

/* --- which ------------------------------------------------------------------------------------ */

typedef struct named {
	const char *name; /* the part after "llvm.", without types */
	ocl_intrinsic which;
} named;

static const named rows[] = {
#define ROW(name, which) {name, OCL_##which},
	OCL_INTRINSICS(ROW)
#undef ROW
};

/* NAME is the part after "llvm.", for example "umin.i32". */
static ocl_intrinsic intrinsic_behind(const char *name)
{
	size_t best = 0;
	ocl_intrinsic which = OCL_UNKNOWN;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		size_t length = strlen(rows[i].name);

		if (length > best && strncmp(name, rows[i].name, length) == 0 &&
		    (name[length] == '.' || name[length] == '\0'))
			best = length, which = rows[i].which;
	}
	return which;
}

ocl_intrinsic ocl_intrinsic_named(const char *name)
{
	hr_cfunction_form form = HR_FORM_DOUBLE;
	const hr_cfunction *row;

	if (starts(name, "llvm."))
		return intrinsic_behind(name + 5);
	row = hr_cfunction_named(name, strlen(name), &form);
	return row && row->opencl.how == HR_DEVICE_AS && !row->not_c && form != HR_FORM_LONG_DOUBLE
		       ? intrinsic_behind(row->opencl.name)
		       : OCL_UNKNOWN;
}

static ocl_intrinsic intrinsic_of(LLVMValueRef call)
{
	const char *name = ocl_called(call);

	return starts(name, "llvm.") || library_function(call) ? ocl_intrinsic_named(name)
							       : OCL_UNKNOWN;
}

static bool is_query(const char *name)
{
	static const char *const names[] = {"hpvm_id",  "hpvm_extent", "hpvm_begin",
					    "hpvm_end", "hpvm_first",  "hpvm_stride"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return starts(name, "hpvm_inner_");
}

bool ocl_is_pure_call(LLVMValueRef call)
{
	ocl_intrinsic which = intrinsic_of(call);

	return is_query(ocl_called(call)) || math_of(call) ||
	       (which != OCL_UNKNOWN && which < OCL_LAST_PURE);
}

const char *ocl_call_expression(ocl_writer *self, LLVMValueRef call, int lane)
{
	ocl_intrinsic which = intrinsic_of(call);
	const hr_cfunction *row = math_of(call);

	if (is_query(ocl_called(call)))
		return ocl_query(self, call);
	if (row)
		return math_call(self, call, row, lane);
	if (which <= OCL_CLMUL)
		return integer_call(self, call, which, lane);
	if (which <= OCL_CLASS)
		return float_call(self, call, which, lane);
	if (which == OCL_EXPECT)
		return operand_of(self, call, 0, lane);
	if (which == OCL_FALSE)
		return "false";
	if (which == OCL_ONE)
		return "1";
	if (which == OCL_UNKNOWN_SIZE)
		return LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1))
			       ? "0"
			       : ocl_integer(self, UINT64_MAX, ocl_bits(LLVMTypeOf(call)));
	return reduced(self, call, which);
}

/* --- calls that are statements ---------------------------------------------------------------- */

static void own_call(ocl_writer *self, LLVMValueRef call)
{
	const char *text = "", *name = ocl_function_name(self, LLVMGetCalledValue(call));

	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		text = OCL_PRINT(self, "%s%s%s", text, i ? ", " : "",
				 ocl_bare(self, ocl_operand(self, LLVMGetOperand(call, i))));
	text = OCL_PRINT(self, "%s(%s)", name, text);
	if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind || !LLVMGetFirstUse(call))
		ocl_line_of(self, "%s;", text);
	else
		ocl_line_of(self, "%s = %s;", ocl_declare(self, call), text);
}

static void refuse_call(ocl_writer *self, LLVMValueRef call)
{
	const char *name = ocl_called(call);
	hr_cfunction_form form = HR_FORM_DOUBLE;
	const hr_cfunction *row = hr_cfunction_named(name, strlen(name), &form);

	if (starts(name, "llvm."))
		ocl_refuse(self, HR_REFUSES_INSTRUCTION, "a function that OpenCL C lacks");
	else if (strcmp(name, "hpvm_malloc") == 0)
		ocl_refuse(self, HR_REFUSES_MALLOC, "an instance allocates");
	else
		ocl_refuse(self, HR_REFUSES_CALL, "'%s': %s", name,
			   hr_cfunction_reason_text(hr_cfunction_why_not_kernel(
				   row, row ? &row->opencl : NULL, form)));
}

void ocl_call(ocl_writer *self, LLVMValueRef call)
{
	const char *name = ocl_called(call);
	ocl_intrinsic which = intrinsic_of(call);

	/* It has a variable already. */
	if (strcmp(name, "hpvm_image") == 0 || strcmp(name, "hpvm_local") == 0)
		return;
	if (is_query(name)) {
		ocl_set(self, call, (ocl_value){ocl_query(self, call), NULL, ""});
		return;
	}
	if (ocl_pipe_call(self, call))
		return;
	if (strcmp(name, "hpvm_barrier") == 0) {
		self->source->barriers = true;
		ocl_line_of(self, "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
	} else if (which >= OCL_UADD_OVERFLOW && which <= OCL_SMUL_OVERFLOW) {
		with_overflow(self, call, which);
	} else if (which == OCL_FREXP || which == OCL_MODF || which == OCL_SINCOS) {
		two_floats(self, call, which);
	} else if (which == OCL_COPY || which == OCL_MOVE || which == OCL_FILL) {
		if (which == OCL_FILL)
			ocl_fill(self, call);
		else
			ocl_copy(self, call, which == OCL_MOVE);
		if (LLVMGetFirstUse(call)) /* C's function returns its destination */
			ocl_define_pointer(self, call, ocl_pointer(self, LLVMGetOperand(call, 0)));
	} else if (which == OCL_SAME_POINTER) {
		ocl_define_pointer(self, call, ocl_pointer(self, LLVMGetOperand(call, 0)));
	} else if (which == OCL_NOTHING) {
		return;
	} else if (which == OCL_FENCE) {
		ocl_line_of(self, "mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
	} else if (*name && !LLVMIsDeclaration(LLVMGetCalledValue(call))) {
		own_call(self, call);
	} else if (!library_parts(self, call)) {
		refuse_call(self, call);
	}
}
