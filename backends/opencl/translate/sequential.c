/* backends/opencl/translate/sequential.c -- a unit as a single work-item with loops around the
 * instances, as FPGAs want it.
 *
 * `hpvm_unit` becomes a function that runs all instances of a box of the grid in reference order.
 * The loops provide the indices that an instance queries; four new functions provide the box and
 * the images:
 *
 *	i64 @hpvm_begin(i32 dimension), i64 @hpvm_end(i32 dimension)
 *	i64 @hpvm_first()          number in reference order of the first instance in the images
 *	i64 @hpvm_stride()         distance of images of inputs; 0 if there is only one
 *
 * Clauses:   N1.
 * Not here:  the loops (ir/pass/grid_loops.c), the text (kernel.c). */
#include <string.h>

#include "backends/opencl/translate/opencl_translate.h"
#include "ir/pass/grid_loops.h"

typedef struct nest {
	ocl_writer *writer;
	LLVMBuilderRef builder;
	LLVMValueRef unit;
	hr_loop_nest loops;
} nest;

static LLVMTypeRef number_type(const nest *self)
{
	return LLVMInt64TypeInContext(self->writer->context);
}

static LLVMValueRef number(const nest *self, uint64_t value)
{
	return LLVMConstInt(number_type(self), value, 0);
}

/* Call a function without side effects that returns an integer. */
static LLVMValueRef asked(nest *self, const char *name, LLVMValueRef *arguments, unsigned count)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(self->writer->context);
	LLVMTypeRef words[2] = {word, word},
		    type = LLVMFunctionType(number_type(self), words, count, 0);
	LLVMValueRef function = LLVMGetNamedFunction(self->writer->module, name);

	if (!function)
		function = LLVMAddFunction(self->writer->module, name, type);
	return LLVMBuildCall2(self->builder, type, function, arguments, count, "");
}

static LLVMValueRef asked_of(nest *self, const char *name, uint32_t dim)
{
	LLVMValueRef word = LLVMConstInt(LLVMInt32TypeInContext(self->writer->context), dim, 0);

	return asked(self, name, &word, 1);
}

static LLVMValueRef begin_of(hr_loop_nest *loops, unsigned dim)
{
	return asked_of(loops->data, "hpvm_begin", dim);
}

static LLVMValueRef end_of(hr_loop_nest *loops, unsigned dim)
{
	return asked_of(loops->data, "hpvm_end", dim);
}

/* --- the running instance ------------------------------------------------------------------ */

static void replace_index(nest *self)
{
	LLVMValueRef query = LLVMGetNamedFunction(self->writer->module, "hpvm_id");
	LLVMUseRef use = query ? LLVMGetFirstUse(query) : NULL;

	while (use) {
		LLVMValueRef call = LLVMGetUser(use);
		uint64_t level = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
		uint64_t dim = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));

		use = LLVMGetNextUse(use);
		if (level || dim >= 3)
			continue;
		LLVMReplaceAllUsesWith(call, dim < self->loops.dims ? self->loops.index[dim]
								    : number(self, 0));
		LLVMInstructionEraseFromParent(call);
	}
}

/* --- images ----------------------------------------------------------------------------------- */

/* Return the number of the running instance among those that have images. */
static LLVMValueRef instance(nest *self)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(self->writer->context);
	LLVMValueRef made = self->loops.dims ? self->loops.index[0] : number(self, 0);

	for (uint32_t d = 1; d < self->loops.dims; d++) {
		LLVMValueRef which[2] = {LLVMConstInt(word, 0, 0), LLVMConstInt(word, d, 0)};

		made = LLVMBuildMul(self->builder, made, asked(self, "hpvm_extent", which, 2), "");
		made = LLVMBuildAdd(self->builder, made, self->loops.index[d], "");
	}
	return LLVMBuildSub(self->builder, made, asked(self, "hpvm_first", NULL, 0), "instance");
}

/* Replace BASE, the address of the images, by the address of the running instance's image. */
static void replace_image(nest *self, LLVMValueRef base, LLVMValueRef which, LLVMValueRef stride)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(self->writer->context);
	LLVMTypeRef pointer = LLVMPointerTypeInContext(self->writer->context, 0);
	LLVMValueRef offset = LLVMBuildMul(self->builder, which, stride, "");
	LLVMValueRef nothing = LLVMGetUndef(pointer);
	LLVMValueRef image = LLVMBuildGEP2(self->builder, byte, nothing, &offset, 1, "image");

	LLVMReplaceAllUsesWith(base, image);
	LLVMSetOperand(image, 0, base);
}

static void replace_images(nest *self)
{
	LLVMValueRef outputs = LLVMGetParam(self->unit, self->writer->unit->input_count);
	LLVMValueRef function = LLVMGetNamedFunction(self->writer->module, "hpvm_image");
	LLVMValueRef inputs = function && LLVMGetFirstUse(function)
				      ? LLVMGetUser(LLVMGetFirstUse(function))
				      : NULL;
	LLVMValueRef which;

	if (!inputs && !LLVMGetFirstUse(outputs))
		return;
	if (inputs) {
		LLVMInstructionRemoveFromParent(inputs);
		LLVMPositionBuilderBefore(self->builder,
					  LLVMGetBasicBlockTerminator(self->loops.head));
		LLVMInsertIntoBuilder(self->builder, inputs);
	}
	LLVMPositionBuilderBefore(self->builder, LLVMGetFirstInstruction(self->loops.body));
	which = instance(self);
	if (inputs)
		replace_image(self, inputs, which, asked(self, "hpvm_stride", NULL, 0));
	if (LLVMGetFirstUse(outputs))
		replace_image(self, outputs, which,
			      number(self, self->writer->unit->output_stride));
}

/* ------------------------------------------------------------------------------------------------------------ */

void ocl_sequentialise(ocl_writer *self)
{
	nest made = {.writer = self};

	if (self->unit->features & (HR_UNIT_BARRIERS | HR_UNIT_GROUPS)) {
		ocl_refuse(self, HR_REFUSES_BARRIER, "instances run sequentially");
		return;
	}
	made.unit = LLVMGetNamedFunction(self->module, "hpvm_unit");
	made.builder = LLVMCreateBuilderInContext(self->context);
	made.loops = (hr_loop_nest){.builder = made.builder,
				    .dims = self->unit->dims[0],
				    .begin_of = begin_of,
				    .end_of = end_of,
				    .data = &made};
	hr_nest_make(&made.loops, made.unit);
	LLVMPositionBuilderAtEnd(made.builder, made.loops.end);
	LLVMBuildRetVoid(made.builder);
	replace_index(&made);
	replace_images(&made);
	LLVMDisposeBuilder(made.builder);
}
