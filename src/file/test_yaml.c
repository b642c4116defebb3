/* src/file/test_yaml.c -- YAML trees: shape, lines, scalars, and refused documents. */
#include "src/base/test.h"
#include "src/file/yaml_tree.h"

static hr_arena arena;
static hr_yaml_error error;

static hr_yaml *read_text(const char *content)
{
	char path[HR_TEST_PATH];
	hr_yaml *node;

	hr_test_file(path, content, strlen(content));
	memset(&error, 0, sizeof(error));
	node = hr_yaml_read(path, &arena, &error);
	unlink(path);
	return node;
}

START_TEST(shape_and_lines)
{
	hr_yaml *node =
		read_text("# note\nargs:\n  - 1\n  - {npy: a.npy,\n     save: 'b'}\nlast: []\n");

	ck_assert_ptr_nonnull(node);
	ck_assert_int_eq(node->kind, HR_YAML_MAP);
	ck_assert_uint_eq(node->count, 2);
	ck_assert_str_eq(node->keys[1]->text, "last");
	node = hr_yaml_get(node, "args");
	ck_assert_uint_eq(node->count, 2);
	ck_assert_uint_eq(node->items[0]->line, 3);
	ck_assert_uint_eq(hr_yaml_get(node->items[1], "save")->line, 5);
	ck_assert(!hr_yaml_get(node->items[1], "save")->plain);
	ck_assert(hr_yaml_is(hr_yaml_get(node->items[1], "npy"), "a.npy"));
	ck_assert_ptr_null(hr_yaml_get(node->items[1], "raw"));
	ck_assert_ptr_null(hr_yaml_get(node->items[0], "raw"));
	ck_assert_ptr_null(hr_yaml_get(NULL, "raw"));
	hr_arena_free(&arena);
}
END_TEST

START_TEST(empty_file_is_an_empty_map)
{
	hr_yaml *node = read_text("");

	ck_assert_ptr_nonnull(node);
	ck_assert_int_eq(node->kind, HR_YAML_MAP);
	ck_assert_uint_eq(node->count, 0);
	hr_arena_free(&arena);
}
END_TEST

START_TEST(refused)
{
	static const struct {
		const char *content, *why;
		unsigned line;
	} wrong[] = {
		{"a: 1\nb: [1\n", NULL, 3},     {"a: 1\na: 2\n", "occurs twice", 2},
		{"a: &x 1\n", "anchors", 1},    {"a: 1\nb: *x\n", "aliases", 2},
		{"a: !!int 1\n", "tags", 1},    {"a: 1\n---\nb: 2\n", "more than one document", 2},
		{"? [1, 2]\n: 3\n", "key", 1},  {"a: \"\\0\"\n", "zero byte", 1},
		{"a: \t- b\n\t c: d", NULL, 1}, {"\xc3(", NULL, 1},
		{"a: \x01\n", NULL, 1},
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		ck_assert_msg(!read_text(wrong[i].content), "%s", wrong[i].content);
		ck_assert_msg(!wrong[i].why || strstr(error.text, wrong[i].why), "%zu: %s", i,
			      error.text);
		ck_assert(*error.text);
		ck_assert_msg(!wrong[i].why || error.line == wrong[i].line, "%zu: line %u", i,
			      error.line);
	}
	hr_arena_free(&arena);
}
END_TEST

START_TEST(depth_is_limited)
{
	char content[4001];

	memset(content, '[', 2000);
	memset(content + 2000, ']', 2000);
	content[4000] = '\0';
	ck_assert_ptr_null(read_text(content));
	ck_assert_ptr_nonnull(strstr(error.text, "deep"));
	hr_arena_free(&arena);
}
END_TEST

START_TEST(missing_file)
{
	ck_assert_ptr_null(hr_yaml_read("/nowhere/at/all", &arena, &error));
	ck_assert_uint_eq(error.line, 0);
	ck_assert_ptr_nonnull(strstr(error.text, "No such file"));
}
END_TEST

