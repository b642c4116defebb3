/* backends/cuda/translate/cuda_translate.h -- what the files that make a kernel of a unit share. */
#ifndef HR_CUDA_TRANSLATE_H
#define HR_CUDA_TRANSLATE_H

#include <llvm-c/TargetMachine.h>

#include "backends/cuda/translate/cuda_code.h"
#include "src/base/status.h"
#include "src/base/vec.h"

typedef struct cuda_writer {
	const hr_unit *unit;
	const cuda_target *target;
	cuda_code *code;
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMBuilderRef builder;
	HR_VEC(cuda_argument) arguments;
} cuda_writer;

/* Says once that the unit is not taken. */
void cuda_refuse(cuda_writer *self, hr_unit_refusal refusal, const char *format, ...)
	HR_PRINTF(3, 4);
/* The same, of an instruction, which is printed. */
void cuda_refuse_instruction(cuda_writer *self, hr_unit_refusal refusal, LLVMValueRef at);
void cuda_run_passes(cuda_writer *self, const char *passes);
/* The name of the function that CALL calls; "": it is no such call. */
const char *cuda_called(LLVMValueRef call);

/* The code generator for TARGET, to be disposed of by the caller; NULL: TEXT says why there is
 * none. */
LLVMTargetMachineRef cuda_open_machine(const cuda_target *target, char text[HR_BACKEND_TEXT]);

/* check.c: refuses what no kernel can have. */
void cuda_check(cuda_writer *self);

/* math.c */
/* Whether NAME, of an intrinsic or of a function that is declared only, is one of numbers that
 * kernels have. */
bool cuda_is_math(LLVMValueRef call);
/* Calls of such functions become instructions, or calls of libdevice, which is linked. */
void cuda_settle_math(cuda_writer *self);

/* kernel.c: the unit's function becomes a kernel. */
void cuda_make_kernel(cuda_writer *self);

#endif
