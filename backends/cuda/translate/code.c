/* backends/cuda/translate/code.c -- translates a unit to LLVM IR for NVPTX.
 *
 * Invariant: the code computes what the unit specifies: nothing is contracted unless the unit
 *            permits it, quotients and square roots are correctly rounded, and denormals are not
 *            flushed to zero.
 * Owns:      the contents of a cuda_code.
 * Not here:  PTX (assemble.c), the kernel (kernel.c), refusals (check.c), math functions
 *            (math.c). */
#include "config.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "backends/cuda/translate/cuda_translate.h"
#include "backends/shared/constrained.h"
#include "backends/shared/edit.h"

#define TRIPLE "nvptx64-nvidia-cuda"

/* --- the code generator ----------------------------------------------------------------------- */

#ifdef HR_HAVE_NVPTX
static void initialise(void)
{
	LLVMInitializeNVPTXTargetInfo();
	LLVMInitializeNVPTXTarget();
	LLVMInitializeNVPTXTargetMC();
	LLVMInitializeNVPTXAsmPrinter();
}
#endif

static LLVMTargetRef find_target(char text[HR_BACKEND_TEXT])
{
#ifdef HR_HAVE_NVPTX
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	LLVMTargetRef target = NULL;
	char *error = NULL;

	pthread_once(&once, initialise);
	if (LLVMGetTargetFromTriple(TRIPLE, &target, &error)) {
		snprintf(text, HR_BACKEND_TEXT, "%s", error);
		LLVMDisposeMessage(error);
		return NULL;
	}
	return target;
#else
	snprintf(text, HR_BACKEND_TEXT,
		 "the LLVM of hpvm-run has no code generator for NVIDIA GPUs");
	return NULL;
#endif
}

bool cuda_has_code(char text[HR_BACKEND_TEXT])
{
	return find_target(text) != NULL;
}

LLVMTargetMachineRef cuda_open_machine(const cuda_target *target, char text[HR_BACKEND_TEXT])
{
	LLVMTargetRef kind = find_target(text);
	char name[CUDA_ARCH_NAME], arch[CUDA_ARCH_NAME + 4], features[16];
	unsigned ptx = cuda_arch_ptx(target->arch);

	if (!kind)
		return NULL;
	snprintf(arch, sizeof(arch), "sm_%s", cuda_arch_name(target->arch, name));
	if (!ptx) {
		snprintf(text, HR_BACKEND_TEXT, "the LLVM of hpvm-run has no code generator for %s",
			 arch);
		return NULL;
	}
	snprintf(features, sizeof(features), "+ptx%u", ptx);
	return LLVMCreateTargetMachine(kind, TRIPLE, arch, features, LLVMCodeGenLevelAggressive,
				       LLVMRelocDefault, LLVMCodeModelDefault);
}

/* --- the translation -------------------------------------------------------------------------- */

static bool run_passes(LLVMModuleRef module, LLVMTargetMachineRef machine, const char *passes,
		       char text[HR_BACKEND_TEXT])
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef error = LLVMRunPasses(module, passes, machine, options);

	if (error) {
		char *message = LLVMGetErrorMessage(error);

		snprintf(text, HR_BACKEND_TEXT, "%s", message);
		LLVMDisposeErrorMessage(message);
	}
	LLVMDisposePassBuilderOptions(options);
	return !error;
}

void cuda_run_passes(cuda_writer *self, const char *passes)
{
	char text[HR_BACKEND_TEXT];

	if (!run_passes(self->module, NULL, passes, text))
		cuda_refuse(self, HR_REFUSES_COMPILER, "%s", text);
}

/* Return true if the program's memory layout is that of the device: 64-bit pointers,
 * little-endian. */
static bool has_same_memory(const hr_unit *unit)
{
	LLVMTargetDataRef layout = LLVMCreateTargetData(unit->layout);
	bool same = LLVMPointerSize(layout) == 8 && LLVMByteOrder(layout) == LLVMLittleEndian;

	LLVMDisposeTargetData(layout);
	return same;
}

static bool set_target(cuda_writer *self)
{
	LLVMTargetMachineRef machine;
	LLVMTargetDataRef layout;

	if (!has_same_memory(self->unit)) {
		cuda_refuse(self, HR_REFUSES_TARGET, "%s", self->unit->triple);
		return false;
	}
	machine = cuda_open_machine(self->target, self->code->text);
	if (!machine) {
		self->code->refusal = HR_REFUSES_COMPILER;
		return false;
	}
	layout = LLVMCreateTargetDataLayout(machine);
	LLVMSetTarget(self->module, TRIPLE);
	LLVMSetModuleDataLayout(self->module, layout);
	LLVMDisposeTargetData(layout);
	LLVMDisposeTargetMachine(machine);
	return true;
}

