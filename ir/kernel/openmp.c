/* ir/kernel/openmp.c -- parallel regions of OpenMP's target regions.
 *
 * clang calls __kmpc_parallel_51(), or __kmpc_parallel_60() from version 22 on, with an outlined function and an array of
 * its arguments. The function becomes one of the array alone, which the library's runtime calls
 * (library/openmp/runtime.c). Threads that wait for regions choose the function by its number, so that barriers in it
 * become part of the kernel.
 *
 * Clauses:   K1, K5.
 * Not here:  the runtime. */
#include <stdio.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "ir/kernel/kernel_private.h"
#include "ir/llvm/passes.h"

typedef struct region_maker {
	LLVMModuleRef module;
	LLVMContextRef context;
	LLVMBuilderRef builder;
	LLVMTypeRef i32, i64, ptr, none;
	hr_kernel_values regions; /* those of the generic mode: number I + 1 is region I */
} region_maker;

/* Return the number of the address space of local variables. */
static unsigned variable_space(const region_maker *m)
{
	return strstr(LLVMGetDataLayoutStr(m->module), "-A5") ? 5 : 0;
}

/* Return a generic pointer to a variable that is 0. */
static LLVMValueRef make_zero(const region_maker *m, LLVMBuilderRef b)
{
	LLVMValueRef made = LLVMBuildAlloca(b, m->i32, "");

	LLVMBuildStore(b, LLVMConstInt(m->i32, 0, false), made);
	return variable_space(m) ? LLVMBuildAddrSpaceCast(b, made, m->ptr, "") : made;
}

/* Return a function of the array with COUNT arguments, each in 8 bytes, that calls OUTLINED: after the numbers of the thread, which no
 * outlined function of a device uses otherwise than to ask the runtime, it takes those. */
static LLVMValueRef make_region(region_maker *m, LLVMValueRef outlined, uint64_t count)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(outlined), parameters[128];
	const unsigned expected = LLVMCountParamTypes(type);
	LLVMValueRef made, arguments[128];
	LLVMBuilderRef b = LLVMCreateBuilderInContext(m->context);
	char name[400];

	snprintf(name, sizeof(name), "%s.region", LLVMGetValueName(outlined));
	made = LLVMAddFunction(m->module, name, LLVMFunctionType(m->none, &m->ptr, 1, false));
	LLVMSetLinkage(made, LLVMInternalLinkage);
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(m->context, made, ""));
	LLVMGetParamTypes(type, parameters);
	arguments[0] = make_zero(m, b);
	arguments[1] = make_zero(m, b);
	for (unsigned i = 2; i < expected && i < count + 2; i++) {
		LLVMValueRef index = LLVMConstInt(m->i64, i - 2, false);

		arguments[i] = LLVMBuildLoad2(
			b, parameters[i],
			LLVMBuildGEP2(b, m->i64, LLVMGetParam(made, 0), &index, 1, ""), "");
	}
	LLVMBuildCall2(b, type, outlined, arguments, expected, "");
	LLVMBuildRetVoid(b);
	LLVMDisposeBuilder(b);
	hr_mark_inline(made);
	return made;
}

/* Replace CALL of __kmpc_parallel_51(place, id, condition, threads, binding, outlined, wrapper, arguments, count, ...) if all is known. */
static void replace_parallel(region_maker *m, LLVMValueRef call)
{
	LLVMValueRef outlined = LLVMGetOperand(call, 5), count = LLVMGetOperand(call, 8),
		     arguments[6], function;
	LLVMTypeRef types[] = {m->i32, m->i32, m->ptr, m->i32, m->ptr, m->i64}, type;

	if (!LLVMIsAFunction(outlined) || !LLVMGetFirstBasicBlock(outlined) ||
	    !LLVMIsAConstantInt(count) ||
	    LLVMConstIntGetZExtValue(count) + 2 !=
		    LLVMCountParamTypes(LLVMGlobalGetValueType(outlined)) ||
	    LLVMConstIntGetZExtValue(count) > 64)
		return;
	arguments[0] = LLVMGetOperand(call, 2);
	arguments[1] = LLVMGetOperand(call, 3);
	arguments[2] = make_region(m, outlined, LLVMConstIntGetZExtValue(count));
	/* only regions of the generic mode have a wrapper */
	arguments[3] = LLVMConstInt(m->i32, 0, false);
	if (!LLVMIsNull(LLVMGetOperand(call, 6))) {
		HR_PUSH(&m->regions, arguments[2]);
		arguments[3] = LLVMConstInt(m->i32, m->regions.count, false);
	}
	arguments[4] = LLVMGetOperand(call, 7);
	arguments[5] = count;
	type = LLVMFunctionType(m->none, types, 6, false);
	function = LLVMGetNamedFunction(m->module, "hpvm_omp_parallel");
	if (!function)
		function = LLVMAddFunction(m->module, "hpvm_omp_parallel", type);
	LLVMPositionBuilderBefore(m->builder, call);
	LLVMSetCurrentDebugLocation2(m->builder, LLVMInstructionGetDebugLoc(call));
	LLVMBuildCall2(m->builder, type, function, arguments, 6, "");
	LLVMInstructionEraseFromParent(call);
}

