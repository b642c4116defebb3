/* backends/opencl/translate/signature.h -- declarations shared by kernel.c and signature.c. */
#ifndef HR_SIGNATURE_H
#define HR_SIGNATURE_H

#include "backends/opencl/translate/opencl_translate.h"

/* The parts of a kernel's text, in order. A zeroed struct is empty. */
typedef struct ocl_signature {
	hr_ir_text formal;      /* parameters */
	hr_ir_text place;       /* computation of the instance's indices */
	hr_ir_text part, whole; /* text if HPVM_PART is defined, and if not */
	hr_ir_text offsets;     /* text if HPVM_OFFSETS is defined */
	hr_ir_text begin;       /* text before the body */
	bool inputs, outputs;   /* the kernel uses images */
	unsigned count;
} ocl_signature;

/* Return the name of VALUE in LLVM IR. */
const char *ocl_llvm_name(LLVMValueRef value);
LLVMValueRef ocl_unit_of(const ocl_writer *self);
/* Return the number of dimensions of the leaf's grid. */
uint32_t ocl_leaf_dims(const ocl_writer *self);
/* Reserve the names of all queries. */
void ocl_reserve_names(ocl_writer *self);
/* Replace reads of images of inputs by reads through a pointer `hpvm_image()`. */
void ocl_read_images(ocl_writer *self);
/* Return the call of hpvm_image(), or NULL. */
LLVMValueRef ocl_image_call(const ocl_writer *self);
/* Write MADE and name the values of all queries. */
void ocl_make_signature(ocl_writer *self, ocl_signature *made);
void ocl_signature_free(ocl_signature *made);
/* constants.c. Write the program's constants as __constant arrays. */
void ocl_write_constants(ocl_writer *self);
/* Return the scalar type that all parts of TYPE have, or NULL if there are several. */
const char *ocl_variable_element(ocl_writer *self, LLVMTypeRef type);

#endif
