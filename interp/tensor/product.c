/* interp/tensor/product.c -- mul and the convolutions: sums of products.
 *
 * Both are a matrix of weights times columns: y[row][place] = sum over k of weight[row][k] *
 * x[k][place], where a column of a convolution holds the elements that the filter covers at one
 * place. Columns are gathered eight at a time, and a kernel computes four rows of weights with
 * them. Invariant: the terms of a sum are added in the order of k whatever the blocking, and a
 * product of two floats is exact in binary64, so blocks, threads and instruction sets never change
 * a bit.
 *
 * The bound of a sum of n terms, |w| within dw and |x| within dx, is another such sum:
 *   sum of (|w| + dw) (dx + gamma(n + 2) (|x| + dx)) + dw |x|,
 * whose own roundings hr_bound_up() covers.
 *
 * Clauses:   T2, T3, T4. The mode of group.convolution is ignored: it is a cross-correlation.
 * Not here:  which operands fit one another (shape.c). */
#include <string.h>

#include "interp/row/parallel.h"
#include "interp/tensor/operate.h"
#include "interp/tensor/tensor_bound.h"
#include "src/base/alloc.h"

enum { ROWS = 4, PLACES = 8 };

/* Eight places of a column; GNU C splits the vector into what the machine supports. */
typedef double places __attribute__((vector_size(PLACES * sizeof(double))));

typedef struct product product;
struct product {
	uint64_t rows, terms, count; /* of one matrix; count: places */
	uint64_t matrices;           /* groups of a convolution */
	uint64_t image;              /* of a convolution's input and result */
	/* [matrix][block of ROWS][term][ROWS]; owns; the bound may be NULL */
	float *weight, *weight_bound;
	bool bounded;                               /* the columns have bounds */
	uint64_t row_step, place_step, matrix_step; /* of the result */
	/* Compute one element by the formula. Also correct if operands are NaN or infinite. */
	void (*element)(const product *p, uint64_t matrix, uint64_t row, uint64_t place);
	/* Write the terms of COUNT places, starting at FIRST, to VALUE and BOUND [term][PLACES]. */
	void (*gather)(const product *p, uint64_t matrix, uint64_t first, uint64_t count,
		       double *value, double *bound);
	const hr_tensor_op *op;
	const hr_dims *shape; /* the result's */
	float *value, *bound; /* the result */
};

/* --- the kernel ------------------------------------------------------------------------------- */

static inline __attribute__((always_inline)) void kernel(const float *weight, const places *x,
							 uint64_t terms, places sum[ROWS])
{
	places a = sum[0], b = sum[1], c = sum[2], d = sum[3];

	for (uint64_t k = 0; k < terms; k++, weight += ROWS) {
		a += (double)weight[0] * x[k];
		b += (double)weight[1] * x[k];
		c += (double)weight[2] * x[k];
		d += (double)weight[3] * x[k];
	}
	sum[0] = a;
	sum[1] = b;
	sum[2] = c;
	sum[3] = d;
}

static inline __attribute__((always_inline)) void
kernel_of_sizes(const float *weight, const places *x, uint64_t terms, places sum[ROWS])
{
	places a = sum[0], b = sum[1], c = sum[2], d = sum[3];

	for (uint64_t k = 0; k < terms; k++, weight += ROWS) {
		a += (double)__builtin_fabsf(weight[0]) * x[k];
		b += (double)__builtin_fabsf(weight[1]) * x[k];
		c += (double)__builtin_fabsf(weight[2]) * x[k];
		d += (double)__builtin_fabsf(weight[3]) * x[k];
	}
	sum[0] = a;
	sum[1] = b;
	sum[2] = c;
	sum[3] = d;
}

typedef void kernel_function(const float *weight, const places *x, uint64_t terms,
			     places sum[ROWS]);
typedef struct kernel_set {
	kernel_function *values, *sizes;
} kernel_set;

#define KERNELS(name, attribute)                                                                   \
	attribute static void values_##name(const float *weight, const places *x, uint64_t terms,  \
					    places sum[ROWS])                                      \
	{                                                                                          \
		kernel(weight, x, terms, sum);                                                     \
	}                                                                                          \
	attribute static void sizes_##name(const float *weight, const places *x, uint64_t terms,   \
					   places sum[ROWS])                                       \
	{                                                                                          \
		kernel_of_sizes(weight, x, terms, sum);                                            \
	}
