/* ir/tensor/test_shape.c -- types, shapes and needs of each row; programs with numbers for symbols. */
#include "ir/tensor/needs.h"
#include "ir/tensor/test_shape_case.h"
#include "src/base/mix.h"

/* Return the text of VALUE as cases have it. */
static const char *result_text(hr_tv value)
{
	const hr_tvalue *of = hr_t_value(program, value);
	const char *text =
		hr_arena_printf(&arena, "%s%s", of->wide ? "wide " : "", hr_t_text(program, value));

	if (!of->known)
		return text;
	for (size_t i = 0; i < of->known_count; i++)
		text = hr_arena_printf(&arena, "%s%s%s", text, i ? ", " : " = [",
				       hr_sym_text(symbols, of->known[i]));
	return hr_arena_printf(&arena, "%s%s", text, of->known_count ? "]" : " = []");
}

static const char *needs_text(void)
{
	unsigned count;
	const hr_need *needs = hr_sym_needs(symbols, &count);
	const char *text = "";

	for (unsigned i = 0; i < count; i++)
		text = hr_arena_printf(&arena, "%s%s%s", text, i ? ";" : "",
				       hr_need_text(symbols, &needs[i]));
	return text;
}

START_TEST(each_case)
{
	const struct shape_case *of = &cases[_i];
	hr_tv operands[8], result;
	unsigned count;

	begin();
	result = add_case(of, operands, &count);
	if (*of->result == '!') {
		ck_assert_msg(!result, "%s of %s: %s", of->call, of->operands, result_text(result));
		ck_assert_str_eq(program->errors.data[0].text, of->result + 1);
	} else {
		ck_assert_msg(result, "%s of %s: %s", of->call, of->operands,
			      program->errors.count ? program->errors.data[0].text : "");
		ck_assert_str_eq(result_text(result), of->result);
	}
	ck_assert_str_eq(needs_text(), of->needs);
	end();
}
END_TEST

START_TEST(each_row_has_a_case)
{
	for (hr_row row = HR_R_NONE + 1; row < HR_R_COUNT; row++) {
		const char *name = hr_row_of(row)->name;
		bool found = false;

		for (unsigned i = 0; i < CASES; i++)
			found |= hr_row_named(cases[i].call, strcspn(cases[i].call, " ")) == row;
		ck_assert_msg(found, "%s has no case", name);
	}
}
END_TEST

/* --- programs with symbols and with numbers ---------------------------------------------------- */

/* The same program twice: with symbols, and with their values. */
typedef struct twin {
	hr_tprogram *symbolic, *numeric;
	hr_symbols *numbers;
	hr_sym_values values;
	uint64_t state;
	hr_tv reals[40], integers[40]; /* the same values in both programs */
	unsigned real_count, integer_count;
	unsigned compared;
} twin;

static unsigned below(twin *of, unsigned count)
{
	of->state += HR_MIX_STEP;
	return (unsigned)(hr_mix(of->state) % count);
}

static hr_tv real(twin *of)
{
	return of->reals[below(of, of->real_count)];
}

static hr_tv integer(twin *of)
{
	return of->integers[below(of, of->integer_count)];
}

/* Return a vector of COUNT small numbers from LEAST on, a value of both programs. */
static hr_tv numbers(twin *of, unsigned count, int64_t least, unsigned range)
{
	int64_t list[HR_RANK_MOST];

	for (unsigned i = 0; i < count; i++)
		list[i] = least + below(of, range);
	hr_t_integers(of->numeric, list, count);
	return hr_t_integers(of->symbolic, list, count);
}

