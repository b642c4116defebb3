/* ir/lower/call.c -- calls: attributes, classification, calls of functions, and exceptions that leave them.
 *
 * An exception that leaves the call of an invoke goes on behind the call, with a flag that leads to the landing pad, so
 * that the edge is an ordinary one. The flag, the exception and the selector are registers of the function, which the
 * engine writes (interp/engine/unwind.c).
 *
 * Invariant: code that leaves can call has no landing pads: what is raised there is reported, and such code is
 *            not kept from batches by what only its landing pads do.
 * Owns:      argument lists and landings are in the program's arena, with the code.
 * Not here:  intrinsics (intrinsic*.c), HPVM operations (hpvm.c), what calls promise (promise.c). */
#include <string.h>

#include "ir/lower/intrinsic.h"
#include "ir/lower/lower_private.h"
#include "ir/program/lookup.h"
#include "ir/program/root.h"

LLVMValueRef hr_lw_argument(LLVMValueRef call, unsigned i)
{
	return LLVMGetOperand(call, i);
}

/* --- attributes ------------------------------------------------------------------------------- */

static unsigned kind(const char *name)
{
	return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

const hr_lw_attributes *hr_lw_attribute_kinds(void)
{
	static hr_lw_attributes known; /* protected by the lowering's lock */

	if (!known.byval)
		known = (hr_lw_attributes){kind("byval"),
					   kind("sret"),
					   kind("signext"),
					   kind("zeroext"),
					   kind("align"),
					   kind("noundef"),
					   kind("nonnull"),
					   kind("dereferenceable"),
					   kind("dereferenceable_or_null"),
					   kind("readonly"),
					   kind("readnone"),
					   kind("writeonly"),
					   kind("memory"),
					   kind("nofpclass"),
					   kind("speculatable"),
					   kind("dead_on_return"),
					   kind("range"),
					   kind("returned"),
					   kind("noreturn"),
					   kind("norecurse"),
					   kind("byref"),
					   kind("noalias"),
					   kind("nofree"),
					   kind("writable"),
					   kind("allocsize")};
	return &known;
}

LLVMAttributeRef hr_lw_attribute(LLVMValueRef call, LLVMValueRef function, unsigned index,
				 unsigned id)
{
	LLVMAttributeRef found = call ? LLVMGetCallSiteEnumAttribute(call, index, id) : NULL;

	if (!found && function && LLVMIsAFunction(function))
		found = LLVMGetEnumAttributeAtIndex(function, index, id);
	return found;
}

/* Return the number at TEXT, modulo 2^128. */
static hr_u128 number_at(const char *text)
{
	const bool negative = *text == '-';
	hr_u128 number = 0;

	for (text += negative; *text >= '0' && *text <= '9'; text++)
		number = 10 * number + (unsigned)(*text - '0');
	return negative ? 0 - number : number;
}

/* LLVM's C interface does not give the numbers, but prints them: "range(i32 -1, 5)". */
bool hr_lw_range_attribute(hr_lw *l, LLVMAttributeRef range, LLVMTypeRef type, hr_u128 ends[2])
{
	LLVMModuleRef module = LLVMModuleCreateWithNameInContext("", l->program->context);
	LLVMValueRef function =
		LLVMAddFunction(module, "f", LLVMFunctionType(type, NULL, 0, false));
	const char *first, *end = NULL;
	char *text;

	LLVMAddAttributeAtIndex(function, LLVMAttributeReturnIndex, range);
	text = LLVMPrintValueToString(function);
	first = strstr(text, "range(");
	first = first ? strchr(first, ' ') : NULL;
	end = first ? strchr(first, ',') : NULL;
	if (end) {
		ends[0] = number_at(first + 1);
		ends[1] = number_at(end + 2);
	}
	LLVMDisposeMessage(text);
	LLVMDisposeModule(module);
	return end != NULL;
}

hr_param hr_lw_param(hr_lw *l, LLVMValueRef call, LLVMValueRef function, unsigned i)
{
	const hr_lw_attributes *k = hr_lw_attribute_kinds();
	LLVMAttributeRef byval = hr_lw_attribute(call, function, i + 1, k->byval);
	LLVMAttributeRef align = hr_lw_attribute(call, function, i + 1, k->align);
	hr_param param = {0};

	param.sret = hr_lw_attribute(call, function, i + 1, k->sret) != NULL;
	param.sext = hr_lw_attribute(call, function, i + 1, k->signext) != NULL;
	param.zext = hr_lw_attribute(call, function, i + 1, k->zeroext) != NULL;
	param.noundef = hr_lw_attribute(call, function, i + 1, k->noundef) != NULL;
	if (byval) {
		LLVMTypeRef type = LLVMGetTypeAttributeValue(byval);

		param.byval_bytes = (uint32_t)LLVMABISizeOfType(l->program->layout, type);
		param.byval_align = align ? (uint32_t)LLVMGetEnumAttributeValue(align)
					  : LLVMABIAlignmentOfType(l->program->layout, type);
		if (param.byval_align < 8)
			param.byval_align = 8;
	}
	return param;
}

/* --- calls of functions ----------------------------------------------------------------------- */

static void add_arguments(hr_lw *l, LLVMValueRef in, LLVMValueRef callee, bool native,
			  hr_call *call)
{
	hr_arena *arena = &l->program->arena;
	unsigned count = LLVMGetNumArgOperands(in);
	HR_VEC(hr_scalar) args = {0};

	call->params = hr_arena_array(arena, count + 1, sizeof(*call->params));
	call->param_count = count;
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef argument = hr_lw_argument(in, i);
		const hr_lw_type *type = hr_lw_type_of_value(l, argument);
		const hr_lw_value *value = hr_lw_value_of(l, argument);

		if (value->poison && (native || hr_lw_attribute(in, callee, i + 1,
								hr_lw_attribute_kinds()->noundef)))
			hr_lw_check_handed(l, value);
		call->params[i] = hr_lw_param(l, in, callee, i);
		call->params[i].type = type->type;
		call->params[i].first = (uint32_t)args.count;
		call->params[i].count = type->count;
		for (uint32_t k = 0; k < type->count; k++) {
			HR_PUSH(&args, type->scalars[k]);
			HR_LAST(&args).reg = value->regs[k];
		}
	}
	call->arg_count = (uint32_t)args.count;
	call->args = hr_arena_array(arena, args.count + 1, sizeof(*call->args));
	if (args.count)
		memcpy(call->args, args.data, args.count * sizeof(*call->args));
	HR_VEC_FREE(&args);
}

