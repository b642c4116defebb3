/* src/diag/test_diag.c -- tests of diagnostics: output forms, source lines, severities, counts,
 * explanations; and of the choices of --sem. */
#include "src/base/test.h"
#include "src/diag/diag.h"
#include "src/diag/explain.h"
#include "src/diag/sem.h"

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
	ck_assert_str_eq(text, "hpvm-run: error: the program has no 'main' [no-main]\n"
			       "  help: use --root FUNCTION to launch a graph directly\n");
	end();
}
END_TEST

START_TEST(form_with_everything)
{
	hr_where where = {.file = "a.c",
			  .line = 3,
			  .column = 9,
			  .function = "f",
			  .instruction = "%x = sdiv i32 %a, 0",
			  .node = "Root/Leaf",
			  .dims = 2,
			  .has_instance = true,
			  .instance = {4, -1, 9},
			  .has_execution = true,
			  .execution = 2};

	begin();
	ck_assert_int_eq(hr_report(diags, HR_D_div_by_zero, &where), HR_TRAP);
	ck_assert_str_eq(text, "a.c:3:9: error: division by zero [div-by-zero] (H4)\n"
			       "  in function 'f': %x = sdiv i32 %a, 0\n"
			       "  at node Root/Leaf, instance (4, -1), execution 2\n");
	end();
}
END_TEST

START_TEST(advice_comes_once)
{
	hr_where where = {.function = "f"};

	begin();
	hr_diags_advise(diags, "help: use -g");
	hr_report(diags, HR_D_no_main, NULL);
	ck_assert_ptr_null(strstr(text, "use -g"));
	where.file = "a.c";
	hr_report(diags, HR_D_div_by_zero, &where);
	ck_assert_ptr_null(strstr(text, "use -g"));
	where.file = NULL;
	hr_report(diags, HR_D_div_by_zero, &where);
	ck_assert_ptr_nonnull(strstr(text, "  help: use -g\n"));
	hr_report(diags, HR_D_div_by_zero, &where);
	ck_assert_ptr_null(strstr(strstr(text, "use -g") + 1, "use -g"));
	end();
}
END_TEST

