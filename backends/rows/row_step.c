/* backends/rows/row_step.c -- which operations of tensor programs are operations of T1 to T6.
 *
 * Elements are binary32 in memory, which those of wide f32 tensors are as kernels have them.
 *
 * Invariant: a step has the shapes that T1 to T6 want: four dimensions for windows, equal ranks for sums.
 * Owns:      units.
 * Clauses:   T1 to T6, as far as operations and shapes go.
 * Not here:  running them (backends/dispatch/row_run.c). */
#include "backends/rows/row_step.h"

#include <string.h>

#include "ir/rowkernel/rowkernel.h"
#include "src/base/map.h"

/* --- shapes ----------------------------------------------------------------------------------- */

static bool is_float(const hr_tensor_data *data)
{
	return hr_rowkernel_storage(data->elem, data->wide) == HR_E_F32;
}

static bool all_float(const hr_row_op *op)
{
	for (unsigned i = 0; i < op->count; i++)
		if (!op->operands[i] || !is_float(op->operands[i]))
			return false;
	return is_float(op->result);
}

static void set_dims(hr_unit_tensor *to, unsigned rank, const uint64_t *dims)
{
	*to = (hr_unit_tensor){.rank = rank};
	memcpy(to->dims, dims, rank * sizeof(*dims));
}

/* As one vector. */
static void set_flat(hr_unit_tensor *to, const hr_tensor_data *data)
{
	set_dims(to, 1, &data->count);
}

/* With dimensions of size 1 in front, up to RANK. */
static void set_padded(hr_unit_tensor *to, const hr_dims *shape, unsigned rank)
{
	uint64_t dims[HR_UNIT_DIMS] = {1, 1, 1, 1};

	memcpy(dims + rank - shape->rank, shape->dim, shape->rank * sizeof(*dims));
	set_dims(to, rank, dims);
}

/* As (n, c, h, w): one spatial dimension is w. */
static void set_image(hr_unit_tensor *to, const hr_dims *shape)
{
	const uint64_t *dim = shape->dim;
	const uint64_t dims[HR_UNIT_DIMS] = {dim[0], dim[1], shape->rank == 4 ? dim[2] : 1,
					     dim[shape->rank - 1]};

	set_dims(to, HR_UNIT_DIMS, dims);
}

/* --- maps ------------------------------------------------------------------------------------- */

static const char *map_step(const hr_row_op *op, uint32_t operation, hr_row_step *step)
{
	step->step.operation = operation;
	set_flat(&step->tensors[0], op->operands[0]);
	set_flat(&step->tensors[1], op->result);
	return NULL;
}

static const char *add_step(const hr_row_op *op, hr_row_step *step)
{
	const unsigned rank = op->result->shape.rank ? op->result->shape.rank : 1;

	step->step.operation = HR_TENSOR_ADD;
	step->step.operand_count = 2;
	if (hr_dims_equal(&op->operands[0]->shape, &op->operands[1]->shape)) {
		for (unsigned i = 0; i < 2; i++)
			set_flat(&step->tensors[i], op->operands[i]);
		set_flat(&step->tensors[2], op->result);
		return NULL;
	}
	if (rank > HR_UNIT_DIMS)
		return "it has more than 4 dimensions";
	for (unsigned i = 0; i < 2; i++)
		set_padded(&step->tensors[i], &op->operands[i]->shape, rank);
	set_padded(&step->tensors[2], &op->result->shape, rank);
	return NULL;
}

/* The maximum with a scalar 0 is relu. */
static const char *max_step(const hr_row_op *op, hr_row_step *step)
{
	const hr_tensor_data *least = op->operands[1];
	const bool wide = least->wide;

	if (least->count != 1 || !hr_dims_equal(&op->operands[0]->shape, &op->result->shape))
		return "it is no maximum with 0";
	if (wide ? *(const double *)least->data != 0
		 : hr_elem_real(least->elem, least->data, 0) != 0)
		return "it is no maximum with 0";
	return map_step(op, HR_TENSOR_RELU, step);
}

