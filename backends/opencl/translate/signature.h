/* backends/opencl/translate/signature.h -- what kernel.c and signature.c share. */
#ifndef HR_SIGNATURE_H
#define HR_SIGNATURE_H

#include "backends/opencl/translate/opencl_translate.h"

/* Texts of a kernel, in the order in which they stand there. Zeroed: empty. */
typedef struct ocl_signature {
	hr_ir_text formal;      /* arguments */
	hr_ir_text place;       /* which instance it is */
	hr_ir_text part, whole; /* with HPVM_PART, and without it */
	hr_ir_text offsets;     /* with HPVM_OFFSETS */
	hr_ir_text begin;       /* before the body */
	bool inputs, outputs;   /* images are needed */
	unsigned count;
} ocl_signature;

/* What LLVM calls it. */
const char *ocl_llvm_name(LLVMValueRef value);
LLVMValueRef ocl_unit_of(const ocl_writer *self);
/* Dimensions of the leaf's grid. */
uint32_t ocl_leaf_dims(const ocl_writer *self);
/* Reserves the names of all that may be asked. */
void ocl_reserve_names(ocl_writer *self);
/* The images of inputs are memory behind a pointer, `hpvm_image()`, from now on. */
void ocl_read_images(ocl_writer *self);
/* The call that gives it; NULL: there is none. */
LLVMValueRef ocl_image_call(const ocl_writer *self);
/* Writes MADE, and gives all that is asked of the grid its name. */
void ocl_make_signature(ocl_writer *self, ocl_signature *made);
void ocl_signature_free(ocl_signature *made);
/* constants.c: the program's constants, as __constant arrays. */
void ocl_write_constants(ocl_writer *self);
/* The scalar that a value of TYPE is made of throughout; NULL: of several. */
const char *ocl_variable_element(ocl_writer *self, LLVMTypeRef type);

#endif
