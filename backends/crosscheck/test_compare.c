/* backends/crosscheck/test_compare.c -- tests when two results are equal, and what is reported if
 * they differ. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backends/crosscheck/compare.h"

static hr_compare_rule floats(void)
{
	return (hr_compare_rule){
		.element = hr_element_of_npy(HR_NPY_FLOAT, 4), .floating = true, .bytes = 4};
}

static hr_compared compare(const hr_compare_rule *rule, const void *right, const void *got,
			   uint64_t count)
{
	return hr_compare(rule, right, rule->bytes, got, rule->bytes, count);
}

static float float_of(uint32_t bits)
{
	float value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

START_TEST(undefined_bits_do_not_count)
{
	static const uint8_t undefined[8] = {0, 0, 0xFF, 0xFF, 0x0F, 0, 0, 0};
	static const uint32_t right[2] = {0x11223344, 0x55667788};
	static const uint32_t within[2] = {0x99003344, 0x55667781};
	static const uint32_t beyond[2] = {0x99003344, 0x55667798};
	hr_compare_rule rule = {.bytes = 4, .undefined = undefined};
	hr_compared sum = compare(&rule, right, within, 2);

	ck_assert_uint_eq(sum.mismatches, 0);
	ck_assert_uint_eq(sum.undefined, 3); /* bytes that differ */
	sum = compare(&rule, right, beyond, 2);
	ck_assert_uint_eq(sum.mismatches, 1);
	ck_assert_uint_eq(sum.first, 1);
	ck_assert_uint_eq(sum.undefined, 2);
	/* the undefined bits of every second element: the stride is that of the expected result */
	rule.undefined = undefined + 4;
	ck_assert_uint_eq(hr_compare(&rule, (const uint8_t *)(right + 1), 8,
				     (const uint8_t *)(within + 1), 4, 1)
				  .mismatches,
			  0);
	rule.undefined = NULL;
	ck_assert_uint_eq(compare(&rule, right, within, 2).mismatches, 2);
}
END_TEST

START_TEST(bytes_are_exact)
{
	const hr_compare_rule rule = {.bytes = 1};
	static uint8_t right[10000], got[10000];
	hr_compared sum = compare(&rule, right, got, 10000);

	ck_assert_uint_eq(sum.mismatches, 0);
	ck_assert_uint_eq(sum.bytes, 10000);
	got[4095] = got[4096] = got[9999] = 1;
	sum = compare(&rule, right, got, 10000);
	ck_assert_uint_eq(sum.mismatches, 3);
	ck_assert_uint_eq(sum.first, 4095);
	ck_assert_uint_eq(sum.worst_ulps, HR_ULP_FAR);
}
END_TEST

START_TEST(an_integer_is_one_mismatch)
{
	const hr_compare_rule rule = {.bytes = 4};
	const uint32_t right[] = {1, 2, 3}, got[] = {1, 0x02020202, 3};
	hr_compared sum = compare(&rule, right, got, 3);

	ck_assert_uint_eq(sum.mismatches, 1);
	ck_assert_uint_eq(sum.first, 1);
	ck_assert_uint_eq(sum.elements, 3);
}
END_TEST

START_TEST(ulps)
{
	const hr_compare_rule rule = floats();
	const float right[] = {1.0f, 0x1p-149f, 2.0f}, got[] = {1.0f + 0x1p-23f, -0x1p-149f, 2.0f};
	hr_compared sum = compare(&rule, right, got, 3);
	char text[32];

	ck_assert_uint_eq(sum.mismatches, 2);
	ck_assert_uint_eq(sum.worst_ulps, 2);
	ck_assert_str_eq(hr_ulps_text(sum.worst_ulps, text), "2 ULP");
	ck_assert_str_eq(hr_ulps_text(HR_ULP_FAR, text), "far apart");
}
END_TEST

START_TEST(no_numbers)
{
	hr_compare_rule rule = floats();
	const float right[] = {float_of(0x7fc00000)}, other[] = {float_of(0xffc00001)};
	const float number[] = {1.0f};

	ck_assert_uint_eq(compare(&rule, right, other, 1).mismatches, 1);
	rule.nans_alike = true;
	ck_assert_uint_eq(compare(&rule, right, other, 1).mismatches, 0);
	ck_assert_uint_eq(compare(&rule, right, number, 1).mismatches, 1);
	ck_assert_uint_eq(compare(&rule, number, right, 1).worst_ulps, HR_ULP_FAR);
}
END_TEST

/* Floats among other data: four aligned bytes at a time. */
START_TEST(no_numbers_among_bytes)
{
	hr_compare_rule rule = {.bytes = 1, .numbers = 4};
	const uint32_t right[] = {7, 0x7fc00000, 9}, other[] = {7, 0xffc00001, 9};
	const uint32_t number[] = {7, 0x3f800000, 9};

	ck_assert_uint_eq(compare(&rule, right, other, 12).mismatches, 0);
	ck_assert_uint_gt(compare(&rule, right, number, 12).mismatches, 0);
	rule.numbers = 8;
	ck_assert_uint_gt(compare(&rule, right, other, 12).mismatches, 0);
}
END_TEST

