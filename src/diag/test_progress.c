/* src/diag/test_progress.c -- the progress line: where it appears, and that it is erased. */
#include "src/base/test.h"
#include "src/diag/progress.h"

static char *text;
static size_t size;

START_TEST(never_on_what_is_no_terminal)
{
	FILE *stream = tmpfile();

	hr_progress_begin(HR_PROGRESS_AUTO, stream);
	usleep(600 * 1000);
	hr_progress_show("node", 1, 2, 0);
	hr_progress_end();
	ck_assert_int_eq(ftell(stream), 0);
	fclose(stream);
}
END_TEST

START_TEST(always_is_always)
{
	FILE *stream = open_memstream(&text, &size);

	hr_progress_begin(HR_PROGRESS_ALWAYS, stream);
	hr_progress_show("Root/Leaf", 1, 4, 77);
	ck_assert_ptr_nonnull(strstr(text, "Root/Leaf 1/4 (25%), 77 operations, 0.0 s"));
	hr_progress_end();
	ck_assert_str_eq(text + size - 4, "\r\033[K");
	hr_progress_show("after", 1, 1, 0);
	ck_assert_ptr_null(strstr(text, "after"));
	fclose(stream);
	free(text);
}
END_TEST

START_TEST(ten_times_a_second_at_most)
{
	FILE *stream = open_memstream(&text, &size);
	size_t once;

	hr_progress_begin(HR_PROGRESS_ALWAYS, stream);
	hr_progress_show("host code", 0, 0, 8);
	once = size;
	ck_assert_ptr_nonnull(strstr(text, "host code, 8 operations, 0.0 s"));
	hr_progress_show("b", 0, 0, 8);
	ck_assert_uint_eq(size, once);
	usleep(120 * 1000);
	hr_progress_show("c", 0, 0, 8);
	ck_assert_uint_gt(size, once);
	hr_progress_hide();
	once = size;
	hr_progress_hide();
	ck_assert_uint_eq(size, once);
	hr_progress_end();
	fclose(stream);
	free(text);
}
END_TEST

/* A line that wrapped could not be erased. */
START_TEST(long_paths_lose_their_front)
{
	FILE *stream = open_memstream(&text, &size);
	char path[1001];

	memset(path, 'x', 1000);
	memcpy(path + 996, "Leaf", 5);
	hr_progress_begin(HR_PROGRESS_ALWAYS, stream);
	hr_progress_show(path, UINT64_MAX - 1, UINT64_MAX, 5);
	ck_assert_ptr_nonnull(strstr(text, "xLeaf "));
	ck_assert_uint_lt(size, 80 + 8);
	hr_progress_end();
	fclose(stream);
	free(text);
}
END_TEST

HR_TEST_MAIN("progress", never_on_what_is_no_terminal, always_is_always, ten_times_a_second_at_most,
	     long_paths_lose_their_front)
