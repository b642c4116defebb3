/* ir/lift/ports.c -- the interface of a node function: inputs, outputs, attributes, hint.
 *
 * Inputs are the parameters, with their names in the source if there is debug information. Outputs
 * are the fields of the structure that the function returns (intrinsics), or the values of its
 * __hpvm__return calls (HPVM-C), which go through varargs and so have promoted types. Outputs of an
 * internal node function in HPVM-C follow from its binds, see validate.c.
 *
 * Invariant: a port has a type that can be stored and copied.
 * Owns:      nothing; ports are in the program's arena.
 * Clauses:   M1 (allocation nodes), M5 (which parameters are in and out), G1.
 * Not here:  the child graph (internal.c). */
#include <string.h>

#include <llvm-c/Core.h>

#include "ir/lift/lift.h"
#include "ir/program/debug_names.h"
#include "ir/program/hpvm_names.h"

static void refuse(hr_lift *lift, const hr_function *function, const char *why)
{
	hr_lift_report(lift, function, NULL, HR_D_bad_node_function, function->name, why);
}

static void bad_call(hr_lift *lift, const hr_function *function, const hr_hpvm_call *call,
		     const char *why)
{
	hr_lift_report(lift, function, call->instruction, HR_D_bad_graph_call, call->name,
		       function->name, why);
}

/* --- types of ports --------------------------------------------------------------------------- */

static const hr_type *port_type(hr_lift *lift, const hr_function *function, void *instruction,
				LLVMTypeRef llvm)
{
	hr_where where = {0};
	const hr_type *type = hr_type_of(lift->program, llvm);
	hr_status status;

	if (type && !hr_type_bit_packed(type))
		return type;
	where = hr_lift_where(lift, function, instruction);
	if (type) {
		hr_lift_failed(lift, hr_report(lift->program->diags, HR_D_unsupported_type, &where,
					       type->text, "as a port of a node"));
		hr_lift_failed(lift, HR_UNSUPPORTED);
		return NULL;
	}
	status = hr_type_need(lift->program, llvm, &where, &type);
	hr_lift_failed(lift, status);
	return NULL;
}

static bool has_attribute(LLVMValueRef function, unsigned index, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

	return kind && LLVMGetEnumAttributeAtIndex(function, index, kind);
}

static bool has_text_attribute(LLVMValueRef function, unsigned index, const char *name)
{
	return LLVMGetStringAttributeAtIndex(function, index, name, (unsigned)strlen(name));
}

/* Return the parameter that clang at -O0 stores in VARIABLE. */
static LLVMValueRef kept_in(LLVMValueRef variable)
{
	for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable &&
		    LLVMIsAArgument(LLVMGetOperand(user, 0)))
			return LLVMGetOperand(user, 0);
	}
	return NULL;
}

/* --- inputs ----------------------------------------------------------------------------------- */

typedef struct naming {
	hr_lift *lift;
	hr_function *function;
} naming;

/* The first name of a parameter is its own; later ones are of variables that are set to it. */
static void name_input(void *context, LLVMValueRef value, const char *name, size_t length)
{
	naming *to = context;

	if (LLVMIsAAllocaInst(value))
		value = kept_in(value);
	for (unsigned i = 0; value && i < to->function->input_count; i++)
		if (LLVMGetParam(to->function->llvm, i) == value && !to->function->inputs[i].name)
			to->function->inputs[i].name =
				hr_arena_strndup(&to->lift->program->arena, name, length);
}