START_TEST(zeros)
{
	hr_compare_rule rule = floats();
	const float right[] = {0.0f}, other[] = {-0.0f};
	hr_compared sum = compare(&rule, right, other, 1);

	ck_assert_uint_eq(sum.mismatches, 1);
	ck_assert_uint_eq(sum.worst_ulps, 0);
	rule.zeros_alike = true;
	ck_assert_uint_eq(compare(&rule, right, other, 1).mismatches, 0);
}
END_TEST

START_TEST(bounds)
{
	hr_compare_rule rule = floats();
	const float right[] = {1.0f, 1.0f, 1.0f, INFINITY}, got[] = {1.25f, 1.25f, 1.0f, 1.0f};
	const double most[] = {0.25, 0.125, 0, 1e300};
	hr_bounds bound = {0};
	hr_compared sum;

	rule.bounds = &bound;
	for (size_t i = 0; i < 4; i++)
		HR_PUSH(&bound.of,
			(hr_bound){(const uint8_t *)&right[i], rule.element, 4, most[i]});
	sum = compare(&rule, right, got, 4);
	ck_assert_uint_eq(sum.mismatches, 2);
	ck_assert_uint_eq(sum.first, 1);
	ck_assert_uint_eq(sum.within, 1);
	ck_assert_uint_eq(sum.off_ulps, 1 << 21);
	ck_assert_uint_eq(sum.allowed_ulps, 1 << 21);
	ck_assert(sum.share == 1);
	bound.of.data[3].most = (double)INFINITY;
	sum = compare(&rule, right, got, 4);
	ck_assert_uint_eq(sum.mismatches, 1);
	ck_assert_uint_eq(sum.open, 1);
	/* Memory without a stored float must be equal unless an instance may have taken another
	 * branch. */
	bound.of.count = 1;
	ck_assert_uint_eq(compare(&rule, right, got, 4).mismatches, 2);
	bound.unsure = true;
	ck_assert_uint_eq(compare(&rule, right, got, 4).mismatches, 0);
	ck_assert_uint_eq(compare(&rule, right, got, 4).open, 2);
	HR_VEC_FREE(&bound.of);
}
END_TEST

/* The bytes of a stored float belong to it. */
START_TEST(bounds_of_bytes)
{
	const float right[] = {1.0f, 1.0f}, got[] = {1.25f, 1.5f};
	hr_bounds bound = {0};
	const hr_compare_rule rule = {.bytes = 1, .bounds = &bound};

	for (size_t i = 0; i < 2; i++)
		HR_PUSH(&bound.of,
			(hr_bound){(const uint8_t *)&right[i], floats().element, 4, 0.25});
	ck_assert_uint_eq(compare(&rule, right, got, 4).mismatches, 0);
	ck_assert_uint_eq(compare(&rule, right, got, 8).first, 6);
	HR_VEC_FREE(&bound.of);
}
END_TEST

START_TEST(strides)
{
	const hr_compare_rule rule = {.bytes = 4};
	const uint32_t right[] = {1, 9, 1, 8, 1, 7}, same[] = {1}, got[] = {1, 0, 2, 0, 1, 0};

	ck_assert_uint_eq(hr_compare(&rule, (const uint8_t *)right, 8, (const uint8_t *)same, 0, 3)
				  .mismatches,
			  0);
	ck_assert_uint_eq(
		hr_compare(&rule, (const uint8_t *)right, 8, (const uint8_t *)got, 8, 3).first, 1);
}
END_TEST

START_TEST(sums)
{
	hr_compared sum = {0}, clean = {.bytes = 8, .elements = 2};
	hr_compared bad = {.bytes = 4, .elements = 1, .mismatches = 1, .first = 7, .worst_ulps = 3};
	hr_compared worse = {
		.bytes = 4, .elements = 1, .mismatches = 1, .first = 9, .worst_ulps = 5};

	hr_compared_add(&sum, &clean);
	hr_compared_add(&sum, &bad);
	hr_compared_add(&sum, &worse);
	ck_assert_uint_eq(sum.bytes, 16);
	ck_assert_uint_eq(sum.elements, 4);
	ck_assert_uint_eq(sum.mismatches, 2);
	ck_assert_uint_eq(sum.first, 7);
	ck_assert_uint_eq(sum.worst_ulps, 5);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("compare");
	TCase *all = tcase_create("all");
	SRunner *runner;
	int failed;

	tcase_add_test(all, bytes_are_exact);
	tcase_add_test(all, an_integer_is_one_mismatch);
	tcase_add_test(all, ulps);
	tcase_add_test(all, no_numbers);
	tcase_add_test(all, no_numbers_among_bytes);
	tcase_add_test(all, zeros);
	tcase_add_test(all, undefined_bits_do_not_count);
	tcase_add_test(all, bounds);
	tcase_add_test(all, bounds_of_bytes);
	tcase_add_test(all, strides);
	tcase_add_test(all, sums);
	suite_add_tcase(suite, all);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
