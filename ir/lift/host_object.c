/* ir/lift/host_object.c -- the objects that a pointer in host code may point to.
 *
 * A pointer is followed backwards through casts, address arithmetic, selects and phis, variables
 * that hold it (clang keeps all of them in memory at -O0), parameters and results of functions of
 * the program, to the variables and allocations that it can come from.
 *
 * Invariant: a true result of hr_host_objects_of() leaves no object out.
 * Owns:      nothing.
 * Clauses:   H2, H5.
 * Not here:  what is expected there (host_layout.c), accesses (host_access.c). */
#include "ir/lift/host_object.h"

#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "ir/lift/lift.h"
#include "ir/program/lookup.h"
#include "ir/program/tables.h"
#include "src/arith/cfunction.h"
#include "src/base/map.h"

/* most steps from the call to an object, and most objects: beyond, nothing is known */
enum { STEPS = 64, OBJECTS = 32 };

typedef struct tracer {
	hr_program *program;
	hr_host_objects *objects;
	hr_map visited;
	bool moving; /* a value was reached twice: in a loop, pointers may be moved */
	unsigned steps;
} tracer;

/* A pointer on the way back: OFFSET bytes behind the value that is looked at. */
typedef struct way {
	bool placed;
	int64_t offset;
	LLVMTypeRef element;
} way;

static bool trace(tracer *t, LLVMValueRef value, way to);

/* --- variables and functions ------------------------------------------------------------------ */

static bool is_remark(LLVMValueRef user)
{
	size_t length;

	return LLVMIsAIntrinsicInst(user) &&
	       hr_is_remark(LLVMGetValueName2(LLVMGetCalledValue(user), &length));
}

bool hr_host_stored(void *variable, hr_host_values *values)
{
	if (LLVMIsAGlobalVariable(variable)) {
		if (LLVMIsDeclaration(variable))
			return false;
		HR_PUSH(values, LLVMGetInitializer(variable));
	} else if (!LLVMIsAAllocaInst(variable)) {
		return false;
	}
	for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable)
			HR_PUSH(values, LLVMGetOperand(user, 0));
		else if (!LLVMIsALoadInst(user) && !is_remark(user))
			return false;
	}
	return true;
}

bool hr_host_calls(void *function, hr_host_values *calls)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if ((!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user)) ||
		    LLVMGetCalledValue(user) != function)
			return false;
		for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
			if (LLVMGetOperand(user, i) == function)
				return false;
		HR_PUSH(calls, user);
	}
	return true;
}

/* Return what was stored to VARIABLE last before LOAD in its block, or NULL. The address of the
 * variable is used by loads and stores only. */
static LLVMValueRef stored_before(LLVMValueRef load, LLVMValueRef variable)
{
	for (LLVMValueRef at = LLVMGetPreviousInstruction(load); at;
	     at = LLVMGetPreviousInstruction(at))
		if (LLVMIsAStoreInst(at) && LLVMGetOperand(at, 1) == variable)
			return LLVMGetOperand(at, 0);
	return NULL;
}

/* --- allocations ------------------------------------------------------------------------------ */

static bool constant_operand(LLVMValueRef call, unsigned operand, uint64_t *value)
{
	LLVMValueRef one = LLVMGetOperand(call, operand);

	if (!LLVMIsAConstantInt(one) || LLVMGetIntTypeWidth(LLVMTypeOf(one)) > 64)
		return false;
	*value = LLVMConstIntGetZExtValue(one);
	return true;
}