static void add_input(twin *of)
{
	static const char *const extents[] = {"a", "b",     "c",   "a",       "2*b", "a + b",
					      "4", "2",     "1",   "3",       "5",   "a*b",
					      "1", "b + 1", "3*c", "4*a + 2", "a",   "b"};
	hr_sym symbolic[4], numeric[4];
	const unsigned rank = below(of, 5);

	for (unsigned axis = 0; axis < rank; axis++) {
		const char *rest;
		int64_t value = 0;

		symbolic[axis] = hr_sym_read(
			symbols, extents[below(of, sizeof(extents) / sizeof(extents[0]))], &rest);
		ck_assert(hr_sym_evaluate(symbols, symbolic[axis], &of->values, &value));
		numeric[axis] = hr_sym_number(of->numbers, value);
	}
	of->reals[of->real_count++] = hr_t_input(of->symbolic, "", HR_E_F32, rank, symbolic);
	hr_t_input(of->numeric, "", HR_E_F32, rank, numeric);
}

/* Compare expression A with B, which is a number or unknown. */
static void compare_expressions(twin *of, hr_sym a, hr_sym b, const char *what)
{
	int64_t number, value;

	a = hr_sym_simplify(symbols, a);
	if (!a || !hr_sym_is_number(of->numbers, b, &number))
		return;
	if (hr_sym_bind(symbols, a, number, &of->values) == HR_BIND_LATER)
		return;
	if (!hr_sym_evaluate(symbols, a, &of->values, &value))
		return;
	ck_assert_msg(value == number, "%s: %s is %lld, not %lld", what, hr_sym_text(symbols, a),
		      (long long)value, (long long)number);
	of->compared++;
}

/* Return true if the values meet what is needed; *KNOWN is false if it is not known of some. */
static bool needs_met(twin *of, bool *known)
{
	unsigned count;
	const hr_need *needs = hr_sym_needs(symbols, &count);
	bool its;

	*known = true;
	for (unsigned i = 0; i < count; i++) {
		if (!hr_need_met(symbols, &needs[i], &of->values, &its))
			return false;
		*known &= its;
	}
	return true;
}

/* Return true if an element of the operands, integers, is unknown. */
static bool unknown_elements(const twin *of, const hr_tv *operands, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		const hr_tvalue *value = hr_t_value(of->symbolic, operands[i]);

		if (operands[i] && value->elem == HR_E_I64 && !value->known)
			return true;
		for (size_t k = 0; k < value->known_count; k++)
			if (!value->known[k])
				return true;
	}
	return false;
}

/* Return true if ROW may be refused although some values would do: a rank that is known only with them,
 * broadcasting of an extent that is 1 only with them, an element of a shape that is then -1. */
static bool may_refuse(const hr_tprogram *symbolic, hr_row row)
{
	return row == HR_R_broadcast || row == HR_R_dot || row == HR_R_reshape ||
	       hr_row_of(row)->kind == HR_ROW_MAP ||
	       strstr(HR_LAST(&symbolic->errors).text, "the rank of the result hangs");
}

/* Add a call to both programs. Return false if its needs are not met by the symbols' values. */
static bool add_call(twin *of, hr_row row, const hr_tv *operands, unsigned count, const char *text)
{
	const hr_tvalue *a, *b;
	hr_tv made, numeric;
	int64_t extent;
	bool known;

	hr_t_operator(of->symbolic, "it", "It");
	hr_t_operator(of->numeric, "it", "It");
	made = hr_t_call(of->symbolic, row, operands, count, "%s", text);
	numeric = hr_t_call(of->numeric, row, operands, count, "%s", text);
	if (!needs_met(of, &known) || (!made && numeric && may_refuse(of->symbolic, row)) ||
	    (made && !numeric && (!known || unknown_elements(of, operands, count))))
		return false;
	ck_assert_msg(!made || numeric, "%s %s: %s, but it is %s", hr_row_of(row)->name, text,
		      numeric ? "" : HR_LAST(&of->numeric->errors).text,
		      hr_t_text(of->symbolic, made));
	ck_assert_msg(!numeric || made, "%s %s: %s, but it is %s", hr_row_of(row)->name, text,
		      made ? "" : HR_LAST(&of->symbolic->errors).text,
		      hr_t_text(of->numeric, numeric));
	if (!made)
		return true;
	ck_assert_uint_eq(made, numeric);
	a = hr_t_value(of->symbolic, made);
	b = hr_t_value(of->numeric, numeric);
	ck_assert_uint_eq(a->rank, b->rank);
	ck_assert_int_eq(a->elem, b->elem);
	for (unsigned axis = 0; axis < a->rank; axis++)
		compare_expressions(of, a->extent[axis], b->extent[axis],
				    hr_arena_printf(&arena, "axis %u of %s %s", axis,
						    hr_row_of(row)->name, text));
	for (size_t i = 0; a->known_count == b->known_count && i < a->known_count; i++)
		compare_expressions(
			of, a->known[i], b->known[i],
			hr_arena_printf(&arena, "element %zu of %s", i, hr_row_of(row)->name));
	for (unsigned axis = 0; axis < b->rank; axis++)
		if (!hr_t_extent(of->numeric, numeric, axis, &extent))
			return true; /* data decide: not an operand */
	if (a->elem == HR_E_F32 && of->real_count < 40)
		of->reals[of->real_count++] = made;
	else if (a->elem == HR_E_I64 && of->integer_count < 40)
		of->integers[of->integer_count++] = made;
	return true;
}