static void lift_input(hr_lift *lift, hr_function *function, unsigned i)
{
	LLVMValueRef llvm = function->llvm, param = LLVMGetParam(llvm, i);
	hr_port *port = &function->inputs[i];
	size_t length;
	const char *name = LLVMGetValueName2(param, &length);

	if (!port->name)
		port->name = hr_arena_strndup(&lift->program->arena, name, length);
	port->type = port_type(lift, function, NULL, LLVMTypeOf(param));
	port->optional = has_text_attribute(llvm, i + 1, HR_OPTIONAL_INPUT);
	port->in =
		has_text_attribute(llvm, i + 1, "in") || has_text_attribute(llvm, i + 1, "inout");
	port->out =
		has_text_attribute(llvm, i + 1, "out") || has_text_attribute(llvm, i + 1, "inout");
	if (has_attribute(llvm, i + 1, "byval"))
		refuse(lift, function,
		       "a parameter is a structure passed by value; pass its fields instead");
	if (has_attribute(llvm, i + 1, "sret"))
		refuse(lift, function,
		       "it returns a C structure through the caller's memory; return its fields with __hpvm__return");
}

/* Return the value of the attribute NAME of parameter I, or NULL. */
static const char *text_of(hr_lift *lift, const hr_function *function, unsigned i, const char *name)
{
	LLVMAttributeRef attribute =
		LLVMGetStringAttributeAtIndex(function->llvm, i + 1, name, (unsigned)strlen(name));
	unsigned length;
	const char *text = attribute ? LLVMGetStringAttributeValue(attribute, &length) : NULL;

	return text ? hr_arena_strndup(&lift->program->arena, text, length) : NULL;
}

static void lift_inputs(hr_lift *lift, hr_function *function)
{
	naming to = {lift, function};

	function->input_count = function->param_count;
	function->inputs =
		hr_arena_array(&lift->program->arena, function->input_count, sizeof(hr_port));
	if (function->defined)
		hr_debug_names(function->llvm, name_input, &to);
	if (function->defined)
		hr_debug_parameters(function->llvm, name_input, &to);
	for (unsigned i = 0; i < function->input_count; i++) {
		lift_input(lift, function, i);
		function->inputs[i].local =
			LLVMGetStringAttributeAtIndex(function->llvm, i + 1, HR_KERNEL_LOCAL,
						      strlen(HR_KERNEL_LOCAL)) != NULL;
		function->inputs[i].opaque = text_of(lift, function, i, HR_KERNEL_OPAQUE);
		function->inputs[i].unsized = lift->program->kernel != NULL;
	}
}

/* --- parameters used as operands -------------------------------------------------------------- */

/* Return the parameter that VALUE is, through casts and variables; -1 if it is none. */
static int parameter_of(const hr_function *function, LLVMValueRef value)
{
	while (value && (LLVMIsABitCastInst(value) || LLVMIsAAddrSpaceCastInst(value)))
		value = LLVMGetOperand(value, 0);
	if (value && LLVMIsALoadInst(value) && LLVMIsAAllocaInst(LLVMGetOperand(value, 0)))
		value = kept_in(LLVMGetOperand(value, 0));
	for (unsigned i = 0; value && i < function->param_count; i++)
		if (LLVMGetParam(function->llvm, i) == value)
			return (int)i;
	return -1;
}

static bool constant_argument(const hr_hpvm_call *call, unsigned position, uint64_t *value)
{
	LLVMValueRef argument;

	if (position >= call->argument_count)
		return false;
	argument = LLVMGetOperand(call->instruction, position);
	if (!LLVMIsAConstantInt(argument))
		return false;
	*value = LLVMConstIntGetZExtValue(argument);
	return true;
}

/* Mark COUNT parameters from POSITION on as read, or as written if OUT. */
static void mark_parameters(hr_lift *lift, hr_function *function, const hr_hpvm_call *call,
			    uint64_t position, uint64_t count, bool out)
{
	for (uint64_t i = position; i < position + count; i++) {
		int index = parameter_of(function, LLVMGetOperand(call->instruction, (unsigned)i));

		if (index < 0)
			bad_call(lift, function, call,
				 "an operand is not a parameter of the function");
		else if (out)
			function->inputs[index].out = true;
		else
			function->inputs[index].in = true;
	}
}

