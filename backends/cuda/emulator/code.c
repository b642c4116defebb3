/* backends/cuda/emulator/code.c -- compiles a module of kernels for this machine.
 *
 * Thread registers, barriers and shared memory become calls; all address spaces are the host's
 * memory.
 * Owns:     the JIT. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

#include "backends/cuda/emulator/emulator.h"
#include "backends/shared/context.h"
#include "backends/shared/edit.h"

enum { EMU_KERNEL_CONVENTION = 71 };

struct emu_code {
	LLVMOrcLLJITRef jit;
};

/* --- replacements by calls ----------------------------------------------------------------- */

typedef struct changing {
	LLVMModuleRef module;
	LLVMContextRef context;
	LLVMBuilderRef builder;
} changing;

static LLVMTypeRef word(const changing *self)
{
	return LLVMInt32TypeInContext(self->context);
}

/* Replace for example llvm.nvvm.read.ptx.sreg.ctaid.y by emu_register(EMU_CTAID, 1). */
static LLVMValueRef read_register(changing *self, const char *name)
{
	static const char *const names[] = {"tid.", "ntid.", "ctaid.", "nctaid."};
	LLVMValueRef operands[2] = {NULL};

	name += strlen("llvm.nvvm.read.ptx.sreg.");
	for (unsigned i = 0; i < 4; i++)
		if (strncmp(name, names[i], strlen(names[i])) == 0)
			operands[0] = LLVMConstInt(word(self), i, 0);
	operands[1] = LLVMConstInt(word(self), (unsigned)(name[strlen(name) - 1] - 'x'), 0);
	return hr_edit_call(self->module, self->builder, "emu_register", word(self), operands, 2);
}

static void change(changing *self, LLVMValueRef at)
{
	LLVMValueRef callee = LLVMIsACallInst(at) ? LLVMGetCalledValue(at) : NULL, by = NULL;
	size_t length;
	const char *name =
		callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";

	LLVMPositionBuilderBefore(self->builder, at);
	if (strncmp(name, "llvm.nvvm.read.ptx.sreg.", 24) == 0)
		by = read_register(self, name);
	else if (strncmp(name, "llvm.nvvm.barrier", 17) == 0)
		hr_edit_call(self->module, self->builder, "emu_barrier",
			     LLVMVoidTypeInContext(self->context), NULL, 0);
	else
		return;
	if (by)
		LLVMReplaceAllUsesWith(at, by);
	LLVMInstructionEraseFromParent(at);
}

/* Blocks run one after the other, so they can use the same shared memory. */
static void place_shared(changing *self)
{
	LLVMValueRef old = LLVMGetNamedGlobal(self->module, "hpvm_shared"), made;
	LLVMTypeRef type = LLVMArrayType2(LLVMInt8TypeInContext(self->context), EMU_SHARED_BYTES);

	if (!old)
		return;
	made = LLVMAddGlobalInAddressSpace(self->module, type, "emu_shared",
					   LLVMGetPointerAddressSpace(LLVMTypeOf(old)));
	LLVMSetInitializer(made, LLVMConstNull(type));
	LLVMSetAlignment(made, 16);
	LLVMReplaceAllUsesWith(old, made);
	LLVMDeleteGlobal(old);
}

/* Add the function NAME.call(parameters), which calls kernel NAME with the values that PARAMETERS
 * points to, and NAME.count, the number of parameters. */
