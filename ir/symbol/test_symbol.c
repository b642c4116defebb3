/* ir/symbol/test_symbol.c -- extents: normal form, needs, values, text. */
#include "ir/symbol/symbol.h"
#include "src/base/mix.h"
#include "src/base/test.h"

static hr_symbols *symbols;

static void setup(void)
{
	symbols = hr_symbols_new();
}

static void teardown(void)
{
	hr_symbols_free(symbols);
}

static hr_sym sym(const char *text)
{
	const char *end;
	const hr_sym made = hr_sym_read(symbols, text, &end);

	ck_assert_msg(made && !*end, "'%s' is read up to '%s'", text, end);
	return made;
}

/* --- normal form ------------------------------------------------------------------------------ */

static const char *const forms[][2] = {
	{"3 + 4 - 9", "-2"},
	{"s0 + s0 + 1 - 2", "2*s0 - 1"},
	{"s0*s1 + s1*s0", "2*s0*s1"},
	{"(s0 + 1)*(s0 - 1)", "s0*s0 - 1"},
	{"0*s0", "0"},
	{"floor(7/2)", "3"},
	{"floor(-7/2)", "-4"},
	{"floor((4*s0)/4)", "s0"},
	{"floor((s0 + 3)/1)", "s0 + 3"},
	{"floor(s0*s1/s1)", "s0"},
	{"floor((6*s0 + 4)/4)", "s0 + floor(s0/2) + 1"},
	{"floor((s0 - 1)/2) + 1", "floor((s0 + 1)/2)"},
	{"floor((floor((s0 - 1)/2) + 1 - 1)/2) + 1", "floor((s0 + 3)/4)"},
	{"floor((s0*s1 + s0*s2)/(s1 + s2))", "s0"},
	{"floor(768*s0*s1/(12*s0))", "64*s1"},
	{"floor(s0/(2*s0))", "0"},
	{"floor((s0 + 1)/s0)", "floor(1/s0) + 1"},
	{"floor(-1/s0)", "-1"},
	{"min(s0, 5, s0 + 2)", "min(s0, 5)"},
	{"min(min(s0, 5), min(s1, 4))", "min(s0, s1, 4)"},
	{"max(0, s0)", "s0"},
	{"max(s0, -1)", "s0"},
	{"max(s0 - 1, 0)", "max(0, s0 - 1)"},
	{"max(2*s0, s0)", "2*s0"},
	{"max(floor(s0/2), s0)", "s0"},
	{"min(s0, max(s0 - 1, 0))", "max(0, s0 - 1)"},
	{"max(min(s0, 5), 0)", "min(s0, 5)"},
	{"floor(max(1 - s0, 0)/2)", "0"},
	{"'a b' + 'c\\27'", "'a b' + 'c\\27'"},
	{"floor(s0*s1/(s2 + 1))", "floor(s0*s1/(s2 + 1))"},
};

START_TEST(normal_form)
{
	ck_assert_str_eq(hr_sym_text(symbols, sym(forms[_i][0])), forms[_i][1]);
	ck_assert_uint_eq(sym(forms[_i][1]), sym(forms[_i][0]));
}
END_TEST

START_TEST(unknown_operands)
{
	const hr_sym s = sym("s0");

	ck_assert_uint_eq(hr_sym_make(symbols, HR_SYM_ADD, s, HR_SYM_NONE), HR_SYM_NONE);
	ck_assert_uint_eq(hr_sym_make(symbols, HR_SYM_DIV, s, sym("0")), HR_SYM_NONE);
	ck_assert_uint_eq(hr_sym_make(symbols, HR_SYM_MOD, s, sym("0 - 3")), HR_SYM_NONE);
	ck_assert_str_eq(hr_sym_text(symbols, HR_SYM_NONE), "?");
	ck_assert(!hr_sym_equal(symbols, HR_SYM_NONE, HR_SYM_NONE));
}
END_TEST

