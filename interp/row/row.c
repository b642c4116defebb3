/* interp/row/row.c -- the functions of each row, and what all rows check.
 *
 * Not here:  the functions themselves; symbolic shapes (ir/tensor/shape.c). */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "interp/row/row_private.h"

typedef struct row_functions {
	hr_row_function *shape, *compute;
} row_functions;

/* The functions of a row of a kind. Kinds whose rows are not all written yet have no macro here but a
 * list in the table below. */
#define OWN(ident)              [HR_R_##ident] = {hr_shape_##ident, hr_compute_##ident},
#define FUNCTIONS_MAP(ident)    [HR_R_##ident] = {hr_shape_map, hr_compute_map},
#define FUNCTIONS_REDUCE(ident) [HR_R_##ident] = {hr_shape_reduce, hr_compute_reduce},
#define FUNCTIONS_MOVE(ident)
#define FUNCTIONS_INDEX(ident)
#define FUNCTIONS_SHAPE(ident)
#define FUNCTIONS_PRODUCT(ident)
#define FUNCTIONS_WINDOW(ident)
#define FUNCTIONS_SOURCE(ident)

static const row_functions functions[HR_R_COUNT] = {
	[HR_R_NONE] = {NULL, NULL},
#define R(ident, kind, least, most, types, attributes) FUNCTIONS_##kind(ident)
#include "ir/tensor/tensor.def"
#undef R
	OWN(dot) OWN(convolution) OWN(pool) /* PRODUCT, WINDOW */
};

/* --- refusals --------------------------------------------------------------------------------- */

bool hr_row_refuse(char why[HR_ROW_WHY], const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(why, HR_ROW_WHY, format, arguments);
	va_end(arguments);
	return false;
}

/* Check that the first operands, which may not be omitted, are there. */
static bool operands_there(const hr_row_job *job, const hr_row_about *about, char why[HR_ROW_WHY])
{
	unsigned least = about->kind == HR_ROW_WINDOW ? 1 : about->least;

	if (job->operand_count < about->least ||
	    (about->most != HR_ROW_ANY && job->operand_count > about->most))
		return hr_row_refuse(why, "%s has %u operands, which is %s", about->name,
				     job->operand_count,
				     job->operand_count < about->least ? "too few" : "too many");
	for (unsigned i = 0; i < least; i++)
		if (!job->operands[i])
			return hr_row_refuse(why, "operand %u of %s is omitted", i, about->name);
	return true;
}

/* Return true if all operands must have the type of operand 0. */
static bool of_one_type(hr_row_types types)
{
	return types != HR_TYPES_FIRST && types != HR_TYPES_OTHER && types != HR_TYPES_INDEX;
}

static bool types_fit(const hr_row_job *job, const hr_row_about *about, char why[HR_ROW_WHY])
{
	hr_elem elem = job->operands[0]->elem;

	if (about->types == HR_TYPES_REAL && !hr_elem_is_real(elem))
		return hr_row_refuse(why, "operand 0 has the type %s, which is not real",
				     hr_elem_name(elem));
	if (about->types == HR_TYPES_BITS && hr_elem_is_real(elem))
		return hr_row_refuse(why, "operand 0 has the type %s, which is real",
				     hr_elem_name(elem));
	for (unsigned i = 1; i < job->operand_count && of_one_type(about->types); i++)
		if (job->operands[i] && job->operands[i]->elem != elem)
			return hr_row_refuse(why, "operand 0 has the type %s and operand %u %s",
					     hr_elem_name(elem), i,
					     hr_elem_name(job->operands[i]->elem));
	return true;
}

void hr_row_set_elem(const hr_row_job *job, hr_elem elem, hr_tensor_data *result)
{
	result->elem = elem;
	result->wide = false;
	for (unsigned i = 0; i < job->operand_count; i++)
		if (job->operands[i] && job->operands[i]->wide && job->operands[i]->elem == elem)
			result->wide = true;
}