static void add_caller(changing *self, LLVMValueRef kernel)
{
	LLVMTypeRef pointer = LLVMPointerTypeInContext(self->context, 0),
		    type = LLVMGlobalGetValueType(kernel);
	LLVMTypeRef nothing = LLVMVoidTypeInContext(self->context);
	unsigned count = LLVMCountParams(kernel);
	LLVMValueRef *values = calloc(count + 1, sizeof(*values)), caller, place;
	char name[256];
	size_t length;

	snprintf(name, sizeof(name), "%s.call", LLVMGetValueName2(kernel, &length));
	caller = LLVMAddFunction(self->module, name, LLVMFunctionType(nothing, &pointer, 1, 0));
	LLVMPositionBuilderAtEnd(self->builder,
				 LLVMAppendBasicBlockInContext(self->context, caller, "entry"));
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(self->context), i, 0);

		place = LLVMBuildGEP2(self->builder, pointer, LLVMGetParam(caller, 0), &index, 1,
				      "");
		place = LLVMBuildLoad2(self->builder, pointer, place, "");
		values[i] = LLVMBuildLoad2(self->builder, LLVMTypeOf(LLVMGetParam(kernel, i)),
					   place, "");
	}
	LLVMBuildCall2(self->builder, type, kernel, values, count, "");
	LLVMBuildRetVoid(self->builder);
	free(values);
	snprintf(name, sizeof(name), "%s.count", LLVMGetValueName2(kernel, &length));
	LLVMSetInitializer(LLVMAddGlobal(self->module, word(self), name),
			   LLVMConstInt(word(self), count, 0));
}

static void change_all(LLVMModuleRef module, LLVMContextRef context)
{
	changing self = {module, context, LLVMCreateBuilderInContext(context)};
	hr_instructions all = {0};
	HR_VEC(LLVMValueRef) kernels = {0};

	hr_edit_list(module, &all);
	for (size_t i = 0; i < all.count; i++)
		change(&self, all.data[i]);
	HR_VEC_FREE(&all);
	place_shared(&self);
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		if (LLVMGetFunctionCallConv(f) == EMU_KERNEL_CONVENTION)
			HR_PUSH(&kernels, f);
		LLVMSetFunctionCallConv(f, LLVMCCallConv);
	}
	for (size_t i = 0; i < kernels.count; i++)
		add_caller(&self, kernels.data[i]);
	HR_VEC_FREE(&kernels);
	LLVMDisposeBuilder(self.builder);
}

/* --- compiling -------------------------------------------------------------------------------- */

static bool said(LLVMErrorRef error, char *log, size_t log_bytes)
{
	char *message;

	if (!error)
		return false;
	message = LLVMGetErrorMessage(error);
	snprintf(log, log_bytes, "%s", message);
	LLVMDisposeErrorMessage(message);
	return true;
}

static LLVMErrorRef define_calls(LLVMOrcLLJITRef jit)
{
	static const struct {
		const char *name;
		void *address;
	} calls[] = {{"emu_register", (void *)emu_register}, {"emu_barrier", (void *)emu_barrier}};
	LLVMOrcCSymbolMapPair pairs[2];

	for (unsigned i = 0; i < 2; i++) {
		pairs[i].Name = LLVMOrcLLJITMangleAndIntern(jit, calls[i].name);
		pairs[i].Sym.Address = (uint64_t)(uintptr_t)calls[i].address;
		pairs[i].Sym.Flags.GenericFlags = LLVMJITSymbolGenericFlagsExported;
		pairs[i].Sym.Flags.TargetFlags = 0;
	}
	return LLVMOrcJITDylibDefine(LLVMOrcLLJITGetMainJITDylib(jit),
				     LLVMOrcAbsoluteSymbols(pairs, 2));
}

/* Resolve functions that LLVM calls in generated code: memcpy, fmodf. */
static LLVMErrorRef find_in_process(LLVMOrcLLJITRef jit)
{
	LLVMOrcDefinitionGeneratorRef generator;
	LLVMErrorRef error = LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
		&generator, LLVMOrcLLJITGetGlobalPrefix(jit), NULL, NULL);

	if (!error)
		LLVMOrcJITDylibAddGenerator(LLVMOrcLLJITGetMainJITDylib(jit), generator);
	return error;
}

