/* interp/host/test_host.c -- names that programs call, symbols, and conversions of end.c.
 *
 * The effects of calling them are tested by whole programs: interp/tests/host. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interp/host/host.h"
#include "interp/host/host_runtime.h"
#include "interp/host/host_state.h"
#include "ir/program/hpvm_names.h"

#define ABSENT(run, name) ck_assert_msg(!hr_host_symbol(run, name), "%s is known", name)

START_TEST(every_hpvm_name_has_an_entry)
{
	static const char *const c_names[] = {
#define H(ident, class, c_name, ir_name, operands, c_order, ir_order) c_name,
#define H_ALIAS(ident, c_name)                                        c_name,
#include "ir/program/hpvm_names.def"
#undef H
#undef H_ALIAS
	};
	static const char *const ir_names[] = {
#define H(ident, class, c_name, ir_name, operands, c_order, ir_order) ir_name,
#define H_ALIAS(ident, c_name)
#include "ir/program/hpvm_names.def"
#undef H
#undef H_ALIAS
	};
	char name[100];

	for (size_t i = 0; i < sizeof(c_names) / sizeof(c_names[0]); i++)
		ck_assert_msg(!c_names[i] || hr_entry_find(c_names[i]), "%s", c_names[i]);
	for (size_t i = 0; i < sizeof(ir_names) / sizeof(ir_names[0]); i++) {
		if (!ir_names[i])
			continue;
		snprintf(name, sizeof(name), "llvm.hpvm.%s", ir_names[i]);
		ck_assert_msg(hr_entry_find(name) != NULL, "%s", name);
	}
	ck_assert_ptr_null(hr_entry_find("__hpvm__nothing"));
	ck_assert_ptr_null(hr_entry_find("puts"));
}
END_TEST

/* The two forms of launch order their operands differently; the names of tracking are aliases of
 * one function. */
START_TEST(forms_and_aliases)
{
	ck_assert_ptr_ne(hr_entry_find("__hpvm__launch"), hr_entry_find("llvm.hpvm.launch"));
	ck_assert_ptr_eq(hr_entry_find("__hpvm__wait"), hr_entry_find("llvm.hpvm.wait"));
	ck_assert_ptr_eq(hr_entry_find("llvm_hpvm_track_mem"),
			 hr_entry_find("__hpvm__trackMemory"));
	ck_assert_ptr_eq(hr_entry_find("llvm_hpvm_request_mem"),
			 hr_entry_find("llvm.hpvm.requestMemory"));
	ck_assert_ptr_ne(hr_entry_find("llvm_hpvm_track_mem"),
			 hr_entry_find("llvm_hpvm_untrack_mem"));
}
END_TEST

START_TEST(symbols_of_the_c_library)
{
	hr_host host = {0};
	hr_program program = {0};
	hr_run run = {.host = &host, .program = &program};

	ck_assert_ptr_eq(hr_host_symbol(&run, "puts"), (void *)puts);
	ck_assert_ptr_eq(hr_host_symbol(&run, "atexit"), (void *)hr_runtime_atexit);
	ck_assert_ptr_eq(hr_host_symbol(&run, "__dso_handle"), &hr_runtime_dso);
	ck_assert_ptr_nonnull(hr_host_symbol(&run, "__emutls_get_address"));
	ck_assert_ptr_nonnull(hr_host_symbol(&run, "stat"));
	/* Newer C libraries rename these functions. */
	ck_assert_ptr_nonnull(hr_host_symbol(&run, "__isoc23_strtol"));
	ck_assert_ptr_nonnull(hr_host_symbol(&run, "__isoc23_sscanf"));
	ABSENT(&run, "there_is_no_such_function");
	ABSENT(&run, "__isoc23_there_is_no_such_function");
}
END_TEST

static unsigned bits_of(float value)
{
	unsigned bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

START_TEST(bfloat_from_float)
{
	static const struct {
		float value;
		unsigned bits;
	} rows[] = {
		{1.0f, 0x3f80},      {-2.5f, 0xc020},         {0x1.01p0f, 0x3f80},
		{0x1.03p0f, 0x3f82}, {0x1.010002p0f, 0x3f81}, {3.4028235e38f, 0x7f80},
		{INFINITY, 0x7f80},  {-0.0f, 0x8000},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		ck_assert_uint_eq(bits_of(hr_runtime_trunc_f32_bf16(rows[i].value)), rows[i].bits);
	ck_assert_uint_eq(bits_of(hr_runtime_trunc_f32_bf16(NAN)) & 0x7fc0, 0x7fc0);
}
END_TEST

/* Converted through a float with ordinary rounding, the second and third would become even. */
START_TEST(bfloat_from_double)
{
	static const struct {
		double value;
		unsigned bits;
	} rows[] = {
		{0x1.01p0, 0x3f80},         {0x1.0100000001p0, 0x3f81}, {-0x1.0100000001p0, 0xbf81},
		{0x1.00ffffffffp0, 0x3f80}, {0x1.02ffffffffp0, 0x3f81}, {1e300, 0x7f80},
		{1e-300, 0x0000},           {-1e-300, 0x8000},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		ck_assert_uint_eq(bits_of(hr_runtime_trunc_f64_bf16(rows[i].value)), rows[i].bits);
}
END_TEST

START_TEST(exit_line_tells_outcome)
{
	static const hr_status statuses[] = {HR_OK, HR_REJECT, HR_TRAP, HR_LIMIT, HR_UNSUPPORTED};
	static const int codes[] = {7, 120, 121, 122, 123};
	char text[200] = "";
	int ends[2], old = dup(STDERR_FILENO);

	ck_assert_int_eq(pipe(ends), 0);
	dup2(ends[1], STDERR_FILENO);
	for (int i = 0; i < 5; i++) {
		hr_diags *diags = hr_diags_new(stderr);

		ck_assert_int_eq(hr_exit_line(diags, statuses[i], 7), codes[i]);
		hr_diags_free(diags);
	}
	dup2(old, STDERR_FILENO);
	ck_assert_int_gt(read(ends[0], text, sizeof(text) - 1), 0);
	ck_assert_ptr_nonnull(strstr(text, "hpvm-run: rejected graph or file (exit 120)\n"));
	ck_assert_ptr_nonnull(strstr(text, "hpvm-run: unsupported (exit 123)\n"));
	ck_assert_int_eq(strncmp(text, "hpvm-run: rejected", 18), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("host");
	TCase *names = tcase_create("names"), *others = tcase_create("others");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_add_test(names, every_hpvm_name_has_an_entry);
	tcase_add_test(names, forms_and_aliases);
	tcase_add_test(names, symbols_of_the_c_library);
	tcase_add_test(others, bfloat_from_float);
	tcase_add_test(others, bfloat_from_double);
	tcase_add_test(others, exit_line_tells_outcome);
	suite_add_tcase(suite, names);
	suite_add_tcase(suite, others);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
