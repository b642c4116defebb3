/* ir/kernel/device.c -- functions that devices of CUDA and HIP have and C has as well: memory of the heap, copies, assert().
 *
 * Such a declaration becomes the C function of src/arith/cfunction.def, with all its checks. Blocks of the device's heap
 * live as long as the process, so one that is not freed is no error.
 *
 * Clauses:   K4.
 * Not here:  printf() (print.c), what the library has (library/). */
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "ir/kernel/kernel_private.h"
#include "ir/kernel/library/library.h"

/* The types are those of cfunction.def: v void, i int, q 64 bits, p pointer. */
static const struct {
	const char *name, *type, *c_name; /* NULL: the same, with all its parameters */
} functions[] = {
	{"malloc", "pq", NULL},
	{"free", "vp", NULL},
	{"_Znwm", "pq", NULL},
	{"_Znam", "pq", NULL},
	{"_ZdlPv", "vp", NULL},
	{"_ZdaPv", "vp", NULL},
	{"_ZdlPvm", "vpq", NULL},
	{"_ZdaPvm", "vpq", NULL},
	{"memcpy", "ppq", NULL},
	{"memmove", "ppq", NULL},
	{"memset", "piq", NULL},
	{"__assert_fail", "vppip", NULL},
	{"__assertfail", "vppipq", "__assert_fail"}, /* the size of a character is left out */
};

static char letter_of(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMVoidTypeKind: return 'v';
	case LLVMPointerTypeKind: return 'p';
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(type) == 64   ? 'q'
		       : LLVMGetIntTypeWidth(type) == 32 ? 'i'
							 : '?';
	default: return '?';
	}
}

static bool has_type(LLVMValueRef function, const char *expected)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(function), parameters[8];
	unsigned count = LLVMCountParamTypes(type);

	if (LLVMIsFunctionVarArg(type) || count + 1 != strlen(expected) ||
	    letter_of(LLVMGetReturnType(type)) != *expected)
		return false;
	LLVMGetParamTypes(type, parameters);
	for (unsigned i = 0; i < count; i++)
		if (letter_of(parameters[i]) != expected[i + 1])
			return false;
	return true;
}

bool hr_kernel_device_function(const hr_kernel *k, LLVMValueRef function, const char **c_name)
{
	const char *name = LLVMGetValueName(function);

	if (LLVMGetFirstBasicBlock(function) || k->launch->language == HR_KERNEL_OPENCL)
		return false;
	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++)
		if (!strcmp(name, functions[i].name) && has_type(function, functions[i].type)) {
			*c_name = functions[i].c_name;
			return true;
		}
	return false;
}

/* Replace CALL by one of the C function NAME, which has one parameter less. */
static void replace_call(hr_kernel *k, LLVMValueRef call, const char *name)
{
	LLVMTypeRef device = LLVMGlobalGetValueType(LLVMGetCalledValue(call)), parameters[8], type;
	unsigned count = LLVMCountParamTypes(device) - 1;
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(k->context);
	LLVMValueRef arguments[8];

	LLVMGetParamTypes(device, parameters);
	for (unsigned i = 0; i < count; i++)
		arguments[i] = LLVMGetOperand(call, i);
	type = LLVMFunctionType(LLVMGetReturnType(device), parameters, count, false);
	LLVMPositionBuilderBefore(builder, call);
	LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
	LLVMBuildCall2(builder, type, hr_kernel_c_function(k, name, type), arguments, count, "");
	LLVMDisposeBuilder(builder);
	LLVMInstructionEraseFromParent(call);
}

void hr_kernel_device(hr_kernel *k)
{
	hr_kernel_values calls = {0};

	for (size_t i = 0; i < k->reached.count; i++) {
		LLVMValueRef function = k->reached.data[i];
		const char *c_name;

		if (!hr_kernel_device_function(k, function, &c_name))
			continue;
		if (!c_name)
			hr_kernel_mark_c(k, function);
		for (LLVMUseRef use = LLVMGetFirstUse(function); c_name && use;
		     use = LLVMGetNextUse(use)) {
			LLVMValueRef user = LLVMGetUser(use);

			if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function)
				HR_PUSH(&calls, user);
		}
		for (size_t c = 0; c < calls.count; c++)
			replace_call(k, calls.data[c], c_name);
		calls.count = 0;
	}
	HR_VEC_FREE(&calls);
}
