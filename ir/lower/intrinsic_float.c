/* ir/lower/intrinsic_float.c -- intrinsics on floating point, elementwise.
 *
 * A constrained intrinsic that names a rounding mode is computed with that mode, whatever the mode of
 * the environment is; round.dynamic takes the latter. round.tonearest is the default and does the
 * same: LLVM lets a program name only the mode that it has set. Exceptions are those of the engine's
 * operations. An operation that may raise none but whose computation does is followed by a
 * restoration of the exceptions, if the program can see them.
 *
 * Owns:      nothing.
 * Clauses:   H4 (fmuladd).
 * Not here:  the environment itself (interp/engine/environment.c). */
#include <string.h>

#include "ir/lower/intrinsic.h"
#include "src/arith/cfunction.h"
#include "src/arith/fenv_part.h"

static void elementwise(hr_lw *l, LLVMValueRef call, hr_op first)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	hr_lw_value *result = hr_lw_new_value(l, type->count);
	unsigned operands = hr_op_infos[first].length - 2u;
	const hr_lw_value *in[3];

	for (unsigned k = 0; k < operands; k++)
		in[k] = hr_lw_operand(l, call, k);
	for (uint32_t i = 0; i < type->count; i++) {
		hr_op op = hr_op_float(first, type->scalars[i].con);

		if (operands == 1)
			result->regs[i] = hr_lw_un(l, op, in[0]->regs[i]);
		else if (operands == 2)
			result->regs[i] = hr_lw_bin(l, op, in[0]->regs[i], in[1]->regs[i]);
		else
			result->regs[i] =
				hr_lw_ter(l, op, in[0]->regs[i], in[1]->regs[i], in[2]->regs[i]);
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

void hr_it_float(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	elementwise(l, call, row->op);
}

/* Emit the comparison of both results for the diagnostic fmuladd-rounding. Formats of 80 and 128
 * bits are not compared, because they do not fit a double. */
static void compare_roundings(hr_lw *l, LLVMValueRef call)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_value *result = hr_lw_value_of(l, call), *in[3];

	for (unsigned k = 0; k < 3; k++)
		in[k] = hr_lw_operand(l, call, k);
	for (uint32_t i = 0; i < type->count; i++) {
		hr_con con = type->scalars[i].con;
		hr_vreg once;

		if (con == HR_C_F80 || con == HR_C_F128)
			continue;
		once = hr_lw_ter(l, hr_op_float(HR_OP_fma_f16, con), in[0]->regs[i], in[1]->regs[i],
				 in[2]->regs[i]);
		HR_EMIT(l, HR_OP_hpvm_rounding, hr_lw_fp_convert(l, result->regs[i], con, HR_C_F64),
			hr_lw_fp_convert(l, once, con, HR_C_F64), hr_con_size(con));
	}
}

void hr_it_muladd(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	bool fused = l->program->sem.value[HR_SEM_fmuladd] == HR_SEM_fmuladd_fused;

	elementwise(l, call, fused ? HR_OP_fma_f16 : row->op);
	if (!fused && hr_diags_severity(l->program->diags, HR_D_fmuladd_rounding) != HR_SEV_OFF)
		compare_roundings(l, call);
}