/* --- products --------------------------------------------------------------------------------- */

/* A batch of rows and one matrix are two matrices. */
static const char *dot_step(const hr_row_op *op, hr_row_step *step)
{
	const hr_dims *x = &op->operands[0]->shape, *w = &op->operands[1]->shape;
	uint64_t k, rows;

	if (w->rank != 2)
		return "it has a batch of matrices on the right";
	k = x->dim[x->rank - 1];
	rows = k ? op->operands[0]->count / k : 0;
	step->step.operation = HR_TENSOR_MUL;
	step->step.operand_count = 2;
	set_dims(&step->tensors[0], 2, (const uint64_t[]){rows, k});
	set_dims(&step->tensors[1], 2, w->dim);
	set_dims(&step->tensors[2], 4, (const uint64_t[]){rows, w->dim[1], 1, 1});
	return k ? NULL : "it has no terms";
}

/* --- windows ---------------------------------------------------------------------------------- */

/* Set TO to the numbers NAME of the spatial axes, height and width. */
static void set_pair(int32_t to[2], const hr_row_op *op, const char *name, unsigned axes,
		     int64_t otherwise)
{
	to[0] = axes == 2 ? (int32_t)hr_attribute_at(op->attributes, name, 0, otherwise)
			  : (int32_t)otherwise;
	to[1] = (int32_t)hr_attribute_at(op->attributes, name, axes - 1, otherwise);
}

/* Set the window of STEP. KERNEL has the extents of its axes. */
static const char *window_step(const hr_row_op *op, const uint64_t *kernel, hr_row_step *step)
{
	const hr_dims *x = &op->operands[0]->shape, *result = &op->result->shape;
	const unsigned axes = x->rank - 2;

	if (axes < 1 || axes > 2)
		return "it has not one or two spatial axes";
	if (!hr_attribute_is(op->attributes, "auto", "none"))
		return "its padding is computed";
	set_pair(step->step.stride, op, "strides", axes, 1);
	set_pair(step->step.padding, op, "pads", axes, 0);
	for (unsigned i = 0; i < axes; i++) {
		int64_t pad = hr_attribute_at(op->attributes, "pads", i, 0);
		int64_t stride = hr_attribute_at(op->attributes, "strides", i, 1);

		if (hr_attribute_at(op->attributes, "pads", i + axes, 0) != pad || pad < 0)
			return "its paddings before and after an axis differ";
		if (hr_attribute_at(op->attributes, "dilations", i, 1) != 1)
			return "it is dilated";
		if (((int64_t)(x->dim[i + 2] - kernel[i]) + 2 * pad) / stride + 1 !=
		    (int64_t)result->dim[i + 2])
			return "its size is rounded up";
	}
	set_image(&step->tensors[0], x);
	set_image(&step->tensors[op->count], result);
	return NULL;
}

static const char *convolution_step(const hr_row_op *op, hr_row_step *step)
{
	const hr_dims *filter = &op->operands[1]->shape;

	step->step.operation = HR_TENSOR_CONVOLUTION;
	step->step.operand_count = 2;
	step->step.groups = (int32_t)hr_attribute_integer(op->attributes, "group", 1);
	if (filter->rank < 3 || filter->rank > 4)
		return "it has not one or two spatial axes";
	set_image(&step->tensors[1], filter);
	return window_step(op, filter->dim + 2, step);
}

static const char *pool_step(const hr_row_op *op, hr_row_step *step)
{
	const unsigned rank = op->operands[0]->shape.rank;
	const bool mean = hr_attribute_is(op->attributes, "kind", "average");
	uint64_t kernel[2];

	if (!mean && !hr_attribute_is(op->attributes, "kind", "max"))
		return "it is no pool of maxima or averages";
	if (rank < 3 || rank > 4)
		return "it has not one or two spatial axes";
	step->step.operation = mean ? HR_TENSOR_POOL_MEAN : HR_TENSOR_POOL_MAX;
	set_pair(step->step.window, op, "kernel", rank - 2, 1);
	kernel[0] = (uint64_t)step->step.window[rank == 4 ? 0 : 1];
	kernel[1] = (uint64_t)step->step.window[1];
	if (mean && hr_attribute_integer(op->attributes, "count_pad", 0))
		for (unsigned i = 0; i < 2 * (rank - 2); i++)
			if (hr_attribute_at(op->attributes, "pads", i, 0))
				return "its padding counts";
	return window_step(op, kernel, step);
}

