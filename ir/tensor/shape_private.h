/* ir/tensor/shape_private.h -- what the files shape*.c share: one call whose result is inferred.
 *
 * A rule returns false if the operands do not fit, with the reason in *WHY. It sets rank and extents of
 * the result, and its type where the table says OTHER. */
#ifndef HR_SHAPE_PRIVATE_H
#define HR_SHAPE_PRIVATE_H

#include "ir/tensor/tensor_program.h"

/* A tensor with more elements has none that are known. */
enum { HR_KNOWN_MOST = 4096 };

typedef struct hr_infer {
	hr_tprogram *program;
	hr_symbols *symbols;
	const hr_tcall *call;
	const char *label; /* of the operator */
	hr_tvalue *out;
	const char **why;
	bool *limit;
} hr_infer;

typedef bool hr_shape_rule(hr_infer *in);

/* --- shape.c ---------------------------------------------------------------------------------- */

/* Set the reason; return false. */
bool hr_sh_fail(hr_infer *in, const char *format, ...) HR_PRINTF(2, 3);
/* The same of something that is missing here. */
bool hr_sh_limit(hr_infer *in, const char *format, ...) HR_PRINTF(2, 3);
/* Return operand I, or NULL if it is omitted. */
const hr_tvalue *hr_sh_operand(const hr_infer *in, unsigned i);
/* Return the text of operand I, "operand 1, f32 (s0, 3)"; in the arena. */
const char *hr_sh_text(const hr_infer *in, unsigned i);
hr_sym hr_sh_number(hr_infer *in, int64_t number);
/* Return OP of A and B; of A and the number B. */
hr_sym hr_sh_op(hr_infer *in, hr_sym_op op, hr_sym a, hr_sym b);
hr_sym hr_sh_op_number(hr_infer *in, hr_sym_op op, hr_sym a, int64_t b);
/* Return true and set *NUMBER if SYM is a number. */
bool hr_sh_is_number(const hr_infer *in, hr_sym sym, int64_t *number);
/* Return element I of operand OPERAND, or HR_SYM_NONE if it is not known. */
hr_sym hr_sh_element(const hr_infer *in, unsigned operand, size_t i);
/* Return the extent that data decide, at most BOUND (may be unknown). An earlier call with the same
 * operands that chose by them in the same way has the same. */
hr_sym hr_sh_data_extent(hr_infer *in, hr_sym bound);

/* Set the rank of the result, which the caller fills; fail if it is too large. */
bool hr_sh_set_rank(hr_infer *in, unsigned rank);
/* Give the result the shape of operand I. */
bool hr_sh_copy_shape(hr_infer *in, unsigned i);
/* Fail unless operand I has RANK; has at least LEAST. */
bool hr_sh_need_rank(hr_infer *in, unsigned i, unsigned rank);
bool hr_sh_need_rank_least(hr_infer *in, unsigned i, unsigned least);
/* Need that operand I has one element. */
bool hr_sh_need_scalar(hr_infer *in, unsigned i);
/* Need that axis AXIS of operand I and OTHER_AXIS of operand OTHER are equal. */
bool hr_sh_need_same(hr_infer *in, unsigned i, unsigned axis, unsigned other, unsigned other_axis);
/* Need that extent AXIS of operand I is SYM; WHAT says what that is. */
bool hr_sh_need_extent(hr_infer *in, unsigned i, unsigned axis, hr_sym sym, const char *what);
/* Record a need; fail with the reason FORMAT if it can never be. */
bool hr_sh_need(hr_infer *in, hr_need_kind kind, hr_sym a, hr_sym b, const char *format, ...)
	HR_PRINTF(5, 6);
/* Set *LENGTH to that of operand I, a vector, on which the rank of the result hangs. */
bool hr_sh_vector(hr_infer *in, unsigned i, unsigned *length);
/* Set *AXIS to attribute NAME, which must be below RANK. */
bool hr_sh_axis(hr_infer *in, const char *name, unsigned rank, unsigned *axis);
/* Set bit I of *AXES if axis I is in attribute `axes`, or in operand 1 instead of it (tensor.def); *GIVEN
 * is false if there is neither. *AXES is HR_AXES_LATER if the operand's elements are not known. */
enum { HR_AXES_LATER = 1 << HR_RANK_MOST };
bool hr_sh_axes(hr_infer *in, unsigned rank, unsigned *axes, bool *given);
/* Set *OUT to what extents A and B become when they are broadcast to one another; return false, without a
 * reason, if they cannot be. */
bool hr_sh_broadcast_extent(hr_infer *in, hr_sym a, hr_sym b, hr_sym *out);
/* Return extent AXIS of operand I, simplified. */
hr_sym hr_sh_extent(const hr_infer *in, unsigned i, unsigned axis);
/* Return the product of the extents of operand I whose axes are from FIRST to LAST - 1. */
hr_sym hr_sh_product(hr_infer *in, unsigned i, unsigned first, unsigned last);

/* --- shape_type.c ----------------------------------------------------------------------------- */

/* Check the types of the operands; set the type of the result, except of OTHER rows. */
bool hr_sh_types(hr_infer *in);
/* Set whether the result is wide. */
void hr_sh_set_wide(hr_infer *in);

/* --- rules ------------------------------------------------------------------------------------ */

hr_shape_rule hr_sh_map, hr_sh_widen, hr_sh_cast, hr_sh_bitcast, hr_sh_reduce, hr_sh_arg,
	hr_sh_scan, hr_sh_require, hr_sh_shape, hr_sh_product_of_extents, hr_sh_range,
	hr_sh_constant;
hr_shape_rule hr_sh_reshape, hr_sh_transpose, hr_sh_broadcast, hr_sh_slice, hr_sh_concat, hr_sh_pad,
	hr_sh_reverse_sequence, hr_sh_squeeze, hr_sh_unsqueeze;
hr_shape_rule hr_sh_gather, hr_sh_gather_elements, hr_sh_gather_nd, hr_sh_scatter_elements,
	hr_sh_scatter_nd, hr_sh_nonzero, hr_sh_unique, hr_sh_non_max_suppression;
hr_shape_rule hr_sh_dot, hr_sh_determinant, hr_sh_convolution, hr_sh_convolution_transpose,
	hr_sh_deformable_convolution, hr_sh_pool, hr_sh_resize, hr_sh_grid_sample, hr_sh_roi,
	hr_sh_col2im;

/* --- shape_known.c ---------------------------------------------------------------------------- */

/* Set the known elements of the result, whose type and shape are set. */
void hr_sh_known(hr_infer *in);
/* Return true if the extents of VALUE, then in *DIMS, are numbers and its elements at most HR_KNOWN_MOST:
 * *COUNT. */
bool hr_sh_small(hr_symbols *symbols, const hr_tvalue *value, hr_dims *dims, size_t *count);

/* --- shape_element.c -------------------------------------------------------------------------- */

/* Return true if hr_sh_map_element() knows ROW. */
bool hr_sh_maps_elements(hr_row row);
/* Return what the row of a map gives for elements A, B, C of its operands, or HR_SYM_NONE if that is not
 * known. */
hr_sym hr_sh_map_element(hr_infer *in, hr_sym a, hr_sym b, hr_sym c);
/* Return SYM as a value of the type ELEM, into which numbers are wrapped. */
hr_sym hr_sh_fit(hr_infer *in, hr_elem elem, hr_sym sym);
/* Return OP of two elements of the result's type: HR_R_add, HR_R_mul, HR_R_max, HR_R_min. */
hr_sym hr_sh_element_op(hr_infer *in, hr_row row, hr_sym a, hr_sym b);

#endif
