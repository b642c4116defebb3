/* src/test_diag.c -- diagnostics: their form, severities, counts; the choices of --sem. */
#include "diag.h"
#include "sem.h"
#include "test.h"

static char *text;
static size_t text_size;
static FILE *stream;
static hr_diags *diags;
static int before_calls, after_calls;

static void begin(void)
{
	stream = open_memstream(&text, &text_size);
	diags = hr_diags_new(stream);
}

static void end(void)
{
	hr_diags_free(diags);
	fclose(stream);
	free(text);
}

START_TEST(form_without_place)
{
	begin();
	ck_assert_int_eq(hr_report(diags, HR_D_no_main, NULL), HR_REJECT);
	ck_assert_str_eq(text, "hpvm-run: error: the program has no 'main'; use --root FUNCTION to "
			       "launch a graph directly [no-main]\n");
	end();
}
END_TEST

START_TEST(form_with_everything)
{
	hr_where where = {.file = "a.c", .line = 3, .column = 9, .function = "f",
			  .instruction = "%x = sdiv i32 %a, 0", .node = "Root/Leaf", .dims = 2,
			  .has_instance = true, .instance = {4, -1, 9}, .has_execution = true,
			  .execution = 2};

	begin();
	ck_assert_int_eq(hr_report(diags, HR_D_div_by_zero, &where), HR_TRAP);
	ck_assert_str_eq(text, "a.c:3:9: error: division by zero [div-by-zero] (H4)\n"
			       "  in function 'f': %x = sdiv i32 %a, 0\n"
			       "  at node Root/Leaf, instance (4, -1), execution 2\n");
	end();
}
END_TEST

START_TEST(severity_decides_the_outcome)
{
	begin();
	ck_assert_int_eq(hr_report(diags, HR_D_zero_extent, NULL, "n"), HR_OK);
	ck_assert_uint_eq(hr_diags_errors(diags), 0);
	ck_assert_uint_eq(hr_diags_count(diags, HR_D_zero_extent), 1);
	ck_assert_ptr_nonnull(strstr(text, "warning: "));
	ck_assert(hr_diags_option(diags, "-Werror=zero-extent"));
	ck_assert_int_eq(hr_report(diags, HR_D_zero_extent, NULL, "n"), HR_TRAP);
	ck_assert_uint_eq(hr_diags_errors(diags), 1);
	ck_assert(hr_diags_option(diags, "-Wno-zero-extent"));
	text_size = (fflush(stream), text_size);
	ck_assert_int_eq(hr_report(diags, HR_D_zero_extent, NULL, "n"), HR_OK);
	ck_assert_uint_eq(hr_diags_count(diags, HR_D_zero_extent), 2);
	ck_assert(hr_diags_option(diags, "-Wzero-extent"));
	ck_assert_int_eq(hr_diags_severity(diags, HR_D_zero_extent), HR_SEV_WARNING);
	end();
}
END_TEST

START_TEST(werror_takes_all_warnings)
{
	begin();
	ck_assert(hr_diags_option(diags, "-Werror"));
	for (int id = 0; id < HR_D_COUNT; id++)
		ck_assert_int_ne(hr_diags_severity(diags, (hr_diag_id)id), HR_SEV_WARNING);
	ck_assert_int_eq(hr_diags_severity(diags, HR_D_edge_source_shared), HR_SEV_OFF);
	end();
}
END_TEST

START_TEST(options_that_are_none)
{
	begin();
	ck_assert(!hr_diags_option(diags, "-Wno-such-thing"));
	ck_assert(!hr_diags_option(diags, "-W"));
	ck_assert(!hr_diags_option(diags, "zero-extent"));
	ck_assert(!hr_diags_option(diags, "-Werror="));
	end();
}
END_TEST

