/* backends/cuda/translate/kernel.h -- declarations shared by kernel.c and place.c: the state while
 * a kernel is built.
 *
 * Private to these files. */
#ifndef HR_KERNEL_H
#define HR_KERNEL_H

#include "backends/cuda/translate/cuda_translate.h"
#include "backends/shared/queries.h"

enum { MOST_LEVELS = HR_QUERY_LEVELS };

/* The value of a parameter number if there is no such parameter. */
#define NONE UINT32_MAX

typedef struct kernel {
	cuda_writer *writer;
	LLVMValueRef unit, function;
	/* The calls that query these; NULL: not queried. */
	LLVMValueRef id[MOST_LEVELS][3], extent[MOST_LEVELS][3];
	LLVMValueRef inner_id[3], inner_extent[3];
	uint32_t id_at[MOST_LEVELS][3], extent_at[MOST_LEVELS][3];
	uint32_t *input_at;        /* parameter number by input */
	LLVMValueRef *input_value; /* by input: its value in the kernel; NULL: unused */
	uint32_t inputs_at, outputs_at, first_at, begin_at[3], count_at[3];
	/* If groups are spread over several blocks: by dimension of the leaf; by dimension of the
	 * device. */
	uint32_t inner_count_at[3], chunks_at[3];
	bool images, outputs; /* images of inputs, of outputs are used */
	HR_VEC(LLVMTypeRef) types;
	LLVMValueRef index[3]; /* by dimension of the leaf: the index, an i64 */
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

/* Build an instruction at the position of the writer's builder. */
#define BUILD(op, ...) LLVMBuild##op(self->writer->builder, __VA_ARGS__, "")

/* --- place.c ---------------------------------------------------------------------------------- */

/* Set self->index. Return the condition under which a thread is outside the box, or NULL if no
 * thread can be. */
LLVMValueRef cuda_place_threads(kernel *self);
/* Replace all calls that query indices and extents by their values. */
void cuda_answer_queries(kernel *self);
void cuda_replace_barriers(kernel *self);

#endif