static bool is_parallel(LLVMValueRef callee)
{
	const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName(callee) : "";

	return !strcmp(name, "__kmpc_parallel_51") || !strcmp(name, "__kmpc_parallel_60");
}

/* Define hpvm_omp_run(number, arguments), which calls the region of that number. */
static void make_run(region_maker *m)
{
	LLVMTypeRef types[] = {m->i32, m->ptr}, type = LLVMFunctionType(m->none, types, 2, false),
		    region = LLVMFunctionType(m->none, &m->ptr, 1, false);
	LLVMValueRef made = LLVMAddFunction(m->module, "hpvm_omp_run", type), choice;
	LLVMBasicBlockRef first = LLVMAppendBasicBlockInContext(m->context, made, ""),
			  none = LLVMAppendBasicBlockInContext(m->context, made, "");
	LLVMValueRef argument = LLVMGetParam(made, 1);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(m->context);

	LLVMPositionBuilderAtEnd(b, none);
	LLVMBuildRetVoid(b);
	LLVMPositionBuilderAtEnd(b, first);
	choice = LLVMBuildSwitch(b, LLVMGetParam(made, 0), none, (unsigned)m->regions.count);
	for (size_t i = 0; i < m->regions.count; i++) {
		LLVMBasicBlockRef is = LLVMAppendBasicBlockInContext(m->context, made, "");

		LLVMAddCase(choice, LLVMConstInt(m->i32, i + 1, false), is);
		LLVMPositionBuilderAtEnd(b, is);
		LLVMBuildCall2(b, region, m->regions.data[i], &argument, 1, "");
		LLVMBuildRetVoid(b);
	}
	LLVMDisposeBuilder(b);
	hr_mark_inline(made);
}

/* Return the mode that the environment of a kernel, a constant, says: its third byte; 0: not known. */
static uint64_t mode_of(LLVMValueRef environment)
{
	LLVMValueRef global = LLVMIsAConstantExpr(environment) /* a cast to another address space */
				      ? LLVMGetOperand(environment, 0)
				      : environment;
	LLVMValueRef all = LLVMIsAGlobalVariable(global) ? LLVMGetInitializer(global) : NULL;
	LLVMValueRef configuration = all ? LLVMGetAggregateElement(all, 0) : NULL;
	LLVMValueRef mode = configuration ? LLVMGetAggregateElement(configuration, 2) : NULL;

	return mode && LLVMIsAConstantInt(mode) ? LLVMConstIntGetZExtValue(mode) : 0;
}

/* Let each kernel begin with the function of the runtime for its mode. Of an unknown mode, the function stays, which is refused by name. */
static void choose_modes(region_maker *m, LLVMValueRef init)
{
	static const char *const names[] = {NULL, "hpvm_omp_init_generic", "hpvm_omp_init_spmd",
					    "hpvm_omp_init_spmd"};

	for (LLVMUseRef use = LLVMGetFirstUse(init), next; use; use = next) {
		LLVMValueRef call = LLVMGetUser(use), function;
		uint64_t mode = 0;

		next = LLVMGetNextUse(use);
		if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == init)
			mode = mode_of(LLVMGetOperand(call, 0));
		if (!mode || mode >= sizeof(names) / sizeof(*names))
			continue;
		function = LLVMGetNamedFunction(m->module, names[mode]);
		if (!function)
			function = LLVMAddFunction(m->module, names[mode],
						   LLVMGlobalGetValueType(init));
		LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, function);
	}
}

/* clang passes numbers of 32 bits as 64 bits of which it sets half, as arguments that are said to be defined. */
static void drop_promises(LLVMValueRef function)
{
	const unsigned noundef = LLVMGetEnumAttributeKindForName("noundef", strlen("noundef"));

	for (unsigned i = 1; i <= LLVMCountParams(function); i++) {
		LLVMRemoveEnumAttributeAtIndex(function, i, noundef);
		for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
			if (LLVMIsACallInst(LLVMGetUser(use)) &&
			    LLVMGetCalledValue(LLVMGetUser(use)) == function)
				LLVMRemoveCallSiteEnumAttribute(LLVMGetUser(use), i, noundef);
	}
}

void hr_kernel_openmp(void *module)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	region_maker m = {.module = module,
			  .context = context,
			  .builder = LLVMCreateBuilderInContext(context),
			  .i32 = LLVMInt32TypeInContext(context),
			  .i64 = LLVMInt64TypeInContext(context),
			  .ptr = LLVMPointerTypeInContext(context, 0),
			  .none = LLVMVoidTypeInContext(context)};
	hr_kernel_values calls = {0};
	LLVMValueRef init;

	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		HR_EACH_BLOCK_INSTRUCTION(f, at)
	if (LLVMIsACallInst(at) && is_parallel(LLVMGetCalledValue(at)))
		HR_PUSH(&calls, at);
	for (size_t i = 0; i < calls.count; i++)
		replace_parallel(&m, calls.data[i]);
	init = LLVMGetNamedFunction(module, "__kmpc_target_init");
	if (init) {
		make_run(&m);
		choose_modes(&m, init);
		for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
			if (strstr(LLVMGetValueName(f), "__omp_offloading_"))
				drop_promises(f);
	}
	HR_VEC_FREE(&calls);
	HR_VEC_FREE(&m.regions);
	LLVMDisposeBuilder(m.builder);
}
