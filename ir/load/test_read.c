/* ir/load/test_read.c -- files that are not modules, or are corrupted: each one gets a status.
 *
 * Set HR_TEST_SEED to corrupt differently, HR_TEST_KEEP to a folder to keep files that crashed
 * LLVM's reader. */
#include "config.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>

#include "ir/bitcode/bits.h"
#include "ir/load/load.h"
#include "ir/load/read.h"
#include "ir/program/program.h"
#include "src/base/test.h"

static char source[4096]; /* folder of the test files */
static char scratch[HR_TEST_PATH];
static hr_diags *diags;
static FILE *quiet;

static void setup(void)
{
	quiet = fopen("/dev/null", "w");
	diags = hr_diags_new(quiet);
}

static void teardown(void)
{
	hr_diags_free(diags);
	fclose(quiet);
}

static hr_status read_path(const char *path)
{
	LLVMContextRef context = LLVMContextCreate();
	void *module = NULL;
	hr_status status = hr_read_module(path, context, diags, &module);

	ck_assert_int_eq(module != NULL, status == HR_OK);
	if (module)
		LLVMDisposeModule(module);
	LLVMContextDispose(context);
	return status;
}

/* Read SIZE bytes of DATA, followed by a 0. */
static hr_status read_data(const char *data, size_t size)
{
	LLVMContextRef context = LLVMContextCreate();
	char *copy = hr_alloc(size + 1);
	void *module = NULL;
	hr_status status;

	memcpy(copy, data, size);
	copy[size] = 0;
	status = hr_read_bytes("data", copy, size, context, diags, &module);
	if (module)
		LLVMDisposeModule(module);
	LLVMContextDispose(context);
	hr_free(copy);
	return status;
}

/* The same in a separate process, for many reads that fail: each one leaves a process that waits.
 * *WHY is the diagnostic if the file was refused. */