/* Return true if CALL allocates heap memory. If *SIZED is then set, it allocates *BYTES. */
static bool allocates(LLVMValueRef call, bool *sized, uint64_t *bytes)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	unsigned size, times; /* operands; the same: one factor */
	const hr_cfunction *row = NULL;
	uint64_t one = 0, other = 1;
	size_t length;

	if (LLVMIsAFunction(callee) && LLVMIsDeclaration(callee))
		row = hr_cfunction_find(LLVMGetValueName2(callee, &length));
	switch (row ? row->heap : HR_HEAP_NONE) {
	case HR_HEAP_SIZE:
	case HR_HEAP_SIZE_QUIET:
	case HR_HEAP_SIZE_ALIGN: size = times = 0; break;
	case HR_HEAP_ALIGN_SIZE:
	case HR_HEAP_REALLOC: size = times = 1; break;
	case HR_HEAP_COUNT_SIZE: size = 0, times = 1; break;
	case HR_HEAP_REALLOC_MANY: size = 1, times = 2; break;
	default: return false;
	}
	if (LLVMGetNumArgOperands(call) <= times)
		return false;
	*sized = constant_operand(call, size, &one) &&
		 (times == size || constant_operand(call, times, &other)) &&
		 !__builtin_mul_overflow(one, other, bytes);
	return true;
}

/* --- the way back ----------------------------------------------------------------------------- */

static bool found(tracer *t, LLVMValueRef object, LLVMTypeRef type, bool sized, uint64_t bytes,
		  way to)
{
	const hr_host_object one = {object, type, sized, bytes, to.placed, to.offset, to.element};

	if (t->objects->count >= OBJECTS)
		return false;
	HR_PUSH(t->objects, one);
	return true;
}

static bool found_typed(tracer *t, LLVMValueRef object, LLVMTypeRef type, uint64_t times, way to)
{
	uint64_t bytes = 0;
	bool sized =
		LLVMTypeIsSized(type) &&
		!__builtin_mul_overflow(LLVMABISizeOfType(t->program->layout, type), times, &bytes);

	return found(t, object, type, sized, bytes, to);
}

static bool trace_variable(tracer *t, LLVMValueRef alloca, way to)
{
	LLVMTypeRef type = LLVMGetAllocatedType(alloca);
	LLVMValueRef count = LLVMGetOperand(alloca, 0);

	if (!LLVMIsAConstantInt(count))
		return found(t, alloca, NULL, false, 0, to);
	return found_typed(t, alloca, type, LLVMConstIntGetZExtValue(count), to);
}

static bool trace_global(tracer *t, LLVMValueRef global, way to)
{
	if (LLVMIsDeclaration(global))
		return found(t, global, LLVMGlobalGetValueType(global), false, 0, to);
	return found_typed(t, global, LLVMGlobalGetValueType(global), 1, to);
}

static bool trace_each(tracer *t, const hr_host_values *values, way to)
{
	for (size_t i = 0; i < values->count; i++)
		if (!trace(t, values->data[i], to))
			return false;
	return true;
}

static bool trace_load(tracer *t, LLVMValueRef load, way to)
{
	LLVMValueRef variable = LLVMGetOperand(load, 0), last;
	hr_host_values values = {0};
	bool known = hr_host_stored(variable, &values);

	last = known ? stored_before(load, variable) : NULL;
	if (last)
		known = trace(t, last, to);
	else if (known)
		known = trace_each(t, &values, to);
	HR_VEC_FREE(&values);
	return known;
}

static bool trace_parameter(tracer *t, LLVMValueRef parameter, way to)
{
	LLVMValueRef function = LLVMGetParamParent(parameter);
	unsigned byval = LLVMGetEnumAttributeKindForName("byval", strlen("byval")), index = 0;
	LLVMAttributeRef attribute;
	hr_host_values calls = {0};
	bool known;

	while (LLVMGetParam(function, index) != parameter)
		index++;
	attribute = LLVMGetEnumAttributeAtIndex(function, index + 1, byval);
	if (attribute)
		return found_typed(t, parameter, LLVMGetTypeAttributeValue(attribute), 1, to);
	known = hr_host_calls(function, &calls) && calls.count;
	for (size_t i = 0; i < calls.count && known; i++)
		known = LLVMGetNumArgOperands(calls.data[i]) > index &&
			trace(t, LLVMGetOperand(calls.data[i], index), to);
	HR_VEC_FREE(&calls);
	return known;
}

