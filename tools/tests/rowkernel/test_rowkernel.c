/* tools/tests/rowkernel/test_rowkernel.c -- kernels of rows compute what the reference does. */
#include "tools/tests/rowkernel/kernel_case.h"

#define EACH_ELEM(elem) for (hr_elem elem = HR_E_F16; elem < HR_E_COUNT; elem++)

/* --- maps ------------------------------------------------------------------------------------- */

/* Shapes of up to three operands that are broadcast to one another. */
static const operand map_shapes[][3] = {
	{{.rank = 1, .dim = {37}}, {.rank = 1, .dim = {37}}, {.rank = 1, .dim = {37}}},
	{{.rank = 2, .dim = {3, 5}}, {.rank = 1, .dim = {5}}, {.rank = 2, .dim = {3, 1}}},
	{{.rank = 0}, {.rank = 3, .dim = {2, 1, 4}}, {.rank = 3, .dim = {1, 3, 1}}},
	{{.rank = 5, .dim = {2, 3, 1, 2, 2}},
	 {.rank = 4, .dim = {1, 2, 2, 1}},
	 {.rank = 5, .dim = {2, 1, 2, 1, 2}}},
	{{.rank = 2, .dim = {0, 4}}, {.rank = 1, .dim = {4}}, {.rank = 1, .dim = {1}}},
};

static void call_map(const char *text, unsigned shape, const hr_elem *elems, bool wide)
{
	kernel_call *c = begin_call(text);
	const hr_row_about *about = hr_row_of(c->attributes.row);

	for (unsigned i = 0; i < about->least; i++) {
		operand o = map_shapes[shape][i];

		o.elem = elems[i];
		o.wide = wide && hr_elem_is_real(o.elem);
		fill_any(add_operand(c, &o));
	}
	end_call(c);
}

/* Call a map of all types: with all of one shape, and one by turns with the others. */
static void call_maps(const char *text)
{
	static unsigned turn;

	EACH_ELEM(elem) {
		const hr_elem elems[] = {elem, elem, elem};

		call_map(text, 0, elems, false);
		call_map(text, 1 + turn++ % 4, elems, false);
		if (hr_elem_is_real(elem))
			call_map(text, 0, elems, true);
	}
}

START_TEST(maps)
{
	for (hr_row row = 1; row < HR_R_COUNT; row++)
		if (hr_row_of(row)->kind == HR_ROW_MAP && row != HR_R_cast && row != HR_R_where)
			call_maps(hr_row_of(row)->name);
	call_maps("mod sign=dividend");
	call_maps("is_inf positive=0");
	call_maps("is_inf negative=0");
	run_calls();
}
END_TEST

START_TEST(conversions)
{
	char text[60];

	EACH_ELEM(from) {
		const hr_elem powers[] = {HR_E_I32, from}, bases[] = {from, HR_E_I64},
			      where[] = {HR_E_BOOL, from, from};

		EACH_ELEM(to) {
			snprintf(text, sizeof(text), "cast to=%s", hr_elem_name(to));
			call_map(text, 0, &from, false);
			call_map(text, 0, &from, true);
			snprintf(text, sizeof(text), "cast to=%s saturate=1", hr_elem_name(to));
			call_map(text, 0, &from, false);
			if (!hr_elem_is_real(to))
				continue;
			snprintf(text, sizeof(text), "widen to=%s", hr_elem_name(to));
			call_map(text, 0, &from, false);
		}
		for (unsigned shape = 0; shape < 5; shape++)
			call_map("where", shape, where, false);
		call_map("where", 0, where, true);
		call_map("pow", 0, powers, false);
		call_map("pow", 1, bases, false);
	}
	run_calls();
}
END_TEST

/* --- movement --------------------------------------------------------------------------------- */

static void call_transpose(hr_elem elem, unsigned rank, const char *perm)
{
	char text[80];
	operand o = {.elem = elem, .rank = rank, .dim = {2, 3, 1, 5, 2, 1, 2, 3}};
	kernel_call *c;

	snprintf(text, sizeof(text), "transpose%s%s", perm ? " perm=" : "", perm ? perm : "");
	c = begin_call(text);
	fill_any(add_operand(c, &o));
	ck_assert(end_call(c));
}

