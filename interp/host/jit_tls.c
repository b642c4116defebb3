/* interp/host/jit_tls.c -- thread_local variables of libraries in compiled host code.
 *
 * Compiled code has emulated thread-local storage, which works for the program's own variables. A
 * variable in a library (std::call_once uses two of libstdc++) is found with dlsym(), which returns
 * the calling thread's copy, so every use becomes a call.
 *
 * Owns:      nothing. */
#include <string.h>

#include "interp/host/host_jit.h"

static LLVMValueRef library_tls_function(LLVMModuleRef module, LLVMTypeRef *type)
{
	LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(module), 0);
	LLVMValueRef function = LLVMGetNamedFunction(module, HR_JIT_LIBRARY_TLS);

	*type = LLVMFunctionType(pointer, &pointer, 1, false);
	return function ? function : LLVMAddFunction(module, HR_JIT_LIBRARY_TLS, *type);
}

static LLVMValueRef call_before(LLVMModuleRef module, LLVMValueRef instruction, LLVMValueRef global)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
	LLVMTypeRef type;
	LLVMValueRef function = library_tls_function(module, &type), name, call;
	size_t length;

	LLVMPositionBuilderBefore(builder, instruction);
	name = LLVMBuildGlobalStringPtr(builder, LLVMGetValueName2(global, &length), "hr.tls.name");
	call = LLVMBuildCall2(builder, type, function, &name, 1, "");
	LLVMDisposeBuilder(builder);
	return call;
}

static bool is_address_intrinsic(LLVMValueRef user)
{
	static const char name[] = "llvm.threadlocal.address";
	LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;

	return callee && LLVMIsAFunction(callee) &&
	       LLVMGetIntrinsicID(callee) == LLVMLookupIntrinsicID(name, sizeof(name) - 1);
}

/* Return the place to insert before a use. A phi reads its value at the end of the incoming
 * block. */
static LLVMValueRef insertion_point(LLVMValueRef user, unsigned operand)
{
	return LLVMIsAPHINode(user)
		       ? LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, operand))
		       : user;
}

static bool rewrite_use(LLVMModuleRef module, LLVMValueRef user, LLVMValueRef global)
{
	if (!LLVMIsAInstruction(user))
		return false;
	if (is_address_intrinsic(user)) {
		LLVMReplaceAllUsesWith(user, call_before(module, user, global));
		LLVMInstructionEraseFromParent(user);
		return true;
	}
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
		if (LLVMGetOperand(user, i) == global)
			LLVMSetOperand(user, i,
				       call_before(module, insertion_point(user, i), global));
	return true;
}

static hr_status rewrite(hr_run *run, LLVMModuleRef module, LLVMValueRef global)
{
	LLVMUseRef use;

	while ((use = LLVMGetFirstUse(global)) != NULL) {
		char text[200];
		size_t length;

		if (rewrite_use(module, LLVMGetUser(use), global))
			continue;
		snprintf(text, sizeof(text),
			 "the address of a library's thread-local '%s' in a constant",
			 LLVMGetValueName2(global, &length));
		return hr_report(run->diags, HR_D_unsupported_feature, NULL, text);
	}
	return HR_OK;
}

hr_status hr_jit_rewrite_tls(hr_run *run, LLVMModuleRef module)
{
	for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
		if (LLVMIsThreadLocal(g) && LLVMIsDeclaration(g))
			HR_TRY(rewrite(run, module, g));
	return HR_OK;
}