/* powi, ldexp: there is one integer for all elements, or one for each. */
void hr_it_float_int(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_type *int_type = hr_lw_type_of_value(l, hr_lw_argument(call, 1));
	const hr_lw_value *a = hr_lw_operand(l, call, 0), *n = hr_lw_operand(l, call, 1);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		unsigned bits = int_type->scalars[0].bits;
		hr_vreg exponent = n->regs[n->count > 1 ? i : 0];

		if (bits > 32) { /* saturate; beyond that, every result is 0 or infinite */
			hr_con con = int_type->scalars[0].con;
			unsigned size = hr_con_size(con);

			exponent = hr_lw_signed(l, exponent, bits);
			exponent = hr_lw_bin(l, hr_op_int(HR_OP_smin_i8, con), exponent,
					     hr_lw_const(l, size, INT32_MAX));
			exponent = hr_lw_bin(l, hr_op_int(HR_OP_smax_i8, con), exponent,
					     hr_lw_const(l, size, (hr_u128)(__int128)INT32_MIN));
			bits = 8 * size;
		}
		exponent = hr_lw_resize(l, exponent, bits, 32, true);
		result->regs[i] = hr_lw_bin(l, hr_op_float(row->op, type->scalars[i].con),
					    a->regs[i], exponent);
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

/* Two results: all elements of the first, then all elements of the second. */
void hr_it_float_pair(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, hr_lw_argument(call, 0));
	const hr_lw_value *a = hr_lw_operand(l, call, 0);
	hr_lw_value *result = hr_lw_new_value(l, 2 * type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		hr_con con = type->scalars[i].con;

		result->regs[i] = hr_lw_reg(l, hr_con_size(con));
		result->regs[type->count + i] = hr_lw_reg(l, hr_con_size(con));
		HR_EMIT(l, hr_op_float(row->op, con), result->regs[i],
			result->regs[type->count + i], a->regs[i]);
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

void hr_it_frexp(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, hr_lw_argument(call, 0));
	const hr_lw_type *both = hr_lw_type_of_value(l, call);
	const hr_lw_value *a = hr_lw_operand(l, call, 0);
	hr_lw_value *result = hr_lw_new_value(l, both->count);

	for (uint32_t i = 0; i < type->count; i++) {
		hr_con con = type->scalars[i].con;
		hr_vreg exponent = hr_lw_reg(l, 4);

		result->regs[i] = hr_lw_reg(l, hr_con_size(con));
		HR_EMIT(l, hr_op_float(row->op, con), result->regs[i], exponent, a->regs[i]);
		result->regs[type->count + i] =
			hr_lw_resize(l, exponent, 32, both->scalars[type->count + i].bits, true);
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

void hr_it_float_to_long(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_type *from = hr_lw_type_of_value(l, hr_lw_argument(call, 0));
	const hr_lw_value *a = hr_lw_operand(l, call, 0);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++) {
		hr_vreg d = hr_lw_un(l, hr_op_float(row->op, from->scalars[i].con), a->regs[i]);

		result->regs[i] = hr_lw_resize(l, d, 64, type->scalars[i].bits, true);
	}
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

void hr_it_fpclass(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *from = hr_lw_type_of_value(l, hr_lw_argument(call, 0));
	const hr_lw_value *a = hr_lw_operand(l, call, 0);
	uint32_t mask = (uint32_t)hr_constant_int(hr_lw_argument(call, 1));
	hr_lw_value *result = hr_lw_new_value(l, from->count);

	for (uint32_t i = 0; i < from->count; i++)
		result->regs[i] =
			hr_lw_uni(l, hr_op_float(row->op, from->scalars[i].con), a->regs[i], mask);
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

/* --- conversions ------------------------------------------------------------------------------ */

void hr_it_to_int_sat(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, call);
	const hr_lw_type *from = hr_lw_type_of_value(l, hr_lw_argument(call, 0));
	const hr_lw_value *a = hr_lw_operand(l, call, 0);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	for (uint32_t i = 0; i < type->count; i++)
		result->regs[i] = hr_lw_fp_to_int_sat(l, a->regs[i], from->scalars[i].con,
						      &type->scalars[i], row->how);
	hr_lw_spread_poison(l, call, result);
	hr_lw_define(l, call, result);
}

void hr_it_to_int(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	hr_lw_fp_to_int(l, call, row->how);
}

void hr_it_from_int(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	hr_lw_int_to_fp(l, call, row->how);
}

/* Return true if argument I is the metadata WANTED. */
static bool is_text(LLVMValueRef call, unsigned i, const char *wanted)
{
	unsigned length;
	const char *text = LLVMGetMDString(hr_lw_argument(call, i), &length);

	return text && length == strlen(wanted) && !memcmp(text, wanted, length);
}

void hr_it_constrained_cast(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	(void)row;
	hr_in_fp_cast(l, call);
}

/* Half precision in an i16, as C compilers use it for machines without half precision. */
void hr_it_from_half(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	(void)row;
	hr_lw_define_reg(l, call,
			 hr_lw_fp_convert(l, hr_lw_scalar(l, call, 0), HR_C_F16,
					  hr_lw_type_of_value(l, call)->scalars[0].con));
}

void hr_it_to_half(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	const hr_lw_type *from = hr_lw_type_of_value(l, hr_lw_argument(call, 0));

	(void)row;
	hr_lw_define_reg(
		l, call,
		hr_lw_fp_convert(l, hr_lw_scalar(l, call, 0), from->scalars[0].con, HR_C_F16));
}

void hr_it_constrained_fcmp(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	static const char *const names[] = {"oeq", "ogt", "oge", "olt", "ole", "one", "ord",
					    "uno", "ueq", "ugt", "uge", "ult", "ule", "une"};
	const hr_lw_type *from = hr_lw_type_of_value(l, hr_lw_argument(call, 0));
	const hr_lw_value *a = hr_lw_operand(l, call, 0), *b = hr_lw_operand(l, call, 1);
	hr_lw_value *result = hr_lw_new_value(l, from->count);

	for (unsigned p = 0; p < sizeof(names) / sizeof(*names); p++) {
		/* the enumeration starts with false */
		hr_op first = hr_lw_fcmp_op((LLVMRealPredicate)(p + 1));

		if (!is_text(call, 2, names[p]))
			continue;
		for (uint32_t i = 0; i < from->count; i++)
			result->regs[i] = hr_lw_bin(l, hr_op_float(first, from->scalars[i].con),
						    a->regs[i], b->regs[i]);
		hr_lw_spread_poison(l, call, result);
		hr_lw_define(l, call, result);
		return;
	}
	hr_it_refused(l, call, row);
}

/* --- the floating-point environment ------------------------------------------------------------ */

enum { NEAREST = 1, AWAY = 4, AS_IT_IS = 7 };

static bool touches_environment(const hr_function *function)
{
	static const char *const intrinsics[] = {
		"llvm.set.rounding", "llvm.get.fpenv",  "llvm.set.fpenv",   "llvm.reset.fpenv",
		"llvm.get.fpmode",   "llvm.set.fpmode", "llvm.reset.fpmode"};

	for (size_t i = 0; i < sizeof(intrinsics) / sizeof(*intrinsics); i++)
		if (!strncmp(function->name, intrinsics[i], strlen(intrinsics[i])))
			return true;
	return hr_lw_changes_environment(function);
}

bool hr_lw_changes_environment(const hr_function *function)
{
	const hr_cfunction *facts = function->defined ? NULL : hr_cfunction_find(function->name);

	return facts && facts->state == HR_STATE_ENVIRONMENT;
}

/* Return true if the program changes or reads the environment. */
static bool is_seen(hr_lw *l)
{
	hr_program *program = l->program;

	if (!program->environment)
		program->environment = -1;
	for (uint32_t i = 0; i < program->function_count && program->environment < 0; i++)
		if (touches_environment(program->functions[i]))
			program->environment = 1;
	return program->environment > 0;
}

static hr_vreg get(hr_lw *l, uint32_t part)
{
	hr_vreg reg = hr_lw_reg(l, 8);

	HR_EMIT(l, HR_OP_fenv_get, reg, part);
	return reg;
}

void hr_lw_keep_environment(hr_lw *l)
{
	HR_EMIT(l, HR_OP_fenv_set, hr_lw_const(l, 8, 0), HR_FENV_KEEP);
}

/* --- operations in another environment -------------------------------------------------------- */

static bool is_constrained(const hr_intrinsic *row)
{
	return !strncmp(row->name, "llvm.experimental.constrained.", 30);
}

/* Return the mode that CALL names, by LLVM's number, or AS_IT_IS. */
static unsigned named_mode(LLVMValueRef call)
{
	static const char *const modes[] = {"round.towardzero", "round.tonearest", "round.upward",
					    "round.downward", "round.tonearestaway"};

	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		for (unsigned mode = 0; mode < sizeof(modes) / sizeof(*modes); mode++)
			if (is_text(call, i, modes[mode]))
				return mode;
	return AS_IT_IS;
}

static bool is_row(const hr_intrinsic *row, const char *const *names, size_t count)
{
	const char *name = row->name + (is_constrained(row) ? 30 : strlen("llvm."));

	for (size_t i = 0; i < count; i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

/* The engine computes it with an operation that raises exceptions which the intrinsic does not. */
static bool raises_too_much(const hr_intrinsic *row)
{
	static const char *const names[] = {"nearbyint", "roundeven", "fcmp",   "minnum",
					    "maxnum",    "minimum",   "maximum"};

	return is_row(row, names, sizeof(names) / sizeof(*names));
}

static bool rounds_to_nearest(const hr_intrinsic *row)
{
	static const char *const names[] = {"roundeven"};

	return is_row(row, names, sizeof(names) / sizeof(*names));
}

bool hr_lw_environment_begin(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row,
			     hr_lw_environment *environment)
{
	bool names = is_constrained(row) || !strcmp(row->name, "llvm.fptrunc.round");
	unsigned mode = names ? named_mode(call) : AS_IT_IS;

	*environment = (hr_lw_environment){HR_NO_REG, HR_NO_REG};
	if (mode == AWAY)
		return false;
	if (is_seen(l) && rounds_to_nearest(row))
		mode = NEAREST;
	else if (mode == NEAREST)
		mode = AS_IT_IS;
	if (is_seen(l) && raises_too_much(row))
		environment->raised = get(l, HR_FENV_RAISED);
	if (mode == AS_IT_IS)
		return true;
	environment->rounding = get(l, HR_FENV_ROUNDING);
	HR_EMIT(l, HR_OP_fenv_set, hr_lw_const(l, 8, mode), HR_FENV_ROUNDING);
	return true;
}

/* An operation whose exceptions the program can see is computed, although its result may be unused. */
static void keep_operation(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	unsigned count = LLVMGetNumArgOperands(call);
	const hr_lw_value *result;

	if (!is_constrained(row) || !is_seen(l) || l->chunk == HR_NO_REG ||
	    is_text(call, count - 1, "fpexcept.ignore"))
		return;
	result = hr_lw_value_of(l, call);
	for (uint32_t i = 0; i < result->count; i++)
		HR_EMIT(l, HR_OP_fenv_set, result->regs[i], HR_FENV_KEEP);
}

void hr_lw_environment_end(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row,
			   const hr_lw_environment *environment)
{
	keep_operation(l, call, row);
	if (environment->rounding != HR_NO_REG)
		HR_EMIT(l, HR_OP_fenv_set, environment->rounding, HR_FENV_ROUNDING);
	if (environment->raised != HR_NO_REG)
		HR_EMIT(l, HR_OP_fenv_set, environment->raised, HR_FENV_RAISED);
}

/* --- intrinsics ------------------------------------------------------------------------------- */

void hr_it_get_rounding(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	(void)row;
	if (is_seen(l))
		hr_lw_define_reg(l, call, hr_lw_resize(l, get(l, HR_FENV_ROUNDING), 64, 32, false));
	else
		hr_lw_define_reg(l, call, hr_lw_const(l, 4, NEAREST));
}

/* Modes that the processor lacks are refused when they are requested. */
void hr_it_set_rounding(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	hr_vreg mode = hr_lw_scalar(l, call, 0);
	hr_vreg known = hr_lw_bin(l, HR_OP_ugt_i32, hr_lw_const(l, 4, AWAY), mode);
	uint32_t yes = hr_lw_chunk_new(l), no = hr_lw_chunk_new(l);

	hr_lw_branch(l, known, yes, no);
	hr_lw_begin(l, no);
	hr_it_refused(l, call, row);
	hr_lw_begin(l, yes);
	HR_EMIT(l, HR_OP_fenv_set, hr_lw_resize(l, mode, 32, 64, false), HR_FENV_ROUNDING);
}

/* Return the words of a part: an environment has those of fenv_t, a mode one. Its type in LLVM IR
 * depends on the machine; another one than that of x86-64 is refused. */
static uint32_t words_of(int part, LLVMTypeRef type)
{
	unsigned bits =
		LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
	uint32_t words = part == HR_FENV_WORD ? HR_FENV_WORDS : 1;

	return bits == 64 * words ? words : 0;
}

/* how: the part */
void hr_it_get_environment(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	uint32_t words = words_of(row->how, LLVMTypeOf(call));
	hr_lw_value *result = hr_lw_new_value(l, words);

	if (!words) {
		hr_it_refused(l, call, row);
		return;
	}
	for (uint32_t i = 0; i < words; i++)
		result->regs[i] = get(l, (uint32_t)row->how + i);
	hr_lw_define(l, call, result);
}

void hr_it_set_environment(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	uint32_t words = words_of(row->how, LLVMTypeOf(hr_lw_argument(call, 0)));

	if (!words)
		hr_it_refused(l, call, row);
	for (uint32_t i = 0; i < words; i++)
		HR_EMIT(l, HR_OP_fenv_set, hr_lw_operand(l, call, 0)->regs[i],
			(uint32_t)row->how + i);
}

void hr_it_reset_environment(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	(void)call;
	HR_EMIT(l, HR_OP_fenv_set, hr_lw_const(l, 8, 0), (uint32_t)row->how);
}
