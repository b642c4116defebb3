/* tools/import/onnx/product.c -- products of matrices.
 *
 * Not here:  Einsum (einsum.c), convolutions (window.c). */
#include "tools/import/onnx/onnx_private.h"

hr_tv t_mat_mul(const onnx_node *o, hr_tv a, hr_tv b)
{
	hr_tv result;
	const unsigned left = onnx_rank(o, a), right = onnx_rank(o, b);

	if (!left || !right)
		return onnx_node_invalid(o, "its operands are %s and %s, but none may have rank 0",
					 hr_t_text(o->program, a), hr_t_text(o->program, b));
	a = left == 1 ? t_unsqueeze(o, a, "0") : a;
	b = right == 1 ? t_unsqueeze(o, b, "1") : b;
	result = t_dot(o, a, b);
	if (!result || (left > 1 && right > 1))
		return result;
	if (left == 1 && right == 1)
		return t_squeeze(o, result, "0,1");
	return t_squeeze(
		o, result,
		hr_arena_printf(o->model->arena, "%u", onnx_rank(o, result) - (left == 1 ? 2 : 1)));
}

hr_tv op_mat_mul(onnx_node *o)
{
	return t_mat_mul(o, o->in[0], o->in[1]);
}

/* Return X times FACTOR. */
static hr_tv scaled(const onnx_node *o, hr_tv x, double factor)
{
	return factor == 1 ? x : t_mul(o, x, t_wide(o, x, factor));
}

/* alpha * A * B + beta * C, of integers too; the product is rounded once. */
hr_tv op_gemm(onnx_node *o)
{
	const hr_tv c = onnx_in(o, 2);
	const double alpha = onnx_real(o, "alpha", 1), beta = onnx_real(o, "beta", 1);
	const bool plain = alpha == 1 && beta == 1;
	hr_tv a = o->in[0], b = o->in[1], result;

	if (onnx_rank(o, a) != 2 || onnx_rank(o, b) != 2)
		return onnx_node_invalid(o, "its operands are %s and %s, no matrices",
					 hr_t_text(o->program, a), hr_t_text(o->program, b));
	if (!plain && !hr_elem_is_real(onnx_type(o, a)))
		return onnx_node_refuse(o, "alpha and beta of integers are not supported");
	a = onnx_int(o, "transA", 0) ? t_swap(o, a, 0, 1) : a;
	b = onnx_int(o, "transB", 0) ? t_swap(o, b, 0, 1) : b;
	if (plain && !c)
		return t_dot(o, a, b);
	result = scaled(o, t_dot(o, t_widen(o, a), t_widen(o, b)), alpha);
	if (c)
		result = t_add(o, result, scaled(o, t_widen(o, c), beta));
	return t_narrow(o, result);
}