/* Lift attributes(ni, in..., no, out...). */
static void lift_attributes(hr_lift *lift, hr_function *function, const hr_hpvm_call *call)
{
	uint64_t ins, outs;

	if (constant_argument(call, 0, &ins) && ins < call->argument_count &&
	    constant_argument(call, (unsigned)ins + 1, &outs) &&
	    outs == call->argument_count - ins - 2) {
		mark_parameters(lift, function, call, 1, ins, false);
		mark_parameters(lift, function, call, ins + 2, outs, true);
		return;
	}
	bad_call(lift, function, call, "its counts do not match its operands");
}

/* A hint never changes a result, so one that is not known is only reported. */
static void unknown_hint(hr_lift *lift, const hr_function *function, uint64_t target)
{
	char text[64];

	snprintf(text, sizeof(text), "there is no target %llu", (unsigned long long)target);
	hr_lift_report(lift, function, NULL, HR_D_hint_unserved, function->name, text);
}

static void lift_hint(hr_lift *lift, hr_function *function, const hr_hpvm_call *call)
{
	uint64_t target;

	if (!constant_argument(call, 0, &target))
		bad_call(lift, function, call, "the target is not a constant");
	else if (target >= HR_TARGET_COUNT)
		unknown_hint(lift, function, target);
	else if (function->hint != HR_TARGET_NONE && function->hint != (hr_target)target)
		bad_call(lift, function, call, "another target was given before");
	else
		function->hint = (hr_target)target;
}

/* --- outputs ---------------------------------------------------------------------------------- */

/* Return true for a result type of the default argument promotions of C. */
static bool is_promoted(const hr_type *type)
{
	return (type->kind == HR_T_INT && type->bits == 32) ||
	       (type->kind == HR_T_FLOAT && type->con == HR_C_F64);
}

static void set_outputs(hr_lift *lift, hr_function *function, hr_port *outputs, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		outputs[i].name = "";
	function->outputs = outputs;
	function->output_count = count;
	hr_facts_of(lift, function)->outputs_known = true;
}

static bool same_types(const hr_port *a, const hr_port *b, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (a[i].type != b[i].type)
			return false;
	return true;
}

/* Report that the count NUMBER of CALL is wrong. A C structure that fits in two registers is passed
 * through varargs as two values, so one may have been meant where there are two. */
static void bad_count(hr_lift *lift, const hr_function *function, const hr_hpvm_call *call,
		      uint64_t number)
{
	unsigned count = call->argument_count ? call->argument_count - 1 : 0;

	bad_call(lift, function, call,
		 number >= count ? "its count does not match its values"
				 : hr_arena_printf(&lift->program->arena,
						   "its count is %llu, yet it has %u values; a C "
						   "structure counts as every register that the "
						   "compiler passes it in, so return its fields "
						   "one by one, or a pointer to it",
						   (unsigned long long)number, count));
}

/* Lift return(n, value...). */
static void lift_return(hr_lift *lift, hr_function *function, const hr_hpvm_call *call)
{
	LLVMValueRef instruction = call->instruction;
	unsigned byval = LLVMGetEnumAttributeKindForName("byval", strlen("byval")), count;
	hr_port *ports;
	uint64_t number;

	if (!constant_argument(call, 0, &number)) {
		bad_call(lift, function, call, "its count is not a constant");
		return;
	}
	if (number != call->argument_count - 1) {
		bad_count(lift, function, call, number);
		return;
	}
	count = (unsigned)number;
	ports = hr_arena_array(&lift->program->arena, count, sizeof(*ports));
	for (unsigned i = 0; i < count; i++) {
		if (LLVMGetCallSiteEnumAttribute(instruction, i + 2, byval))
			bad_call(lift, function, call,
				 "a value is a structure; return its fields one by one, or "
				 "a pointer to it");
		ports[i].type = port_type(lift, function, instruction,
					  LLVMTypeOf(LLVMGetOperand(instruction, i + 1)));
		if (!ports[i].type)
			return;
		ports[i].demoted = is_promoted(ports[i].type);
	}
	if (!hr_facts_of(lift, function)->outputs_known)
		set_outputs(lift, function, ports, count);
	else if (function->output_count != count || !same_types(function->outputs, ports, count))
		bad_call(lift, function, call,
			 "another return of the node has values of different types");
}

