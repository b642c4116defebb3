/* backends/unit/local_size.c -- the size of a group's shared memory, when it is computed from the
 * inputs of its node.
 *
 * Invariant: evaluation for a grid has the same result as the instructions; a shift beyond the
 *            width, which is poison, gives 0.
 * Not here:  where the memory is (backends/cuda/translate/kernel.c,
 *            backends/opencl/translate/kernel.c). */
#include "backends/unit/local_size.h"

#include <string.h>

#include "src/arith/expression.h"

/* --- extraction ---------------------------------------------------------------------------- */

static unsigned bits_of(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	unsigned bits =
		LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;

	return bits <= 64 ? bits : 0;
}

static bool add(hr_local_size *to, hr_local_step step)
{
	if (to->count == HR_LOCAL_STEPS)
		return false;
	to->steps[to->count++] = step;
	return true;
}

/* What has a value for all operands, and shifts: no division. False: nothing of that. */
static bool is_taken(uint32_t opcode, hr_expr_op *op)
{
	enum { BIN = true, SHIFT = true, DIVISION = false };

	switch (opcode) {
#define EXPR_BINARY(id, ident, shape, sign, opcode, text, binds, order)                            \
	case LLVM##opcode: *op = HR_X_##id; return shape;
#define EXPR_CAST(id, ident, sign, opcode)                                                         \
	case LLVM##opcode: *op = HR_X_##id; return true;
#include "src/arith/expr.def"
	default: return false;
	}
}

static bool find(LLVMValueRef value, LLVMValueRef function, hr_local_size *to)
{
	unsigned bits = bits_of(value), count = LLVMCountParams(function);
	hr_expr_op op;

	if (!bits)
		return false;
	if (LLVMIsAConstantInt(value))
		return add(to, (hr_local_step){0, bits, LLVMConstIntGetZExtValue(value)});
	for (unsigned i = 0; i < count; i++)
		if (LLVMGetParam(function, i) == value)
			return add(to, (hr_local_step){HR_LOCAL_INPUT, bits, i});
	if (!LLVMIsAInstruction(value) || !is_taken(LLVMGetInstructionOpcode(value), &op) ||
	    to->count == HR_LOCAL_STEPS)
		return false;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (!find(LLVMGetOperand(value, (unsigned)i), function, to))
			return false;
	return add(to, (hr_local_step){LLVMGetInstructionOpcode(value), bits, 0});
}

bool hr_local_size_of(LLVMValueRef size, LLVMValueRef function, hr_local_size *found)
{
	found->count = 0;
	return find(size, function, found);
}

bool hr_local_size_bind(hr_local_size *size, int (*bound)(const void *data, unsigned input),
			const void *data)
{
	for (uint32_t i = 0; i < size->count; i++) {
		int to;

		if (size->steps[i].operation != HR_LOCAL_INPUT)
			continue;
		to = bound(data, (unsigned)size->steps[i].value);
		if (to < 0)
			return false;
		size->steps[i].value = (uint64_t)to;
	}
	return true;
}

/* --- evaluation ---------------------------------------------------------------------------- */

static uint64_t input_value(const hr_local_step *step, const hr_unit_port *ports,
			    const uint8_t *inputs)
{
	const hr_unit_port *port = &ports[step->value];
	uint64_t value = 0;

	memcpy(&value, inputs + port->offset,
	       port->bytes < sizeof(value) ? port->bytes : sizeof(value));
	return value;
}

static bool is_cast(uint32_t operation)
{
	switch (operation) {
#define EXPR_CAST(id, ident, sign, opcode) case LLVM##opcode:
#include "src/arith/expr.def"
		return true;
	default: return false;
	}
}

/* A shift beyond the width, which is poison, gives 0. */
static uint64_t result_of(const hr_local_step *step, unsigned from, const uint64_t *operands)
{
	uint64_t value = 0;
	hr_expr_op op = HR_X_COUNT;

	(void)is_taken(step->operation, &op);
	(void)hr_expr_apply(op, from, step->bits, operands, &value);
	return value;
}

uint64_t hr_local_size_value(const hr_local_size *size, const hr_unit_port *ports,
			     const uint8_t *inputs)
{
	uint64_t stack[HR_LOCAL_STEPS] = {0};
	unsigned bits[HR_LOCAL_STEPS] = {0}, top = 0;

	for (uint32_t i = 0; i < size->count; i++) {
		const hr_local_step *step = &size->steps[i];
		uint64_t value;

		if (!step->operation) {
			value = step->value;
			top++;
		} else if (step->operation == HR_LOCAL_INPUT) {
			value = input_value(step, ports, inputs);
			top++;
		} else {
			unsigned count = is_cast(step->operation) ? 1 : 2;

			value = result_of(step, bits[top - count], &stack[top - count]);
			top -= count - 1;
		}
		stack[top - 1] = hr_expr_cut(value, step->bits);
		bits[top - 1] = step->bits;
	}
	return stack[0];
}

/* --- code generation ----------------------------------------------------------------------- */

LLVMValueRef hr_local_size_build(const hr_local_size *size, LLVMBuilderRef builder,
				 LLVMContextRef context, const LLVMValueRef *inputs)
{
	LLVMValueRef stack[HR_LOCAL_STEPS] = {NULL};
	unsigned top = 0;

	for (uint32_t i = 0; i < size->count; i++) {
		const hr_local_step *step = &size->steps[i];
		LLVMTypeRef type = LLVMIntTypeInContext(context, step->bits);

		if (!step->operation) {
			stack[top++] = LLVMConstInt(type, step->value, 0);
		} else if (step->operation == HR_LOCAL_INPUT) {
			stack[top++] = inputs[step->value];
		} else if (is_cast(step->operation)) {
			stack[top - 1] = LLVMBuildCast(builder, (LLVMOpcode)step->operation,
						       stack[top - 1], type, "");
		} else {
			stack[top - 2] = LLVMBuildBinOp(builder, (LLVMOpcode)step->operation,
							stack[top - 2], stack[top - 1], "");
			top--;
		}
	}
	return stack[0];
}