/* Every truncated file, and every file with one byte replaced, gives a tree or an error. */
START_TEST(mangled_files_end_well)
{
	static const char content[] = "args: [1, {npy: \"a\\n\", b: [x, 'y']}, -0x1F, .inf]\n"
				      "more:\n  - |\n    text\n  - ~\n";
	char copy[sizeof(content)];

	for (size_t i = 0; i < sizeof(content) - 1; i++) {
		memcpy(copy, content, sizeof(content));
		copy[i] = '\0';
		read_text(copy);
		for (const char *put = "\1\t\xff{[:#\"&*!%"; *put; put++) {
			memcpy(copy, content, sizeof(content));
			copy[i] = *put;
			read_text(copy);
		}
		hr_arena_free(&arena);
	}
}
END_TEST

static const hr_yaml *scalar(const char *content)
{
	const hr_yaml *node = read_text(content);

	ck_assert_msg(node && node->kind == HR_YAML_SCALAR, "%s: %s", content, error.text);
	return node;
}

START_TEST(integers)
{
	static const struct {
		const char *text;
		bool negative;
		uint64_t magnitude;
	} good[] = {{"0", false, 0},     {"-0", false, 0},
		    {"+7", false, 7},    {"-12", true, 12},
		    {"0x1F", false, 31}, {"-0xff", true, 255},
		    {"0o17", false, 15}, {"0b101", false, 5},
		    {"018", false, 18},  {"18446744073709551615", false, UINT64_MAX}};
	static const char *const bad[] = {"x",     "1.0",  "1e3", "'1'", "0x", "0b2",
					  "1_000", "true", "~",   "0xg", "--1"};
	unsigned __int128 magnitude;
	bool negative, over;

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		ck_assert_msg(hr_yaml_int(scalar(good[i].text), &negative, &magnitude, &over), "%s",
			      good[i].text);
		ck_assert_msg(negative == good[i].negative && magnitude == good[i].magnitude &&
				      !over,
			      "%s", good[i].text);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ck_assert_msg(!hr_yaml_int(scalar(bad[i]), &negative, &magnitude, &over), "%s",
			      bad[i]);
	ck_assert(hr_yaml_int(scalar("340282366920938463463374607431768211456"), &negative,
			      &magnitude, &over));
	ck_assert(over);
	ck_assert(hr_yaml_int(scalar("340282366920938463463374607431768211455"), &negative,
			      &magnitude, &over));
	ck_assert(!over && magnitude == ~(unsigned __int128)0);
	hr_arena_free(&arena);
}
END_TEST

START_TEST(floats_and_truth)
{
	static const char *const good[] = {"1",    "-1.5",  "1e300", ".5",   "+2.", "0x1p-3",
					   ".inf", "-.Inf", "nan",   ".NaN", "1E5"};
	static const char *const bad[] = {"x",    "1.0x", "'1.0'", ".",   "infinity",
					  "nano", "e5",   "1.5f",  "true"};
	const char *digits;
	bool truth;

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		ck_assert_msg(hr_yaml_float(scalar(good[i]), &digits), "%s", good[i]);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ck_assert_msg(!hr_yaml_float(scalar(bad[i]), &digits), "%s", bad[i]);
	ck_assert(hr_yaml_float(scalar("-.inf"), &digits) && strtod(digits, NULL) < -1e308);
	ck_assert(hr_yaml_bool(scalar("true"), &truth) && truth);
	ck_assert(hr_yaml_bool(scalar("False"), &truth) && !truth);
	ck_assert(!hr_yaml_bool(scalar("'true'"), &truth));
	ck_assert(!hr_yaml_bool(scalar("yes"), &truth));
	ck_assert(hr_yaml_is_null(scalar("~")) && hr_yaml_is_null(scalar("null")));
	ck_assert(!hr_yaml_is_null(scalar("'~'")) && !hr_yaml_is_null(NULL));
	hr_arena_free(&arena);
}
END_TEST

HR_TEST_MAIN("yaml", shape_and_lines, empty_file_is_an_empty_map, refused, depth_is_limited,
	     missing_file, mangled_files_end_well, integers, floats_and_truth)
