/* interp/tensor/pool.c -- the largest, the smallest or the mean element of a window that slides
 * over a plane.
 *
 * Invariant: every window contains an element, because shape.c requires less padding than window.
 * Clauses:   T5: padding never counts, not in the mean's divisor either; NaN propagates. */
#include "interp/tensor/operate.h"
#include "interp/tensor/tensor_bound.h"

/* The part of a window that lies in the plane. */
typedef struct part {
	uint64_t top, bottom, left, right; /* BOTTOM and RIGHT are exclusive */
} part;

static uint64_t first_of(int64_t start)
{
	return start < 0 ? 0 : (uint64_t)start;
}

static uint64_t end_of(int64_t start, int32_t size, uint64_t plane)
{
	uint64_t end = (uint64_t)(start + size);

	return end < plane ? end : plane;
}

static part part_of(const hr_window *w, const hr_dims *in, uint64_t y, uint64_t x)
{
	int64_t top = (int64_t)y * w->vertical_stride - w->vertical_pad;
	int64_t left = (int64_t)x * w->horizontal_stride - w->horizontal_pad;

	return (part){first_of(top), end_of(top, w->height, in->dim[2]), first_of(left),
		      end_of(left, w->width, in->dim[3])};
}

/* Compute the largest VALUE * SIGN of the window. The bound is at most the largest bound of its
 * elements. */
static void extreme(const hr_array *x, uint64_t plane, const part *p, double sign, float *value,
		    float *bound)
{
	double most = -INFINITY, error = 0;

	for (uint64_t i = p->top; i < p->bottom; i++) {
		for (uint64_t j = p->left; j < p->right; j++) {
			uint64_t at = plane + i * x->shape.dim[3] + j;
			double one = sign * (double)x->value[at];

			if (!(one <= most) && !isnan(most))
				most = one;
			error = fmax(error, hr_off(x->value, x->bound, at));
		}
	}
	hr_store(sign * most, error, 0, value, bound);
}

static void mean(const hr_array *x, uint64_t plane, const part *p, float *value, float *bound)
{
	double sum = 0, error = 0, size = 0, off;
	double count = (double)((p->bottom - p->top) * (p->right - p->left));

	for (uint64_t i = p->top; i < p->bottom; i++) {
		for (uint64_t j = p->left; j < p->right; j++) {
			uint64_t at = plane + i * x->shape.dim[3] + j;

			sum += (double)x->value[at];
			off = hr_off(x->value, x->bound, at);
			size += hr_size(x->value[at]) + off;
			error += off + HR_UNDERFLOW;
		}
	}
	/* A product with 1 / count has one rounding more than a quotient. */
	error = (error + hr_gamma(count + 2) * size) / count + HR_UNDERFLOW;
	hr_store(sum / count, error, size, value, bound);
}

void hr_operate_pool(const hr_tensor_op *op, const hr_dims *result, float *value, float *bound)
{
	const hr_array *x = &op->operand[0];
	uint64_t planes = result->dim[0] * result->dim[1], i = 0;

	for (uint64_t plane = 0; plane < planes; plane++) {
		uint64_t from = plane * x->shape.dim[2] * x->shape.dim[3];

		for (uint64_t y = 0; y < result->dim[2]; y++) {
			for (uint64_t c = 0; c < result->dim[3]; c++, i++) {
				part p = part_of(&op->window, &x->shape, y, c);

				if (op->op == HR_H_tensor_pool_mean)
					mean(x, from, &p, &value[i], &bound[i]);
				else
					extreme(x, from, &p,
						op->op == HR_H_tensor_pool_max ? 1 : -1, &value[i],
						&bound[i]);
			}
		}
	}
}
