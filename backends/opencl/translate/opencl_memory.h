/* backends/opencl/translate/opencl_memory.h -- declarations shared by memory.c and atomics.c. */
#ifndef HR_OPENCL_MEMORY_H
#define HR_OPENCL_MEMORY_H

#include "backends/opencl/translate/opencl_translate.h"

typedef struct ocl_place {
	ocl_value pointer;
	ocl_space space;
	unsigned align;
	bool is_volatile;
} ocl_place;

ocl_place ocl_place_of(ocl_writer *self, LLVMValueRef pointer, unsigned align, bool is_volatile);
void ocl_write_scalar(ocl_writer *self, const ocl_place *place, uint64_t offset, LLVMTypeRef type,
		      const char *text);
void ocl_atomic(ocl_writer *self, LLVMValueRef at);
void ocl_exchange(ocl_writer *self, LLVMValueRef at);

#endif