/* What is no expression is refused, and never read past its end. */
START_TEST(wrong_text)
{
	static const char *const texts[] = {"",     "*",           "floor(s0",
					    "min(", "'abc",        "'\\zz'",
					    "(s0",  "floor()",     "99999999999999999999",
					    "-",    "floor(s0/0)", "'\\00'",
					    "s0 +"};
	const char *end;

	for (unsigned i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		ck_assert_msg(!hr_sym_read(symbols, texts[i], &end), "'%s' is read", texts[i]);
}
END_TEST

/* --- limits ----------------------------------------------------------------------------------- */

START_TEST(overflow_becomes_a_symbol)
{
	const hr_sym big = sym("4611686018427387904*s0");
	const hr_sym two = hr_sym_make(symbols, HR_SYM_MUL, big, sym("2"));
	int64_t number;

	ck_assert(two && !hr_sym_is_number(symbols, two, &number));
	ck_assert_uint_eq(two, hr_sym_make(symbols, HR_SYM_MUL, big, sym("2")));
	ck_assert_uint_ne(two, hr_sym_make(symbols, HR_SYM_MUL, big, sym("4")));
	ck_assert(hr_sym_make(symbols, HR_SYM_ADD, sym("9223372036854775807"), sym("1")));
	ck_assert(hr_sym_make(symbols, HR_SYM_DIV, sym("0 - 9223372036854775807 - 1"), sym("3")));
}
END_TEST

START_TEST(long_chains)
{
	static const hr_sym_op ops[] = {HR_SYM_MUL, HR_SYM_ADD, HR_SYM_DIV,  HR_SYM_MAX,
					HR_SYM_MIN, HR_SYM_SUB, HR_SYM_CEIL, HR_SYM_MOD};
	hr_sym chain = sym("a");

	for (unsigned i = 0; i < 10000; i++) {
		hr_sym with = i % 3 ? hr_sym_number(symbols, i % 7 + 2) : sym("b + 1");

		if (i % 11 == 0)
			with = hr_sym_make(symbols, HR_SYM_ADD, chain, sym("c"));
		chain = hr_sym_make(symbols, ops[i % 8], chain, with);
		ck_assert(chain);
		ck_assert_uint_lt(strlen(hr_sym_text(symbols, chain)), 10000);
	}
}
END_TEST

/* s0 = s1 + 1, s1 = s2 + 1, ... in the order that makes the longest way to the last. */
START_TEST(long_equalities)
{
	char text[32];

	for (unsigned i = 0; i < 2000; i++) {
		snprintf(text, sizeof(text), "x%u", i);
		sym(text);
	}
	for (unsigned i = 1999; i > 0; i--) {
		hr_sym a, b;

		snprintf(text, sizeof(text), "x%u", i);
		a = sym(text);
		snprintf(text, sizeof(text), "x%u", i - 1);
		b = hr_sym_make(symbols, HR_SYM_ADD, sym(text), sym("1"));
		ck_assert(hr_sym_need(symbols, HR_NEED_EQUAL, a, b, "it"));
	}
	ck_assert(hr_sym_equal(symbols, sym("x3"), sym("x0 + 3")));
}
END_TEST

/* --- values ----------------------------------------------------------------------------------- */

static uint64_t state;

static unsigned below(unsigned count)
{
	state += HR_MIX_STEP;
	return (unsigned)(hr_mix(state) % count);
}

/* An expression and its value, computed beside it; not known where it is undefined or too large. */
typedef struct pair {
	hr_sym it;
	int64_t value;
	bool known;
} pair;

static int64_t floor_quotient(int64_t a, int64_t b)
{
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static bool compute(hr_sym_op op, int64_t a, int64_t b, int64_t *out)
{
	switch (op) {
	case HR_SYM_ADD: return !__builtin_add_overflow(a, b, out);
	case HR_SYM_SUB: return !__builtin_sub_overflow(a, b, out);
	case HR_SYM_MUL: return !__builtin_mul_overflow(a, b, out);
	case HR_SYM_MIN: *out = a < b ? a : b; return true;
	case HR_SYM_MAX: *out = a > b ? a : b; return true;
	default: break;
	}
	if (b <= 0)
		return false;
	*out = op == HR_SYM_DIV   ? floor_quotient(a, b)
	       : op == HR_SYM_MOD ? a - floor_quotient(a, b) * b
				  : floor_quotient(a, b) + (a % b != 0);
	return true;
}

/* Compare expressions of random operations with numbers, and what is proved of them. */
START_TEST(values_agree)
{
	enum { PAIRS = 30 };

	state = (uint64_t)_i;
	for (unsigned round = 0; round < 3000; round++) {
		hr_sym_values values = {0};
		pair list[PAIRS];
		unsigned count = 0;

		for (; count < 4; count++) {
			list[count].it = sym((const char *[]){"a", "b", "c", "d"}[count]);
			list[count].value = 1 + below(9);
			list[count].known = true;
			ck_assert_int_eq(
				hr_sym_bind(symbols, list[count].it, list[count].value, &values),
				HR_BIND_DONE);
		}
		for (; count < 7; count++) {
			list[count].value = (int64_t)below(12) - 3;
			list[count].it = hr_sym_number(symbols, list[count].value);
			list[count].known = true;
		}
		for (; count < PAIRS; count++) {
			const pair *a = &list[below(count)], *b = &list[below(count)];
			const hr_sym_op op = (hr_sym_op)below(8);
			pair *made = &list[count];
			int64_t value, least, most;

			made->it = hr_sym_make(symbols, op, a->it, b->it);
			made->known = a->known && b->known &&
				      compute(op, a->value, b->value, &made->value);
			if (!made->known)
				continue;
			ck_assert(made->it);
			hr_sym_limits(symbols, made->it, &least, &most);
			ck_assert_msg(least <= made->value && made->value <= most, "%s",
				      hr_sym_text(symbols, made->it));
			if (hr_sym_evaluate(symbols, made->it, &values, &value))
				ck_assert_msg(value == made->value, "%s is %lld, not %lld",
					      hr_sym_text(symbols, made->it), (long long)value,
					      (long long)made->value);
			if (a->known && hr_sym_at_most(symbols, made->it, a->it))
				ck_assert_msg(made->value <= a->value, "%s <= %s",
					      hr_sym_text(symbols, made->it),
					      hr_sym_text(symbols, a->it));
		}
		hr_sym_values_free(&values);
		if (round % 200 == 0) {
			teardown();
			setup();
		}
	}
}
END_TEST

START_TEST(text_is_read_as_written)
{
	hr_sym list[40] = {sym("a"), sym("b"), sym("'x y'"), sym("3")};

	state = (uint64_t)_i + 100;
	for (unsigned i = 4; i < 40; i++) {
		const char *text, *end;

		list[i] = hr_sym_make(symbols, (hr_sym_op)below(8), list[below(i)], list[below(i)]);
		if (!list[i])
			list[i] = sym("b");
		text = hr_sym_text(symbols, list[i]);
		ck_assert_msg(hr_sym_read(symbols, text, &end) == list[i] && !*end, "%s", text);
	}
}
END_TEST

START_TEST(binding)
{
	hr_sym_values values = {0};

	ck_assert_int_eq(hr_sym_bind(symbols, sym("a*b"), 6, &values), HR_BIND_LATER);
	ck_assert_int_eq(hr_sym_bind(symbols, sym("a"), 2, &values), HR_BIND_DONE);
	ck_assert_int_eq(hr_sym_bind(symbols, sym("a"), 3, &values), HR_BIND_DIFFERS);
	ck_assert_int_eq(hr_sym_bind(symbols, sym("2*b + a"), 7, &values), HR_BIND_DIFFERS);
	ck_assert_int_eq(hr_sym_bind(symbols, sym("2*b + a"), 8, &values), HR_BIND_DONE);
	ck_assert_int_eq(hr_sym_bind(symbols, sym("b"), 3, &values), HR_BIND_DONE);
	ck_assert_int_eq(hr_sym_bind(symbols, sym("c + 5"), 4, &values), HR_BIND_DIFFERS);
	ck_assert_int_eq(hr_sym_bind(symbols, sym("floor(c/2)"), 4, &values), HR_BIND_LATER);
	ck_assert_int_eq(hr_sym_bind(symbols, sym("7"), 7, &values), HR_BIND_DONE);
	ck_assert_int_eq(hr_sym_bind(symbols, HR_SYM_NONE, 7, &values), HR_BIND_LATER);
	hr_sym_values_free(&values);
}
END_TEST

/* --- needs ------------------------------------------------------------------------------------ */

static bool need(hr_need_kind kind, const char *a, const char *b)
{
	return hr_sym_need(symbols, kind, sym(a), sym(b), "it");
}

static unsigned recorded(void)
{
	unsigned count;

	(void)hr_sym_needs(symbols, &count);
	return count;
}

START_TEST(needs_that_cannot_be)
{
	ck_assert(!need(HR_NEED_EQUAL, "3", "4"));
	ck_assert(!need(HR_NEED_EQUAL, "s0 + 4", "3"));
	ck_assert(!need(HR_NEED_EQUAL, "2*s0", "2*s1 + 1"));
	ck_assert(!need(HR_NEED_EQUAL, "s0", "s0 + 1"));
	ck_assert(!need(HR_NEED_EQUAL, "s0", "0 - 1"));
	ck_assert(!need(HR_NEED_LESS_EQUAL, "s0 + 4", "s0 + 3"));
	ck_assert(!need(HR_NEED_DIVIDES, "4", "8*s0 + 2"));
	ck_assert(!need(HR_NEED_DIVIDES, "0", "s0"));
	ck_assert_uint_eq(recorded(), 0);
}
END_TEST

START_TEST(needs_that_are_proved)
{
	ck_assert(need(HR_NEED_EQUAL, "3", "3"));
	ck_assert_uint_eq(hr_sym_proved(symbols), 0);
	ck_assert(need(HR_NEED_LESS_EQUAL, "floor(s0/2)", "s0"));
	ck_assert(need(HR_NEED_LESS_EQUAL, "min(s0, s1)", "s1"));
	ck_assert(need(HR_NEED_DIVIDES, "4", "8*s0 + 4"));
	ck_assert(need(HR_NEED_EQUAL, "a", "b"));
	ck_assert(need(HR_NEED_EQUAL, "b", "c"));
	ck_assert_uint_eq(recorded(), 2);
	ck_assert(need(HR_NEED_EQUAL, "a*c", "b*b"));
	ck_assert(need(HR_NEED_LESS_EQUAL, "1", "s0"));
	ck_assert(need(HR_NEED_LESS_EQUAL, "2", "2*s0"));
	ck_assert_uint_eq(recorded(), 3);
	ck_assert_uint_eq(hr_sym_proved(symbols), 5);
}
END_TEST

START_TEST(equalities_are_used)
{
	sym("old");
	ck_assert(need(HR_NEED_EQUAL, "new", "old"));
	ck_assert_str_eq(hr_sym_text(symbols, sym("2*new + 1")), "2*old + 1");
	ck_assert(need(HR_NEED_EQUAL, "3*x", "6*old + 9"));
	ck_assert_str_eq(hr_sym_text(symbols, hr_sym_simplify(symbols, sym("x"))), "2*old + 3");
	ck_assert(need(HR_NEED_EQUAL, "old", "4"));
	ck_assert_str_eq(hr_sym_text(symbols, hr_sym_simplify(symbols, sym("x + new"))), "15");
	ck_assert(!need(HR_NEED_EQUAL, "x", "12"));
}
END_TEST

/* An equality whose symbol occurs on both sides is recorded and not solved. */
START_TEST(no_symbol_stands_for_itself)
{
	ck_assert(need(HR_NEED_EQUAL, "s0", "floor(s0/2)"));
	ck_assert(need(HR_NEED_EQUAL, "s1", "s1*s2"));
	ck_assert_uint_eq(recorded(), 2);
	ck_assert_str_eq(hr_sym_text(symbols, hr_sym_simplify(symbols, sym("s0 + s1"))), "s0 + s1");
}
END_TEST

START_TEST(scopes)
{
	hr_sym_scope scope;
	const hr_need *needs;
	unsigned count;

	ck_assert(need(HR_NEED_EQUAL, "a", "b"));
	scope = hr_sym_enter(symbols);
	ck_assert(need(HR_NEED_EQUAL, "b", "c"));
	ck_assert(hr_sym_equal(symbols, sym("a"), sym("c")));
	ck_assert(!hr_sym_before(symbols, sym("fresh + 1"), scope));
	ck_assert(hr_sym_before(symbols, sym("a + 1"), scope));
	hr_sym_leave(symbols, scope);
	ck_assert(!hr_sym_equal(symbols, sym("a"), sym("c")));
	ck_assert(hr_sym_equal(symbols, sym("a"), sym("b")));
	needs = hr_sym_needs(symbols, &count);
	ck_assert_uint_eq(count, 2);
	ck_assert(!needs[0].conditional && needs[1].conditional);
	ck_assert(need(HR_NEED_EQUAL, "b", "c"));
	ck_assert_uint_eq(recorded(), 3);
	scope = hr_sym_enter(symbols);
	ck_assert(need(HR_NEED_EQUAL, "c", "7"));
	hr_sym_forget(symbols, scope, false);
	ck_assert_uint_eq(recorded(), 3);
	ck_assert(!hr_sym_equal(symbols, sym("a"), sym("7")));
}
END_TEST

START_TEST(bounds)
{
	const hr_sym some = hr_sym_bounded(symbols, sym("2*n"));

	ck_assert_uint_eq(hr_sym_bound(symbols, some), sym("2*n"));
	ck_assert_uint_eq(hr_sym_bound(symbols, sym("n")), HR_SYM_NONE);
	ck_assert(hr_sym_at_most(symbols, some, sym("2*n + 1")));
	ck_assert(!hr_sym_at_most(symbols, some, sym("n")));
}
END_TEST

START_TEST(needs_and_values)
{
	hr_sym_values values = {0};
	bool known;
	hr_need it = {HR_NEED_DIVIDES, sym("a"), sym("b"), "it", false};

	ck_assert(hr_need_met(symbols, &it, &values, &known) && !known);
	hr_sym_bind(symbols, sym("a"), 3, &values);
	hr_sym_bind(symbols, sym("b"), 9, &values);
	ck_assert(hr_need_met(symbols, &it, &values, &known) && known);
	it.kind = HR_NEED_LESS_EQUAL;
	ck_assert(hr_need_met(symbols, &it, &values, &known) && known);
	it.kind = HR_NEED_EQUAL;
	ck_assert(!hr_need_met(symbols, &it, &values, &known) && known);
	ck_assert_str_eq(hr_need_text(symbols, &it), "a = b");
	hr_sym_values_free(&values);
}
END_TEST

int main(void)
{
	const TTest *const once[] = {unknown_operands,
				     wrong_text,
				     overflow_becomes_a_symbol,
				     long_chains,
				     long_equalities,
				     binding,
				     needs_that_cannot_be,
				     needs_that_are_proved,
				     equalities_are_used,
				     no_symbol_stands_for_itself,
				     scopes,
				     bounds,
				     needs_and_values};
	Suite *suite = suite_create("symbol");
	TCase *tests = tcase_create("symbol");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_set_timeout(tests, 60);
	tcase_add_checked_fixture(tests, setup, teardown);
	for (unsigned i = 0; i < sizeof(once) / sizeof(once[0]); i++)
		tcase_add_test(tests, once[i]);
	tcase_add_loop_test(tests, normal_form, 0, sizeof(forms) / sizeof(forms[0]));
	tcase_add_loop_test(tests, values_agree, 0, 4);
	tcase_add_loop_test(tests, text_is_read_as_written, 0, 50);
	suite_add_tcase(suite, tests);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