static hr_status read_apart(const char *data, size_t size, hr_diag_id *why)
{
	static const hr_diag_id reasons[] = {HR_D_malformed_file, HR_D_invalid_module,
					     HR_D_reader_crash,   HR_D_newer_file,
					     HR_D_not_bitcode,    HR_D_old_dialect};
	enum { REASONS = sizeof(reasons) / sizeof(*reasons) };
	pid_t child = fork();
	int status, code;

	ck_assert_int_ge(child, 0);
	if (child == 0) {
		hr_status outcome = read_data(data, size);

		for (code = 0; code < REASONS && !hr_diags_count(diags, reasons[code]);)
			code++;
		_exit((int)outcome * 16 + code);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_msg(WIFEXITED(status), "killed by signal %d", WTERMSIG(status));
	code = WEXITSTATUS(status);
	ck_assert(code / 16 == HR_OK || code % 16 < REASONS);
	if (code % 16 < REASONS)
		*why = reasons[code % 16];
	return (hr_status)(code / 16);
}

static void is_refused(const char *data, size_t size, hr_diag_id id)
{
	uint64_t before = hr_diags_count(diags, id);

	ck_assert_int_eq(read_data(data, size), HR_REJECT);
	ck_assert_msg(hr_diags_count(diags, id) == before + 1, "not %s", hr_diag_name(id));
}

/* --- files that are not modules --------------------------------------------------------------- */

START_TEST(unreadable)
{
	ck_assert_int_eq(read_path("/nowhere/at/all.bc"), HR_REJECT);
	ck_assert_int_eq(read_path("/"), HR_REJECT);
	ck_assert_uint_eq(hr_diags_count(diags, HR_D_unreadable_file), 2);
}
END_TEST

START_TEST(other_kinds)
{
	static const char elf[] = "\177ELF\2\1\1", png[] = "\x89PNG\r\n\x1a\n", zeros[64];
	static const char c[] = "int main(void) { return 0; }\n", prose[] = "define the problem\n";

	is_refused("", 0, HR_D_not_bitcode);
	is_refused(elf, sizeof(elf), HR_D_not_bitcode);
	is_refused(png, sizeof(png), HR_D_not_bitcode);
	is_refused(zeros, sizeof(zeros), HR_D_not_bitcode);
	is_refused("BC", 2, HR_D_not_bitcode);
	is_refused(c, strlen(c), HR_D_not_bitcode);
	is_refused("!<arch>\n", 8, HR_D_not_bitcode);
	/* It starts like assembly. */
	is_refused(prose, strlen(prose), HR_D_malformed_file);
}
END_TEST

START_TEST(assembly)
{
	static const char good[] = "; nothing but this\ndeclare void @f()\n";
	static const char bad[] = "declare void @f(\n";
	static const char invalid[] =
		"define i32 @f() {\n  br label %next\nnext:\n  %x = add i32 %y, 1\n"
		"  %y = add i32 1, 1\n  ret i32 %x\n}\n";

	ck_assert_int_eq(read_data(good, strlen(good)), HR_OK);
	ck_assert_int_eq(read_data("; only a comment\n", 17), HR_OK);
	is_refused(bad, strlen(bad), HR_D_malformed_file);
	is_refused(invalid, strlen(invalid), HR_D_invalid_module);
	is_refused("BC\xc0\xde", 4, HR_D_malformed_file);
}
END_TEST

/* --- files of newer versions of LLVM ---------------------------------------------------------- */

/* Write an identification block that names PRODUCER, followed by garbage instead of a module. */
static void identified(hr_bits_out *out, const char *producer)
{
	uint64_t values[64] = {1}; /* the string's record code */
	size_t length = strlen(producer), start;

	for (size_t i = 0; i < length; i++)
		values[i + 1] = (unsigned char)producer[i];
	hr_bits_put(out, 0xdec04342, 32);
	hr_bits_put(out, HR_BITS_ENTER_BLOCK, 2);
	hr_bits_put_vbr(out, 13, 8); /* identification */
	hr_bits_put_vbr(out, 4, 4);
	hr_bits_put_align(out);
	start = out->bytes.count;
	hr_bits_put(out, 0, 32);
	hr_bits_put_record(out, 4, values, length + 1);
	hr_bits_put_record(out, 4, (const uint64_t[]){2, 0}, 2); /* the epoch */
	hr_bits_put(out, HR_BITS_END_BLOCK, 4);
	hr_bits_put_align(out);
	out->bytes.data[start] = (char)((out->bytes.count - start) / 4 - 1);
	hr_bits_put(out, 0xffffffff, 32);
}

static void bitcode_is_refused(const char *producer, hr_diag_id id)
{
	hr_bits_out out = {0};

	identified(&out, producer);
	is_refused(out.bytes.data, out.bytes.count, id);
	HR_VEC_FREE(&out.bytes);
}

START_TEST(newer)
{
	static const char text[] = "declare void @f(\n\n!llvm.ident = !{!12}\n\n!1 = !{!\"x\"}\n"
				   "!12 = !{!\"Some clang version 99.1.0 (1)\"}\n";
	char *older = strdup(text);

	bitcode_is_refused("LLVM99.1.0", HR_D_newer_file);
	bitcode_is_refused("LLVM14.0.0", HR_D_malformed_file);
	bitcode_is_refused("LLVM" HR_LLVM_VERSION, HR_D_malformed_file);
	bitcode_is_refused("LLVM", HR_D_malformed_file);
	bitcode_is_refused("", HR_D_malformed_file);
	bitcode_is_refused("SOMETHING_99", HR_D_malformed_file);
	is_refused(text, strlen(text), HR_D_newer_file);
	memcpy(strstr(older, "99"), "14", 2);
	is_refused(older, strlen(older), HR_D_malformed_file);
	*strstr(older, "12") = '9'; /* an entry that does not exist */
	is_refused(older, strlen(older), HR_D_malformed_file);
	free(older);
}
END_TEST

/* --- corrupted modules ------------------------------------------------------------------------ */

/* Return the bitcode of ir/tests/read/program.ll. */
static LLVMMemoryBufferRef bitcode(void)
{
	LLVMContextRef context = LLVMContextCreate();
	LLVMMemoryBufferRef buffer;
	char path[8192];
	void *module;

	snprintf(path, sizeof(path), "%s/program.ll", source);
	ck_assert_int_eq(hr_read_module(path, context, diags, &module), HR_OK);
	buffer = LLVMWriteBitcodeToMemoryBuffer(module);
	LLVMDisposeModule(module);
	LLVMContextDispose(context);
	return buffer;
}

static void keep(const char *data, size_t size, unsigned number)
{
	const char *folder = getenv("HR_TEST_KEEP");
	char path[8192];
	FILE *file;

	if (!folder)
		return;
	snprintf(path, sizeof(path), "%s/died-%u.bc", folder, number);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fwrite(data, 1, size, file);
	fclose(file);
}

START_TEST(truncated)
{
	LLVMMemoryBufferRef buffer = bitcode();
	const char *data = LLVMGetBufferStart(buffer);
	size_t size = LLVMGetBufferSize(buffer);

	ck_assert_int_eq(read_data(data, size), HR_OK);
	/* The last parts are symbol and string tables: without their end the file may still be
	 * valid. */
	for (unsigned i = 0; i < 64; i++) {
		hr_diag_id why;
		hr_status status = read_apart(data, size * i / 64, &why);

		ck_assert(status == HR_REJECT || (i > 56 && status == HR_OK));
	}
	LLVMDisposeMemoryBuffer(buffer);
}
END_TEST

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

START_TEST(flipped)
{
	LLVMMemoryBufferRef buffer = bitcode();
	size_t size = LLVMGetBufferSize(buffer);
	char *data = hr_alloc(size);
	uint64_t seed = getenv("HR_TEST_SEED") ? strtoull(getenv("HR_TEST_SEED"), NULL, 0) : 1;
	uint64_t state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
	unsigned died = 0, malformed = 0, invalid = 0;

	printf("seed %" PRIu64 "\n", seed);
	for (unsigned i = 0; i < 500; i++) {
		hr_diag_id why = HR_D_unreadable_file;
		hr_status status;

		memcpy(data, LLVMGetBufferStart(buffer), size);
		for (unsigned flips = 1 + i % 4; flips; flips--)
			data[next_random(&state) % size] ^= (char)(1 << next_random(&state) % 8);
		status = read_apart(data, size, &why);
		ck_assert(status == HR_OK || status == HR_REJECT);
		if (why == HR_D_reader_crash)
			keep(data, size, i);
		died += why == HR_D_reader_crash;
		malformed += why == HR_D_malformed_file;
		invalid += why == HR_D_invalid_module;
	}
	printf("reader died of %u, refused %u and %u\n", died, malformed, invalid);
	hr_free(data);
	LLVMDisposeMemoryBuffer(buffer);
}
END_TEST

/* Files that crashed a version of LLVM's reader, or took very long; newer versions may refuse
 * them. */
START_TEST(corpus)
{
	static const char *const names[] = {"died-1.bitcode", "died-2.bitcode", "died-3.bitcode"};
	char path[8192];

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		snprintf(path, sizeof(path), "%s/%s", source, names[i]);
		ck_assert_int_eq(read_path(path), HR_REJECT);
		ck_assert_uint_eq(hr_diags_count(diags, HR_D_unreadable_file), 0);
	}
}
END_TEST