static void call_broadcast(const operand *x, unsigned rank, const uint64_t *dim)
{
	operand shape = {.elem = HR_E_I64, .rank = 1, .dim = {rank}};
	kernel_call *c = begin_call("broadcast");
	hr_tensor_data *y;

	fill_any(add_operand(c, x));
	y = add_operand(c, &shape);
	for (unsigned i = 0; i < rank; i++)
		((int64_t *)y->data)[i] = (int64_t)dim[i];
	ck_assert(end_call(c));
}

START_TEST(moves)
{
	EACH_ELEM(elem) {
		call_transpose(elem, 2, NULL);
		call_broadcast(&(operand){.elem = elem, .rank = 2, .dim = {3, 1}}, 3,
			       DIM(2, 1, 4));
	}
	call_transpose(HR_E_F32, 0, NULL);
	call_transpose(HR_E_F32, 3, "0,2,1");
	call_transpose(HR_E_F32, 4, "3,1,0,2");
	call_transpose(HR_E_F32, 8, "1,0,7,2,6,3,5,4");
	call_transpose(HR_E_F32, 8, NULL);
	call_broadcast(&(operand){.elem = HR_E_F32}, 0, NULL);
	call_broadcast(&(operand){.elem = HR_E_F32}, 2, DIM(2, 3));
	call_broadcast(&(operand){.elem = HR_E_F32, .rank = 1, .dim = {1}}, 2, DIM(2, 0));
	run_calls();
}
END_TEST

/* --- products --------------------------------------------------------------------------------- */

static void call_dot(hr_elem elem, bool wide, operand x, operand y, bool any)
{
	kernel_call *c = begin_call("dot");

	x.elem = y.elem = elem;
	x.wide = y.wide = wide;
	for (unsigned i = 0; i < 2; i++) {
		hr_tensor_data *t = add_operand(c, i ? &y : &x);

		if (any)
			fill_any(t);
		else
			fill_random(t, ORDINARY, false);
	}
	ck_assert(end_call(c));
}

START_TEST(products)
{
	EACH_ELEM(elem) {
		operand x = {.rank = 2, .dim = {5, 7}}, y = {.rank = 2, .dim = {7, 19}};

		if (elem == HR_E_BOOL)
			continue;
		call_dot(elem, false, x, y, false);
		call_dot(elem, false, x, y, true);
		if (hr_elem_is_real(elem))
			call_dot(elem, true, x, y, false);
		call_dot(elem, false, (operand){.rank = 3, .dim = {2, 9, 3}},
			 (operand){.rank = 4, .dim = {3, 1, 3, 33}}, false);
	}
	call_dot(HR_E_F32, false, (operand){.rank = 2, .dim = {4, 0}},
		 (operand){.rank = 2, .dim = {0, 16}}, false);
	call_dot(HR_E_F32, false, (operand){.rank = 2, .dim = {1, 40}},
		 (operand){.rank = 2, .dim = {40, 1}}, false);
	run_calls();
}
END_TEST

/* --- reductions ------------------------------------------------------------------------------- */

#define LIST(...) ((const int64_t[]){__VA_ARGS__})
#define I64(count, ...)                                                                            \
	{                                                                                          \
		.elem = HR_E_I64, .rank = 1, .dim = {count}, .list = LIST(__VA_ARGS__)             \
	}
#define OMITTED {.omitted = true}
#define SHAPE(rank_, ...)                                                                          \
	{                                                                                          \
		.rank = rank_, .dim = {__VA_ARGS__}                                                \
	}
#define CALL(text, elem, ...)                                                                      \
	call_row(text, elem, false, false,                                                         \
		 sizeof((const operand[]){__VA_ARGS__}) / sizeof(operand),                         \
		 (const operand[]){__VA_ARGS__})
