/* interp/host/fill.c -- fill variables of compiled host code like heap memory (fresh.c).
 *
 * With --check=uninit, the variables whose address escapes are filled, because they may be
 * arguments of a launch, or tracked.
 *
 * Owns:      nothing.
 * Clauses:   M6 (uninitialised).
 * Not here:  interpreted host code, whose frames are filled as a whole (interp/engine/call.c). */
#include <llvm-c/Target.h>

#include "interp/host/host_jit.h"

/* most instructions from a variable to the use of its address; after more the address counts as
 * escaped */
enum { STEPS = 8 };

typedef struct filler {
	LLVMBuilderRef builder;
	LLVMValueRef fill;
	LLVMTypeRef type, size;
	LLVMTargetDataRef layout;
} filler;

static bool goes_on(LLVMValueRef user)
{
	return LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user) ||
	       LLVMIsAAddrSpaceCastInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user);
}

static unsigned intrinsic_of(LLVMValueRef call)
{
	LLVMValueRef callee =
		LLVMIsACallInst(call) ? LLVMIsAFunction(LLVMGetCalledValue(call)) : NULL;

	return callee ? LLVMGetIntrinsicID(callee) : 0;
}

static bool escapes(LLVMValueRef address, unsigned steps)
{
	for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsALoadInst(user))
			continue;
		if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address)
			continue;
		if (LLVMIsAMemCpyInst(user) && LLVMGetOperand(user, 1) == address)
			return true;
		if (intrinsic_of(user))
			continue;
		if (!goes_on(user) || !steps || escapes(user, steps - 1))
			return true;
	}
	return false;
}

static void fill_after(const filler *f, LLVMValueRef after, LLVMValueRef variable)
{
	LLVMValueRef next = LLVMGetNextInstruction(after), arguments[2];
	LLVMTypeRef type = LLVMGetAllocatedType(variable);
	LLVMValueRef each = LLVMConstInt(f->size, LLVMABISizeOfType(f->layout, type), false);

	LLVMPositionBuilderBefore(f->builder, next);
	arguments[0] = variable;
	arguments[1] = LLVMBuildMul(
		f->builder, each,
		LLVMBuildIntCast2(f->builder, LLVMGetOperand(variable, 0), f->size, false, ""), "");
	LLVMBuildCall2(f->builder, f->type, f->fill, arguments, 2, "");
}

static void fill(const filler *f, LLVMValueRef variable)
{
	static const char name[] = "llvm.lifetime.start";
	const unsigned begins = LLVMLookupIntrinsicID(name, sizeof(name) - 1);
	bool begun = false;

	if (LLVMGetPointerAddressSpace(LLVMTypeOf(variable)) != 0 || !escapes(variable, STEPS))
		return;
	for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
		if (intrinsic_of(LLVMGetUser(use)) == begins) {
			fill_after(f, LLVMGetUser(use), variable);
			begun = true;
		}
	if (!begun)
		fill_after(f, variable, variable);
}

static void fill_function(const filler *f, LLVMValueRef function)
{
	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block), next; at; at = next) {
			next = LLVMGetNextInstruction(at);
			if (LLVMIsAAllocaInst(at))
				fill(f, at);
		}
}

void hr_jit_fill_variables(const hr_program *program, LLVMModuleRef module)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMTypeRef parameters[2] = {LLVMPointerTypeInContext(context, 0),
				     LLVMInt64TypeInContext(context)};
	filler f = {.builder = LLVMCreateBuilderInContext(context),
		    .size = parameters[1],
		    .layout = LLVMGetModuleDataLayout(module)};

	f.type = LLVMFunctionType(LLVMVoidTypeInContext(context), parameters, 2, false);
	f.fill = LLVMAddFunction(module, HR_JIT_FILL, f.type);
	for (uint32_t i = 0; i < program->function_count; i++) {
		LLVMValueRef copy = hr_jit_host_function(module, program->functions[i]);

		if (copy)
			fill_function(&f, copy);
	}
	LLVMDisposeBuilder(f.builder);
}
