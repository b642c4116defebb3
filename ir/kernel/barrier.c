/* ir/kernel/barrier.c -- barriers of a kernel: for whom they wait, and which memory they order.
 *
 * Functions with barriers become part of the kernel, and only then flags that are a parameter are known.
 * So a barrier is a call with the flags until that is done.
 *
 * Clauses:   K5, M8.
 * Not here:  which calls are barriers (items.c), waiting (interp/schedule/group.c), order
 *            (interp/check/race/). */
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "ir/kernel/kernel_private.h"
#include "ir/program/origin.h"

enum {
	/* OpenCL's CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE and CLK_IMAGE_MEM_FENCE: texels are global memory here */
	LOCAL_FLAG = 1,
	GLOBAL_FLAG = 2,
	IMAGE_FLAG = 4,
	DEEPEST = 8,
};

bool hr_kernel_ended_arrive(const hr_kernel *k)
{
	switch (k->program->sem.value[HR_SEM_ended_at_barrier]) {
	case HR_SEM_ended_at_barrier_error: return false;
	case HR_SEM_ended_at_barrier_arrived: return true;
	default: return k->launch->ended_arrive;
	}
}

void hr_kernel_barrier(hr_kernel *k, LLVMBuilderRef builder, LLVMValueRef flags)
{
	if (!flags)
		flags = LLVMConstInt(k->i32, LOCAL_FLAG | GLOBAL_FLAG, false);
	hr_kernel_call(k, builder, HR_KERNEL_BARRIER, k->none, &flags, 1, false);
}

/* Return the only value that is stored in the local VARIABLE of code that is not optimised; NULL if there
 * may be others. */
static LLVMValueRef only_stored(LLVMValueRef variable)
{
	LLVMValueRef found = NULL;

	for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsALoadInst(user) || (LLVMIsACallInst(user) && LLVMIsAIntrinsicInst(user)))
			continue;
		if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != variable || found)
			return NULL;
		found = LLVMGetOperand(user, 0);
	}
	return found;
}

/* Return VALUE as a constant, or NULL. */
static LLVMValueRef constant_of(LLVMValueRef value, unsigned depth)
{
	LLVMValueRef from;

	if (LLVMIsAConstantInt(value))
		return value;
	if (!depth)
		return NULL;
	if (LLVMIsATruncInst(value) || LLVMIsAZExtInst(value) || LLVMIsASExtInst(value))
		return constant_of(LLVMGetOperand(value, 0), depth - 1);
	if (!LLVMIsALoadInst(value))
		return NULL;
	from = LLVMGetOperand(value, 0);
	if (LLVMIsAAddrSpaceCastInst(from))
		from = LLVMGetOperand(from, 0);
	from = LLVMIsAAllocaInst(from) ? only_stored(from) : NULL;
	return from ? constant_of(from, depth - 1) : NULL;
}

/* Return what a barrier or fence with FLAGS orders. Flags that are not constant count as all. */
static unsigned orders_of(LLVMValueRef flags)
{
	LLVMValueRef constant = constant_of(flags, DEEPEST);
	uint64_t value = constant ? LLVMConstIntGetZExtValue(constant) : LOCAL_FLAG | GLOBAL_FLAG;

	return (value & LOCAL_FLAG ? HR_ORDERS_SHARED : 0) |
	       (value & (GLOBAL_FLAG | IMAGE_FLAG) ? HR_ORDERS_OTHER : 0);
}

void hr_kernel_orders(hr_kernel *k, LLVMValueRef instruction, LLVMValueRef flags)
{
	const unsigned orders = orders_of(flags);
	const unsigned kind = LLVMGetMDKindIDInContext(k->context, HR_ORDERS_METADATA,
						       strlen(HR_ORDERS_METADATA));
	LLVMMetadataRef value = LLVMValueAsMetadata(LLVMConstInt(k->i32, orders, false));

	if (orders == HR_ORDERS_ALL)
		return;
	k->program->parts_memory = true;
	LLVMSetMetadata(
		instruction, kind,
		LLVMMetadataAsValue(k->context, LLVMMDNodeInContext2(k->context, &value, 1)));
}

void hr_kernel_barriers(hr_kernel *k)
{
	LLVMValueRef mark = LLVMGetNamedFunction(k->module, HR_KERNEL_BARRIER);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(k->context);
	LLVMUseRef use = mark ? LLVMGetFirstUse(mark) : NULL, next;

	for (; use; use = next) {
		LLVMValueRef call = LLVMGetUser(use), made;

		next = LLVMGetNextUse(use);
		LLVMPositionBuilderBefore(builder, call);
		LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
		made = hr_kernel_call(k, builder, "__hpvm__barrier", k->none, NULL, 0, false);
		hr_kernel_orders(k, made, LLVMGetOperand(call, 0));
		LLVMInstructionEraseFromParent(call);
	}
	if (mark)
		LLVMDeleteFunction(mark);
	LLVMDisposeBuilder(builder);
}

/* Place BUILDER behind the local variables of FUNCTION. */
static void place_at_begin(LLVMBuilderRef builder, LLVMValueRef function)
{
	LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
	LLVMMetadataRef subprogram = LLVMGetSubprogram(function);

	while (LLVMIsAAllocaInst(first))
		first = LLVMGetNextInstruction(first);
	LLVMPositionBuilderBefore(builder, first);
	LLVMSetCurrentDebugLocation2(
		builder, subprogram
				 ? LLVMDIBuilderCreateDebugLocation(
					   LLVMGetModuleContext(LLVMGetGlobalParent(function)),
					   LLVMDISubprogramGetLine(subprogram), 0, subprogram, NULL)
				 : NULL);
}

/* Return true if the kernel FUNCTION can call a function that arrives at a barrier with a number. */
static bool has_named(hr_program *program, LLVMValueRef function)
{
	static const char *const names[] = {"hpvm_named_sync", "hpvm_named_arrive"};
	hr_kernel_launch launch = {.kernel = LLVMGetValueName(function)};
	hr_kernel k = {.program = program,
		       .launch = &launch,
		       .module = program->module,
		       .context = program->context,
		       .function = function,
		       .name = launch.kernel};
	bool has = false;

	hr_kernel_reach(&k);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		has |= hr_kernel_is_one_of(&k.reached,
					   LLVMGetNamedFunction(program->module, names[i]));
	hr_kernel_free(&k);
	return has;
}

void hr_kernel_begin_named(hr_program *program)
{
	LLVMModuleRef module = program->module;
	LLVMTypeRef type =
		LLVMFunctionType(LLVMVoidTypeInContext(program->context), NULL, 0, false);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(program->context);
	LLVMValueRef begin = NULL;

	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		if (!hr_kernel_is(module, f) || !has_named(program, f))
			continue;
		if (!begin)
			begin = LLVMAddFunction(module, "hpvm_named_begin", type);
		place_at_begin(builder, f);
		LLVMBuildCall2(builder, type, begin, NULL, 0, "");
	}
	LLVMDisposeBuilder(builder);
}
