/* tools/import/product.c -- Add, Gemm and MatMul: sums that broadcast, and products of matrices.
 *
 * ONNX aligns dimensions at the last one, T at the first one. A matrix of many dimensions (a batch
 * of rows) is passed to `mul` as one of two dimensions. Factors and transpositions are applied to
 * weights.
 *
 * Clauses:   T1, T2. */
#include <string.h>

#include "tools/import/import_node.h"

/* --- sums ------------------------------------------------------------------------------------- */

/* Set *TO by ONNX's rule of broadcasting. Return false if the shapes do not fit. */
static bool broadcast(const hr_dims *a, const hr_dims *b, hr_dims *to)
{
	unsigned rank = a->rank > b->rank ? a->rank : b->rank;

	*to = (hr_dims){.rank = rank};
	for (unsigned i = 0; i < rank; i++) {
		uint64_t one = i + a->rank >= rank ? a->dim[i + a->rank - rank] : 1;
		uint64_t other = i + b->rank >= rank ? b->dim[i + b->rank - rank] : 1;

		if (one != other && one != 1 && other != 1)
			return false;
		to->dim[i] = one == 1 ? other : one;
	}
	return true;
}

/* Hold *VALUE with RANK dimensions, aligned at the last one. */
static hr_status as_broadcast(const on *o, unsigned *value, unsigned rank)
{
	const hr_dims *dims = &value_at(o, *value)->onnx;
	hr_dims held = on_padded(dims, dims->rank < rank ? rank - dims->rank : 0);

	return on_hold(o, value, &held);
}

/* Return true if B is a row that is added to each row of the matrix X. */
static bool is_row_of(const on *o, unsigned x, unsigned b)
{
	const import_value *of = value_at(o, x), *row = value_at(o, b);
	uint64_t count = import_count(row);

	return on_settled(o, x) && of->held.dim[1] == count && of->held.dim[2] == 1 &&
	       of->held.dim[3] == 1 && of->onnx.rank && of->onnx.dim[of->onnx.rank - 1] == count &&
	       row->onnx.rank && row->onnx.rank <= of->onnx.rank &&
	       row->onnx.dim[row->onnx.rank - 1] == count;
}

/* Hold both operands in shapes for which T's add equals ONNX's sum. */
static hr_status align(const on *o, unsigned *x, unsigned *b, unsigned rank)
{
	if (on_same(&value_at(o, *x)->onnx, &value_at(o, *b)->onnx) &&
	    (on_settled(o, *x) || on_settled(o, *b))) {
		unsigned *given = on_settled(o, *x) ? x : b, *other = given == x ? b : x;
		hr_dims held = value_at(o, *given)->held;

		HR_TRY(on_hold(o, given, &held));
		return on_hold(o, other, &held);
	}
	if (is_row_of(o, *x, *b) || is_row_of(o, *b, *x)) {
		unsigned *matrix = is_row_of(o, *x, *b) ? x : b;

		HR_TRY(on_settle(o, matrix));
		return on_as_row(o, matrix == x ? b : x);
	}
	HR_TRY(as_broadcast(o, x, rank));
	return as_broadcast(o, b, rank);
}

hr_status on_sum(const on *o, unsigned x, unsigned b, unsigned *result)
{
	char one[HR_DIMS_TEXT], other[HR_DIMS_TEXT];
	hr_dims shape;

	if (!broadcast(&value_at(o, x)->onnx, &value_at(o, b)->onnx, &shape))
		return INVALID(o, "%s and %s cannot be broadcast",
			       hr_dims_text(&value_at(o, x)->onnx, one),
			       hr_dims_text(&value_at(o, b)->onnx, other));
	HR_TRY(align(o, &x, &b, shape.rank));
	HR_TRY(on_binary(o, HR_H_tensor_add, x, b, result));
	value_at(o, *result)->onnx = shape;
	return HR_OK;
}

/* Before version 7, shapes that differ need `broadcast`, and `axis` tells where. */
static hr_status check_broadcast(const on *o)
{
	unsigned x, b;

	if (on_attribute(o, "axis"))
		return REFUSE(
			o,
			"its 'axis' aligns the second operand; tensor operations align operands at the last dimension");
	if (o->model->opset >= 7 || on_integer(o, "broadcast", 0))
		return HR_OK;
	HR_TRY(on_operand(o, 0, true, &x));
	for (size_t i = 1; i < o->node->n_input; i++) {
		HR_TRY(on_operand(o, i, true, &b));
		if (!on_same(&value_at(o, x)->onnx, &value_at(o, b)->onnx))
			return INVALID(
				o,
				"the shapes of its operands differ; before operator set 7 that needs 'broadcast'");
	}
	return HR_OK;
}