/* Return true if all elements of VALUE are numbers at import. */
static bool all_numbers(const twin *of, hr_tv value)
{
	int64_t number;

	for (size_t i = 0; i < hr_t_value(of->symbolic, value)->known_count; i++)
		if (!hr_t_known(of->symbolic, value, i, &number))
			return false;
	return true;
}

/* Add a call that moves or reduces. */
static bool random_move(twin *of)
{
	const hr_tv x = real(of), n = integer(of);
	const unsigned axis = below(of, 3);
	const char *text = hr_arena_printf(&arena, "axes=%u", axis);

	switch (below(of, 11)) {
	case 0:
		return add_call(of, HR_R_sum, &x, 1,
				hr_arena_printf(&arena, "%s keep=%u", text, below(of, 2)));
	case 1: return add_call(of, HR_R_transpose, &x, 1, "");
	case 2:
		return add_call(of, HR_R_reshape, (const hr_tv[]){x, n}, 2,
				all_numbers(of, n) && below(of, 2) ? "copy_zero=1" : "");
	case 3: return add_call(of, HR_R_broadcast, (const hr_tv[]){x, integer(of)}, 2, "");
	case 4:
		return add_call(of, HR_R_slice,
				(const hr_tv[]){x, numbers(of, 1, -4, 8), numbers(of, 1, -4, 10),
						numbers(of, 1, 0, 3), numbers(of, 1, 1, 3)},
				5, "");
	case 5:
		return add_call(of, HR_R_slice,
				(const hr_tv[]){x, numbers(of, 1, -4, 8), numbers(of, 1, -9, 12),
						numbers(of, 1, -1, 3), numbers(of, 1, -2, 2)},
				5, "");
	case 6:
		return add_call(of, HR_R_slice, (const hr_tv[]){x, integer(of), integer(of)}, 3,
				"");
	case 7:
		return add_call(of, HR_R_concat, (const hr_tv[]){x, real(of)}, 2,
				hr_arena_printf(&arena, "axis=%u", axis));
	case 8: return add_call(of, HR_R_squeeze, &x, 1, text);
	case 9: return add_call(of, HR_R_unsqueeze, &x, 1, text);
	default:
		return add_call(of, HR_R_pad,
				(const hr_tv[]){x, numbers(of, 2, -2, 5), 0, numbers(of, 1, 0, 3)},
				4, below(of, 2) ? "mode=reflect" : "");
	}
}

