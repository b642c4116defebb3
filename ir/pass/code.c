/* ir/pass/code.c -- code that passes write into node functions.
 *
 * New leaves use HPVM-C, which is compatible with every form of a program.
 * Owns:     a builder.
 * Not here: which code (fuse.c, wrapper.c), child graphs (shape.c). */
#include <string.h>

#include "ir/pass/pass_private.h"

enum { MOST_ARGUMENTS = 24 };

void hr_pass_code_begin(hr_pass_code *code, hr_program *program, LLVMValueRef function)
{
	*code = (hr_pass_code){
		.program = program, .module = program->module, .context = program->context};
	code->i32 = LLVMInt32TypeInContext(code->context);
	code->i64 = LLVMInt64TypeInContext(code->context);
	code->ptr = LLVMPointerTypeInContext(code->context, 0);
	code->builder = LLVMCreateBuilderInContext(code->context);
	LLVMPositionBuilderAtEnd(code->builder,
				 LLVMAppendBasicBlockInContext(code->context, function, ""));
}

void hr_pass_code_end(hr_pass_code *code)
{
	LLVMDisposeBuilder(code->builder);
}

LLVMValueRef hr_pass_int(const hr_pass_code *code, int64_t value)
{
	return LLVMConstInt(code->i32, (uint64_t)value, true);
}

/* Return VALUE, if it is an integer constant, with the parameter's TYPE. */
static LLVMValueRef fitted(LLVMValueRef value, LLVMTypeRef type)
{
	if (LLVMIsAConstantInt(value) && LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
		return LLVMConstInt(type, (uint64_t)LLVMConstIntGetSExtValue(value), true);
	return value;
}

LLVMValueRef hr_pass_call(const hr_pass_code *code, const char *name, LLVMTypeRef type,
			  const LLVMValueRef *arguments, unsigned count)
{
	LLVMValueRef callee = LLVMGetNamedFunction(code->module, name), *fit;
	LLVMTypeRef *types, result;
	LLVMValueRef call;
	unsigned fixed;

	if (!callee)
		callee = LLVMAddFunction(code->module, name, type);
	type = LLVMGlobalGetValueType(callee);
	fixed = LLVMCountParamTypes(type);
	types = hr_alloc_array(fixed + 1, sizeof(*types));
	fit = hr_alloc_array(count + 1, sizeof(LLVMValueRef));
	LLVMGetParamTypes(type, types);
	for (unsigned i = 0; i < count; i++)
		fit[i] = i < fixed ? fitted(arguments[i], types[i]) : arguments[i];
	result = LLVMGetReturnType(type);
	call = LLVMBuildCall2(code->builder, type, callee, fit, count, "");
	hr_free(types);
	hr_free(fit);
	return LLVMGetTypeKind(result) == LLVMVoidTypeKind ? NULL : call;
}

/* --- node functions --------------------------------------------------------------------------- */

static LLVMTypeRef variadic(const hr_pass_code *code, LLVMTypeRef result)
{
	LLVMTypeRef first = code->i32;

	return LLVMFunctionType(result, &first, 1, true);
}

/* Append the number of parameters that are in, or out, followed by these parameters. */
static unsigned list(const hr_pass_code *code, LLVMValueRef function, const hr_port *ports,
		     unsigned count, bool out, LLVMValueRef *to)
{
	unsigned used = 1;

	for (unsigned i = 0; i < count; i++)
		if (out ? ports[i].out : ports[i].in)
			to[used++] = LLVMGetParam(function, i);
	to[0] = hr_pass_int(code, used - 1);
	return used;
}

void hr_pass_say(const hr_pass_code *code, LLVMValueRef function, hr_target hint,
		 const hr_port *ports, unsigned count)
{
	LLVMTypeRef nothing = LLVMVoidTypeInContext(code->context), i32 = code->i32;
	LLVMValueRef target = hr_pass_int(code, (int64_t)hint);
	LLVMValueRef *arguments = hr_alloc_array(2 * count + 2, sizeof(LLVMValueRef));
	unsigned used;

	if (hint != HR_TARGET_NONE)
		hr_pass_call(code, "__hpvm__hint", LLVMFunctionType(nothing, &i32, 1, false),
			     &target, 1);
	used = list(code, function, ports, count, false, arguments);
	used += list(code, function, ports, count, true, arguments + used);
	if (used > 2)
		hr_pass_call(code, "__hpvm__attributes", variadic(code, nothing), arguments, used);
	hr_free(arguments);
}

LLVMValueRef hr_pass_function(hr_program *program, const char *name, const LLVMTypeRef *types,
			      const hr_port *ports, unsigned count)
{
	LLVMTypeRef nothing = LLVMVoidTypeInContext(program->context);
	LLVMTypeRef *copy = hr_alloc_array(count + 1, sizeof(*copy));
	LLVMValueRef function;

	memcpy(copy, types, count * sizeof(*copy));
	function = LLVMAddFunction(program->module, name,
				   LLVMFunctionType(nothing, copy, count, false));
	for (unsigned i = 0; i < count; i++)
		LLVMSetValueName2(LLVMGetParam(function, i), ports[i].name, strlen(ports[i].name));
	hr_free(copy);
	return function;
}

static const char mark[] = "hpvm-fused";

void hr_pass_mark_ours(LLVMValueRef function, const char *how)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));

	LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMCreateStringAttribute(context, mark, sizeof(mark) - 1, how,
							  (unsigned)strlen(how)));
}