/* Add and Sum. */
hr_status on_sum_of_all(const on *o, unsigned *result)
{
	unsigned other;

	if (on_has_integers(o, 0))
		return on_integer_operation(o, result);
	HR_TRY(check_broadcast(o));
	if (o->node->n_input == 1)
		return on_pass_on(o, result);
	HR_TRY(on_operand(o, 0, true, result));
	for (size_t i = 1; i < o->node->n_input; i++) {
		HR_TRY(on_operand(o, i, true, &other));
		HR_TRY(on_sum(o, *result, other, result));
	}
	return HR_OK;
}

/* --- products --------------------------------------------------------------------------------- */

/* Hold *VALUE, whose dimensions before the last one have ROWS elements, as a matrix for T's mul. */
static hr_status as_rows(const on *o, unsigned *value, uint64_t rows)
{
	uint64_t count = import_count(value_at(o, *value));
	const hr_dims natural = on_padded(&value_at(o, *value)->onnx, 0);
	const hr_dims matrix = {4, {rows, rows ? count / rows : 0, 1, 1}};

	if (on_settled(o, *value) && value_at(o, *value)->held.dim[0] == rows)
		return on_settle(o, value);
	return on_hold(o, value, natural.dim[0] == rows ? &natural : &matrix);
}

/* Hold *VALUE, a matrix except for leading dimensions of 1, as (1, 1, k, n). */
static hr_status as_matrix(const on *o, unsigned *value)
{
	const hr_dims *dims = &value_at(o, *value)->onnx;
	hr_dims held = {4, {1, 1, 1, 1}};

	for (unsigned i = 0; i + 2 < dims->rank; i++)
		if (dims->dim[i] != 1)
			return REFUSE(
				o, "'%s' is a batch of matrices, and there is no batched product",
				value_at(o, *value)->name);
	held.dim[2] = dims->rank > 1 ? dims->dim[dims->rank - 2] : dims->dim[0];
	held.dim[3] = dims->rank > 1 ? dims->dim[dims->rank - 1] : 1;
	return on_hold(o, value, &held);
}

/* Return the dimensions of X except its last one, and W's last one, without a row or column that
 * ONNX had to add. */
static hr_dims product_shape(const hr_dims *x, const hr_dims *w)
{
	hr_dims shape = {0};

	for (unsigned i = x->rank; i < w->rank && x->rank > 1; i++)
		shape.dim[shape.rank++] = 1;
	for (unsigned i = 2; i < w->rank && x->rank == 1; i++)
		shape.dim[shape.rank++] = 1;
	for (unsigned i = 0; i + 1 < x->rank; i++)
		shape.dim[shape.rank++] = x->dim[i];
	if (w->rank > 1)
		shape.dim[shape.rank++] = w->dim[w->rank - 1];
	return shape;
}

static hr_status product(const on *o, unsigned x, unsigned w, unsigned *result)
{
	const hr_dims of = value_at(o, x)->onnx, with = value_at(o, w)->onnx;
	uint64_t rows = 1;

	if (!of.rank || !with.rank)
		return REFUSE(o, "'%s' is a number", value_at(o, of.rank ? w : x)->name);
	for (unsigned i = 0; i + 1 < of.rank; i++)
		rows *= of.dim[i];
	HR_TRY(as_rows(o, &x, rows));
	HR_TRY(as_matrix(o, &w));
	HR_TRY(on_binary(o, HR_H_tensor_mul, x, w, result));
	value_at(o, *result)->onnx = product_shape(&of, &with);
	return HR_OK;
}

static hr_status transposed(const on *o, unsigned *value)
{
	static const unsigned other_way[HR_TENSOR_DIMS] = {1, 0};

	if (value_at(o, *value)->onnx.rank != 2)
		return REFUSE(o, "'%s' is not a matrix", value_at(o, *value)->name);
	if (!on_data(o, *value))
		return REFUSE(
			o,
			"'%s' must be transposed but is not a weight, and there is no transpose operation",
			value_at(o, *value)->name);
	*value = on_permuted(o, *value, other_way);
	return HR_OK;
}

hr_status on_gemm(const on *o, unsigned *result)
{
	double alpha = on_real(o, "alpha", 1), beta = on_real(o, "beta", 1);
	unsigned x, w, c;

	HR_TRY(on_operand(o, 0, true, &x));
	HR_TRY(on_operand(o, 1, true, &w));
	HR_TRY(on_operand(o, 2, false, &c));
	if (on_integer(o, "transA", 0))
		HR_TRY(transposed(o, &x));
	if (on_integer(o, "transB", 0))
		HR_TRY(transposed(o, &w));
	if (alpha != 1)
		HR_TRY(on_scaled(o, on_data(o, x) && !on_data(o, w) ? &x : &w, alpha, "alpha"));
	if (c && beta != 1 && beta != 0)
		HR_TRY(on_scaled(o, &c, beta, "beta"));
	HR_TRY(product(o, x, w, result));
	return c && beta != 0 ? on_sum(o, *result, c, result) : HR_OK;
}

hr_status on_matmul(const on *o, unsigned *result)
{
	unsigned x, w;

	HR_TRY(on_operand(o, 0, true, &x));
	HR_TRY(on_operand(o, 1, true, &w));
	return product(o, x, w, result);
}
