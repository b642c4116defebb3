/* backends/cpu/cpu_code.c -- compiles a module to code in memory.
 *
 * LLVM optimises for the present processor and writes an object file, which ORC loads and links
 * with the program's symbols. Cached object files are loaded in the same way.
 * Invariant: the code computes what the IR specifies: nothing is contracted.
 * Owns:      the target machine; a JIT for each loaded object.
 * Not here:  what is compiled (cpu_kernel.c). */
#include <stdio.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "backends/cpu/cpu.h"

struct cpu_code {
	LLVMOrcLLJITRef jit;
	const hr_backend_host *host;
};

/* --- the machine ------------------------------------------------------------------------------ */

static char *taken(char *message)
{
	char *copy = hr_strdup(message);

	LLVMDisposeMessage(message);
	return copy;
}

int cpu_machine_open(cpu_machine *machine, char text[HR_BACKEND_TEXT])
{
	LLVMTargetRef target;
	char *error = NULL;

	if (LLVMInitializeNativeTarget() || LLVMInitializeNativeAsmPrinter()) {
		snprintf(text, HR_BACKEND_TEXT, "LLVM has no code generator for this machine");
		return 1;
	}
	machine->triple = taken(LLVMGetDefaultTargetTriple());
	machine->name = taken(LLVMGetHostCPUName());
	machine->features = taken(LLVMGetHostCPUFeatures());
	if (LLVMGetTargetFromTriple(machine->triple, &target, &error)) {
		snprintf(text, HR_BACKEND_TEXT, "%s", error);
		LLVMDisposeMessage(error);
		return 1;
	}
	machine->target = LLVMCreateTargetMachine(target, machine->triple, machine->name,
						  machine->features, LLVMCodeGenLevelAggressive,
						  LLVMRelocPIC, LLVMCodeModelSmall);
	pthread_mutex_init(&machine->lock, NULL);
	return 0;
}

void cpu_machine_close(cpu_machine *machine)
{
	LLVMDisposeTargetMachine(machine->target);
	hr_free(machine->triple);
	hr_free(machine->name);
	hr_free(machine->features);
	pthread_mutex_destroy(&machine->lock);
}

/* --- compiling -------------------------------------------------------------------------------- */

/* A function with more instructions is large. */
enum { LARGE = 1000 };

static bool is_large(LLVMValueRef function)
{
	unsigned count = 0;

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block && count <= LARGE;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at && count <= LARGE;
		     at = LLVMGetNextInstruction(at))
			count++;
	return count > LARGE;
}

static bool has_large(LLVMModuleRef module)
{
	LLVMValueRef function = LLVMGetFirstFunction(module);

	while (function && !is_large(function))
		function = LLVMGetNextFunction(function);
	return function != NULL;
}

/* Return the metadata of a loop that is neither vectorised nor unrolled. */
static LLVMValueRef plain_loop(LLVMContextRef context)
{
	static const char vectorise[] = "llvm.loop.vectorize.enable",
			  unroll[] = "llvm.loop.unroll.disable";
	LLVMMetadataRef self = LLVMTemporaryMDNode(context, NULL, 0), loop;
	LLVMMetadataRef pair[] = {
		LLVMMDStringInContext2(context, vectorise, sizeof(vectorise) - 1),
		LLVMValueAsMetadata(LLVMConstInt(LLVMInt1TypeInContext(context), 0, 0))};
	LLVMMetadataRef one[] = {LLVMMDStringInContext2(context, unroll, sizeof(unroll) - 1)};
	LLVMMetadataRef parts[] = {self, LLVMMDNodeInContext2(context, pair, 2),
				   LLVMMDNodeInContext2(context, one, 1)};

	loop = LLVMMDNodeInContext2(context, parts, 3);
	LLVMMetadataReplaceAllUsesWith(self, loop);
	return LLVMMetadataAsValue(context, loop);
}

/* The loops over instances are those that have metadata. Their body is a whole leaf: if it is large,
 * the time that LLVM takes to vectorise them grows with the square of it, and it has too few
 * registers to gain from that. Loops of the leaf are vectorised as always. */
static void keep_plain(LLVMModuleRef module)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	unsigned kind = LLVMGetMDKindIDInContext(context, "llvm.loop", 9);

	for (LLVMValueRef of = LLVMGetFirstFunction(module); of; of = LLVMGetNextFunction(of))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(of); block;
		     block = LLVMGetNextBasicBlock(block)) {
			LLVMValueRef end = LLVMGetBasicBlockTerminator(block);

			if (end && LLVMGetMetadata(end, kind))
				LLVMSetMetadata(end, kind, plain_loop(context));
		}
}

static void run_passes(LLVMModuleRef module, const char *passes, const cpu_machine *machine)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error;

	LLVMPassBuilderOptionsSetLoopVectorization(options, 1);
	LLVMPassBuilderOptionsSetSLPVectorization(options, 1);
	LLVMPassBuilderOptionsSetLoopUnrolling(options, 1);
	error = LLVMRunPasses(module, passes, machine->target, options);
	LLVMDisposePassBuilderOptions(options);
	/* An error can only mean that LLVM does not know the pass pipeline, and it knows these. */
	LLVMConsumeError(error);
}

