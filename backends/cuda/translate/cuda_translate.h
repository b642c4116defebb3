/* backends/cuda/translate/cuda_translate.h -- declarations shared by the files that translate a
 * unit to a kernel. */
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

/* Refuse the unit. Only the first call has an effect. */
void cuda_refuse(cuda_writer *self, hr_unit_refusal refusal, const char *format, ...)
	HR_PRINTF(3, 4);
/* Refuse the unit because of the instruction AT, which is part of the message. */
void cuda_refuse_instruction(cuda_writer *self, hr_unit_refusal refusal, LLVMValueRef at);
void cuda_run_passes(cuda_writer *self, const char *passes);
/* Return the name of the function that CALL calls, or "" if it is not a direct call. */
const char *cuda_called(LLVMValueRef call);

/* Return the code generator for TARGET, which the caller disposes of. Return NULL if there is none,
 * with the reason in TEXT. */
LLVMTargetMachineRef cuda_open_machine(const cuda_target *target, char text[HR_BACKEND_TEXT]);

/* check.c. Refuse units that cannot be a kernel. */
void cuda_check(cuda_writer *self);

/* math.c */
/* Return true if CALL calls a math function that kernels may call, either an intrinsic or an
 * external function. */
bool cuda_is_math(LLVMValueRef call);
/* Replace calls of math functions by instructions or by calls of libdevice, which is linked into
 * the module. */
void cuda_settle_math(cuda_writer *self);

/* kernel.c. Turn the unit's function into a kernel. */
void cuda_make_kernel(cuda_writer *self);

#endif