/* The same, with any elements; and with wide ones. */
#define CALL_ANY(text, elem, ...)                                                                  \
	call_row(text, elem, false, true,                                                          \
		 sizeof((const operand[]){__VA_ARGS__}) / sizeof(operand),                         \
		 (const operand[]){__VA_ARGS__})
#define CALL_WIDE(text, elem, ...)                                                                 \
	call_row(text, elem, true, false,                                                          \
		 sizeof((const operand[]){__VA_ARGS__}) / sizeof(operand),                         \
		 (const operand[]){__VA_ARGS__})

static void call_reductions(const char *row, hr_elem elem)
{
	static const char *const attributes[] = {"",         "axes=1",        "axes=0,2",
						 "axes=2,3 keep=1", "axes=", "axes=0,1,2,3"};
	operand x = SHAPE(4, 3, 2, 4, 5);
	char text[60];

	for (unsigned i = 0; i < 6; i++) {
		snprintf(text, sizeof(text), "%s %s", row, attributes[i]);
		ck_assert(CALL(text, elem, x));
	}
	CALL_ANY(text, elem, x);
	CALL_WIDE(text, elem, x);
	CALL(row, elem, SHAPE(0));
	CALL(row, elem, SHAPE(2, 0, 3));
	snprintf(text, sizeof(text), "%s axes=0", row);
	CALL(text, elem, SHAPE(2, 0, 3));
	CALL(row, elem, x, I64(2, -1, 0));
	CALL(row, elem, SHAPE(8, 2, 1, 3, 2, 1, 2, 2, 3), I64(4, 0, 2, 5, 7));
}

static void call_lines(hr_elem elem)
{
	static const char *const texts[] = {
		"arg_max",
		"arg_max axis=1 keep=1 last=1",
		"arg_min axis=2",
		"arg_min last=1",
		"cumulative_sum",
		"cumulative_sum axis=1 exclusive=1",
		"cumulative_product axis=2 reverse=1",
		"cumulative_product exclusive=1 reverse=1",
	};

	for (unsigned i = 0; i < 8; i++) {
		ck_assert(CALL(texts[i], elem, SHAPE(3, 4, 5, 3)));
		CALL_ANY(texts[i], elem, SHAPE(3, 4, 5, 3));
	}
	CALL("arg_max", elem, SHAPE(0));
	CALL("cumulative_sum", elem, SHAPE(0));
	CALL("cumulative_sum", elem, SHAPE(2, 2, 6), {.elem = HR_E_I64, .list = LIST(-1)});
}

START_TEST(reductions)
{
	EACH_ELEM(elem) {
		call_reductions("sum", elem);
		call_reductions("product", elem);
		call_reductions("maximum", elem);
		call_reductions("minimum", elem);
		call_lines(elem);
	}
	run_calls();
}
END_TEST

/* --- parts, and places by index --------------------------------------------------------------- */

static void call_parts(hr_elem elem)
{
	operand x = SHAPE(3, 4, 5, 3);

	ck_assert(CALL_ANY("slice", elem, x, I64(2, 1, -2), I64(2, 9, 99)));
	ck_assert(CALL_ANY("slice", elem, x, I64(2, -1, 4), I64(2, -9, 0), I64(2, -1, 1), I64(2, -2, -2)));
	CALL_ANY("slice", elem, x, I64(1, 3), I64(1, 1));
	ck_assert(CALL_ANY("slice", elem, x, I64(3, 2, 3, 2), I64(3, 0, 5, 0), OMITTED, I64(3, -1, 1, -100)));
	CALL_ANY("concat axis=1", elem, x, SHAPE(3, 4, 0, 3), SHAPE(3, 4, 2, 3));
	CALL_ANY("concat", elem, SHAPE(1, 3), SHAPE(1, 1));
	CALL_ANY("concat axis=1", elem, SHAPE(2, 3, 2), SHAPE(2, 3, 1), SHAPE(2, 3, 3),
		 SHAPE(2, 3, 1), SHAPE(2, 3, 4), SHAPE(2, 3, 1), SHAPE(2, 3, 1), SHAPE(2, 3, 2));
	ck_assert(CALL_ANY("pad", elem, x, I64(6, 1, 0, 2, 0, 1, 1)));
	CALL_ANY("pad", elem, x, I64(6, 1, -2, 2, -1, 1, 1), SHAPE(0));
	ck_assert(CALL_ANY("pad mode=edge", elem, x, I64(2, 2, 1), OMITTED, I64(1, -1)));
	CALL_ANY("pad mode=reflect", elem, x, I64(6, 5, 0, 7, 1, 9, 3));
	CALL_ANY("pad mode=reflect", elem, SHAPE(1, 1), I64(2, 2, 3));
	CALL_ANY("pad mode=wrap", elem, x, I64(6, 5, -1, 7, 1, 9, 3));
	CALL_ANY("pad", elem, SHAPE(1, 0), I64(2, 2, 3));
	CALL_ANY("reverse_sequence", elem, x, I64(5, 0, 4, 2, 3, 1));
	CALL_ANY("reverse_sequence batch_axis=0 time_axis=1", elem, x, I64(4, 0, 5, 2, 3));
}