static void mark_inline(cuda_writer *self, LLVMValueRef function)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("alwaysinline", 12);

	LLVMSetLinkage(function, LLVMInternalLinkage);
	LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMCreateEnumAttribute(self->context, kind, 0));
}

/* Make constrained operations of FUNCTION ordinary ones: NVPTX cannot compile all of them. Those that do not round to
 * nearest stay, and are refused (check.c). */
static void make_plain(cuda_writer *self, LLVMValueRef function)
{
	static const char prefix[] = "llvm.experimental.constrained.";
	LLVMValueRef next;

	for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
	     block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = next) {
			const char *name = LLVMIsACallInst(at) ? cuda_called(at) : "";
			LLVMValueRef made;

			next = LLVMGetNextInstruction(at);
			if (strncmp(name, prefix, strlen(prefix)) || !hr_rounds_to_nearest(at))
				continue;
			LLVMPositionBuilderBefore(self->builder, at);
			made = hr_plain_float(self->builder, at, name + strlen(prefix));
			if (!made)
				continue;
			LLVMReplaceAllUsesWith(at, made);
			LLVMInstructionEraseFromParent(at);
		}
}

/* The fast-math flags that are used: products may be contracted with sums, and sums may be
 * reassociated. Approximate quotients, square roots and functions are not used, because on a device
 * they are less accurate than users expect. */
static const LLVMFastMathFlags kept =
	LLVMFastMathAllowContract | LLVMFastMathAllowReassoc | LLVMFastMathNoSignedZeros;

/* Inline everything into one function, so that the indices of an instance and the targets of
 * pointers are known everywhere. */
static void unite_functions(cuda_writer *self)
{
	LLVMValueRef unit = LLVMGetNamedFunction(self->module, "hpvm_unit");

	for (LLVMValueRef at = LLVMGetFirstFunction(self->module); at;
	     at = LLVMGetNextFunction(at)) {
		if (LLVMIsDeclaration(at))
			continue;
		make_plain(self, at);
		hr_edit_strip_function(at, kept);
		if (hr_edit_calls_itself(at))
			cuda_refuse(self, HR_REFUSES_CALL, "'%s' calls itself",
				    LLVMGetValueName2(at, &(size_t){0}));
		else if (at != unit)
			mark_inline(self, at);
	}
	if (self->code->refusal == HR_TAKEN)
		cuda_run_passes(
			self,
			"always-inline,globaldce,function(sroa,early-cse,simplifycfg,adce),globaldce");
}

static void translate(cuda_writer *self)
{
	char *why = NULL;

	self->code->groups = (self->unit->features & HR_UNIT_GROUPS) != 0;
	self->code->barriers = (self->unit->features & HR_UNIT_BARRIERS) != 0;
	LLVMStripModuleDebugInfo(self->module);
	if (set_target(self))
		unite_functions(self);
	if (self->code->refusal == HR_TAKEN)
		cuda_check(self);
	if (self->code->refusal == HR_TAKEN)
		cuda_make_kernel(self);
	if (self->code->refusal == HR_TAKEN)
		cuda_settle_math(self);
	if (self->code->refusal == HR_TAKEN &&
	    LLVMVerifyModule(self->module, LLVMReturnStatusAction, &why))
		cuda_refuse(self, HR_REFUSES_COMPILER, "the generated module is invalid: %.150s",
			    why);
	LLVMDisposeMessage(why);
}

void cuda_translate(const hr_unit *unit, const cuda_target *target, LLVMContextRef context,
		    cuda_code *code)
{
	cuda_writer self = {.unit = unit, .target = target, .code = code, .context = context};
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
		unit->bitcode, unit->bitcode_bytes, "unit", 0);

	memset(code, 0, sizeof(*code));
	if (LLVMParseBitcodeInContext2(context, buffer, &self.module)) {
		cuda_refuse(&self, HR_REFUSES_COMPILER, "cannot read its bitcode");
	} else {
		code->module = self.module;
		self.builder = LLVMCreateBuilderInContext(context);
		translate(&self);
		LLVMDisposeBuilder(self.builder);
	}
	code->arguments = self.arguments.data;
	code->argument_count = (uint32_t)self.arguments.count;
	LLVMDisposeMemoryBuffer(buffer);
}

void cuda_code_free(cuda_code *code)
{
	if (code->module)
		LLVMDisposeModule(code->module);
	hr_free(code->arguments);
	hr_free(code->kernel);
	memset(code, 0, sizeof(*code));
}

/* --- optimising ------------------------------------------------------------------------------- */

bool cuda_optimise(LLVMModuleRef module, const cuda_target *target, char text[HR_BACKEND_TEXT])
{
	LLVMTargetMachineRef machine = cuda_open_machine(target, text);
	bool done = machine && run_passes(module, machine,
					  "function(infer-address-spaces),default<O3>,"
					  "function(infer-address-spaces)",
					  text);

	if (machine)
		LLVMDisposeTargetMachine(machine);
	return done;
}