/* --- operations ------------------------------------------------------------------------------- */

static const char *step_of(const hr_row_op *op, hr_row_step *step)
{
	switch (op->attributes->row) {
	case HR_R_add: return add_step(op, step);
	case HR_R_max: return max_step(op, step);
	case HR_R_tanh: return map_step(op, HR_TENSOR_TANH, step);
	case HR_R_sigmoid: return map_step(op, HR_TENSOR_SIGMOID, step);
	case HR_R_dot: return dot_step(op, step);
	case HR_R_convolution: return convolution_step(op, step);
	case HR_R_pool: return pool_step(op, step);
	default: return "no such operation";
	}
}

const char *hr_row_step_of(const hr_row_op *op, hr_row_step *step)
{
	*step = (hr_row_step){.step = {.operand_count = 1, .groups = 1, .returned = 1}};
	return all_float(op) ? step_of(op, step) : "its elements are not of binary32";
}

/* --- units ------------------------------------------------------------------------------------ */

struct hr_row_steps {
	hr_strmap known;              /* bytes of a step as text, to its number */
	HR_VEC(hr_made_unit *) units; /* owned */
};

hr_row_steps *hr_row_steps_new(void)
{
	return hr_alloc_zero(sizeof(hr_row_steps));
}

void hr_row_steps_free(hr_row_steps *self)
{
	if (!self)
		return;
	for (size_t i = 0; i < self->units.count; i++)
		hr_unit_free(self->units.data[i]);
	HR_VEC_FREE(&self->units);
	hr_strmap_free(&self->known);
	hr_free(self);
}

static hr_made_unit *make(const hr_unit_step *step)
{
	hr_made_unit *made = hr_alloc_zero(sizeof(*made));
	hr_unit_port *inputs;
	hr_unit_step *copy;

	hr_arena_init(&made->arena);
	inputs = hr_arena_array(&made->arena, step->operand_count, sizeof(*inputs));
	for (uint32_t i = 0; i < step->operand_count; i++)
		inputs[i] = (hr_unit_port){.name = "",
					   .kind = HR_UNIT_POINTER,
					   .bits = 64,
					   .bytes = 8,
					   .offset = 16 * i,
					   .same_as = -1};
	copy = HR_ARENA_NEW(&made->arena, hr_unit_step);
	*copy = *step;
	for (uint32_t i = 0; i < step->operand_count; i++)
		copy->operands[i] = i;
	made->unit = (hr_unit){.bytes = sizeof(made->unit),
			       .name = "operation",
			       .triple = "",
			       .layout = "",
			       .bitcode = "",
			       .features = HR_UNIT_TENSORS,
			       .inputs = inputs,
			       .input_count = step->operand_count,
			       .input_stride = 16 * (step->operand_count + 1),
			       .output_stride = 16,
			       .level_count = 1,
			       .dims = (const uint8_t *)hr_arena_array(&made->arena, 1, 1),
			       .steps = copy,
			       .step_count = 1,
			       .tensor_count = step->operand_count};
	return made;
}

hr_made_unit *hr_row_step_unit(hr_row_steps *self, const hr_unit_step *step)
{
	char key[160];
	uint64_t number;

	snprintf(key, sizeof(key), "%u %u %u: %d %d %d %d %d %d", step->operation,
		 step->operand_count, (unsigned)step->groups, step->window[0], step->window[1],
		 step->padding[0], step->padding[1], step->stride[0], step->stride[1]);
	if (!hr_strmap_get(&self->known, key, &number)) {
		number = self->units.count;
		HR_PUSH(&self->units, make(step));
		hr_strmap_put(&self->known, key, number);
	}
	return self->units.data[number];
}