/* FLAGS: the results are followed by their poison flags. */
static void add_results(hr_lw *l, LLVMValueRef in, bool flags, hr_call *call)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, in);
	hr_lw_value *result = hr_lw_new_value(l, type->count);

	call->result = type->type;
	call->result_count = flags ? 2 * type->count : type->count;
	call->results =
		hr_arena_array(&l->program->arena, 2 * type->count + 1, sizeof(*call->results));
	for (uint32_t i = 0; i < type->count; i++) {
		result->regs[i] = hr_lw_reg(l, hr_con_size(type->scalars[i].con));
		call->results[i] = type->scalars[i];
		call->results[i].reg = result->regs[i];
		if (!flags)
			continue;
		call->results[type->count + i] =
			(hr_scalar){.con = HR_C_I8, .bits = 1, .reg = hr_lw_reg(l, 1)};
		hr_lw_set_poison(l, result, i, call->results[type->count + i].reg);
	}
	if (type->count)
		hr_lw_define(l, in, result);
}

/* dead_on_return: the variables that the arguments of IN are become undefined. */
static void end_dead(hr_lw *l, LLVMValueRef in, LLVMValueRef callee)
{
	const unsigned id = hr_lw_attribute_kinds()->dead_on_return;

	for (unsigned i = 0; id && i < LLVMGetNumArgOperands(in); i++)
		if (LLVMIsAAllocaInst(hr_lw_argument(in, i)) &&
		    hr_lw_attribute(in, callee, i + 1, id))
			HR_EMIT(l, HR_OP_scope, hr_lw_value_of(l, hr_lw_argument(in, i))->regs[0],
				1);
}

