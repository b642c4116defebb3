/* backends/cuda/translate/kernel.h -- what kernel.c and place.c share: a kernel that is being made.
 *
 * Private to them. */
#ifndef HR_KERNEL_H
#define HR_KERNEL_H

#include "backends/cuda/translate/cuda_translate.h"
#include "backends/shared/queries.h"

enum { MOST_LEVELS = HR_QUERY_LEVELS };

/* Numbers of parameters; NONE: there is no such one. */
#define NONE UINT32_MAX

typedef struct kernel {
	cuda_writer *writer;
	LLVMValueRef unit, function;
	/* the call that asks for it; NULL: nobody does */
	LLVMValueRef id[MOST_LEVELS][3], extent[MOST_LEVELS][3];
	LLVMValueRef inner_id[3], inner_extent[3];
	uint32_t id_at[MOST_LEVELS][3], extent_at[MOST_LEVELS][3];
	uint32_t *input_at;        /* by input; so of the next one */
	LLVMValueRef *input_value; /* what it is in the kernel; NULL: nobody asks */
	uint32_t inputs_at, outputs_at, first_at, begin_at[3], count_at[3];
	/* where groups are spread: by dimension of the leaf; of the device */
	uint32_t inner_count_at[3], chunks_at[3];
	bool images, outputs; /* are used */
	HR_VEC(LLVMTypeRef) types;
	LLVMValueRef index[3]; /* by dimension of the leaf: i64 */
} kernel;

static inline LLVMTypeRef integer(const kernel *self, unsigned bits)
{
	return LLVMIntTypeInContext(self->writer->context, bits);
}

static inline LLVMTypeRef pointer(const kernel *self, unsigned space)
{
	return LLVMPointerTypeInContext(self->writer->context, space);
}

static inline LLVMValueRef parameter(const kernel *self, uint32_t at)
{
	return LLVMGetParam(self->function, at);
}

static inline uint32_t leaf_dims(const kernel *self)
{
	return self->writer->code->groups ? self->writer->unit->inner_dims
					  : self->writer->unit->dims[0];
}

/* An instruction at the place of the writer's builder. */
#define BUILD(op, ...) LLVMBuild##op(self->writer->builder, __VA_ARGS__, "")

/* --- place.c ---------------------------------------------------------------------------------- */

/* Sets self->index. Gives the condition on which a thread is beyond the box; NULL: none is. */
LLVMValueRef cuda_place_threads(kernel *self);
/* All calls that ask where an instance is get their answers. */
void cuda_answer_queries(kernel *self);
void cuda_replace_barriers(kernel *self);

#endif