/* Set the outputs from the function's type. */
static void lift_result(hr_lift *lift, hr_function *function)
{
	LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function->llvm));
	unsigned count = LLVMCountStructElementTypes(type);
	hr_port *ports = hr_arena_array(&lift->program->arena, count, sizeof(*ports));

	for (unsigned i = 0; i < count; i++) {
		ports[i].type = port_type(lift, function, NULL, LLVMStructGetTypeAtIndex(type, i));
		if (!ports[i].type)
			return;
	}
	hr_facts_of(lift, function)->typed = true;
	set_outputs(lift, function, ports, count);
}

/* --- function bodies -------------------------------------------------------------------------- */

typedef struct body {
	bool c_form;   /* contains calls of HPVM-C */
	bool returns;  /* contains __hpvm__return */
	bool computes; /* does more than an allocation node may */
	unsigned mallocs;
} body;

static bool is_variable(LLVMValueRef address)
{
	return LLVMIsAAllocaInst(address);
}

/* Return true if an allocation node may contain INSTRUCTION (calls are checked elsewhere). */
static bool allocates_only(LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMAlloca:
	case LLVMRet:
	case LLVMInsertValue:
	case LLVMAddrSpaceCast:
	case LLVMZExt:
	case LLVMSExt:
	case LLVMTrunc:
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl: return true;
	case LLVMLoad: return is_variable(LLVMGetOperand(instruction, 0));
	case LLVMStore: return is_variable(LLVMGetOperand(instruction, 1));
	default: return false;
	}
}

static void leaf_call(hr_lift *lift, hr_function *function, const hr_hpvm_call *call, body *seen)
{
	const hr_function *callee;

	switch (hr_hpvm_class_of(call->op)) {
	case HR_HC_HOST:
		hr_lift_report(lift, function, call->instruction, HR_D_graph_call_in_leaf,
			       function->name, call->name);
		break;
	case HR_HC_NODE: return;
	case HR_HC_MEMORY:
		if (call->op == HR_H_malloc) {
			seen->mallocs++;
			return;
		}
		function->has_barrier |=
			call->op == HR_H_barrier || call->op == HR_H_warp || call->op == HR_H_poll;
		break;
	default:
		callee = hr_function_of(lift->program, LLVMGetCalledValue(call->instruction));
		if (callee && hr_is_remark(callee->name))
			return;
	}
	seen->computes = true;
}

static void lift_call(hr_lift *lift, hr_function *function, LLVMValueRef instruction, body *seen)
{
	hr_hpvm_call call = hr_hpvm_call_of(instruction);

	seen->c_form |= call.op != HR_H_NONE && call.c_form;
	if (call.op == HR_H_hint) {
		lift_hint(lift, function, &call);
	} else if (call.op == HR_H_attributes) {
		lift_attributes(lift, function, &call);
	} else if (call.op == HR_H_return_) {
		seen->returns = true;
		lift_return(lift, function, &call);
	}
	if (!function->internal_node)
		leaf_call(lift, function, &call, seen);
}

static body lift_body(hr_lift *lift, hr_function *function)
{
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function->llvm);
	body seen = {0};

	for (; block; block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef instruction = LLVMGetFirstInstruction(block);

		for (; instruction; instruction = LLVMGetNextInstruction(instruction))
			if (LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction))
				lift_call(lift, function, instruction, &seen);
			else if (!allocates_only(instruction))
				seen.computes = true;
	}
	return seen;
}

