/* ir/tensor/test_program.c -- programs: operators with bodies, text, needs as text and their check. */
#include "ir/tensor/needs.h"
#include "ir/tensor/tensor_program.h"
#include "src/base/test.h"

static hr_arena arena;
static hr_symbols *symbols;
static hr_tprogram *program;

static void setup(void)
{
	hr_arena_init(&arena);
	symbols = hr_symbols_new();
	program = hr_tprogram_new(&arena, symbols, "the model");
}

static void teardown(void)
{
	hr_tprogram_free(program);
	hr_symbols_free(symbols);
	hr_arena_free(&arena);
}

/* Add an input of f32 with the extents that EXTENTS names, separated by spaces. */
static hr_tv input(hr_tprogram *to, const char *name, const char *extents)
{
	hr_sym list[HR_RANK_MOST];
	unsigned rank = 0;

	for (const char *at = extents; *at; at += strspn(at, " "))
		list[rank++] = hr_sym_read(symbols, at, &at);
	return hr_t_input(to, name, HR_E_F32, rank, list);
}

/* Return what WRITE writes of the program, in the arena. */
static const char *written(void (*write)(const hr_tprogram *of, FILE *out))
{
	char *text = NULL;
	const char *copy;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	write(program, out);
	fclose(out);
	copy = hr_arena_strdup(&arena, text);
	free(text);
	return copy;
}

static const char *first_error(void)
{
	return program->errors.count ? program->errors.data[0].text : "";
}

/* --- operators -------------------------------------------------------------------------------- */

START_TEST(view_of_a_batch)
{
	const hr_tv x = input(program, "x", "batch 3 4");
	hr_tv shape, reshaped;

	hr_t_operator(program, "view", "Reshape");
	shape = hr_t_call(program, HR_R_gather,
			  (const hr_tv[]){hr_t_1(program, HR_R_shape, x),
					  hr_t_integers(program, (const int64_t[]){0}, 1)},
			  2, "axis=0");
	shape = hr_t_2(program, HR_R_concat, shape,
		       hr_t_integers(program, (const int64_t[]){-1}, 1));
	reshaped = hr_t_2(program, HR_R_reshape, x, shape);
	ck_assert_str_eq(hr_t_text(program, reshaped), "f32 (batch, 12)");
}
END_TEST

/* One error for each operator; what follows from it gives none. */
START_TEST(errors)
{
	const hr_tv x = input(program, "x", "3"), y = input(program, "y", "4");
	hr_tv sum;

	hr_t_operator(program, "add", "Add");
	sum = hr_t_2(program, HR_R_add, x, y);
	ck_assert_uint_eq(sum, 0);
	ck_assert_uint_eq(hr_t_1(program, HR_R_neg, sum), 0);
	hr_t_operator(program, "add", "Add");
	ck_assert_uint_eq(hr_t_call(program, HR_R_sum, &x, 1, "axis=%d", 3), 0);
	ck_assert_uint_eq(program->errors.count, 2);
	ck_assert_str_eq(program->errors.data[0].text,
			 "axis 0 is 3 in operand 0, f32 (3), and 4 in operand 1, f32 (4)");
	ck_assert_str_eq(program->errors.data[1].text,
			 "the tensor operation sum has no attribute 'axis'");
	ck_assert_str_eq(program->operators.data[1].label, "add_2");
}
END_TEST

/* An operator that fails leaves no needs, and shows its operands as they were. */
START_TEST(failed_needs)
{
	const hr_tv x = input(program, "x", "a 3"), y = input(program, "y", "b 4");
	unsigned count;

	hr_t_operator(program, "add", "Add");
	hr_t_2(program, HR_R_add, x, y);
	ck_assert_str_eq(first_error(),
			 "axis 1 is 3 in operand 0, f32 (a, 3), and 4 in operand 1, f32 (b, 4)");
	(void)hr_sym_needs(symbols, &count);
	ck_assert_uint_eq(count, 0);
}
END_TEST

/* --- bodies ----------------------------------------------------------------------------------- */

/* Return a branch that has CALLS of `concat` of x with itself. */
static hr_tprogram *branch(hr_tv x, unsigned calls)
{
	hr_tprogram *body = hr_tprogram_new(&arena, symbols, "branch");
	hr_tv value = hr_t_capture(body, program, x);

	hr_t_operator(body, "double", "Concat");
	for (unsigned i = 0; i < calls; i++)
		value = hr_t_call(body, HR_R_concat, (const hr_tv[]){value, value}, 2, "axis=1");
	hr_t_output(body, "y", value);
	hr_t_body_end(body, true);
	return body;
}