bool hr_row_shape(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	const hr_row_about *about = hr_row_of(job->attributes->row);
	const row_functions *f = &functions[job->attributes->row];

	if (!f->shape)
		return hr_row_refuse(why, "%s cannot be computed here", about->name);
	if (!operands_there(job, about, why) || !types_fit(job, about, why))
		return false;
	hr_row_set_elem(job,
			about->types == HR_TYPES_TEST    ? HR_E_BOOL
			: about->types == HR_TYPES_INDEX ? HR_E_I64
							 : job->operands[0]->elem,
			result);
	if (!f->shape(job, result, why))
		return false;
	result->count = hr_dims_count(&result->shape);
	if (result->count > UINT64_MAX / sizeof(double) / 2)
		return hr_row_refuse(why, "the result has too many elements");
	return true;
}

bool hr_row_run(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	return result->count == 0 || functions[job->attributes->row].compute(job, result, why);
}

/* --- attributes and shapes -------------------------------------------------------------------- */

bool hr_row_axis(const hr_row_job *job, const char *name, unsigned most, unsigned *number,
		 char why[HR_ROW_WHY])
{
	int64_t axis = hr_attribute_integer(job->attributes, name, 0);

	if (axis < 0 || axis >= most)
		return hr_row_refuse(why, "%s is %" PRId64 ", and there are %u axes", name, axis,
				     most);
	*number = (unsigned)axis;
	return true;
}

bool hr_row_axes(const hr_row_job *job, const char *name, unsigned rank, bool is[HR_RANK_MOST],
		 char why[HR_ROW_WHY])
{
	const hr_attribute *axes = hr_attribute_of(job->attributes, name);

	for (unsigned i = 0; i < HR_RANK_MOST; i++)
		is[i] = !axes && i < rank;
	for (size_t i = 0; axes && i < axes->count; i++) {
		int64_t axis = axes->integers[i];

		if (axis < 0 || axis >= rank)
			return hr_row_refuse(why, "%s has %" PRId64 ", and there are %u axes", name,
					     axis, rank);
		if (is[axis])
			return hr_row_refuse(why, "%s has %" PRId64 " twice", name, axis);
		is[axis] = true;
	}
	return true;
}

bool hr_row_is_vector(const hr_row_job *job, unsigned i, char why[HR_ROW_WHY])
{
	const hr_tensor_data *operand = hr_row_operand(job, i);

	if (operand && !hr_elem_is_integer(operand->elem))
		return hr_row_refuse(why, "operand %u has the type %s, which is no integer", i,
				     hr_elem_name(operand->elem));
	return !operand || hr_row_has_rank(job, i, 0, 1, why);
}

bool hr_row_has_rank(const hr_row_job *job, unsigned i, unsigned least, unsigned most,
		     char why[HR_ROW_WHY])
{
	unsigned rank = job->operands[i]->shape.rank;

	return (rank >= least && rank <= most) ||
	       hr_row_refuse(why, "operand %u has rank %u, which is too %s", i, rank,
			     rank < least ? "small" : "large");
}

bool hr_row_broadcast(hr_dims *shape, const hr_dims *one, unsigned i, char why[HR_ROW_WHY])
{
	hr_dims made = {.rank = shape->rank > one->rank ? shape->rank : one->rank};

	for (unsigned k = 1; k <= made.rank; k++) {
		uint64_t a = k <= shape->rank ? shape->dim[shape->rank - k] : 1;
		uint64_t b = k <= one->rank ? one->dim[one->rank - k] : 1;

		if (a != b && a != 1 && b != 1)
			return hr_row_refuse(why,
					     "axis %u is %" PRIu64 " in operand %u and %" PRIu64
					     " before it",
					     made.rank - k, b, i, a);
		made.dim[made.rank - k] = a == 1 ? b : a;
	}
	*shape = made;
	return true;
}

void hr_row_strides(const hr_dims *one, const hr_dims *shape, uint64_t stride[HR_RANK_MOST])
{
	uint64_t all = 1;

	for (unsigned k = 1; k <= shape->rank; k++) {
		uint64_t extent = k <= one->rank ? one->dim[one->rank - k] : 1;

		stride[shape->rank - k] = extent == 1 ? 0 : all;
		all *= extent;
	}
}