/* M1: the outputs are pairs of a pointer and its size, as many as there are objects. */
static bool is_allocation(const hr_function *function, const body *seen)
{
	if (seen->computes || !seen->mallocs || function->output_count != 2 * seen->mallocs)
		return false;
	for (unsigned i = 0; i < function->output_count; i += 2) {
		const hr_type *size = function->outputs[i + 1].type;

		if (function->outputs[i].type->kind != HR_T_PTR || size->kind != HR_T_INT ||
		    size->bits != 64)
			return false;
	}
	return true;
}

static void lift_outputs(hr_lift *lift, hr_function *function, const body *seen)
{
	LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function->llvm));
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	if (seen->returns)
		return;
	/* A structure that a C compiler returns in registers has lost its fields: { i64, i32 } may
	 * have been two or three. */
	if (seen->c_form && kind == LLVMStructTypeKind && LLVMIsLiteralStruct(type) &&
	    !LLVMIsPackedStruct(type))
		refuse(lift, function,
		       "it returns a C structure in two registers, which loses its fields; return them with __hpvm__return");
	else if (kind == LLVMStructTypeKind)
		lift_result(lift, function);
	else if (kind != LLVMVoidTypeKind && !seen->c_form)
		refuse(lift, function, "it returns a value that is not a structure");
	else if (!function->internal_node)
		set_outputs(lift, function, NULL, 0);
	hr_facts_of(lift, function)->returns_like_c =
		kind != LLVMVoidTypeKind && kind != LLVMStructTypeKind;
}

void hr_lift_ports(hr_lift *lift, hr_function *function)
{
	body seen;

	lift_inputs(lift, function);
	if (!function->defined) {
		refuse(lift, function, "it has no body");
		return;
	}
	if (function->variadic)
		refuse(lift, function, "it has a variable number of parameters");
	seen = lift_body(lift, function);
	lift_outputs(lift, function, &seen);
	if (function->internal_node)
		return;
	function->allocation = is_allocation(function, &seen);
	hr_lift_pass_through(lift, function);
}

/* --- hints in metadata ------------------------------------------------------------------------ */

static void hint_functions(hr_lift *lift, LLVMValueRef node, hr_target target)
{
	unsigned count = LLVMGetMDNodeNumOperands(node);
	LLVMValueRef *operands = hr_alloc_array(count, sizeof(LLVMValueRef));

	LLVMGetMDNodeOperands(node, operands);
	for (unsigned i = 0; i < count; i++) {
		hr_function *function =
			operands[i] ? hr_function_of(lift->program, operands[i]) : NULL;

		if (function && function->hint == HR_TARGET_NONE)
			function->hint = target;
	}
	hr_free(operands);
}

/* Named metadata hpvm_hint_TARGET lists functions; a hint call in a function takes precedence. */
void hr_lift_hint_metadata(hr_lift *lift)
{
	static const struct {
		const char *name;
		hr_target target;
	} rows[] = {
		{"hpvm_hint_cpu", HR_TARGET_CPU},
		{"hpvm_hint_gpu", HR_TARGET_GPU},
		{"hpvm_hint_cpu_gpu", HR_TARGET_CPU_OR_GPU},
		{"hpvm_hint_cudnn", HR_TARGET_CUDNN},
		{"hpvm_hint_promise", HR_TARGET_TENSOR},
		{"hpvm_hint_tensor", HR_TARGET_TENSOR},
		{"hpvm_hint_fpga", HR_TARGET_FPGA},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		unsigned count =
			LLVMGetNamedMetadataNumOperands(lift->program->module, rows[i].name);
		LLVMValueRef *nodes = hr_alloc_array(count, sizeof(LLVMValueRef));

		LLVMGetNamedMetadataOperands(lift->program->module, rows[i].name, nodes);
		for (unsigned j = 0; j < count; j++)
			hint_functions(lift, nodes[j], rows[i].target);
		hr_free(nodes);
	}
}