START_TEST(branches)
{
	const hr_tv x = input(program, "x", "a 3");
	const hr_tv condition = hr_t_input(program, "c", HR_E_BOOL, 0, NULL);
	hr_tprogram *different[2] = {branch(x, 1), branch(x, 2)};
	hr_tprogram *same[2] = {branch(x, 2), branch(x, 2)};
	unsigned at;

	at = hr_t_control(program, "if", "If", HR_T_IF, (const hr_tv[]){condition, x}, 2, 0,
			  different);
	ck_assert_str_eq(hr_t_text(program, program->operators.data[at].first_result),
			 "f32 (a, s0)");
	at = hr_t_control(program, "if", "If", HR_T_IF, (const hr_tv[]){condition, x}, 2, 0, same);
	ck_assert_str_eq(hr_t_text(program, program->operators.data[at].first_result),
			 "f32 (a, 12)");
	ck_assert_uint_eq(program->errors.count, 0);
}
END_TEST

START_TEST(branches_that_differ)
{
	const hr_tv x = input(program, "x", "a 3");
	const hr_tv condition = hr_t_input(program, "c", HR_E_BOOL, 0, NULL);
	hr_tprogram *bodies[2] = {branch(x, 0), hr_tprogram_new(&arena, symbols, "else")};

	hr_t_operator(bodies[1], "shape", "Shape");
	hr_t_output(bodies[1], "y",
		    hr_t_1(bodies[1], HR_R_shape, hr_t_capture(bodies[1], program, x)));
	hr_t_body_end(bodies[1], true);
	hr_t_control(program, "if", "If", HR_T_IF, (const hr_tv[]){condition, x}, 2, 0, bodies);
	ck_assert_str_eq(first_error(),
			 "result 0 is f32 (a, 3) in one case and i64 (2) in the other");
}
END_TEST

/* What a branch needs is conditional, and says nothing about the other branch. */
START_TEST(needs_of_branches)
{
	const hr_tv x = input(program, "x", "a"), y = input(program, "y", "b");
	hr_tprogram *body = hr_tprogram_new(&arena, symbols, "then");
	const hr_need *needs;
	unsigned count;

	hr_t_operator(body, "add", "Add");
	hr_t_2(body, HR_R_add, hr_t_capture(body, program, x), hr_t_capture(body, program, y));
	ck_assert(hr_sym_equal(symbols, hr_sym_symbol(symbols, "a"), hr_sym_symbol(symbols, "b")));
	hr_t_body_end(body, true);
	ck_assert(!hr_sym_equal(symbols, hr_sym_symbol(symbols, "a"), hr_sym_symbol(symbols, "b")));
	needs = hr_sym_needs(symbols, &count);
	ck_assert_uint_eq(count, 1);
	ck_assert(needs[0].conditional);
	ck_assert_str_eq(written(hr_needs_write), "input x: f32 (a)\ninput y: f32 (b)\n");
	hr_tprogram_free(body);
}
END_TEST

/* Build the body of a loop that appends X to its state, which is also scanned. */
static hr_tprogram *loop_body(hr_tv initial, hr_tv x, unsigned varies)
{
	hr_tprogram *body = hr_tprogram_new(&arena, symbols, "body");
	const hr_tv iteration = hr_t_input(body, "i", HR_E_I64, 0, NULL);
	hr_tv state, captured, next;

	(void)iteration;
	hr_t_input(body, "c", HR_E_BOOL, 0, NULL);
	state = hr_t_state(body, program, initial, varies);
	captured = hr_t_capture(body, program, x);
	hr_t_operator(body, "append", "Concat");
	next = hr_t_call(body, HR_R_concat, (const hr_tv[]){state, captured}, 2, "axis=0");
	hr_t_output(body, "", hr_t_scalar(body, HR_E_BOOL, 1));
	hr_t_output(body, "state", next);
	hr_t_output(body, "scanned", captured);
	return body;
}