static void call_gathers(hr_elem elem)
{
	operand x = SHAPE(3, 4, 5, 3),
		i = {.elem = HR_E_I32, .rank = 2, .dim = {2, 2}, .list = LIST(0, -1, 2, 1)},
		each = {.elem = HR_E_I64,
			.rank = 3,
			.dim = {2, 2, 3},
			.list = LIST(0, -1, 2, 1, 3, -4, 0, 0, 1, 2, -2, 3)};

	ck_assert(CALL_ANY("gather", elem, x, i));
	CALL_ANY("gather axis=2", elem, x, i);
	CALL_ANY("gather axis=1", elem, x, {.elem = HR_E_I64, .list = LIST(-5)});
	ck_assert(CALL_ANY("gather_elements", elem, x, each));
	CALL_ANY("gather_elements axis=1", elem, x, each);
	ck_assert(CALL_ANY("gather_nd", elem, x, i));
	CALL_ANY("gather_nd batch=1", elem, SHAPE(3, 2, 5, 3), i);
	CALL_ANY("gather_nd", elem, x, I64(3, 3, -5, 1));
}

static void call_scatters(hr_elem elem, const char *reduce)
{
	operand x = SHAPE(3, 4, 5, 3), updates = SHAPE(3, 2, 2, 3),
		i = {.elem = HR_E_I32, .rank = 2, .dim = {3, 2}, .list = LIST(0, -1, 2, 1, 0, 4)},
		each = {.elem = HR_E_I64,
			.rank = 3,
			.dim = {2, 2, 3},
			.list = LIST(0, -1, 2, 1, 3, -4, 0, 0, 1, 2, -2, 3)};
	char text[60];

	snprintf(text, sizeof(text), "scatter_elements reduce=%s", reduce);
	CALL_ANY(text, elem, x, each, updates);
	snprintf(text, sizeof(text), "scatter_elements axis=1 reduce=%s", reduce);
	CALL(text, elem, x, each, updates);
	snprintf(text, sizeof(text), "scatter_nd reduce=%s", reduce);
	CALL_ANY(text, elem, x, i, SHAPE(2, 3, 3));
	CALL(text, elem, SHAPE(2, 4, 5), i, SHAPE(1, 3));
	CALL(text, elem, SHAPE(1, 4), I64(1, -4), SHAPE(0));
}

START_TEST(parts)
{
	EACH_ELEM(elem) {
		call_parts(elem);
		call_gathers(elem);
		call_scatters(elem, "none");
		call_scatters(elem, "add");
		call_scatters(elem, "mul");
		call_scatters(elem, "max");
		call_scatters(elem, "min");
	}
	run_calls();
}
END_TEST

/* --- windows ---------------------------------------------------------------------------------- */

