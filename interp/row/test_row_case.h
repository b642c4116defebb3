/* interp/row/test_row_case.h -- for tests of rows: operands with random elements, and one call. */
#ifndef HR_TEST_ROW_CASE_H
#define HR_TEST_ROW_CASE_H

#include <float.h>
#include <math.h>
#include <stdarg.h>

#include "interp/row/row.h"
#include "src/base/alloc.h"
#include "src/base/arena.h"
#include "src/base/test.h"

#define DIM(...) ((const uint64_t[]){__VA_ARGS__})

enum { CASE_OPERANDS = 5 };

/* A call of a row. It owns the data of its operands and of its result. */
typedef struct row_case {
	hr_arena arena;
	hr_attributes attributes;
	hr_tensor_data operand[CASE_OPERANDS], result;
	const hr_tensor_data *operands[CASE_OPERANDS];
	hr_row_job job;
	char why[HR_ROW_WHY];
} row_case;

static uint64_t case_state;

static inline uint32_t random_below(uint32_t count)
{
	case_state = case_state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(case_state >> 33) % count;
}

/* Return a random number from LEAST to MOST. */
static inline uint64_t random_from(uint32_t least, uint32_t most)
{
	return least + random_below(most - least + 1);
}

/* --- operands --------------------------------------------------------------------------------- */

static inline size_t case_bytes(const hr_tensor_data *t)
{
	return t->wide ? sizeof(double) : hr_elem_bytes(t->elem);
}

static inline double real_at(const hr_tensor_data *t, uint64_t i)
{
	return t->wide ? ((const double *)t->data)[i] : hr_elem_real(t->elem, t->data, i);
}

static inline double bound_at(const hr_tensor_data *t, uint64_t i)
{
	return t->bound ? (double)t->bound[i] : 0;
}

static inline void set_real(hr_tensor_data *t, uint64_t i, double value)
{
	if (t->wide)
		((double *)t->data)[i] = value;
	else
		hr_elem_set_real(t->elem, t->data, i, value);
}

/* Set operand I to a tensor of ELEM with elements that are 0. */
static inline hr_tensor_data *case_operand(row_case *c, unsigned i, hr_elem elem, unsigned rank,
					   const uint64_t *dim)
{
	hr_tensor_data *t = &c->operand[i];

	*t = (hr_tensor_data){.elem = elem, .shape.rank = rank};
	if (rank > 0)
		memcpy(t->shape.dim, dim, rank * sizeof(*dim));
	t->count = hr_dims_count(&t->shape);
	t->data = hr_alloc_zero(t->count * sizeof(double) + 1);
	c->operands[i] = t;
	if (c->job.operand_count <= i)
		c->job.operand_count = i + 1;
	return t;
}

typedef enum case_kind { ORDINARY, HUGE_ONES, TINY, ANY, KINDS } case_kind;

static inline double random_real(case_kind kind, const hr_tensor_data *t)
{
	static const double all[] = {0.0,  -0.0, 1e-40, -1e-45, 1.5e-38,  1e-20,
				     -1e5, 3e38, NAN,   1e-5,   INFINITY, -INFINITY};
	double ordinary = (double)random_below(4001) / 1000 - 2;
	bool f16 = t->elem == HR_E_F16;

	switch (kind) {
	case HUGE_ONES: return ordinary * (f16 ? 3e4 : random_below(2) ? 1.5e38 : 1e19);
	case TINY: return ordinary * (f16 ? 1e-5 : random_below(2) ? 1e-38 : 1e-20);
	case ANY: return random_below(8) ? ordinary : all[random_below(12)];
	default: return ordinary;
	}
}