START_TEST(loops)
{
	const hr_tv x = input(program, "x", "n 3"), initial = input(program, "s", "1 3");
	hr_tprogram *bodies[2] = {NULL, NULL};
	unsigned varies = 0, tries = 0, at;
	const char *why = NULL;
	bool again = true;
	hr_tv trips, first;

	while (again) {
		hr_tprogram_free(bodies[0]);
		bodies[0] = loop_body(initial, x, varies);
		again = hr_t_states_vary(bodies[0], 1, 2, 1, &varies, &why);
		hr_t_body_end(bodies[0], !again);
		tries++;
	}
	ck_assert(!why);
	ck_assert_uint_eq(tries, 2);
	ck_assert_uint_eq(varies, 1);
	hr_t_operator(program, "trips", "Shape");
	trips = hr_t_call(program, HR_R_extent, &x, 1, "axes=0");
	at = hr_t_control(program, "loop", "Loop", HR_T_LOOP, (const hr_tv[]){trips, 0, initial, x},
			  4, 1, bodies);
	first = program->operators.data[at].first_result;
	ck_assert_uint_eq(program->operators.data[at].result_count, 2);
	ck_assert_uint_eq(hr_t_value(program, first)->rank, 2);
	ck_assert(hr_sym_is_number(symbols, hr_t_value(program, first)->extent[1], &(int64_t){0}));
	ck_assert(!hr_sym_before(symbols, hr_t_value(program, first)->extent[0], bodies[0]->scope));
	ck_assert_str_eq(hr_t_text(program, first + 1), "f32 (n, n, 3)");
}
END_TEST

START_TEST(states_that_change_rank)
{
	const hr_tv initial = input(program, "s", "1 3");
	hr_tprogram *body = hr_tprogram_new(&arena, symbols, "body");
	unsigned varies = 0;
	const char *why = NULL;

	hr_t_operator(body, "sum", "ReduceSum");
	hr_t_output(body, "",
		    hr_t_call(body, HR_R_sum,
			      (const hr_tv[]){hr_t_state(body, program, initial, 0)}, 1, "axes=0"));
	ck_assert(!hr_t_states_vary(body, 1, 0, 0, &varies, &why));
	ck_assert_str_eq(why, "state 0 is f32 (1, 3), and f32 (3) after an iteration");
	hr_tprogram_free(body);
}
END_TEST

/* --- text ------------------------------------------------------------------------------------- */

static void make_sample(void)
{
	const hr_tv x = input(program, "x", "s0 3"), y = input(program, "y 2", "s1 3");
	hr_tv sum, chosen;

	hr_t_operator(program, "Add_3", "Add");
	sum = hr_t_2(program, HR_R_add, x, y);
	sum = hr_t_2(program, HR_R_mul, sum, hr_t_scalar(program, HR_E_F32, 0.5));
	hr_t_operator(program, "it's", "NonZero");
	chosen = hr_t_1(program, HR_R_nonzero, sum);
	hr_t_operator(program, "pool", "MaxPool");
	sum = hr_t_call(program, HR_R_unsqueeze, &sum, 1, "axes=0");
	hr_t_call(program, HR_R_pool, &sum, 1, "kind=max kernel=2");
	hr_t_output(program, "z", chosen);
}

START_TEST(explained)
{
	make_sample();
	ck_assert_str_eq(written(hr_t_explain),
			 "input %1 x: f32 (s0, 3)\n"
			 "input %2 'y 2': f32 (s1, 3)\n"
			 "Add_3 (Add)\n"
			 "  %5: f32 (s0, 3)\n"
			 "'it\\27s' (NonZero)\n"
			 "  %6: i64 (2, s2), s2 at most 3*s0\n"
			 "pool (MaxPool)\n"
			 "  %8: f32 (1, s0, 2)\n"
			 "Add_3 needs s0 = s1\n"
			 "1 need is checked when the program runs; 0 proved\n");
}
END_TEST

START_TEST(printed)
{
	make_sample();
	ck_assert_str_eq(written(hr_t_print),
			 "program 'the model'\n"
			 "  input %1 x: f32 (s0, 3)\n"
			 "  input %2 'y 2': f32 (s0, 3)\n"
			 "  constant %4: f32 () = [0.5]\n"
			 "  Add_3 (Add)\n"
			 "    %3 = add %1 x, %2 'y 2': f32 (s0, 3)\n"
			 "    %5 = mul %3, %4: f32 (s0, 3)\n"
			 "  'it\\27s' (NonZero)\n"
			 "    %6 = nonzero %5: i64 (2, s2)\n"
			 "  pool (MaxPool)\n"
			 "    %7 = unsqueeze %5 {axes=0}: f32 (1, s0, 3)\n"
			 "    %8 = pool %7 {kind=max kernel=2}: f32 (1, s0, 2)\n"
			 "  output z = %6\n");
}
END_TEST

/* --- needs ------------------------------------------------------------------------------------ */

static const char *const needs_sample = "input x: f32 (s0, 3)\n"
					"input 'y 2': f32 (s1, 3*n + 1)\n"
					"need /layer/Add_3: s0 = s1\n"
					"need 'it\\27s': 2 <= s0\n"
					"need view: 4 divides s0*s1\n";