static void call_convolutions(hr_elem elem)
{
	ck_assert(CALL("convolution pads=1,1,1,1", elem, SHAPE(4, 2, 3, 6, 20),
		       SHAPE(4, 5, 3, 3, 3)));
	CALL("convolution", elem, SHAPE(3, 2, 4, 40), SHAPE(3, 6, 4, 3));
	CALL("convolution", elem, SHAPE(4, 1, 3, 5, 7), SHAPE(4, 6, 3, 1, 1));
	CALL("convolution group=2 strides=2,1 dilations=1,2 auto=same_lower", elem,
	     SHAPE(4, 1, 4, 7, 37), SHAPE(4, 6, 2, 3, 4));
	CALL("convolution auto=same_upper strides=2", elem, SHAPE(3, 1, 1, 9), SHAPE(3, 1, 1, 4));
	CALL("convolution pads=1,0,-1,0,2,0", elem, SHAPE(5, 1, 2, 3, 4, 18),
	     SHAPE(5, 3, 2, 2, 2, 2));
	CALL_ANY("convolution pads=1,1", elem, SHAPE(3, 1, 2, 21), SHAPE(3, 2, 2, 3));
	CALL("convolution", elem, SHAPE(3, 1, 0, 20), SHAPE(3, 2, 0, 2));
	ck_assert(CALL("convolution_transpose strides=2,1 pads=1,0,0,1 output_padding=1,0", elem,
		       SHAPE(4, 1, 4, 3, 5), SHAPE(4, 4, 3, 3, 2)));
	CALL("convolution_transpose group=2 dilations=2 strides=3 auto=same_upper", elem,
	     SHAPE(3, 2, 4, 5), SHAPE(3, 4, 2, 3));
	CALL("convolution_transpose strides=2", elem, SHAPE(3, 1, 2, 4), SHAPE(3, 2, 2, 3),
	     I64(1, 8));
}

static void call_resizes(hr_elem elem)
{
	static const char *const coordinates[] = {"half_pixel", "pytorch_half_pixel",
						  "half_pixel_symmetric", "align_corners",
						  "asymmetric"};
	static const char *const modes[] = {"nearest", "linear", "cubic",
					    "nearest nearest=floor", "nearest nearest=ceil",
					    "nearest nearest=round_prefer_ceil"};
	char text[120];

	for (unsigned i = 0; i < 5; i++)
		for (unsigned k = 0; k < 6; k++) {
			snprintf(text, sizeof(text), "resize axes=2,1 coordinates=%s mode=%s",
				 coordinates[i], modes[k]);
			ck_assert(CALL(text, elem, SHAPE(3, 2, 4, 3), OMITTED, OMITTED, I64(2, 5, 7)));
		}
	CALL_ANY("resize mode=linear coordinates=asymmetric", elem, SHAPE(2, 3, 4), OMITTED,
		 {.elem = HR_E_F32, .rank = 1, .dim = {2}, .list = LIST(1, 2)}, OMITTED);
	CALL("resize coordinates=asymmetric nearest=floor", elem, SHAPE(4, 1, 2, 3, 4), OMITTED,
	     {.elem = HR_E_F32, .rank = 1, .dim = {4}, .list = LIST(1, 1, 2, 3)},
	     {.elem = HR_E_I64, .rank = 1});
}

static void call_pools(hr_elem elem)
{
	static const char *const kinds[] = {"max",         "max_index",           "average",
					    "lp",          "max_index column_major=1",
					    "average count_pad=1", "lp p=3"};
	char text[160];

	for (unsigned i = 0; i < 7; i++) {
		snprintf(text, sizeof(text), "pool kernel=3,2 strides=2,1 pads=1,0,1,1 kind=%s",
			 kinds[i]);
		CALL(text, elem, SHAPE(4, 2, 2, 7, 6));
		CALL_ANY(text, elem, SHAPE(4, 2, 2, 7, 6));
		snprintf(text, sizeof(text), "pool kernel=2 strides=3 dilations=2 ceil=1 pads=1,1 kind=%s",
			 kinds[i]);
		CALL(text, elem, SHAPE(3, 1, 2, 9));
		CALL_WIDE(text, elem, SHAPE(3, 1, 2, 9));
		snprintf(text, sizeof(text), "pool kernel=2,2,3 auto=same_upper strides=2,2,2 kind=%s",
			 kinds[i]);
		CALL(text, elem, SHAPE(5, 1, 2, 3, 4, 5));
	}
}