/* Fill T with random elements of KIND and, if BOUNDED, random bounds. */
static inline void fill_random(hr_tensor_data *t, case_kind kind, bool bounded)
{
	if (bounded)
		t->bound = hr_alloc_array(t->count + 1, sizeof(float));
	for (uint64_t i = 0; i < t->count; i++) {
		if (!hr_elem_is_real(t->elem)) {
			hr_elem_set_integer(t->elem, t->data, i,
					    (int64_t)((uint64_t)random_below(UINT32_MAX) << 33 ^
						      random_below(UINT32_MAX)));
			continue;
		}
		set_real(t, i, random_real(kind, t));
		if (bounded && random_below(2) && isfinite(real_at(t, i)))
			t->bound[i] = (float)fabs(real_at(t, i)) * 1e-3f;
		if (bounded && kind == ANY && random_below(60) == 0)
			t->bound[i] = INFINITY;
	}
}

/* Fill T with the numbers that follow. */
static inline void fill_with(hr_tensor_data *t, ...)
{
	va_list list;

	va_start(list, t);
	for (uint64_t i = 0; i < t->count; i++) {
		double value = va_arg(list, double);

		if (hr_elem_is_real(t->elem))
			set_real(t, i, value);
		else
			hr_elem_set_integer(t->elem, t->data, i, (int64_t)value);
	}
	va_end(list);
}

/* Return a value of element I of T that a backend may have. */
static inline double moved(const hr_tensor_data *t, uint64_t i)
{
	double value = real_at(t, i), to, bound = bound_at(t, i);
	uint64_t cell = 0;
	hr_tensor_data one = {.elem = t->elem, .wide = t->wide, .data = &cell};

	set_real(&one, 0,
		 isinf(bound) ? random_real(ANY, t)
			      : value + bound * ((double)random_below(3) - 1));
	to = real_at(&one, 0);
	return isinf(bound) || fabs(to - value) <= bound ? to : value;
}

/* --- the call --------------------------------------------------------------------------------- */

static inline void case_begin(row_case *c, const char *text)
{
	const char *why;

	memset(c, 0, sizeof(*c));
	hr_arena_init(&c->arena);
	ck_assert_msg(hr_attributes_read(&c->arena, text, &c->attributes, &why), "%s", why);
	c->job = (hr_row_job){.attributes = &c->attributes, .operands = c->operands, .threads = 1};
}

/* Compute the result. Return false if the row refuses, with the reason in C->why. */
static inline bool case_run(row_case *c)
{
	hr_tensor_data *r = &c->result;

	if (!hr_row_shape(&c->job, r, c->why))
		return false;
	ck_assert_uint_eq(r->count, hr_dims_count(&r->shape));
	r->data = hr_alloc_zero(r->count * sizeof(double) + 1);
	r->bound = hr_alloc_array(r->count + 1, sizeof(float));
	for (uint64_t i = 0; i < r->count; i++)
		r->bound[i] = NAN;
	if (!hr_row_run(&c->job, r, c->why))
		return false;
	for (uint64_t i = 0; i < r->count; i++)
		ck_assert_msg(r->bound[i] >= 0, "element %d has no bound", (int)i);
	return true;
}

static inline void case_end(row_case *c)
{
	for (unsigned i = 0; i < CASE_OPERANDS; i++) {
		hr_free(c->operand[i].data);
		hr_free(c->operand[i].bound);
	}
	hr_free(c->result.data);
	hr_free(c->result.bound);
	hr_arena_free(&c->arena);
}

/* Assert that C has the shape and the elements that follow, as far as its own bounds and one rounding
 * let it. */
static inline void expect_reals(row_case *c, unsigned rank, const uint64_t *dim, ...)
{
	const hr_tensor_data *r = &c->result;
	va_list list;

	ck_assert_msg(case_run(c), "%s", c->why);
	ck_assert_uint_eq(r->shape.rank, rank);
	for (unsigned i = 0; i < rank; i++)
		ck_assert_uint_eq(r->shape.dim[i], dim[i]);
	va_start(list, dim);
	for (uint64_t i = 0; i < r->count; i++) {
		double wanted = va_arg(list, double);
		double got = hr_elem_is_real(r->elem)
				     ? real_at(r, i)
				     : (double)hr_elem_integer(r->elem, r->data, i);

		ck_assert_msg(fabs(got - wanted) <= 1e-6 * fabs(wanted) || got == wanted ||
				      (isnan(got) && isnan(wanted)),
			      "element %d is %.9g, not %.9g", (int)i, got, wanted);
	}
	va_end(list);
}