void hr_lw_plain_call(hr_lw *l, LLVMValueRef in)
{
	LLVMTypeRef signature = LLVMGetCalledFunctionType(in);
	LLVMValueRef callee = LLVMGetCalledValue(in);
	hr_function *function = hr_function_of(l->program, callee);
	hr_call call = {.callee = -1};

	if (function) {
		call.callee = function->id;
	} else {
		const hr_lw_value *target = hr_lw_value_of(l, callee);

		hr_lw_check_poison(l, target);
		call.target = target->regs[0];
	}
	call.fixed_params = LLVMCountParamTypes(signature);
	call.variadic = LLVMIsFunctionVarArg(signature);
	call.convention = LLVMGetInstructionCallConv(in);
	call.tail = LLVMIsACallInst(in) && LLVMGetTailCallKind(in) == LLVMTailCallKindMustTail;
	if (function && hr_lw_changes_environment(function))
		hr_lw_keep_environment(l);
	hr_lw_promise_call(l, in, callee);
	add_arguments(l, in, callee, !function || !function->defined, &call);
	if (call.fixed_params > call.param_count)
		call.fixed_params = call.param_count;
	add_results(l, in, hr_lw_returns_poison(l->program, function), &call);
	call.landing = LLVMIsAInvokeInst(in) ? hr_lw_landing(l, in) : NULL;
	HR_PUSH(&l->calls, call);
	HR_EMIT(l, HR_OP_call, (uint32_t)l->calls.count - 1);
	if (call.landing && !call.landing->refused)
		hr_lw_split_invoke(l, in, l->raised[0]);
	if (!call.tail) {
		end_dead(l, in, callee);
		hr_lw_promise_result(l, in, callee);
	}
}

static void one_call(hr_lw *l, LLVMValueRef in)
{
	LLVMValueRef callee = LLVMGetCalledValue(in);
	const char *name;
	size_t length;

	if (LLVMIsAInlineAsm(callee)) {
		hr_lw_inline_asm(l, in, callee);
		return;
	}
	if (hr_lw_is_hpvm(in)) {
		hr_lw_hpvm(l, in, callee);
		return;
	}
	name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
	if (!strncmp(name, "llvm.", 5) && strncmp(name, "llvm.hpvm.", 10))
		hr_lw_intrinsic(l, in, name);
	else
		hr_lw_plain_call(l, in);
}

void hr_in_call(hr_lw *l, LLVMValueRef in)
{
	one_call(l, in);
	if (LLVMIsAInvokeInst(in) && l->chunk != HR_NO_REG)
		hr_lw_go(l, LLVMGetInstructionParent(in), LLVMGetNormalDest(in));
}

/* --- inline assembly -------------------------------------------------------------------------- */

static bool is_harmless(const char *text, size_t length)
{
	static const char *const known[] = {"", "nop", "pause", "rep; nop", "rep;nop"};

	while (length && strchr(" \t\n;", text[length - 1]))
		length--;
	while (length && strchr(" \t\n;", *text)) {
		text++;
		length--;
	}
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (strlen(known[i]) == length && !memcmp(known[i], text, length))
			return true;
	return *text == '#' && !memchr(text, '\n', length);
}

/* The constraint string lists outputs ("=r"), inputs ("r", or "0": the same register as output 0)
 * and clobbers. An output without a tied input has the previous contents of the register, here
 * 0. */
static void tie_outputs(hr_lw *l, LLVMValueRef in, const char *constraints, hr_lw_value *result)
{
	unsigned argument = 0;
	HR_VEC(uint32_t) first = {0}; /* first scalar of each output */
	uint32_t at = 0;

	for (const char *c = constraints; *c; c = strchr(c, ',') ? strchr(c, ',') + 1 : "") {
		if (*c == '~')
			continue;
		if (*c == '=' && c[1] != '*') {
			HR_PUSH(&first, at++);
			continue;
		}
		if (*c == '=') {
			HR_PUSH(&first, HR_NO_REG);
			argument++;
			continue;
		}
		if (*c >= '0' && *c <= '9' && (size_t)(*c - '0') < first.count) {
			uint32_t to = first.data[*c - '0'];
			const hr_lw_value *value = hr_lw_operand(l, in, argument);

			if (to < result->count && value->count == 1)
				result->regs[to] = value->regs[0];
		}
		argument++;
	}
	HR_VEC_FREE(&first);
}

void hr_lw_inline_asm(hr_lw *l, LLVMValueRef in, LLVMValueRef assembly)
{
	size_t length;
	const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
	const hr_lw_type *type = hr_lw_type_of_value(l, in);
	hr_lw_value *result = hr_lw_new_value(l, type->count);
	char *constraints;

	if (!is_harmless(text, length)) {
		hr_lw_refuse_instruction(l, "call", "inline assembly that is not empty");
		return;
	}
	for (uint32_t i = 0; i < type->count; i++)
		result->regs[i] = hr_lw_const(l, hr_con_size(type->scalars[i].con), 0);
	text = LLVMGetInlineAsmConstraintString(assembly, &length);
	constraints = hr_arena_strndup(&l->arena, text, length);
	tie_outputs(l, in, constraints, result);
	if (type->count)
		hr_lw_define(l, in, result);
}