/* Return object code of MODULE for this machine; NULL on failure, with the reason in LOG. */
static LLVMMemoryBufferRef compile(LLVMModuleRef module, char *log, size_t log_bytes)
{
	char *triple = LLVMGetDefaultTargetTriple(), *cpu = LLVMGetHostCPUName(),
	     *features = LLVMGetHostCPUFeatures();
	LLVMMemoryBufferRef object = NULL;
	LLVMTargetMachineRef machine;
	LLVMTargetDataRef layout;
	LLVMTargetRef target;
	char *error = NULL;

	if (LLVMGetTargetFromTriple(triple, &target, &error) == 0) {
		machine = LLVMCreateTargetMachine(target, triple, cpu, features,
						  LLVMCodeGenLevelDefault, LLVMRelocPIC,
						  LLVMCodeModelSmall);
		layout = LLVMCreateTargetDataLayout(machine);
		LLVMSetTarget(module, triple);
		LLVMSetModuleDataLayout(module, layout);
		LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile, &error,
						    &object);
		LLVMDisposeTargetData(layout);
		LLVMDisposeTargetMachine(machine);
	}
	if (!object)
		snprintf(log, log_bytes, "%s", error);
	LLVMDisposeMessage(error);
	LLVMDisposeMessage(triple);
	LLVMDisposeMessage(cpu);
	LLVMDisposeMessage(features);
	return object;
}

static LLVMModuleRef read_image(const void *image, LLVMContextRef context)
{
	LLVMMemoryBufferRef buffer;
	LLVMModuleRef module = NULL;
	uint64_t bytes;

	memcpy(&bytes, image, sizeof(bytes));
	buffer = LLVMCreateMemoryBufferWithMemoryRange((const char *)image + sizeof(bytes), bytes,
						       "image", 0);
	if (LLVMParseBitcodeInContext2(context, buffer, &module))
		module = NULL;
	LLVMDisposeMemoryBuffer(buffer);
	return module;
}

static emu_code *load_object(LLVMMemoryBufferRef object, char *log, size_t log_bytes)
{
	emu_code *code = calloc(1, sizeof(*code));

	if (said(LLVMOrcCreateLLJIT(&code->jit, NULL), log, log_bytes)) {
		LLVMDisposeMemoryBuffer(object);
		free(code);
		return NULL;
	}
	if (said(define_calls(code->jit), log, log_bytes) ||
	    said(find_in_process(code->jit), log, log_bytes) ||
	    said(LLVMOrcLLJITAddObjectFile(code->jit, LLVMOrcLLJITGetMainJITDylib(code->jit),
					   object),
		 log, log_bytes)) {
		emu_unload(code);
		return NULL;
	}
	return code;
}

emu_code *emu_load(const void *image, char *log, size_t log_bytes)
{
	LLVMContextRef context = hr_context_new();
	LLVMModuleRef module = read_image(image, context);
	LLVMMemoryBufferRef object = NULL;

	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
	if (module) {
		change_all(module, context);
		object = compile(module, log, log_bytes);
		LLVMDisposeModule(module);
	} else {
		snprintf(log, log_bytes, "cannot read its bitcode");
	}
	hr_context_free(context);
	return object ? load_object(object, log, log_bytes) : NULL;
}

void emu_unload(emu_code *code)
{
	LLVMConsumeError(LLVMOrcDisposeLLJIT(code->jit));
	free(code);
}

static void *find(emu_code *code, const char *name)
{
	LLVMOrcExecutorAddress address = 0;
	LLVMErrorRef error = LLVMOrcLLJITLookup(code->jit, &address, name);

	LLVMConsumeError(error);
	return error ? NULL : (void *)(uintptr_t)address;
}

emu_kernel *emu_find(emu_code *code, const char *name)
{
	char caller[256];

	snprintf(caller, sizeof(caller), "%s.call", name);
	return (emu_kernel *)find(code, caller);
}

uint32_t emu_parameters(emu_code *code, const char *name)
{
	char count[256];
	const uint32_t *found;

	snprintf(count, sizeof(count), "%s.count", name);
	found = find(code, count);
	return found ? *found : 0;
}

uint8_t *emu_shared(emu_code *code)
{
	return find(code, "emu_shared");
}