KERNELS(plain, )
#ifdef __x86_64__
KERNELS(avx2, __attribute__((target("avx2"))))
KERNELS(avx512, __attribute__((target("avx512f"))))
#endif

static kernel_set kernels(void)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx512f"))
		return (kernel_set){values_avx512, sizes_avx512};
	if (__builtin_cpu_supports("avx2"))
		return (kernel_set){values_avx2, sizes_avx2};
#endif
	return (kernel_set){values_plain, sizes_plain};
}

/* --- blocks ----------------------------------------------------------------------------------- */

static uint64_t blocks_of(uint64_t count, uint64_t size)
{
	return (count + size - 1) / size;
}

/* Return the part of the bound of x that is multiplied by |w| + dw. A NaN or an infinity adds
 * nothing. */
static double spread(double x, double dx, double gamma)
{
	return dx + gamma * (hr_size(x) + dx);
}

static void put(const product *p, uint64_t matrix, uint64_t row, uint64_t place, double exact,
		double error)
{
	uint64_t at = matrix * p->matrix_step + row * p->row_step + place * p->place_step;
	double gamma = hr_gamma((double)p->terms + 2);

	/* Each product and each sum may be flushed to 0. */
	hr_store(exact, error + HR_UNDERFLOW * (2 * (double)p->terms + 1), error / gamma,
		 &p->value[at], &p->bound[at]);
}

/* A sum and its bound. */
typedef struct total {
	double value, error;
} total;

static void add_term(total *sum, double w, double dw, double x, double dx, double gamma)
{
	sum->value += w * x;
	sum->error += (hr_size(w) + dw) * spread(x, dx, gamma) + dw * hr_size(x);
	if ((isinf(x) && hr_may_vanish(w, dw)) || (isinf(w) && hr_may_vanish(x, dx)))
		sum->error = INFINITY;
}

/* Compute one task. SCRATCH holds columns, their errors, and their magnitudes. */
static void tile(void *job, uint64_t task, void *scratch)
{
	const product *p = job;
	uint64_t tiles = blocks_of(p->count, PLACES), matrix = task / tiles;
	uint64_t first = task % tiles * PLACES;
	uint64_t count = p->count - first < PLACES ? p->count - first : PLACES;
	double *x = scratch, *off = x + p->terms * PLACES, *size = off + p->terms * PLACES;
	uint64_t blocks = blocks_of(p->rows, ROWS);
	double gamma = hr_gamma((double)p->terms + 2);
	kernel_set k = kernels();

	p->gather(p, matrix, first, count, x, off);
	for (uint64_t i = 0; i < p->terms * PLACES; i++) {
		size[i] = hr_size(x[i]);
		off[i] = spread(x[i], p->bounded ? off[i] : 0, gamma);
	}
	for (uint64_t block = 0; block < blocks; block++) {
		uint64_t at = (matrix * blocks + block) * p->terms * ROWS;
		places sum[ROWS] = {0}, error[ROWS] = {0};

		k.values(p->weight + at, (const places *)x, p->terms, sum);
		k.sizes(p->weight + at, (const places *)off, p->terms, error);
		if (p->weight_bound) {
			k.sizes(p->weight_bound + at, (const places *)off, p->terms, error);
			k.sizes(p->weight_bound + at, (const places *)size, p->terms, error);
		}
		for (uint64_t r = 0; r < ROWS && block * ROWS + r < p->rows; r++)
			for (uint64_t i = 0; i < count; i++)
				if (isfinite(sum[r][i]))
					put(p, matrix, block * ROWS + r, first + i, sum[r][i],
					    error[r][i]);
				else
					p->element(p, matrix, block * ROWS + r, first + i);
	}
}

/* Products with fewer terms finish before other threads have started. */
enum { TERMS_FOR_THREADS = 1 << 21 };

