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

int main(void)
{
	const TTest *const tests[] = {maps, conversions, moves, products};

	hr_arena_init(&call_arena);
	return hr_test_run("rowkernel", tests, sizeof(tests) / sizeof(*tests));
}
