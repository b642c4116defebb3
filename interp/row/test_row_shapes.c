/* interp/row/test_row_shapes.c -- rows and shape inference (ir/tensor/shape.c) agree.
 *
 * Each case of ir/tensor/test_shape_cases.def runs with numbers in place of its symbols: type and shape of
 * the result, and elements that are known at import, are those that the row computes. */
#include "interp/row/row.h"
#include "ir/tensor/test_shape_case.h"
#include "src/base/mix.h"

enum { TRIES = 60 };

static uint64_t state;

static unsigned below(unsigned count)
{
	state += HR_MIX_STEP;
	return (unsigned)(hr_mix(state) % count);
}

/* Give the symbols of the cases values. */
static void choose_values(hr_sym_values *values)
{
	static const char *const names[] = {"s0", "s1", "s2"};

	for (unsigned i = 0; i < 3; i++)
		hr_sym_bind(symbols, hr_sym_symbol(symbols, names[i]), below(12) ? 1 + below(6) : 0,
			    values);
}

/* Set element I of DATA to NUMBER. */
static void set_element(hr_tensor_data *data, uint64_t i, int64_t number)
{
	if (data->wide)
		((double *)data->data)[i] = (double)number;
	else if (hr_elem_is_real(data->elem))
		hr_elem_set_real(data->elem, data->data, i, (double)number);
	else
		hr_elem_set_integer(data->elem, data->data, i, number);
}

static void make_room(hr_tensor_data *data)
{
	data->count = hr_dims_count(&data->shape);
	data->data = hr_arena_alloc(&arena, data->count * 8 + 8);
	data->bound = hr_arena_alloc(&arena, data->count * sizeof(float) + 8);
}

/* Make operand VALUE with the values of its symbols. Return false if it hangs on other things. */
static bool make_operand(hr_tv value, const hr_sym_values *values, hr_tensor_data *made)
{
	const hr_tvalue *of = hr_t_value(program, value);
	int64_t number;

	*made = (hr_tensor_data){.elem = of->elem, .wide = of->wide, .shape.rank = of->rank};
	for (unsigned axis = 0; axis < of->rank; axis++) {
		if (!hr_sym_evaluate(symbols, of->extent[axis], values, &number) || number < 0)
			return false;
		made->shape.dim[axis] = (uint64_t)number;
	}
	make_room(made);
	for (uint64_t i = 0; i < made->count; i++) {
		number = hr_elem_is_real(of->elem);
		if (of->known && of->known[i] &&
		    !hr_sym_evaluate(symbols, of->known[i], values, &number))
			return false;
		set_element(made, i, number);
	}
	return true;
}

/* Return true if VALUES meet what the call needs. */
static bool meets_needs(const hr_sym_values *values)
{
	unsigned count;
	const hr_need *needs = hr_sym_needs(symbols, &count);
	bool met = true;

	for (unsigned i = 0; i < count; i++) {
		bool known;

		met &= hr_need_met(symbols, &needs[i], values, &known) && known;
	}
	return met;
}

/* Compare RESULT, of the row, with VALUE, inferred. */
static void compare(const struct shape_case *of, hr_tv value, const hr_tensor_data *result,
		    hr_sym_values *values)
{
	const hr_tvalue *inferred = hr_t_value(program, value);
	char text[HR_DIMS_TEXT];

	ck_assert_msg(inferred->elem == result->elem && inferred->wide == result->wide &&
			      inferred->rank == result->shape.rank,
		      "%s of %s: %s%s %s, not %s%s", of->call, of->operands,
		      result->wide ? "wide " : "", hr_elem_name(result->elem),
		      hr_dims_text(&result->shape, text), inferred->wide ? "wide " : "",
		      hr_t_text(program, value));
	for (unsigned axis = 0; axis < inferred->rank; axis++)
		ck_assert_msg(hr_sym_bind(symbols, inferred->extent[axis],
					  (int64_t)result->shape.dim[axis],
					  values) != HR_BIND_DIFFERS,
			      "%s of %s: %s, not %s", of->call, of->operands,
			      hr_dims_text(&result->shape, text), hr_t_text(program, value));
}

static void compare_elements(const struct shape_case *of, hr_tv value, const hr_tensor_data *result,
			     const hr_sym_values *values)
{
	const hr_tvalue *inferred = hr_t_value(program, value);
	int64_t number;

	for (uint64_t i = 0; i < inferred->known_count; i++)
		if (hr_sym_evaluate(symbols, inferred->known[i], values, &number))
			ck_assert_msg(hr_elem_integer(result->elem, result->data, i) == number,
				      "element %llu of %s of %s is %lld, not %s",
				      (unsigned long long)i, of->call, of->operands,
				      (long long)hr_elem_integer(result->elem, result->data, i),
				      hr_sym_text(symbols, inferred->known[i]));
}

/* Run a case with values of its symbols. Return true if something was compared. */
static bool try_case(const struct shape_case *of, hr_sym_values *values)
{
	hr_tensor_data operands[8], result = {0};
	const hr_tensor_data *pointers[8] = {NULL};
	char why[HR_ROW_WHY] = "";
	hr_attributes attributes;
	const char *wrong = "";
	hr_tv list[8], value;
	hr_row_job job = {.attributes = &attributes, .operands = pointers, .threads = 1};
	bool shaped;

	choose_values(values);
	value = add_case(of, list, &job.operand_count);
	ck_assert(hr_attributes_read(&arena, of->call, &attributes, &wrong) || !value);
	if (attributes.row == HR_R_constant || !meets_needs(values))
		return false;
	for (unsigned i = 0; i < job.operand_count; i++) {
		if (!list[i])
			continue;
		if (!make_operand(list[i], values, &operands[i]))
			return false;
		pointers[i] = &operands[i];
	}
	shaped = hr_row_shape(&job, &result, why);
	if (!value)
		return false; /* rows refuse less */
	if (!shaped && strstr(of->operands, "64 (") && !strstr(of->operands, "["))
		return false; /* a shape whose elements are all 0 here */
	ck_assert_msg(shaped, "%s of %s: %s, but it is %s", of->call, of->operands, why,
		      hr_t_text(program, value));
	compare(of, value, &result, values);
	make_room(&result);
	if (hr_row_run(&job, &result, why))
		compare_elements(of, value, &result, values);
	return true;
}

START_TEST(row_and_shape_agree)
{
	unsigned compared = 0;

	for (unsigned k = 0; k < TRIES; k++) {
		hr_sym_values values = {0};

		begin();
		compared += try_case(&cases[_i], &values);
		hr_sym_values_free(&values);
		end();
	}
	ck_assert_msg(compared || *cases[_i].result == '!' ||
			      !strncmp(cases[_i].call, "constant", 8) ||
			      !strchr(cases[_i].operands, '['),
		      "%s of %s was not compared", cases[_i].call, cases[_i].operands);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("row shapes");
	TCase *tests = tcase_create("row shapes");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, row_and_shape_agree, 0, CASES);
	suite_add_tcase(suite, tests);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