/* Add a call that computes with shapes. */
static bool random_shape(twin *of)
{
	static const hr_row maps[] = {HR_R_add, HR_R_sub, HR_R_mul, HR_R_div, HR_R_mod,
				      HR_R_max, HR_R_min, HR_R_neg, HR_R_abs};
	const hr_row row = maps[below(of, 9)];
	const hr_tv x = real(of), n = integer(of);

	switch (below(of, 9)) {
	case 0: return add_call(of, HR_R_shape, &x, 1, "");
	case 1: return add_call(of, HR_R_extent, &x, 1, below(of, 2) ? "axes=0" : "");
	case 2: return add_call(of, HR_R_gather, (const hr_tv[]){n, numbers(of, 1, -2, 4)}, 2, "");
	case 3: return add_call(of, HR_R_concat, (const hr_tv[]){n, integer(of)}, 2, "");
	case 4: return add_call(of, HR_R_unsqueeze, &n, 1, "axes=0");
	case 5: return add_call(of, below(of, 2) ? HR_R_product : HR_R_sum, &n, 1, "");
	case 6:
		return add_call(of, HR_R_slice,
				(const hr_tv[]){n, numbers(of, 1, -2, 4), numbers(of, 1, -2, 6)}, 3,
				"");
	case 7: return add_call(of, HR_R_cumulative_sum, &n, 1, "reverse=1");
	default:
		return add_call(of, row, (const hr_tv[]){n, integer(of)}, hr_row_of(row)->least,
				"");
	}
}

/* Add a call that combines tensors. */
static bool random_product(twin *of)
{
	const hr_tv x = real(of), y = real(of);

	switch (below(of, 8)) {
	case 0: return add_call(of, HR_R_dot, (const hr_tv[]){x, y}, 2, "");
	case 1:
		return add_call(of, HR_R_convolution, (const hr_tv[]){x, y}, 2,
				below(of, 2) ? "pads=1,2 strides=2" : "auto=same_upper strides=3");
	case 2:
		return add_call(of, HR_R_convolution_transpose, (const hr_tv[]){x, y}, 2,
				"strides=2 pads=1,0");
	case 3:
		return add_call(of, HR_R_pool, &x, 1,
				below(of, 2) ? "kind=max kernel=3 strides=2 ceil=1 pads=1,1"
					     : "kind=lp kernel=2,3 dilations=2,1");
	case 4: return add_call(of, HR_R_gather_elements, (const hr_tv[]){x, integer(of)}, 2, "");
	case 5: return add_call(of, HR_R_nonzero, &x, 1, "");
	case 6: return add_call(of, HR_R_arg_max, &x, 1, "axis=0");
	default:
		return add_call(of, below(of, 2) ? HR_R_add : HR_R_max, (const hr_tv[]){x, y}, 2,
				"");
	}
}

/* Make a random program from SEED. Return how many extents and elements were compared. */
static unsigned random_program(uint64_t seed)
{
	twin of = {.state = hr_mix(seed)};
	bool met = true;

	begin();
	of.symbolic = program;
	of.numbers = hr_symbols_new();
	of.numeric = hr_tprogram_new(&arena, of.numbers, "numbers");
	for (unsigned i = 0; i < 3; i++)
		ck_assert_int_eq(
			hr_sym_bind(symbols,
				    hr_sym_symbol(symbols, (const char *[]){"a", "b", "c"}[i]),
				    (int64_t)below(&of, 10) ? 1 + below(&of, 6) : 0, &of.values),
			HR_BIND_DONE);
	for (unsigned i = 0; i < 5; i++)
		add_input(&of);
	of.integers[of.integer_count++] = numbers(&of, 1, -1, 4);
	of.integers[of.integer_count++] = numbers(&of, 2, -1, 4);
	for (unsigned i = 0; i < 40 && met; i++) {
		const unsigned kind = below(&of, 5);

		met = kind < 2   ? random_move(&of)
		      : kind < 4 ? random_shape(&of)
				 : random_product(&of);
	}
	hr_sym_values_free(&of.values);
	hr_tprogram_free(of.numeric);
	hr_symbols_free(of.numbers);
	end();
	return of.compared;
}

START_TEST(symbols_and_numbers_agree)
{
	unsigned compared = 0;

	for (uint64_t seed = 0; seed < 1500; seed++)
		compared += random_program((uint64_t)_i * 1500 + seed);
	ck_assert_uint_gt(compared, 15000);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("shape");
	TCase *tests = tcase_create("shape");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, each_case, 0, CASES);
	tcase_add_test(tests, each_row_has_a_case);
	tcase_add_loop_test(tests, symbols_and_numbers_agree, 0, 2);
	suite_add_tcase(suite, tests);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