static void multiply(const product *p)
{
	uint64_t tasks = p->matrices * blocks_of(p->count, PLACES);
	double work = (double)p->matrices * (double)p->count * (double)p->rows * (double)p->terms;

	hr_tensor_parallel(work < (double)TERMS_FOR_THREADS ? 1 : p->op->threads, tasks, tile,
			   (void *)p, p->terms * PLACES * sizeof(double) * 3);
}

/* --- weights ---------------------------------------------------------------------------------- */

/* The strides of weight [matrix][row][term] in an operand. */
typedef struct weight_steps {
	uint64_t matrix, row, term;
} weight_steps;

static float *pack(const product *p, const float *from, weight_steps step)
{
	uint64_t blocks = blocks_of(p->rows, ROWS);
	float *packed = hr_alloc_array(p->matrices * blocks * ROWS * p->terms + 1, sizeof(float));

	for (uint64_t matrix = 0; matrix < p->matrices; matrix++) {
		for (uint64_t row = 0; row < p->rows; row++) {
			float *to = packed + (matrix * blocks + row / ROWS) * p->terms * ROWS +
				    row % ROWS;
			const float *at = from + matrix * step.matrix + row * step.row;

			for (uint64_t term = 0; term < p->terms; term++)
				to[term * ROWS] = at[term * step.term];
		}
	}
	return packed;
}

static void pack_weights(product *p, const hr_array *from, weight_steps step)
{
	p->weight = pack(p, from->value, step);
	p->weight_bound = from->bound ? pack(p, from->bound, step) : NULL;
}

static void free_weights(product *p)
{
	hr_free(p->weight);
	hr_free(p->weight_bound);
}

/* --- operands that are flushed to 0
 * ----------------------------------------------------------------- */

/* Return ARRAY's bounds including what flushing its elements to 0 may change, or NULL if no element
 * can be flushed. The caller frees the result. */
static float *flushed_bound(const hr_array *array)
{
	uint64_t count = hr_dims_count(&array->shape), i = 0;
	float *made;

	while (i < count && !hr_may_flush(array->value[i], hr_bound_at(array->bound, i)))
		i++;
	if (i == count)
		return NULL;
	made = hr_alloc_array(count, sizeof(*made));
	for (i = 0; i < count; i++)
		made[i] = hr_bound_up(hr_off(array->value, array->bound, i));
	return made;
}

typedef void product_operation(const hr_tensor_op *op, const hr_dims *result, float *value,
			       float *bound);

/* Run OPERATION on OP's operands with bounds that include flushing to 0. */
static void with_flushed(product_operation *operation, const hr_tensor_op *op,
			 const hr_dims *result, float *value, float *bound)
{
	hr_tensor_op of = *op;
	float *made[2];

	for (unsigned i = 0; i < 2; i++) {
		made[i] = flushed_bound(&op->operand[i]);
		if (made[i])
			of.operand[i].bound = made[i];
	}
	operation(&of, result, value, bound);
	hr_free(made[0]);
	hr_free(made[1]);
}

/* --- T2: mul ---------------------------------------------------------------------------------- */

/* Places are rows of x. */
static void gather_rows(const product *p, uint64_t matrix, uint64_t first, uint64_t count,
			double *value, double *bound)
{
	const hr_array *x = &p->op->operand[0];

	(void)matrix;
	for (uint64_t k = 0; k < p->terms; k++) {
		for (uint64_t i = 0; i < PLACES; i++) {
			uint64_t at = (first + i) * p->terms + k;

			value[k * PLACES + i] = i < count ? (double)x->value[at] : 0;
			bound[k * PLACES + i] = i < count ? hr_bound_at(x->bound, at) : 0;
		}
	}
}

static bool all_finite(const hr_array *array)
{
	uint64_t count = hr_dims_count(&array->shape);

	for (uint64_t i = 0; i < count; i++)
		if (!isfinite(array->value[i]))
			return false;
	return true;
}

static void multiply_element(const product *p, uint64_t matrix, uint64_t row, uint64_t place)
{
	const hr_array *x = &p->op->operand[0], *w = &p->op->operand[1];
	double gamma = hr_gamma((double)p->terms + 2);
	total sum = {0};

	for (uint64_t k = 0; k < p->terms; k++) {
		uint64_t i = place * p->terms + k, j = k * p->rows + row;

		add_term(&sum, w->value[j], hr_bound_at(w->bound, j), x->value[i],
			 hr_bound_at(x->bound, i), gamma);
	}
	put(p, matrix, row, place, sum.value, sum.error);
}

