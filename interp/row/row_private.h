/* interp/row/row_private.h -- what the functions of rows share: operands, attributes, loads, stores.
 *
 * A row of tensor.def has two functions: one checks the operands and sets the result's shape, the
 * other computes. hr_row_shape() and hr_row_run() (dispatch/row_dispatch.c) call them, and have checked
 * before that
 *   - the number of operands is in the row's range, and operand 0 is there; unless the row is a
 *     WINDOW, the first `least` operands are there;
 *   - the types of the operands are as the row's column `types` says (of FIRST, OTHER and INDEX: of no
 *     operand but those of the first);
 * and set the result's elem and wide before (of OTHER: as operand 0), count after the shape function.
 * The run function has a result of that shape, with room for its data and bounds, and is not called for
 * a result of 0 elements. */
#ifndef HR_ROW_PRIVATE_H
#define HR_ROW_PRIVATE_H

#include "interp/row/parallel.h"
#include "interp/row/row.h"
#include "interp/row/row_bound.h"

typedef bool hr_row_function(const hr_row_job *job, hr_tensor_data *result, char why[HR_ROW_WHY]);

/* Rows of the kinds MAP and REDUCE. */
hr_row_function hr_shape_map, hr_compute_map, hr_shape_reduce, hr_compute_reduce;
/* Each row of the other kinds has its own. */
#define R(ident, kind, least, most, types, attributes)                                             \
	hr_row_function hr_shape_##ident, hr_compute_##ident;
#include "ir/tensor/tensor.def"
#undef R

/* --- row_check.c ------------------------------------------------------------------------------------ */

/* Write the reason to WHY and return false. */
bool hr_row_refuse(char why[HR_ROW_WHY], const char *format, ...) HR_PRINTF(2, 3);

/* Return operand I, or NULL if it is omitted. */
static inline const hr_tensor_data *hr_row_operand(const hr_row_job *job, unsigned i)
{
	return i < job->operand_count ? job->operands[i] : NULL;
}

/* Set the type of a result to ELEM; it is wide if an operand of that type is. */
void hr_row_set_elem(const hr_row_job *job, hr_elem elem, hr_tensor_data *result);
/* Set *NUMBER to attribute NAME, a number from 0 to MOST - 1 (default 0). */
bool hr_row_axis(const hr_row_job *job, const char *name, unsigned most, unsigned *number,
		 char why[HR_ROW_WHY]) HR_MUST_CHECK;
/* Return the number of axes that attribute `axes`, or the operand instead of it, gives. */
uint64_t hr_row_axes_count(const hr_row_job *job);
/* Set IS[i] for each axis of a tensor of RANK that attribute NAME lists; all if it is absent. */
bool hr_row_axes(const hr_row_job *job, const char *name, unsigned rank, bool is[HR_RANK_MOST],
		 char why[HR_ROW_WHY]) HR_MUST_CHECK;
/* Refuse an operand I that is there but is no tensor of integers of rank 0 or 1. */
bool hr_row_is_vector(const hr_row_job *job, unsigned i, char why[HR_ROW_WHY]) HR_MUST_CHECK;
/* Refuse operand I unless its rank is from LEAST to MOST. */
bool hr_row_has_rank(const hr_row_job *job, unsigned i, unsigned least, unsigned most,
		     char why[HR_ROW_WHY]) HR_MUST_CHECK;
/* Set *SHAPE to the shape of which both ONE, that of operand I, and *SHAPE are broadcast, by NumPy's
 * rules. */
bool hr_row_broadcast(hr_dims *shape, const hr_dims *one, unsigned i, char why[HR_ROW_WHY])
	HR_MUST_CHECK;
/* Set STRIDE to the strides of a tensor of shape ONE, in elements, along the axes of SHAPE, to which it
 * can be broadcast: 0 where it is. */
void hr_row_strides(const hr_dims *one, const hr_dims *shape, uint64_t stride[HR_RANK_MOST]);

/* --- row_data.c ------------------------------------------------------------------------------- */

/* Return the bytes of an element in memory. */
size_t hr_row_bytes(const hr_tensor_data *tensor);
/* Copy COUNT elements from FIRST on, of a real type, to TO, exactly. */
void hr_row_load_reals(const hr_tensor_data *from, uint64_t first, uint64_t count, double *to);
/* Copy COUNT elements, of an integer type or bool. */
void hr_row_load_integers(const hr_tensor_data *from, uint64_t first, uint64_t count, int64_t *to);
/* Copy COUNT bounds. */
void hr_row_load_bounds(const hr_tensor_data *from, uint64_t first, uint64_t count, double *to);
/* Return all elements, all bounds, in new memory that the caller frees with hr_free(). */
double *hr_row_reals(const hr_tensor_data *tensor);
int64_t *hr_row_integers(const hr_tensor_data *tensor);
double *hr_row_bounds(const hr_tensor_data *tensor);
/* Return the bounds of a real tensor with what flushing its elements may change; NULL if all are 0.
 * The caller frees them. */
double *hr_row_errors(const hr_tensor_data *tensor, const double *values);
/* Return element I of a tensor of any type but bool, as a number. */
double hr_row_number(const hr_tensor_data *tensor, uint64_t i);
static inline double hr_row_bound_at(const hr_tensor_data *tensor, uint64_t i)
{
	return tensor->bound ? (double)tensor->bound[i] : 0;
}
/* Return true if all bounds of TENSOR are 0. */
bool hr_row_certain(const hr_tensor_data *tensor);

/* Store COUNT elements of a real result from FIRST on. VALUE is rounded once to the result's type,
 * unless it is wide. ERROR is the bound of VALUE with all of a backend's roundings, infinite if
 * unknown; NULL: all 0. SIZE is the largest magnitude of an intermediate result; NULL: that of VALUE.
 * An infinity or a NaN gets the bound 0 if ERROR is finite and no intermediate result may overflow. */
void hr_row_store(hr_tensor_data *result, uint64_t first, uint64_t count, const double *value,
		  const double *error, const double *size);
/* Store one element. */
void hr_row_store_one(hr_tensor_data *result, uint64_t i, double value, double error, double size);
/* Store COUNT integers, wrapped to the type; UNSURE: their bounds, 0 or infinite; NULL: all 0. */
void hr_row_store_integers(hr_tensor_data *result, uint64_t first, uint64_t count,
			   const int64_t *value, const double *unsure);

#endif