/* --- exceptions ------------------------------------------------------------------------------- */

void hr_lw_find_exceptions(hr_lw *l)
{
	l->unwinds = LLVMHasPersonalityFn(l->llvm) && !l->function->leaf_node &&
		     !hr_root_in_leaves(l->program, l->function);
	if (!l->unwinds)
		return;
	l->raised[0] = hr_lw_reg(l, 1);
	l->raised[1] = hr_lw_reg(l, 8);
	l->raised[2] = hr_lw_reg(l, 4);
}

/* Return the number that stands for TYPE, the description of a type, in selectors. */
static uint32_t selector_of(const hr_lw *l, LLVMValueRef type)
{
	const hr_global *global = hr_global_of(l->program, type);

	return global ? global->id + 1 : INT32_MAX;
}

static LLVMValueRef pad_of(LLVMValueRef invoke)
{
	LLVMValueRef in = LLVMGetFirstInstruction(LLVMGetUnwindDest(invoke));

	while (LLVMIsAPHINode(in))
		in = LLVMGetNextInstruction(in);
	return in;
}

/* Return false for filters, which exception specifications of old C++ need, and other results than clang's. */
static bool is_supported(hr_lw *l, LLVMValueRef pad)
{
	const hr_lw_type *type;

	if (!LLVMIsALandingPadInst(pad))
		return false;
	type = hr_lw_type_of_value(l, pad);
	if (type->count != 2 || type->scalars[0].con != HR_C_I64 ||
	    type->scalars[1].con != HR_C_I32)
		return false;
	for (unsigned i = 0; i < LLVMGetNumClauses(pad); i++)
		if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetClause(pad, i))) == LLVMArrayTypeKind)
			return false;
	return true;
}

hr_landing *hr_lw_landing(hr_lw *l, LLVMValueRef invoke)
{
	hr_landing *landing = HR_ARENA_NEW(&l->program->arena, hr_landing);
	LLVMValueRef pad = pad_of(invoke);
	unsigned count;

	landing->refused = !l->unwinds || !is_supported(l, pad);
	if (landing->refused)
		return landing;
	count = LLVMGetNumClauses(pad);
	landing->flag = l->raised[0];
	landing->exception = l->raised[1];
	landing->selector = l->raised[2];
	for (unsigned i = 0; i < 3; i++) {
		landing->kept[i] = l->raised[i];
		hr_lw_move(l, l->raised[i], hr_lw_const(l, l->vregs.data[l->raised[i]].size, 0));
	}
	landing->cleanup = LLVMIsCleanup(pad);
	landing->clause_count = count;
	landing->clauses = hr_arena_array(&l->program->arena, count + 1, sizeof(*landing->clauses));
	landing->selectors =
		hr_arena_array(&l->program->arena, count + 1, sizeof(*landing->selectors));
	for (unsigned i = 0; i < count; i++) {
		landing->clauses[i] = hr_lw_value_of(l, LLVMGetClause(pad, i))->regs[0];
		landing->selectors[i] = selector_of(l, LLVMGetClause(pad, i));
	}
	return landing;
}

void hr_in_landingpad(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_type *type = hr_lw_type_of_value(l, in);
	hr_lw_value *value;

	if (!l->unwinds || !is_supported(l, in)) {
		hr_lw_define_zero(l, in);
		hr_lw_trap(l, HR_D_unsupported_exception);
		return;
	}
	value = hr_lw_new_value(l, type->count);
	for (unsigned i = 0; i < 2; i++) {
		value->regs[i] = hr_lw_reg(l, hr_con_size(type->scalars[i].con));
		hr_lw_move(l, value->regs[i], l->raised[i + 1]);
	}
	hr_lw_define(l, in, value);
}

void hr_in_resume(hr_lw *l, LLVMValueRef in)
{
	const hr_lw_value *value = hr_lw_operand(l, in, 0);

	if (!l->unwinds || value->count != 2) {
		hr_lw_trap(l, HR_D_unsupported_exception);
		return;
	}
	HR_EMIT(l, HR_OP_resume, value->regs[0]);
	hr_lw_end(l);
}

/* llvm.eh.typeid.for: the number of a type. */
void hr_it_typeid(hr_lw *l, LLVMValueRef call, const hr_intrinsic *row)
{
	(void)row;
	hr_lw_define_reg(l, call, hr_lw_const(l, 4, selector_of(l, hr_lw_argument(call, 0))));
}