LLVMMemoryBufferRef cpu_compile(cpu_machine *machine, LLVMModuleRef module,
				char text[HR_BACKEND_TEXT])
{
	LLVMMemoryBufferRef object = NULL;
	char *error = NULL;
	bool large;

	pthread_mutex_lock(&machine->lock);
	large = has_large(module);
	if (large)
		keep_plain(module);
	run_passes(module, large ? "default<O2>" : "default<O3>", machine);
	if (LLVMTargetMachineEmitToMemoryBuffer(machine->target, module, LLVMObjectFile, &error,
						&object)) {
		snprintf(text, HR_BACKEND_TEXT, "%s", error);
		LLVMDisposeMessage(error);
		object = NULL;
	}
	pthread_mutex_unlock(&machine->lock);
	return object;
}

/* --- loading ---------------------------------------------------------------------------------- */

static LLVMErrorRef define_outside(LLVMOrcDefinitionGeneratorRef generator, void *data,
				   LLVMOrcLookupStateRef *state, LLVMOrcLookupKind kind,
				   LLVMOrcJITDylibRef dylib, LLVMOrcJITDylibLookupFlags flags,
				   LLVMOrcCLookupSet wanted, size_t count)
{
	const cpu_code *code = data;
	LLVMOrcCSymbolMapPair *pairs = hr_alloc_array(count, sizeof(*pairs));
	LLVMErrorRef error = LLVMErrorSuccess;
	size_t found = 0;

	(void)generator, (void)state, (void)kind, (void)flags;
	for (size_t i = 0; i < count; i++) {
		void *address = code->host->symbol(LLVMOrcSymbolStringPoolEntryStr(wanted[i].Name));

		if (!address)
			continue;
		LLVMOrcRetainSymbolStringPoolEntry(wanted[i].Name);
		pairs[found].Name = wanted[i].Name;
		pairs[found].Sym.Address = (uint64_t)(uintptr_t)address;
		pairs[found++].Sym.Flags.GenericFlags = LLVMJITSymbolGenericFlagsExported;
	}
	if (found)
		error = LLVMOrcJITDylibDefine(dylib, LLVMOrcAbsoluteSymbols(pairs, found));
	hr_free(pairs);
	return error;
}

static bool said(LLVMErrorRef error, char text[HR_BACKEND_TEXT])
{
	char *message;

	if (!error)
		return false;
	message = LLVMGetErrorMessage(error);
	message[strcspn(message, "\n")] = '\0';
	if (!text[0])
		snprintf(text, HR_BACKEND_TEXT, "%s", message);
	LLVMDisposeErrorMessage(message);
	return true;
}

/* ORC reports the reason only here; the caller of the look-up only learns that there was an
 * error. */
static void on_session_error(void *data, LLVMErrorRef error)
{
	said(error, data);
}

static void on_late_error(void *data, LLVMErrorRef error)
{
	(void)data;
	LLVMConsumeError(error);
}

static bool look_up(const cpu_code *code, uint32_t region_count, cpu_region **regions,
		    char text[HR_BACKEND_TEXT])
{
	for (uint32_t i = 0; i < region_count; i++) {
		LLVMOrcExecutorAddress address = 0;
		char name[32];

		snprintf(name, sizeof(name), "hr_region_%u", i);
		if (said(LLVMOrcLLJITLookup(code->jit, &address, name), text))
			return false;
		regions[i] = (cpu_region *)(uintptr_t)address;
	}
	return true;
}

cpu_code *cpu_load(LLVMMemoryBufferRef object, const hr_backend_host *host, uint32_t region_count,
		   cpu_region **regions, char text[HR_BACKEND_TEXT])
{
	cpu_code *code = hr_alloc_zero(sizeof(*code));
	LLVMOrcExecutionSessionRef session;
	LLVMOrcJITDylibRef dylib;
	bool loaded;

	code->host = host;
	if (said(LLVMOrcCreateLLJIT(&code->jit, NULL), text)) {
		LLVMDisposeMemoryBuffer(object);
		hr_free(code);
		return NULL;
	}
	session = LLVMOrcLLJITGetExecutionSession(code->jit);
	LLVMOrcExecutionSessionSetErrorReporter(session, on_session_error, text);
	dylib = LLVMOrcLLJITGetMainJITDylib(code->jit);
	LLVMOrcJITDylibAddGenerator(
		dylib, LLVMOrcCreateCustomCAPIDefinitionGenerator(define_outside, code, NULL));
	loaded = !said(LLVMOrcLLJITAddObjectFile(code->jit, dylib, object), text) &&
		 look_up(code, region_count, regions, text);
	LLVMOrcExecutionSessionSetErrorReporter(session, on_late_error, NULL);
	if (loaded)
		return code;
	cpu_unload(code);
	return NULL;
}

void cpu_unload(cpu_code *code)
{
	LLVMConsumeError(LLVMOrcDisposeLLJIT(code->jit));
	hr_free(code);
}