START_TEST(severity_decides_the_outcome)
{
	begin();
	ck_assert_int_eq(hr_report(diags, HR_D_zero_extent, NULL, "n", "(0)", ""), HR_OK);
	ck_assert_uint_eq(hr_diags_errors(diags), 0);
	ck_assert_uint_eq(hr_diags_count(diags, HR_D_zero_extent), 1);
	ck_assert_ptr_nonnull(strstr(text, "warning: "));
	ck_assert(hr_diags_option(diags, "-Werror=zero-extent"));
	ck_assert_int_eq(hr_report(diags, HR_D_zero_extent, NULL, "n", "(0)", ""), HR_TRAP);
	ck_assert_uint_eq(hr_diags_errors(diags), 1);
	ck_assert(hr_diags_option(diags, "-Wno-zero-extent"));
	text_size = (fflush(stream), text_size);
	ck_assert_int_eq(hr_report(diags, HR_D_zero_extent, NULL, "n", "(0)", ""), HR_OK);
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

/* Users and tests depend on names: they must be distinct, and not ambiguous with options. */
START_TEST(table_is_sound)
{
	for (int i = 0; i < HR_D_COUNT; i++) {
		const char *name = hr_diag_name((hr_diag_id)i);
		hr_diag_id found, other;

		ck_assert(hr_diag_find(name, &found));
		ck_assert(found == (hr_diag_id)i || hr_diag_is_second((hr_diag_id)i));
		ck_assert_uint_eq(strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-"),
				  strlen(name));
		ck_assert(strncmp(name, "no-", 3) != 0 || !hr_diag_find(name + 3, &other));
		ck_assert_int_ne(hr_diag_outcome((hr_diag_id)i), HR_OK);
		ck_assert_ptr_nonnull(hr_diag_clause((hr_diag_id)i));
	}
}
END_TEST

START_TEST(values_in_messages)
{
	begin();
	hr_report(diags, HR_D_time_limit, NULL, 1.5);
	ck_assert_ptr_nonnull(strstr(text, "the limit of 1.5 seconds of processor time"));
	end();
}
END_TEST

/* --- source lines ----------------------------------------------------------------------------- */

/* Return the excerpt for line LINE, column COLUMN of a file that contains SOURCE. Owned by the
 * caller. */
static char *excerpt_of(const char *source, size_t size, unsigned line, unsigned column)
{
	char path[HR_TEST_PATH], *first, *shown;
	hr_where where = {.file = path, .line = line, .column = column};

	hr_test_file(path, source, size);
	begin();
	hr_report(diags, HR_D_interrupted, &where);
	first = strchr(text, '\n');
	ck_assert_ptr_nonnull(first);
	shown = strdup(first + 1);
	end();
	unlink(path);
	return shown;
}

static void check_excerpt(const char *source, unsigned line, unsigned column, const char *expected)
{
	char *shown = excerpt_of(source, strlen(source), line, column);

	ck_assert_str_eq(shown, expected);
	free(shown);
}

START_TEST(caret_stands_under_the_column)
{
	check_excerpt("a\nint x = y;\nb\n", 2, 9, "    2 | int x = y;\n      |         ^\n");
	check_excerpt("a\nlast", 2, 1, "    2 | last\n      | ^\n");
	check_excerpt("\tx\ty", 1, 4, "    1 |         x       y\n      |                 ^\n");
	check_excerpt("dos\r\n", 1, 4, "    1 | dos\n      |    ^\n");
	check_excerpt("\xc3\xa4+b\n", 1, 4, "    1 | \xc3\xa4+b\n      |   ^\n");
	check_excerpt("no column\n", 1, 0, "    1 | no column\n");
	check_excerpt("too far\n", 1, 99, "    1 | too far\n");
	check_excerpt("\n\n", 2, 1, "    2 | \n      | ^\n");
}
END_TEST

START_TEST(lines_that_are_none)
{
	check_excerpt("a\nb\n", 3, 1, "");
	check_excerpt("", 1, 1, "");
	check_excerpt("a", 2, 1, "");
}
END_TEST

START_TEST(source_sends_no_commands)
{
	check_excerpt("\033[2J\a\xff\xc2\x9b.\n", 1, 8, "    1 | ?[2J???.\n      |        ^\n");
}
END_TEST

/* For a line of any length and any column, the caret is under its character. */
START_TEST(long_lines_are_cut)
{
	enum { LENGTH = 3000, WIDTH = 120 };
	static char source[LENGTH + 1];

	for (unsigned column = 1; column <= LENGTH; column += 37) {
		char *shown, *line, *caret;

		memset(source, '.', LENGTH);
		source[column - 1] = '#';
		source[LENGTH] = '\n';
		shown = excerpt_of(source, LENGTH + 1, 1, column);
		line = strtok(shown, "\n");
		caret = strtok(NULL, "\n");
		ck_assert_uint_eq(strlen(line), WIDTH);
		ck_assert_ptr_nonnull(strchr(line, '#'));
		ck_assert_int_eq(strchr(line, '#') - line, strchr(caret, '^') - caret);
		free(shown);
	}
}
END_TEST

START_TEST(endless_lines_are_not_shown)
{
	enum { LENGTH = 40000 };
	char *source = malloc(LENGTH), *shown;

	memset(source, 'x', LENGTH);
	shown = excerpt_of(source, LENGTH, 1, 5);
	ck_assert_str_eq(shown, "");
	free(shown);
	free(source);
}
END_TEST

/* --- forms ------------------------------------------------------------------------------------ */

static const hr_ancestor ancestors[] = {{"Root/Group", 2, {1, -2, 0}, HR_INSTANCE},
					{"Root", 1, {7, 0, 0}, HR_INSTANCE}};

START_TEST(ancestors_in_words)
{
	hr_where where = {.node = "Root/Group/Leaf", .ancestor_count = 2, .ancestors = ancestors};

	begin();
	hr_report(diags, HR_D_no_main, &where);
	ck_assert_ptr_nonnull(
		strstr(text, "  at node Root/Group/Leaf in Root/Group (1, -2), Root (7)\n"));
	end();
}
END_TEST

START_TEST(json_record)
{
	hr_where where = {.file = "a.c",
			  .directory = "/d",
			  .line = 3,
			  .node = "Root/Group/Leaf",
			  .dims = 1,
			  .has_instance = true,
			  .instance = {4},
			  .has_execution = true,
			  .ancestor_count = 2,
			  .ancestors = ancestors};

	begin();
	hr_diags_set_form(diags, HR_DIAG_JSON, false);
	hr_report(diags, HR_D_div_by_zero, &where);
	hr_diags_end(diags, HR_TRAP, 121);
	hr_diags_end(diags, HR_OK, 0); /* the end has been reported already */
	ck_assert_str_eq(
		text,
		"{\"kind\":\"diagnostic\",\"id\":\"div-by-zero\",\"severity\":\"error\","
		"\"outcome\":\"trap\",\"clause\":\"H4\",\"message\":\"division by zero\","
		"\"file\":\"a.c\",\"directory\":\"/d\",\"line\":3,\"node\":\"Root/Group/Leaf\","
		"\"instance\":[4],\"ancestors\":[{\"node\":\"Root/Group\",\"instance\":[1,-2]},"
		"{\"node\":\"Root\",\"instance\":[7]}],\"execution\":0}\n"
		"{\"kind\":\"outcome\",\"outcome\":\"trap\",\"exit\":121,\"text\":"
		"\"trap or failed check\",\"errors\":1,\"warnings\":0}\n");
	end();
}
END_TEST

/* A message of three lines, whose last one says what to do, and which occurred twice. */
static void report_notes(hr_diag_form form)
{
	hr_where where = {.function = "f", .facts = {.count = 2}};

	begin();
	hr_diags_set_form(diags, form, false);
	hr_report(diags, HR_D_order_dependent, &where, "the cause\na \"note\"\nhelp: do this");
	hr_diags_end(diags, HR_TRAP, 121);
	fflush(stream);
}

START_TEST(notes_follow_the_place)
{
	report_notes(HR_DIAG_TEXT);
	ck_assert_str_eq(text, "hpvm-run: error: the cause (2 times) [order-dependent] (N4)\n"
			       "  in function 'f'\n"
			       "  note: a \"note\"\n"
			       "  help: do this\n"
			       "hpvm-run: trap or failed check (exit 121)\n");
	end();
}
END_TEST

START_TEST(notes_in_json)
{
	report_notes(HR_DIAG_JSON);
	ck_assert_ptr_nonnull(strstr(text,
				     "\"message\":\"the cause\",\"notes\":[\"a \\\"note\\\"\","
				     "\"help: do this\"],\"function\":\"f\",\"count\":2}\n"));
	end();
}
END_TEST

START_TEST(notes_in_sarif)
{
	report_notes(HR_DIAG_SARIF);
	ck_assert_ptr_nonnull(strstr(text, "\"message\":{\"text\":\"the cause\\na \\\"note\\\"\\n"
					   "help: do this\"},\"occurrenceCount\":2"));
	end();
}
END_TEST

/* A line of a message after the first is a note: a name cannot make one. */
START_TEST(names_are_no_notes)
{
	begin();
	hr_report(diags, HR_D_unsupported_intrinsic, NULL, "a\nhelp: \033[1mrun it");
	ck_assert_ptr_nonnull(strstr(text, "intrinsic 'a\\nhelp: \\x1b[1mrun it' is not"));
	ck_assert_ptr_null(strstr(text, "  help:"));
	end();
}
END_TEST

/* The argument of "%s" in a message, and its form in JSON. */
START_TEST(json_escapes)
{
	static const char *const rows[][2] = {
		{"\"\\/", "\\\"\\\\/"},
		{"\x02\t\x01\x7f", "\\u0002\\t\\u0001\\u007f"},
		{"\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80",
		 "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80"},
		{"\xff.", "\\ufffd."}, /* never the first byte of a character */
		{"\xc3", "\\ufffd"},   /* truncated */
		{"\xc3(", "\\ufffd("},
		{"\xc0\x80", "\\ufffd\\ufffd"}, /* overlong */
		{"\xe0\x9f\xbf", "\\ufffd\\ufffd\\ufffd"},
		{"\xed\xa0\x80", "\\ufffd\\ufffd\\ufffd"}, /* a surrogate */
		{"\xf4\x90\x80\x80", "\\ufffd\\ufffd\\ufffd\\ufffd"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char expected[100];

		begin();
		hr_diags_set_form(diags, HR_DIAG_JSON, false);
		hr_report(diags, HR_D_unsupported_intrinsic, NULL, rows[i][0]);
		snprintf(expected, sizeof(expected), "\"message\":\"intrinsic '%s' is not",
			 rows[i][1]);
		ck_assert_msg(strstr(text, expected) != NULL, "row %zu: %s", i, text);
		end();
	}
}
END_TEST

START_TEST(long_messages_are_cut)
{
	enum { LENGTH = 200000 };
	char *name = malloc(LENGTH + 1);

	memset(name, 'x', LENGTH);
	name[LENGTH] = '\0';
	begin();
	hr_report(diags, HR_D_unsupported_intrinsic, NULL, name);
	ck_assert_ptr_nonnull(strstr(text, "xxx... [unsupported-intrinsic]\n"));
	end();
	free(name);
}
END_TEST

START_TEST(sarif_is_one_line)
{
	begin();
	hr_diags_set_form(diags, HR_DIAG_SARIF, false);
	hr_report(diags, HR_D_no_main, NULL);
	fflush(stream);
	ck_assert_uint_eq(text_size, 0);
	hr_diags_end(diags, HR_REJECT, 120);
	fflush(stream);
	ck_assert_uint_eq(strcspn(text, "\n"), text_size - 1);
	ck_assert_ptr_nonnull(strstr(text, "\"ruleId\":\"no-main\""));
	ck_assert_ptr_nonnull(strstr(text, "\"exitCode\":120"));
	end();
}
END_TEST

START_TEST(end_in_words)
{
	begin();
	hr_diags_end(diags, HR_LIMIT, 122);
	fflush(stream);
	ck_assert_str_eq(text, "hpvm-run: limit reached (exit 122)\n");
	end();
	begin();
	hr_diags_end(diags, HR_OK, 3);
	fflush(stream);
	ck_assert_uint_eq(text_size, 0);
	end();
}
END_TEST

static void report_again(void)
{
	before_calls++;
	hr_report(diags, HR_D_zero_extent, NULL, "n", "(0)", "");
}

/* As in a signal handler that interrupts a report. */
START_TEST(report_within_a_report_is_dropped)
{
	begin();
	hr_diags_set_hooks(diags, report_again, NULL);
	ck_assert_int_eq(hr_report(diags, HR_D_no_main, NULL), HR_REJECT);
	ck_assert_int_eq(before_calls, 1);
	ck_assert_uint_eq(hr_diags_count(diags, HR_D_zero_extent), 0);
	ck_assert_ptr_nonnull(strstr(text, "[no-main]"));
	end();
}
END_TEST

START_TEST(every_diagnostic_is_explained)
{
	for (int i = 0; i < HR_D_COUNT; i++) {
		const hr_explanation *about = hr_explain_find((hr_diag_id)i);
		const char *name = hr_diag_name((hr_diag_id)i);
		const char *clause = hr_diag_clause((hr_diag_id)i);

		ck_assert_msg(about != NULL, "docs/diagnostics.md has nothing about %s", name);
		ck_assert_msg(about->meaning[0] && about->example[0] && about->fix[0],
			      "docs/diagnostics.md, %s: lacks meaning, example or fix", name);
		ck_assert_msg(hr_explain_sentence(about->meaning) < 256, "%s: a long sentence",
			      name);
		ck_assert_msg(clause[0] == '-' || hr_explain_clause(clause),
			      "docs/diagnostics.md, Clauses: lacks %s", clause);
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
	ck_assert(sem.clip_max == 6);
	ck_assert(hr_sem_option(&sem, diags, "clip-max=2.5", &why));
	ck_assert(sem.clip_max == 2.5);
	ck_assert(!hr_sem_option(&sem, diags, "clip-max=-1", &why));
	ck_assert(!hr_sem_option(&sem, diags, "clip-max=inf", &why));
	ck_assert(!hr_sem_option(&sem, diags, "clip-max=", &why));
	ck_assert(sem.clip_max == 2.5);
	end();
}
END_TEST

START_TEST(choices_that_are_none)
{
	static const char *const wrong[] = {"",
					    "=",
					    "fmuladd",
					    "fmuladd=",
					    "fmuladd=both",
					    "fmul=fused",
					    "stream-capacity=0",
					    "stream-capacity=-1",
					    "stream-capacity=1x",
					    "stream-capacity=",
					    "Reference"};
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
	ck_assert_int_eq(hr_diags_severity(diags, HR_D_fmuladd_rounding), HR_SEV_ERROR);
	ck_assert(hr_sem_option(&sem, diags, "fmuladd=separate", &why));
	ck_assert_int_eq(hr_diags_severity(diags, HR_D_fmuladd_rounding), HR_SEV_OFF);
	end();
}
END_TEST

HR_TEST_MAIN("diag", form_without_place, form_with_everything, advice_comes_once,
	     severity_decides_the_outcome, werror_takes_all_warnings, options_that_are_none,
	     table_is_sound, values_in_messages, caret_stands_under_the_column, lines_that_are_none,
	     source_sends_no_commands, long_lines_are_cut, endless_lines_are_not_shown,
	     ancestors_in_words, json_record, notes_follow_the_place, notes_in_json, notes_in_sarif,
	     names_are_no_notes, json_escapes, long_messages_are_cut, sarif_is_one_line,
	     end_in_words, report_within_a_report_is_dropped, every_diagnostic_is_explained,
	     hooks_are_called_around_what_is_printed, choices, choices_that_are_none,
	     strict_makes_warnings_errors)