START_TEST(wrapper)
{
	LLVMMemoryBufferRef buffer = bitcode();
	uint32_t size = (uint32_t)LLVMGetBufferSize(buffer);
	uint32_t header[5] = {0x0b17c0de, 0, sizeof(header), size, 7};
	size_t padded = (sizeof(header) + size + 15) / 16 * 16;
	char *data = hr_alloc_zero(padded);

	memcpy(data, header, sizeof(header));
	memcpy(data + sizeof(header), LLVMGetBufferStart(buffer), size);
	ck_assert_int_eq(read_data(data, padded), HR_OK);
	is_refused(data, 12, HR_D_malformed_file);
	hr_free(data);
	LLVMDisposeMemoryBuffer(buffer);
}
END_TEST

/* --- several files ---------------------------------------------------------------------------- */

static void write_file(const char *name, const char *text, char *path, size_t size)
{
	FILE *file;

	snprintf(path, size, "%s/%s", scratch, name);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
}

static hr_status load_two(const char *one, const char *other, hr_program **program)
{
	char paths[2][HR_TEST_PATH + 16];
	const char *files[] = {paths[0], paths[1]};
	hr_sem sem;
	hr_status status;

	hr_sem_init(&sem);
	write_file("one.ll", one, paths[0], sizeof(paths[0]));
	write_file("other.ll", other, paths[1], sizeof(paths[1]));
	status = hr_program_load(files, 2, &sem, diags, program);
	unlink(paths[0]);
	unlink(paths[1]);
	return status;
}

START_TEST(linked)
{
	hr_program *program;
	const hr_function *f;

	ck_assert_int_eq(load_two("define i32 @f() {\n  ret i32 1\n}\n"
				  "@also = alias i32 (), ptr @f\n",
				  "declare i32 @f()\n@g = global i64 3, align 16\n", &program),
			 HR_OK);
	f = hr_program_function(program, "f");
	ck_assert(f && f->defined && f->id < program->function_count);
	ck_assert_ptr_eq(program->functions[f->id], f);
	ck_assert_ptr_eq(hr_program_function(program, "also"), f);
	ck_assert_uint_eq(program->global_count, 1);
	ck_assert_uint_eq(program->globals[0]->bytes, 8);
	ck_assert_uint_eq(program->globals[0]->align, 16);
	ck_assert_uint_eq(hr_diags_errors(diags), 0);
	hr_program_free(program);
}
END_TEST

START_TEST(defined_twice)
{
	static const char text[] = "define i32 @f() {\n  ret i32 1\n}\n";
	hr_program *program = NULL;

	ck_assert_int_eq(load_two(text, text, &program), HR_REJECT);
	ck_assert_uint_eq(hr_diags_count(diags, HR_D_link_failed), 1);
	ck_assert_ptr_null(program);
}
END_TEST

int main(void)
{
	const char *top = getenv("srcdir");
	Suite *suite = suite_create("read");
	TCase *cases = tcase_create("read");
	SRunner *runner;
	int failed;

	snprintf(source, sizeof(source), "%s/ir/tests/read", top ? top : ".");
	hr_test_template(scratch);
	if (!mkdtemp(scratch))
		return EXIT_FAILURE;
	tcase_set_timeout(cases, 300);
	tcase_add_checked_fixture(cases, setup, teardown);
	tcase_add_test(cases, unreadable);
	tcase_add_test(cases, other_kinds);
	tcase_add_test(cases, assembly);
	tcase_add_test(cases, newer);
	tcase_add_test(cases, truncated);
	tcase_add_test(cases, flipped);
	tcase_add_test(cases, corpus);
	tcase_add_test(cases, wrapper);
	tcase_add_test(cases, linked);
	tcase_add_test(cases, defined_twice);
	suite_add_tcase(suite, cases);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	rmdir(scratch);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