/* Compute every element by the formula: NaN and infinite weights must add no error. */
static void multiply_plain(const product *p)
{
	for (uint64_t m = 0; m < p->count; m++)
		for (uint64_t n = 0; n < p->rows; n++)
			p->element(p, 0, n, m);
}

/* y[m][n] = sum over k of x[m][k] w[k][n] */
static void operate_mul(const hr_tensor_op *op, const hr_dims *result, float *value, float *bound)
{
	const hr_array *x = &op->operand[0], *w = &op->operand[1];
	uint64_t m = result->dim[0], n = result->dim[1];
	product p = {
		.rows = n,
		.terms = n ? hr_dims_count(&w->shape) / n : 0,
		.count = m,
		.matrices = 1,
		.bounded = x->bound,
		.row_step = 1,
		.place_step = n,
		.gather = gather_rows,
		.element = multiply_element,
		.op = op,
		.shape = result,
		.value = value,
		.bound = bound,
	};

	if (m == 0 || n == 0)
		return;
	if (!all_finite(w)) {
		multiply_plain(&p);
		return;
	}
	pack_weights(&p, w, (weight_steps){.row = 1, .term = n});
	multiply(&p);
	free_weights(&p);
}

void hr_operate_mul(const hr_tensor_op *op, const hr_dims *result, float *value, float *bound)
{
	with_flushed(operate_mul, op, result, value, bound);
}

/* --- T3, T4: convolutions --------------------------------------------------------------------- */

static uint64_t groups_of(const hr_tensor_op *op)
{
	return op->op == HR_H_tensor_group_convolution ? (uint64_t)op->groups : 1;
}

/* Set *AT to the index in the image of term (c, r, s) of the filter at place (y, x). Return false
 * if it is in the padding. */
static inline bool in_image(const hr_tensor_op *op, uint64_t y, uint64_t x, uint64_t r, uint64_t s,
			    uint64_t *at)
{
	const hr_window *w = &op->window;
	const hr_dims *in = &op->operand[0].shape;
	int64_t row = (int64_t)(y * (uint64_t)w->vertical_stride + r) - w->vertical_pad;
	int64_t column = (int64_t)(x * (uint64_t)w->horizontal_stride + s) - w->horizontal_pad;

	if (row < 0 || column < 0 || (uint64_t)row >= in->dim[2] || (uint64_t)column >= in->dim[3])
		return false;
	*at = (uint64_t)row * in->dim[3] + (uint64_t)column;
	return true;
}

/* Return the index of the first element that group G of image N reads. */
static uint64_t group_start(const hr_tensor_op *op, uint64_t n, uint64_t g)
{
	const hr_dims *in = &op->operand[0].shape, *f = &op->operand[1].shape;

	return (n * in->dim[1] + g * f->dim[1]) * in->dim[2] * in->dim[3];
}

/* Write one term of COUNT places. Padding is 0, which adds nothing to a sum. */
static void gather_term(const product *p, const float *from, uint64_t first, uint64_t count,
			uint64_t r, uint64_t s, double *to)
{
	uint64_t width = p->shape->dim[3], y = first / width, x = first % width, at;

	for (uint64_t i = 0; i < PLACES; i++) {
		to[i] = i < count && in_image(p->op, y, x, r, s, &at) ? (double)from[at] : 0;
		if (++x == width) {
			x = 0;
			y++;
		}
	}
}

/* Gather columns of a convolution; its matrices are groups. */
static void gather_windows(const product *p, uint64_t matrix, uint64_t first, uint64_t count,
			   double *value, double *bound)
{
	const hr_array *in = &p->op->operand[0];
	const hr_dims *f = &p->op->operand[1].shape;
	uint64_t plane = in->shape.dim[2] * in->shape.dim[3], term = 0;
	uint64_t start = group_start(p->op, p->image, matrix);

	for (uint64_t c = 0; c < f->dim[1]; c++) {
		for (uint64_t r = 0; r < f->dim[2]; r++) {
			for (uint64_t s = 0; s < f->dim[3]; s++, term += PLACES) {
				uint64_t from = start + c * plane;

				gather_term(p, in->value + from, first, count, r, s, value + term);
				if (in->bound)
					gather_term(p, in->bound + from, first, count, r, s,
						    bound + term);
			}
		}
	}
}