/* Names are what users and tests hold on to: no two alike, and none that an option would misread. */
START_TEST(table_is_sound)
{
	for (int i = 0; i < HR_D_COUNT; i++) {
		const char *name = hr_diag_name((hr_diag_id)i);
		hr_diag_id found;

		ck_assert(hr_diag_find(name, &found));
		ck_assert_int_eq(found, i);
		ck_assert_uint_eq(strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(name));
		ck_assert(strncmp(name, "no-", 3) != 0 || strcmp(name, "no-main") == 0 ||
			  strcmp(name, "no-such-function") == 0 || strcmp(name, "no-such-port") == 0);
		ck_assert_int_ne(hr_diag_outcome((hr_diag_id)i), HR_OK);
		ck_assert_ptr_nonnull(hr_diag_clause((hr_diag_id)i));
	}
}
END_TEST

static void before(void)
{
	before_calls++;
}

static void after(void)
{
	after_calls++;
}

START_TEST(hooks_are_called_around_what_is_printed)
{
	begin();
	hr_diags_set_hooks(diags, before, after);
	hr_report(diags, HR_D_no_main, NULL);
	hr_report(diags, HR_D_edge_source_shared, NULL, 0u, "n"); /* off */
	ck_assert_int_eq(before_calls, 1);
	ck_assert_int_eq(after_calls, 1);
	end();
}
END_TEST

START_TEST(choices)
{
	const char *why = NULL;
	hr_sem sem;

	begin();
	hr_sem_init(&sem);
	ck_assert_int_eq(sem.value[HR_SEM_fmuladd], HR_SEM_fmuladd_separate);
	ck_assert(hr_sem_option(&sem, diags, "fmuladd=fused", &why));
	ck_assert_int_eq(sem.value[HR_SEM_fmuladd], HR_SEM_fmuladd_fused);
	ck_assert(hr_sem_option(&sem, diags, "hpvm-1.0-cpu", &why));
	ck_assert_int_eq(sem.value[HR_SEM_zero_extent], HR_SEM_zero_extent_one);
	ck_assert_int_eq(sem.value[HR_SEM_fmuladd], HR_SEM_fmuladd_separate);
	ck_assert(hr_sem_option(&sem, diags, "stream-capacity=12", &why));
	ck_assert_uint_eq(sem.stream_capacity, 12);
	ck_assert(hr_sem_option(&sem, diags, "stream-capacity=unbounded", &why));
	ck_assert_uint_eq(sem.stream_capacity, 0);
	end();
}
END_TEST

START_TEST(choices_that_are_none)
{
	static const char *const wrong[] = {"", "=", "fmuladd", "fmuladd=", "fmuladd=both", "fmul=fused",
					    "stream-capacity=0", "stream-capacity=-1",
					    "stream-capacity=1x", "stream-capacity=", "Reference"};
	hr_sem sem, untouched;

	begin();
	hr_sem_init(&sem);
	untouched = sem;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		const char *why = NULL;

		ck_assert_msg(!hr_sem_option(&sem, diags, wrong[i], &why), "%s", wrong[i]);
		ck_assert_ptr_nonnull(why);
		ck_assert_int_eq(memcmp(&sem, &untouched, sizeof(sem)), 0);
	}
	end();
}
END_TEST

START_TEST(strict_makes_warnings_errors)
{
	const char *why = NULL;
	hr_sem sem;

	begin();
	hr_sem_init(&sem);
	ck_assert(hr_sem_option(&sem, diags, "strict", &why));
	ck_assert_int_eq(hr_diags_severity(diags, HR_D_edge_value_ambiguous), HR_SEV_ERROR);
	ck_assert_int_eq(hr_diags_severity(diags, HR_D_edge_source_shared), HR_SEV_ERROR);
	ck_assert_int_eq(hr_diags_severity(diags, HR_D_edge_carries_pointer), HR_SEV_ERROR);
	end();
}
END_TEST

HR_TEST_MAIN("diag", form_without_place, form_with_everything, severity_decides_the_outcome,
	     werror_takes_all_warnings, options_that_are_none, table_is_sound,
	     hooks_are_called_around_what_is_printed, choices, choices_that_are_none,
	     strict_makes_warnings_errors)