bool hr_pass_is_ours(LLVMValueRef function, const char *how)
{
	LLVMAttributeRef marked = LLVMGetStringAttributeAtIndex(
		function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark, sizeof(mark) - 1);
	unsigned length = 0;
	const char *is = marked ? LLVMGetStringAttributeValue(marked, &length) : "";

	return marked && length == strlen(how) && memcmp(is, how, length) == 0;
}

void hr_pass_forget(LLVMValueRef function)
{
	if (!LLVMGetFirstUse(function))
		LLVMDeleteFunction(function);
}

/* --- steps ------------------------------------------------------------------------------------ */

LLVMValueRef hr_pass_value(hr_step_value value, const LLVMValueRef *inputs,
			   const LLVMValueRef *results)
{
	switch (value.kind) {
	case HR_STEP_INPUT: return inputs[value.number];
	case HR_STEP_RESULT: return results[value.number];
	case HR_STEP_CONSTANT: return value.constant;
	default: hr_bug("a step has an unknown operand");
	}
}

/* Repeat the step's call with other operands. */
static LLVMValueRef repeat(const hr_pass_code *code, const hr_tensor_step *step,
			   const LLVMValueRef *inputs, const LLVMValueRef *results)
{
	const hr_hpvm_call call = hr_hpvm_call_of(step->call);
	LLVMTypeRef type = LLVMGetCalledFunctionType(step->call);
	LLVMValueRef arguments[MOST_ARGUMENTS];
	unsigned next = step->operand_count;

	for (unsigned i = 0; i < call.argument_count && i < MOST_ARGUMENTS; i++)
		arguments[i] = LLVMGetUndef(LLVMTypeOf(LLVMGetOperand(step->call, i)));
	for (unsigned i = 0; i < step->operand_count; i++)
		arguments[hr_hpvm_position(step->op, call.c_form, i)] =
			hr_pass_value(step->operand[i], inputs, results);
	for (unsigned i = 0; i < hr_tensor_numbers(step->op); i++, next++) {
		unsigned at = hr_hpvm_position(step->op, call.c_form, next);

		arguments[at] =
			LLVMConstInt(LLVMTypeOf(arguments[at]), (uint64_t)step->numbers[i], true);
	}
	if (step->op == HR_H_tensor_batchnorm) {
		unsigned at = hr_hpvm_position(step->op, call.c_form, next);

		arguments[at] = LLVMConstReal(LLVMTypeOf(arguments[at]), step->epsilon);
	}
	return LLVMBuildCall2(code->builder, type, LLVMGetCalledValue(step->call), arguments,
			      call.argument_count, "");
}

static void repeat_id(const hr_pass_code *code, const hr_tensor_leaf *leaf)
{
	LLVMTypeRef i32 = code->i32;
	LLVMValueRef number = leaf->node_id;

	if (number)
		hr_pass_call(code, "__hpvm__node_id", LLVMFunctionType(code->ptr, &i32, 1, false),
			     &number, 1);
}

void hr_pass_steps(const hr_pass_code *code, const hr_tensor_leaf *leaf, const LLVMValueRef *inputs,
		   LLVMValueRef *results)
{
	repeat_id(code, leaf);
	for (size_t i = 0; i < leaf->steps.count; i++)
		results[i] = repeat(code, &leaf->steps.data[i], inputs, results);
}

void hr_pass_return(const hr_pass_code *code, const hr_tensor_leaf *leaf,
		    const LLVMValueRef *inputs, const LLVMValueRef *results)
{
	LLVMTypeRef nothing = LLVMVoidTypeInContext(code->context);
	LLVMValueRef *values = hr_alloc_array(leaf->output_count + 1, sizeof(LLVMValueRef));

	values[0] = hr_pass_int(code, leaf->output_count);
	for (unsigned i = 0; i < leaf->output_count; i++)
		values[i + 1] = hr_pass_value(leaf->outputs[i], inputs, results);
	hr_pass_call(code, "__hpvm__return", variadic(code, nothing), values,
		     leaf->output_count + 1);
	LLVMBuildRetVoid(code->builder);
	hr_free(values);
}