/* Compute row K of group G at PLACE of the image. */
static void convolve_element(const product *p, uint64_t g, uint64_t k, uint64_t place)
{
	const hr_array *in = &p->op->operand[0], *filter = &p->op->operand[1];
	const hr_dims *f = &filter->shape;
	uint64_t plane = in->shape.dim[2] * in->shape.dim[3], at, y = place / p->shape->dim[3],
		 x = place % p->shape->dim[3];
	uint64_t start = group_start(p->op, p->image, g), j = (g * p->rows + k) * p->terms;
	double gamma = hr_gamma((double)p->terms + 2);
	total sum = {0};

	for (uint64_t c = 0; c < f->dim[1]; c++) {
		for (uint64_t r = 0; r < f->dim[2]; r++) {
			for (uint64_t s = 0; s < f->dim[3]; s++, j++) {
				uint64_t i;

				if (!in_image(p->op, y, x, r, s, &at))
					continue;
				i = start + c * plane + at;
				add_term(&sum, filter->value[j], hr_bound_at(filter->bound, j),
					 in->value[i], hr_bound_at(in->bound, i), gamma);
			}
		}
	}
	put(p, g, k, place, sum.value, sum.error);
}

static product convolution_of(const hr_tensor_op *op, const hr_dims *result, float *value,
			      float *bound)
{
	const hr_array *x = &op->operand[0];
	const hr_dims *f = &op->operand[1].shape;
	uint64_t groups = groups_of(op), plane = result->dim[2] * result->dim[3];

	return (product){
		.rows = result->dim[1] / groups,
		.terms = f->dim[1] * f->dim[2] * f->dim[3],
		.count = plane,
		.matrices = groups,
		.bounded = x->bound,
		.row_step = plane,
		.place_step = 1,
		.matrix_step = result->dim[1] / groups * plane,
		.gather = gather_windows,
		.element = convolve_element,
		.op = op,
		.shape = result,
		.value = value,
		.bound = bound,
	};
}

static void next_image(product *p)
{
	p->image++;
	p->value += p->matrices * p->matrix_step;
	p->bound += p->matrices * p->matrix_step;
}

static void convolve_plain(const hr_tensor_op *op, const hr_dims *result, float *value,
			   float *bound)
{
	product p = convolution_of(op, result, value, bound);

	for (; p.image < result->dim[0]; next_image(&p))
		for (uint64_t g = 0; g < p.matrices; g++)
			for (uint64_t k = 0; k < p.rows; k++)
				for (uint64_t place = 0; place < p.count; place++)
					convolve_element(&p, g, k, place);
}

/* y[n][k][i][j] = sum over c, r, s of x[n][c][i stride - pad + r][j stride - pad + s]
 * f[k][c][r][s] */
static void convolve(const hr_tensor_op *op, const hr_dims *result, float *value, float *bound)
{
	product p = convolution_of(op, result, value, bound);

	if (hr_dims_count(result) == 0)
		return;
	/* Padding does not count. A block stores it as 0, and 0 times a NaN or an infinite weight
	 * is NaN; the formula leaves padding out. */
	if (!all_finite(&op->operand[1])) {
		convolve_plain(op, result, value, bound);
		return;
	}
	pack_weights(&p, &op->operand[1],
		     (weight_steps){.matrix = p.rows * p.terms, .row = p.terms, .term = 1});
	for (; p.image < result->dim[0]; next_image(&p))
		multiply(&p);
	free_weights(&p);
}

void hr_operate_convolution_plain(const hr_tensor_op *op, const hr_dims *result, float *value,
				  float *bound)
{
	with_flushed(convolve_plain, op, result, value, bound);
}

void hr_operate_convolution(const hr_tensor_op *op, const hr_dims *result, float *value,
			    float *bound)
{
	with_flushed(convolve, op, result, value, bound);
}
