/* interp/row/dispatch/row_dispatch.c -- the functions of each row, and what is checked for all rows.
 *
 * Not here:  the functions themselves (the other folders of interp/row). */
#include "interp/row/row_private.h"

typedef struct row_functions {
	hr_row_function *shape, *compute;
} row_functions;

/* The functions of a row of a kind; `constant`, the one SOURCE, is read by the caller. */
#define OWN(ident)              [HR_R_##ident] = {hr_shape_##ident, hr_compute_##ident},
#define FUNCTIONS_MAP(ident)    [HR_R_##ident] = {hr_shape_map, hr_compute_map},
#define FUNCTIONS_REDUCE(ident) [HR_R_##ident] = {hr_shape_reduce, hr_compute_reduce},
#define FUNCTIONS_MOVE          OWN
#define FUNCTIONS_INDEX         OWN
#define FUNCTIONS_SHAPE         OWN
#define FUNCTIONS_PRODUCT       OWN
#define FUNCTIONS_WINDOW        OWN
#define FUNCTIONS_SOURCE(ident)

static const row_functions functions[HR_R_COUNT] = {
	[HR_R_NONE] = {NULL, NULL},
#define R(ident, kind, least, most, types, attributes) FUNCTIONS_##kind(ident)
#include "ir/tensor/tensor.def"
#undef R
};

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

/* Return true if operand I must have the type of operand 0. */
static bool has_one_type(const hr_row_job *job, hr_row_types types, unsigned i)
{
	if (job->attributes->row == HR_R_convolution_transpose && i == 2) /* a shape */
		return false;
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
	for (unsigned i = 1; i < job->operand_count; i++)
		if (job->operands[i] && job->operands[i]->elem != elem &&
		    has_one_type(job, about->types, i))
			return hr_row_refuse(why, "operand 0 has the type %s and operand %u %s",
					     hr_elem_name(elem), i,
					     hr_elem_name(job->operands[i]->elem));
	return true;
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

/* Return true if an operand that only says where elements go (a shape, starts, axes) is unsure: then so is
 * every element. */
static bool places_unsure(const hr_row_job *job)
{
	const hr_row_about *about = hr_row_of(job->attributes->row);

	if (about->types != HR_TYPES_FIRST ||
	    (about->kind != HR_ROW_MOVE && about->kind != HR_ROW_REDUCE))
		return false;
	for (unsigned i = 1; i < job->operand_count; i++) {
		bool is_fill = job->attributes->row == HR_R_pad && i == 2;

		if (job->operands[i] && !is_fill && !hr_row_certain(job->operands[i]))
			return true;
	}
	return false;
}

bool hr_row_run(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY])
{
	if (result->count == 0)
		return true;
	if (!functions[job->attributes->row].compute(job, result, why))
		return false;
	if (places_unsure(job))
		for (uint64_t i = 0; i < result->count; i++)
			result->bound[i] = INFINITY;
	return true;
}