START_TEST(windows)
{
	EACH_ELEM(elem) {
		call_convolutions(elem == HR_E_BOOL ? HR_E_F32 : elem);
		call_pools(elem);
		if (elem != HR_E_BOOL)
			call_resizes(elem);
	}
	run_calls();
}
END_TEST

/* --- a backend ---------------------------------------------------------------------------------- */

/* A few kernels on the cpu backend; `make check-rowkernel` runs all, and those of opencl. */
START_TEST(backend)
{
	static const hr_elem elems[] = {HR_E_F16, HR_E_BF16, HR_E_F32, HR_E_I8};

	setenv("ROWKERNEL_BACKEND", "cpu", 0);
	setenv("ROWKERNEL_PATH", "backends/.libs", 0);
	for (unsigned i = 0; i < 4; i++) {
		const hr_elem pair[] = {elems[i], elems[i]};

		call_map("mod", 1, pair, false);
		call_map("cast to=f16", 0, pair, false);
		CALL_ANY("sum axes=1", elems[i], SHAPE(3, 2, 3, 4));
	}
	CALL("dot", HR_E_F32, SHAPE(2, 5, 7), SHAPE(2, 7, 19));
	CALL("convolution pads=1,1", HR_E_F32, SHAPE(3, 2, 4, 40), SHAPE(3, 6, 4, 3));
	CALL("gather", HR_E_U8, SHAPE(2, 3, 4), I64(3, 0, -1, 2));
	run_calls();
}
END_TEST

/* --- the table ---------------------------------------------------------------------------------- */

/* Rows that are left to the reference: shapes and constants, results whose shape hangs on data, and others
 * that have no kernel yet. All other rows have kernels, or are copies. */
static const hr_row host_rows[] = {
	HR_R_shape,         HR_R_extent,
	HR_R_require,       HR_R_range,
	HR_R_constant,      HR_R_nonzero,
	HR_R_unique,        HR_R_non_max_suppression,
	HR_R_order,         HR_R_grid_sample,
	HR_R_roi_align,     HR_R_roi_pool,
	HR_R_col2im,        HR_R_determinant,
	HR_R_deformable_convolution,
};

/* Return how a row is computed, for f32 or bool of rank 3. */
static hr_rowkernel_how how_of(hr_row row)
{
	const hr_row_about *about = hr_row_of(row);
	hr_elem elem = about->types == HR_TYPES_BITS ? HR_E_BOOL : HR_E_F32;
	hr_elem to = about->types == HR_TYPES_TEST    ? HR_E_BOOL
		     : about->types == HR_TYPES_INDEX ? HR_E_I64
						      : elem;
	hr_rowkernel_type types[CALL_OPERANDS], result = {to, false, 3};
	hr_attributes attributes;
	hr_rowkernel kernel;
	const char *why;

	for (unsigned i = 0; i < CALL_OPERANDS; i++)
		types[i] = (hr_rowkernel_type){elem, false, 3};
	if (about->kind == HR_ROW_INDEX || about->kind == HR_ROW_MOVE)
		types[1].elem = HR_E_I64;
	ck_assert(hr_attributes_read(&call_arena, about->name, &attributes, &why));
	hr_rowkernel_make(&call_arena, &attributes, types, about->least, &result, &kernel);
	return kernel.how;
}

START_TEST(table)
{
	bool is_host[HR_R_COUNT] = {false};

	for (size_t i = 0; i < sizeof(host_rows) / sizeof(*host_rows); i++)
		is_host[host_rows[i]] = true;
	for (hr_row row = 1; row < HR_R_COUNT; row++)
		ck_assert_msg((how_of(row) == HR_ROWKERNEL_HOST) == is_host[row], "%s",
			      hr_row_of(row)->name);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {maps, conversions, moves, products, reductions, parts, windows, table, backend};

	hr_arena_init(&call_arena);
	return hr_test_run("rowkernel", tests, sizeof(tests) / sizeof(*tests));
}