static bool trace_result(tracer *t, LLVMValueRef function, way to)
{
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);

	for (; block; block = LLVMGetNextBasicBlock(block)) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(block);

		if (last && LLVMIsAReturnInst(last) && !trace(t, LLVMGetOperand(last, 0), to))
			return false;
	}
	return true;
}

static bool trace_call(tracer *t, LLVMValueRef call, way to)
{
	LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(call));
	uint64_t bytes = 0;
	bool sized = false;

	if (allocates(call, &sized, &bytes))
		return found(t, call, NULL, sized, bytes, to);
	return callee && !LLVMIsDeclaration(callee) &&
	       LLVMGetLinkage(callee) != LLVMAvailableExternallyLinkage &&
	       trace_result(t, callee, to);
}

static bool trace_element(tracer *t, LLVMValueRef gep, way to)
{
	unsigned last = (unsigned)LLVMGetNumOperands(gep) - 1;
	LLVMTypeRef source = LLVMGetGEPSourceElementType(gep);
	int64_t offset = 0;

	if (to.placed && hr_constant_offset(t->program, gep, &offset)) {
		to.offset += offset;
	} else {
		/* of p + i and array[i], the type of an element is known */
		if (to.placed && to.offset == 0 && !to.element && last == 1)
			to.element = source;
		if (to.placed && to.offset == 0 && !to.element && last == 2 &&
		    LLVMGetTypeKind(source) == LLVMArrayTypeKind)
			to.element = LLVMGetElementType(source);
		to.placed = false;
	}
	return trace(t, LLVMGetOperand(gep, 0), to);
}

static bool trace_constant(tracer *t, LLVMValueRef value, way to)
{
	switch (LLVMGetConstOpcode(value)) {
	case LLVMGetElementPtr: return trace_element(t, value, to);
	case LLVMBitCast:
	case LLVMAddrSpaceCast: return trace(t, LLVMGetOperand(value, 0), to);
	default: return false;
	}
}

static bool trace_several(tracer *t, LLVMValueRef value, way to)
{
	bool phi = LLVMIsAPHINode(value);
	unsigned count = phi ? LLVMCountIncoming(value) : 2;

	for (unsigned i = 0; i < count; i++)
		if (!trace(t, phi ? LLVMGetIncomingValue(value, i) : LLVMGetOperand(value, i + 1),
			   to))
			return false;
	return true;
}

static bool trace_instruction(tracer *t, LLVMValueRef value, way to)
{
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAlloca: return trace_variable(t, value, to);
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMFreeze: return trace(t, LLVMGetOperand(value, 0), to);
	case LLVMGetElementPtr: return trace_element(t, value, to);
	case LLVMPHI:
	case LLVMSelect: return trace_several(t, value, to);
	case LLVMLoad: return trace_load(t, value, to);
	case LLVMCall:
	case LLVMInvoke: return trace_call(t, value, to);
	default: return false;
	}
}

static bool trace(tracer *t, LLVMValueRef value, way to)
{
	if (LLVMIsAConstantPointerNull(value) || LLVMIsUndef(value))
		return true;
	if (LLVMIsAGlobalVariable(value))
		return trace_global(t, value, to);
	if (LLVMIsAConstantExpr(value))
		return trace_constant(t, value, to);
	if (t->steps++ >= STEPS)
		return false;
	if (hr_map_get(&t->visited, hr_map_key(value), NULL)) {
		t->moving = true;
		return true;
	}
	hr_map_put(&t->visited, hr_map_key(value), 1);
	if (LLVMIsAArgument(value))
		return trace_parameter(t, value, to);
	return LLVMIsAInstruction(value) && trace_instruction(t, value, to);
}

bool hr_host_objects_of(hr_program *program, void *pointer, hr_host_objects *objects)
{
	tracer t = {.program = program, .objects = objects};
	bool known = trace(&t, pointer, (way){.placed = true});

	for (size_t i = 0; i < objects->count && t.moving; i++)
		objects->data[i].placed = false;
	hr_map_free(&t.visited);
	return known;
}