START_TEST(needs_are_read_as_written)
{
	make_sample();
	ck_assert_str_eq(written(hr_needs_write), "input x: f32 (s0, 3)\n"
						  "input 'y 2': f32 (s1, 3)\n"
						  "need Add_3: s0 = s1\n");
}
END_TEST

/* Return the reason why the sample does not take inputs of shapes X and Y, or "". */
static const char *check(hr_dims x, hr_dims y)
{
	const hr_dims shapes[] = {x, y};
	hr_sym_values values = {0};
	const char *why = "";
	hr_needs needs;

	ck_assert_msg(hr_needs_read(&arena, symbols, needs_sample, &needs, &why), "%s", why);
	ck_assert_uint_eq(needs.input_count, 2);
	ck_assert_uint_eq(needs.need_count, 3);
	ck_assert_str_eq(needs.inputs[1].name, "y 2");
	ck_assert_str_eq(needs.needs[1].who, "it's");
	if (hr_needs_check(&arena, symbols, &needs, shapes, &values, &why))
		why = "";
	hr_sym_values_free(&values);
	return why;
}

START_TEST(needs_are_checked)
{
	ck_assert_str_eq(check((hr_dims){2, {4, 3}}, (hr_dims){2, {4, 7}}), "");
	ck_assert_str_eq(
		check((hr_dims){2, {8, 3}}, (hr_dims){2, {5, 7}}),
		"/layer/Add_3 needs s0 = s1; s0 is 8 (axis 0 of x); s1 is 5 (axis 0 of y 2)");
	ck_assert_str_eq(check((hr_dims){2, {1, 3}}, (hr_dims){2, {1, 7}}),
			 "it's needs 2 <= s0; s0 is 1 (axis 0 of x)");
	ck_assert_str_eq(check((hr_dims){2, {3, 3}}, (hr_dims){2, {3, 7}}),
			 "view needs 4 divides s0*s1; s0*s1 is 9");
	ck_assert_str_eq(check((hr_dims){2, {4, 2}}, (hr_dims){2, {4, 7}}),
			 "axis 1 of input x, (4, 2), must be 3");
	ck_assert_str_eq(check((hr_dims){1, {4}}, (hr_dims){2, {4, 7}}),
			 "input x, (4), must have 2 dimensions");
	ck_assert_str_eq(check((hr_dims){2, {4, 3}}, (hr_dims){2, {4, 6}}),
			 "axis 1 of input y 2, (4, 6), must be 3*n + 1");
}
END_TEST

/* An extent with the same symbol as an earlier one. */
START_TEST(one_symbol_twice)
{
	const hr_dims shapes[] = {{1, {4}}, {1, {5}}};
	hr_sym_values values = {0};
	const char *why = "";
	hr_needs needs;

	ck_assert(hr_needs_read(&arena, symbols, "input x: f32 (n)\ninput y: f32 (n)\n", &needs,
				&why));
	ck_assert(!hr_needs_check(&arena, symbols, &needs, shapes, &values, &why));
	ck_assert_str_eq(why, "axis 0 of input y, (5), must be n, which is 4");
	hr_sym_values_free(&values);
}
END_TEST

START_TEST(wrong_needs)
{
	static const char *const texts[] = {"input",
					    "need a",
					    "need a: s0",
					    "need a: s0 < 3\n",
					    "input x: f99 (3)\n",
					    "input x: f32 (3",
					    "input x: f32 (1, 2, 3, 4, 5, 6, 7, 8, 9)\n",
					    "input 'x: f32 (3)\n",
					    "need a: s0 = s1",
					    "input x: f32 (3)\nneed a: = s1\n"};
	const char *why;
	hr_needs needs;

	for (unsigned i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		ck_assert_msg(!hr_needs_read(&arena, symbols, texts[i], &needs, &why), "%s",
			      texts[i]);
	ck_assert_str_eq(why, "line 2 of the needs is no input and no need");
}
END_TEST

int main(void)
{
	const TTest *const all[] = {view_of_a_batch,
				    errors,
				    failed_needs,
				    branches,
				    branches_that_differ,
				    needs_of_branches,
				    loops,
				    states_that_change_rank,
				    explained,
				    printed,
				    needs_are_read_as_written,
				    needs_are_checked,
				    one_symbol_twice,
				    wrong_needs};
	Suite *suite = suite_create("program");
	TCase *tests = tcase_create("program");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_add_checked_fixture(tests, setup, teardown);
	for (unsigned i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		tcase_add_test(tests, all[i]);
	suite_add_tcase(suite, tests);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
