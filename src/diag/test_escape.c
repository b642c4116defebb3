/* src/diag/test_escape.c -- text of programs in output formats. */
#include "src/base/arena.h"
#include "src/base/test.h"
#include "src/diag/escape.h"

typedef struct escaped_text {
	const char *text, *readable, *dot, *xml, *comment; /* NULL: as readable */
} escaped_text;

static const escaped_text forms[] = {
	{"plain_Name.2", "plain_Name.2", NULL, NULL, NULL},
	{"", "", NULL, NULL, NULL},
	{"a\nb\tc\r", "a\\nb\\tc\\r", "a\\\\nb\\\\tc\\\\r", NULL, "a\\nb\\tc\\r"},
	{"\033[1m\x7f", "\\x1b[1m\\x7f", "\\\\x1b\\[1m\\\\x7f", NULL, NULL},
	/* a control character of ISO 8859-1, in UTF-8 and alone */
	{"\xc2\x9b\x9b", "\\x9b\\x9b", "\\\\x9b\\\\x9b", NULL, NULL},
	/* not UTF-8: no first byte, truncated, overlong, a surrogate */
	{"\xff\xc3", "\\xff\\xc3", "\\\\xff\\\\xc3", NULL, NULL},
	{"\xc0\xaf", "\\xc0\\xaf", "\\\\xc0\\\\xaf", NULL, NULL},
	{"\xed\xa0\x80", "\\xed\\xa0\\x80", "\\\\xed\\\\xa0\\\\x80", NULL, NULL},
	{"\xc3\xa9\xe6\x97\xa5\xf0\x9f\x98\x80", "\xc3\xa9\xe6\x97\xa5\xf0\x9f\x98\x80", NULL, NULL,
	 NULL},
	/* the direction of text, a line separator, an invisible character, U+FFFF */
	{"\xe2\x80\xae\xe2\x80\xa8\xef\xbb\xbf\xef\xbf\xbf", "\\u202e\\u2028\\ufeff\\uffff",
	 "\\\\u202e\\\\u2028\\\\ufeff\\\\uffff", NULL, NULL},
	{"<a b=\"&amp;\">", "<a b=\"&amp;\">", "\\<a\\ b\\=\\\"&amp;amp\\;\\\"\\>",
	 "&lt;a b=&quot;&amp;amp;&quot;&gt;", NULL},
	{"*/?\?/\\", "*/?\?/\\", "\\*\\/\\?\\?\\/\\\\", NULL, "\\x2a/\\x3f\\x3f/\\x5c"},
};

static void check_printed(const char *text, const char *expected, void print(const char *, FILE *))
{
	char *got = NULL;
	size_t length;
	FILE *stream = open_memstream(&got, &length);

	ck_assert_ptr_nonnull(stream);
	print(text, stream);
	fclose(stream);
	ck_assert_str_eq(got, expected);
	free(got);
}

static void check_form(const escaped_text *at)
{
	hr_arena arena;
	const char *kept;

	check_printed(at->text, at->readable, hr_print_readable);
	check_printed(at->text, at->dot ? at->dot : at->readable, hr_print_dot);
	check_printed(at->text, at->xml ? at->xml : at->readable, hr_print_xml);
	check_printed(at->text, at->comment ? at->comment : at->readable, hr_print_comment);
	hr_arena_init(&arena);
	kept = hr_arena_readable(&arena, at->text);
	ck_assert_str_eq(kept, at->readable);
	ck_assert_int_eq(kept == at->text, strcmp(at->text, at->readable) == 0);
	hr_arena_free(&arena);
}

START_TEST(all_forms)
{
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++)
		check_form(&forms[i]);
}
END_TEST

HR_TEST_MAIN("escape", all_forms)
