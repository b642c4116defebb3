/* ir/lift/host_access.c -- the accesses of host code to an object that it passes to launch or gets
 * from pop.
 *
 * A pointer is followed forwards through casts, address arithmetic, variables that hold it,
 * parameters of functions of the program and their results.
 *
 * Invariant: each access that is returned is to the object, at the offset that is returned.
 * Owns:      nothing.
 * Clauses:   H2.
 * Not here:  which accesses fit (host_layout.c). */
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "ir/lift/host_object.h"
#include "ir/program/hpvm_names.h"
#include "ir/program/tables.h"
#include "src/base/map.h"

/* most values to follow: what is behind them is not looked at */
enum { VALUES = 4096 };

typedef struct walker {
	hr_program *program;
	hr_host_accesses *accesses;
	hr_map visited;
	unsigned values;
} walker;

/* OFFSET bytes behind the start; false: somewhere in the object, or in another one. */
typedef struct place {
	bool placed;
	int64_t offset;
} place;

static const place somewhere = {false, 0};

static void walk(walker *w, LLVMValueRef pointer, place at);

static void add_access(const walker *w, LLVMValueRef instruction, LLVMValueRef value, bool write,
		       place at)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	if (at.placed)
		HR_PUSH(&w->accesses->all,
			(hr_host_access){.instruction = instruction,
					 .offset = at.offset,
					 .bytes = LLVMStoreSizeOfType(w->program->layout, type),
					 .write = write,
					 .floating = kind == LLVMFloatTypeKind ||
						     kind == LLVMDoubleTypeKind});
}

/* The pointer is stored in VARIABLE. Its loads are the pointer if nothing else is stored there. */
static void walk_variable(walker *w, LLVMValueRef variable, place at)
{
	hr_host_values values = {0};
	unsigned pointers = 0;

	if (!hr_host_stored(variable, &values))
		goto done;
	for (size_t i = 0; i < values.count; i++)
		pointers += !LLVMIsAConstantPointerNull(values.data[i]);
	for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
		if (LLVMIsALoadInst(LLVMGetUser(use)))
			walk(w, LLVMGetUser(use), pointers == 1 ? at : somewhere);
done:
	HR_VEC_FREE(&values);
}

static void walk_call(walker *w, LLVMValueRef call, LLVMValueRef pointer, place at)
{
	LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(call));
	hr_hpvm_call hpvm = hr_hpvm_call_of(call);
	hr_host_values calls = {0};

	if (hpvm.op == HR_H_launch || hpvm.op == HR_H_push)
		HR_PUSH(&w->accesses->launches, call);
	if (hpvm.op != HR_H_NONE || !callee || LLVMIsDeclaration(callee))
		return;
	if (!hr_host_calls(callee, &calls) || calls.count != 1)
		at = somewhere;
	HR_VEC_FREE(&calls);
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && i < LLVMCountParams(callee); i++)
		if (LLVMGetOperand(call, i) == pointer)
			walk(w, LLVMGetParam(callee, i), at);
}

/* The pointer is returned by the function of INSTRUCTION. */
static void walk_callers(walker *w, LLVMValueRef instruction)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
	hr_host_values calls = {0};

	if (hr_host_calls(function, &calls))
		for (size_t i = 0; i < calls.count; i++)
			walk(w, calls.data[i], somewhere);
	HR_VEC_FREE(&calls);
}

static void walk_user(walker *w, LLVMValueRef user, LLVMValueRef pointer, place at)
{
	int64_t offset;

	switch (LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user)
					 : LLVMGetConstOpcode(user)) {
	case LLVMBitCast:
	case LLVMAddrSpaceCast:
	case LLVMFreeze: walk(w, user, at); break;
	case LLVMGetElementPtr:
		if (at.placed && hr_constant_offset(w->program, user, &offset))
			walk(w, user, (place){true, at.offset + offset});
		else
			walk(w, user, somewhere);
		break;
	case LLVMPHI:
	case LLVMSelect: walk(w, user, somewhere); break;
	case LLVMLoad: add_access(w, user, user, false, at); break;
	case LLVMStore:
		if (LLVMGetOperand(user, 0) == pointer)
			walk_variable(w, LLVMGetOperand(user, 1), at);
		else
			add_access(w, user, LLVMGetOperand(user, 0), true, at);
		break;
	case LLVMCall:
	case LLVMInvoke: walk_call(w, user, pointer, at); break;
	case LLVMRet: walk_callers(w, user); break;
	default: break;
	}
}

static void walk(walker *w, LLVMValueRef pointer, place at)
{
	if (hr_map_get(&w->visited, hr_map_key(pointer), NULL) || w->values++ >= VALUES)
		return;
	hr_map_put(&w->visited, hr_map_key(pointer), 1);
	for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsAInstruction(user) || LLVMIsAConstantExpr(user))
			walk_user(w, user, pointer, at);
	}
}

void hr_host_accesses_of(hr_program *program, void *pointer, hr_host_accesses *accesses)
{
	walker w = {.program = program, .accesses = accesses};

	walk(&w, pointer, (place){true, 0});
	hr_map_free(&w.visited);
}

void hr_host_accesses_free(hr_host_accesses *accesses)
{
	HR_VEC_FREE(&accesses->all);
	HR_VEC_FREE(&accesses->launches);
}