#define NUMBERS(...) ((const double[]){__VA_ARGS__})

/* Set operand I to a tensor with the elements at VALUES. */
static inline hr_tensor_data *case_numbers(row_case *c, unsigned i, hr_elem elem, unsigned rank,
					   const uint64_t *dim, const double *values)
{
	hr_tensor_data *t = case_operand(c, i, elem, rank, dim);

	for (uint64_t k = 0; k < t->count; k++)
		if (hr_elem_is_real(elem))
			set_real(t, k, values[k]);
		else
			hr_elem_set_integer(elem, t->data, k, (int64_t)values[k]);
	return t;
}

/* Assert that C gives ELEM with the shape and exactly the elements at VALUES, and end it. */
static inline void expect_numbers(row_case *c, hr_elem elem, unsigned rank, const uint64_t *dim,
				  const double *values)
{
	const hr_tensor_data *r = &c->result;

	ck_assert_msg(case_run(c), "%s", c->why);
	ck_assert_str_eq(hr_elem_name(r->elem), hr_elem_name(elem));
	ck_assert_uint_eq(r->shape.rank, rank);
	for (unsigned i = 0; i < rank; i++)
		ck_assert_uint_eq(r->shape.dim[i], dim[i]);
	for (uint64_t i = 0; i < r->count; i++) {
		double got = hr_elem_is_real(elem) ? real_at(r, i)
						   : (double)hr_elem_integer(elem, r->data, i);

		ck_assert_msg(got == values[i] || (isnan(got) && isnan(values[i])),
			      "element %d is %.9g, not %.9g", (int)i, got, values[i]);
	}
	case_end(c);
}

/* Assert that C is refused with the reason WHY. */
static inline void expect_refused(row_case *c, const char *why)
{
	ck_assert(!case_run(c));
	ck_assert_str_eq(c->why, why);
}

/* --- shapes ----------------------------------------------------------------------------------- */

/* Set AT to the coordinates of element I. */
static inline void split(const hr_dims *shape, uint64_t i, uint64_t at[HR_RANK_MOST])
{
	for (unsigned axis = shape->rank; axis-- > 0; i /= shape->dim[axis])
		at[axis] = i % shape->dim[axis];
}

/* A window that slides over axes. */
typedef struct geometry {
	unsigned axes;
	int64_t group, stride[3], dilation[3], before[3], after[3];
	char text[200];
} geometry;

static inline void print_list(char *text, const char *name, const int64_t *one, const int64_t *two,
			      unsigned count)
{
	size_t used = strlen(text);

	used += (size_t)snprintf(text + used, 200 - used, " %s=", name);
	for (unsigned i = 0; i < count * (two ? 2 : 1); i++)
		used += (size_t)snprintf(text + used, 200 - used, "%s%d", i ? "," : "",
					 (int)(i < count ? one[i] : two[i - count]));
}

/* Set the geometry of AXES axes to random numbers, and its text to that of a call of ROW. */
static inline void random_geometry(geometry *g, const char *row, unsigned axes)
{
	g->axes = axes;
	g->group = (int64_t)random_from(1, 3);
	for (unsigned i = 0; i < axes; i++) {
		g->stride[i] = (int64_t)random_from(1, 3);
		g->dilation[i] = (int64_t)random_from(1, 2);
		g->before[i] = random_below(2) ? (int64_t)random_from(0, 2) : 0;
		g->after[i] = random_below(2) ? (int64_t)random_from(0, 2) : 0;
	}
	snprintf(g->text, sizeof(g->text), "%s", row);
	print_list(g->text, "strides", g->stride, NULL, axes);
	print_list(g->text, "dilations", g->dilation, NULL, axes);
	print_list(g->text, "pads", g->before, g->after, axes);
}

#endif
