/* ir/lower/test_lower.c -- the code of lowered functions, and the table in docs/instructions.md.
 *
 * With --print-table it prints the table for that file. The meaning of instructions is tested by
 * interp/engine/test_ir.c. */
#define _GNU_SOURCE
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ir/load/load.h"
#include "ir/lower/intrinsic.h"
#include "ir/lower/lower.h"
#include "ir/program/origin.h"
#include "ir/x86/x86.h"
#include "src/base/test.h"

/* --- docs/instructions.md --------------------------------------------------------------------- */

static void print_row(FILE *stream, const char *name, bool refused, const char *diagnostic,
		      const char *note)
{
	fprintf(stream, "| `%s` | %s%s%s | %s |\n", name, refused ? "refused: `" : "supported",
		refused ? diagnostic : "", refused ? "`" : "", note);
}

static void print_table(FILE *stream)
{
	fputs("# Instructions and intrinsics\n\n"
	      "What the interpreter does with each instruction and intrinsic of LLVM. This page is printed by\n"
	      "`ir/test-lower --print-table` from `ir/lower/instruction.def` and `ir/lower/intrinsic.def`, which the lowering\n"
	      "itself is made from; a test compares it. Another, `interp/test-ir`, runs every supported row on each\n"
	      "class of types it has and compares the results with those of compiled code; `tools/tests/run-instrumented.sh` runs\n"
	      "type tests, which are replaced when a module is loaded.\n\n"
	      "Types: integers to 128 bits everywhere, wider ones in everything but products, quotients,\n"
	      "`switch` and intrinsics; `half`, `bfloat`, `float`, `double`, `x86_fp80`, `fp128`; pointers;\n"
	      "fixed vectors, arrays and structures of these. Others: `unsupported-type`.\n\n"
	      "## Instructions\n\n| instruction | | |\n|---|---|---|\n",
	      stream);
#define INSTRUCTION(opcode, name, handler, note) print_row(stream, name, false, "", note);
#define INSTRUCTION_REFUSED(opcode, name, why)                                                     \
	print_row(stream, name, true, "unsupported-instruction", why);
#define HR_ALL_INSTRUCTIONS
#include "ir/lower/instruction.def"
#undef HR_ALL_INSTRUCTIONS
#undef INSTRUCTION
#undef INSTRUCTION_REFUSED
	fputs("\n## Intrinsics\n\nA name stands for all types it can have; `.*` for all that begin so "
	      "and have no row of their own.\nWhat is refused says so when it is reached; the code before it runs. "
	      "An intrinsic that is not listed\nis refused, too: `unsupported-intrinsic`.\n\n| intrinsic | | |\n|---|---|---|\n",
	      stream);
	for (unsigned i = 0; i < hr_intrinsic_count; i++)
		print_row(stream, hr_intrinsics[i].name, hr_intrinsics[i].handler == hr_it_refused,
			  "unsupported-intrinsic", hr_intrinsics[i].note);
	fputs("\n## Intrinsics of x86-64\n\nNames are without `llvm.x86.`; `{x,y}` stands for each of these, `*` for any rest; the first "
	      "row that\nfits counts. `interp/test-x86` compares each with the processor that runs the test.\n\n| intrinsics | | |\n|---|---|---|\n",
	      stream);
	for (unsigned i = 0; i < hr_x86_row_count; i++)
		print_row(stream, hr_x86_rows[i].names, !hr_x86_rows[i].meaning,
			  "unsupported-intrinsic", hr_x86_rows[i].note);
}

START_TEST(table_is_fresh)
{
	const char *source = getenv("srcdir");
	char path[512], *wanted, *have = calloc(1, 1 << 18);
	size_t length;
	FILE *stream = open_memstream(&wanted, &length), *file;

	print_table(stream);
	fclose(stream);
	snprintf(path, sizeof(path), "%s/docs/instructions.md", source ? source : ".");
	file = fopen(path, "r");
	ck_assert_msg(file != NULL, "no %s", path);
	ck_assert_uint_gt(fread(have, 1, (1 << 18) - 1, file), 0);
	fclose(file);
	ck_assert_msg(!strcmp(have, wanted), "%s is stale: ir/test-lower --print-table >%s", path,
		      path);
	free(have);
	free(wanted);
}
END_TEST

START_TEST(intrinsics_are_found)
{
	ck_assert_str_eq(hr_intrinsic_find("llvm.memcpy.p0.p0.i64")->name, "llvm.memcpy");
	ck_assert_str_eq(hr_intrinsic_find("llvm.memcpy.inline.p0.p0.i64")->name,
			 "llvm.memcpy.inline");
	ck_assert_str_eq(hr_intrinsic_find("llvm.sadd.with.overflow.i32")->name,
			 "llvm.sadd.with.overflow");
	ck_assert_ptr_null(hr_intrinsic_find("llvm.sadd.i32"));
	ck_assert_ptr_null(hr_intrinsic_find("llvm.memcpyx.i64"));
	ck_assert_str_eq(hr_intrinsic_find("llvm.x86.sse2.pause")->name, "llvm.x86.sse2.pause");
	ck_assert_str_eq(hr_intrinsic_find("llvm.x86.sse2.pavg.b")->name, "llvm.x86.*");
	ck_assert_ptr_null(hr_intrinsic_find("llvm.x86"));
	for (unsigned i = 0; i < hr_intrinsic_count; i++)
		ck_assert_ptr_eq(hr_intrinsic_find(hr_intrinsics[i].name), &hr_intrinsics[i]);
}
END_TEST

/* LLVM numbers the target-independent intrinsics first, by name; then each target's intrinsics
 * start the alphabet anew. */
START_TEST(every_intrinsic_has_a_row)
{
	const char *before = "";
	unsigned count = 0, missing = 0;

	for (unsigned id = 1;; id++) {
		size_t length;
		const char *name = LLVMIntrinsicGetName(id, &length);
		const hr_intrinsic *row = hr_intrinsic_find(name);

		if (strcmp(name, before) < 0)
			break;
		before = name;
		count++;
		if (!row)
			fprintf(stderr, "no row: %s\n", name);
		missing += !row;
		/* a row with another name is a family, all of which is refused */
		if (row && strcmp(row->name, name))
			ck_assert_msg(strstr(row->name, ".*") && row->handler == hr_it_refused,
				      "%s falls under %s", name, row->name);
	}
	ck_assert_uint_gt(count, 400);
	ck_assert_uint_eq(missing, 0);
	for (unsigned i = 0; i < hr_intrinsic_count; i++)
		if (strstr(hr_intrinsics[i].name, ".*"))
			ck_assert(hr_intrinsics[i].handler == hr_it_refused ||
				  hr_intrinsics[i].handler == hr_it_x86);
}
END_TEST

/* --- code ------------------------------------------------------------------------------------- */

typedef struct lower_fixture {
	char path[HR_TEST_PATH];
	hr_diags *diags;
	hr_program *program;
} lower_fixture;

static void load(lower_fixture *f, const char *source)
{
	hr_sem sem;
	const char *files[1];
	FILE *file;
	int fd;

	hr_test_template(f->path);
	fd = mkstemp(f->path);
	ck_assert_int_ge(fd, 0);
	file = fdopen(fd, "w");
	fputs(source, file);
	fclose(file);
	files[0] = f->path;
	f->diags = hr_diags_new(stderr);
	hr_sem_init(&sem);
	ck_assert_int_eq(hr_program_load(files, 1, &sem, f->diags, &f->program), HR_OK);
}

static void unload(lower_fixture *f)
{
	hr_program_free(f->program);
	hr_diags_free(f->diags);
	unlink(f->path);
}

static const hr_code *code_of(lower_fixture *f, const char *name)
{
	const hr_code *code = NULL;
	hr_function *function = hr_program_function(f->program, name);

	ck_assert_msg(function != NULL, "no %s", name);
	ck_assert_int_eq(hr_lower(f->program, function, &code), HR_OK);
	return code;
}

/* Return the number of operations whose name begins with PREFIX in words [FROM, TO). */
static unsigned count_ops(const hr_code *code, const char *prefix, uint32_t from, uint32_t to)
{
	unsigned count = 0;

	for (uint32_t w = from; w < to; w += hr_op_length((hr_op)code->words[w]))
		count += !strncmp(hr_op_name((hr_op)code->words[w]), prefix, strlen(prefix));
	return count;
}

static const char matmul[] =
	"define void @mm(ptr %A, ptr %B, ptr %C, i64 %n, i64 %j) {\n"
	"entry:\n  %col = getelementptr float, ptr %B, i64 %j\n  br label %loop\n"
	"loop:\n  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]\n"
	"  %acc = phi float [ 0.0, %entry ], [ %acc1, %loop ]\n"
	"  %pa = getelementptr float, ptr %A, i64 %k\n  %a = load float, ptr %pa\n"
	"  %kn = mul i64 %k, %n\n  %pb = getelementptr float, ptr %col, i64 %kn\n"
	"  %b = load float, ptr %pb\n  %ab = fmul float %a, %b\n  %acc1 = fadd float %acc, %ab\n"
	"  %k1 = add i64 %k, 1\n  %c = icmp ult i64 %k1, %n\n"
	"  br i1 %c, label %loop, label %done\n"
	"done:\n  store float %acc1, ptr %C\n  ret void\n}\n";

/* The inner loop of a matrix product: two loads, a product, a sum of products, one jump; no
 * moves. */
START_TEST(loop_is_tight)
{
	lower_fixture f;
	const hr_code *code;
	uint32_t loop, done;

	load(&f, matmul);
	code = code_of(&f, "mm");
	loop = code->block_words[1];
	done = code->block_words[2];
	ck_assert_uint_lt(loop, done);
	ck_assert_uint_eq(count_ops(code, "", loop, done), 5);
	ck_assert_uint_eq(count_ops(code, "mov", loop, done), 0);
	ck_assert_uint_eq(count_ops(code, "addjult", loop, done), 1);
	ck_assert_uint_eq(count_ops(code, "fmuladd", loop, done), 1);
	ck_assert_uint_eq(code->block_count, 3);
	ck_assert_str_eq(code->block_names[1], "loop");
	unload(&f);
}
END_TEST

/* Sums, differences and products that are used once, as left or right operand. */
START_TEST(pairs_are_one)
{
	static const char *const simple[] = {"fadd", "fsub", "fmul"};
	static const char *const both[2][3][3] = {{{"faddadd", "fsubadd", "fmuladd"},
						   {"faddsub", "fsubsub", "fmulsub"},
						   {"faddmul", "fsubmul", NULL}},
						  {{"faddadd", "fsubadd", "fmuladd"},
						   {"faddfrom", "fsubfrom", "fmulfrom"},
						   {"faddmul", "fsubmul", NULL}}};
	static const char *const types[] = {"float", "double"};

	for (unsigned i = 0; i < 36; i++) {
		const unsigned side = i % 2, outer = i / 2 % 3, inner = i / 6 % 3;
		const char *type = types[i / 18], *name = both[side][outer][inner];
		char source[600];
		lower_fixture f;
		const hr_code *code;

		snprintf(source, sizeof(source),
			 "define %s @f(%s %%a, %s %%b, %s %%c) {\n  %%x = %s %s %%a, %%b\n"
			 "  %%r = %s %s %s\n  ret %s %%r\n}\n",
			 type, type, type, type, simple[inner], type, simple[outer], type,
			 side ? "%c, %x" : "%x, %c", type);
		load(&f, source);
		code = code_of(&f, "f");
		ck_assert_msg(count_ops(code, "f", 0, code->word_count) == (name ? 1 : 2) &&
				      (!name || count_ops(code, name, 0, code->word_count) == 1),
			      "%s", source);
		unload(&f);
	}
}
END_TEST

/* An operation that is used twice is not fused. */
START_TEST(shared_sums_stay)
{
	static const char source[] =
		"define float @twice(float %a, float %b, float %c) {\n  %x = fadd float %a, %b\n"
		"  %y = fsub float %x, %c\n  %z = fmul float %x, %y\n  ret float %z\n}\n"
		"define double @chain(double %a, double %b, double %c, double %d, double %e) {\n"
		"  %x = fadd double %a, %b\n  %y = fadd double %x, %c\n  %z = fadd double %d, %y\n"
		"  %w = fadd double %z, %e\n  ret double %w\n}\n";
	lower_fixture f;
	const hr_code *code;

	load(&f, source);
	code = code_of(&f, "twice");
	ck_assert_uint_eq(count_ops(code, "fadd.", 0, code->word_count), 1);
	ck_assert_uint_eq(count_ops(code, "fsubmul", 0, code->word_count), 1);
	code = code_of(&f, "chain");
	ck_assert_uint_eq(count_ops(code, "faddadd", 0, code->word_count), 2);
	ck_assert_uint_eq(count_ops(code, "fadd.", 0, code->word_count), 0);
	unload(&f);
}
END_TEST

START_TEST(shifts_cost_nothing_unless_speculated)
{
	static const char source[] =
		"define void @plain(ptr %p, i32 %x, i32 %n) {\n  %s = shl i32 %x, %n\n  %t = add i32 %s, 1\n"
		"  store i32 %t, ptr %p\n  ret void\n}\n"
		"define i32 @known(i32 %x) {\n  %s = shl i32 %x, 7\n  ret i32 %s\n}\n"
		"define i32 @guarded(i32 %x, i32 %n) {\n  %s = shl i32 %x, %n\n  %c = icmp ugt i32 %n, 31\n"
		"  %r = select i1 %c, i32 %x, i32 %s\n  ret i32 %r\n}\n";
	lower_fixture f;
	const hr_code *code;

	load(&f, source);
	code = code_of(&f, "plain");
	ck_assert_uint_eq(count_ops(code, "", 0, code->word_count), 4);
	ck_assert_uint_eq(count_ops(code, "shl.i32", 0, code->word_count), 1);
	code = code_of(&f, "known");
	ck_assert_uint_eq(count_ops(code, "", 0, code->word_count), 2);
	ck_assert_uint_eq(count_ops(code, "shlz.i32", 0, code->word_count), 1);
	code = code_of(&f, "guarded");
	ck_assert_uint_eq(count_ops(code, "shlz.i32", 0, code->word_count), 1);
	ck_assert_uint_eq(count_ops(code, "trap_if", 0, code->word_count), 0); /* returned */
	unload(&f);
}
END_TEST

START_TEST(constants_are_shared)
{
	static const char source[] =
		"@g = global i32 5\n"
		"define i64 @f(i64 %x) {\n  %a = add i64 %x, 1000\n  %b = mul i64 %a, 1000\n"
		"  %c = xor i64 %b, ptrtoint (ptr @g to i64)\n  %d = xor i64 %c, ptrtoint (ptr @g to i64)\n"
		"  %e = and i64 %d, ptrtoint (ptr @f to i64)\n  ret i64 %e\n}\n";
	lower_fixture f;
	const hr_code *code;

	load(&f, source);
	code = code_of(&f, "f");
	ck_assert_uint_eq(code->reloc_count, 2);
	ck_assert_uint_eq(code->constant_bytes, 32); /* three of eight bytes, rounded up */
	unload(&f);
}
END_TEST

/* -O0 code: variables are registers, and many of them share places. */
static char *large_source(unsigned blocks)
{
	char *text;
	size_t length;
	FILE *stream = open_memstream(&text, &length);

	fputs("define i32 @large(i32 %x, ptr %p) {\nentry:\n", stream);
	for (unsigned i = 0; i < 200; i++)
		fprintf(stream, "  %%v%u = alloca i32\n  store i32 %u, ptr %%v%u\n", i, i, i);
	fputs("  br label %b0\n", stream);
	for (unsigned b = 0; b < blocks; b++) {
		fprintf(stream,
			"b%u:\n  %%a%u = load i32, ptr %%v%u\n  %%c%u = load i32, ptr %%v%u\n", b,
			b, b % 200, b, (b * 7 + 3) % 200);
		for (unsigned i = 0; i < 10; i++)
			fprintf(stream, "  %%t%u.%u = add i32 %%%s%u%s, %%c%u\n", b, i,
				i ? "t" : "a", b,
				i == 0   ? ""
				: i == 1 ? ".0"
				: i == 2 ? ".1"
				: i == 3 ? ".2"
				: i == 4 ? ".3"
				: i == 5 ? ".4"
				: i == 6 ? ".5"
				: i == 7 ? ".6"
				: i == 8 ? ".7"
					 : ".8",
				b);
		fprintf(stream,
			"  store i32 %%t%u.9, ptr %%v%u\n  %%k%u = icmp slt i32 %%t%u.9, 0\n"
			"  br i1 %%k%u, label %%b%u, label %%b%u\n",
			b, (b * 3) % 200, b, b, b, b + 1, b >= 2 ? b - 1 : b + 1);
	}
	fprintf(stream, "b%u:\n  %%r = load i32, ptr %%v0\n  ret i32 %%r\n}\n", blocks);
	fclose(stream);
	return text;
}

START_TEST(large_functions)
{
	char *source = large_source(3500); /* over 50,000 instructions */
	struct timespec start, end;
	lower_fixture f;
	const hr_code *code;
	double seconds;

	load(&f, source);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
	code = code_of(&f, "large");
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	seconds =
		(double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
	ck_assert_msg(seconds < 8.0, "lowering took %.2f s", seconds);
	if (getenv("HR_VERBOSE"))
		fprintf(stderr, "large: %.3f s, frame %u\n", seconds, code->frame_bytes);
	ck_assert_uint_lt(code->frame_bytes, 8192);
	unload(&f);
	free(source);
}
END_TEST

START_TEST(places_point_back)
{
	lower_fixture f;
	const hr_code *code;
	hr_where where;

	load(&f, matmul);
	code = code_of(&f, "mm");
	where = hr_code_where(code, code->word_count - hr_op_length(HR_OP_ret));
	ck_assert_str_eq(where.function, "mm");
	ck_assert_ptr_nonnull(strstr(where.instruction, "ret void"));
	where = hr_code_where(code, code->block_words[1]);
	ck_assert_ptr_nonnull(strstr(where.instruction, "load float"));
	unload(&f);
}
END_TEST

/* Check the alignments that the operations of function NAME rely on, in order. */
static void check_alignments(lower_fixture *f, const char *name, const char *expected)
{
	const hr_code *code = code_of(f, name);
	char text[128] = "";

	for (uint32_t w = 0; w < code->word_count; w += hr_op_length((hr_op)code->words[w])) {
		uint8_t shape = hr_op_infos[code->words[w]].shape;

		if (shape == HR_SHAPE_LOAD || shape == HR_SHAPE_LOADX || shape == HR_SHAPE_STORE ||
		    shape == HR_SHAPE_STOREX || shape == HR_SHAPE_ALOAD)
			sprintf(text + strlen(text), " %u", hr_origin_align(code, w, false));
		else if (code->words[w] == HR_OP_memcpy || code->words[w] == HR_OP_memmove ||
			 code->words[w] == HR_OP_memset)
			sprintf(text + strlen(text), " %u/%u", hr_origin_align(code, w, false),
				hr_origin_align(code, w, true));
	}
	ck_assert_msg(!strcmp(text, expected), "%s: expected%s, got%s", name, expected, text);
}

/* A value that is moved element by element has the alignment of the first element. */
START_TEST(parts_are_aligned)
{
	lower_fixture f;

	load(&f,
	     "%s = type { i8, i32, [2 x i16], <2 x float>, double }\n"
	     "define void @vector(ptr %p) {\n  %a = load <4 x float>, ptr %p, align 16\n"
	     "  store <4 x float> %a, ptr %p, align 8\n  %b = load <3 x ptr>, ptr %p, align 32\n"
	     "  store <3 x ptr> %b, ptr %p, align 1\n  ret void\n}\n"
	     "define void @element(ptr %p, i64 %i) {\n  %q = getelementptr <4 x i32>, ptr %p, i64 %i\n"
	     "  %v = load <4 x i32>, ptr %q, align 16\n  %e = extractelement <4 x i32> %v, i32 2\n"
	     "  store i32 %e, ptr %q, align 4\n  ret void\n}\n"
	     "define void @odd(ptr %p) {\n  %a = load <3 x i24>, ptr %p, align 16\n"
	     "  store <3 x i24> %a, ptr %p, align 2\n  %b = load <12 x i1>, ptr %p, align 2\n"
	     "  store <12 x i1> %b, ptr %p, align 4\n  ret void\n}\n"
	     "define void @struct(ptr %p) {\n  %a = load %s, ptr %p, align 8\n"
	     "  store %s %a, ptr %p, align 4\n  ret void\n}\n"
	     "define void @rare(ptr %p) {\n  %a = load half, ptr %p, align 2\n"
	     "  store half %a, ptr %p, align 4\n  %b = load bfloat, ptr %p, align 2\n"
	     "  store bfloat %b, ptr %p, align 1\n  %c = load x86_fp80, ptr %p, align 16\n"
	     "  store x86_fp80 %c, ptr %p, align 8\n  %d = load fp128, ptr %p, align 16\n"
	     "  store fp128 %d, ptr %p, align 4\n  ret void\n}\n"
	     "define void @block(ptr %p, ptr %q, i64 %n) {\n"
	     "  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 4 %q, i64 %n, i1 false)\n"
	     "  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr align 16 %q, i64 16, i1 false)\n"
	     "  call void @llvm.memset.p0.i64(ptr align 4 %p, i8 0, i64 8, i1 false)\n  ret void\n}\n"
	     "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
	     "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)\n"
	     "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n");
	check_alignments(&f, "vector", " 16 1 1 1 8 1 1 1 32 1 1 1 1 1");
	check_alignments(&f, "element", " 16 1 1 1 4");
	check_alignments(&f, "odd", " 16 1 1 1 1 1 2 1 1 1 1 1 2 1 4 1");
	check_alignments(&f, "struct", " 8 1 1 1 1 1 1 4 1 1 1 1 1 1");
	check_alignments(&f, "rare", " 2 4 2 1 16 8 16 4");
	check_alignments(&f, "block", " 8/4 1/16 4/1");
	unload(&f);
}
END_TEST

/* A value that is moved in pieces has its alignment as a whole; each piece has the alignment of its
 * offset. */
START_TEST(pieces_are_aligned)
{
	lower_fixture f;

	load(&f,
	     "define void @odd(ptr %p) {\n"
	     "  %a = load i40, ptr %p, align 8\n  store i40 %a, ptr %p, align 4\n"
	     "  store i40 %a, ptr %p, align 2\n  ret void\n}\n"
	     "define void @small(ptr %p, i24 %a) {\n"
	     "  store i24 %a, ptr %p, align 8\n  store i24 %a, ptr %p, align 1\n  ret void\n}\n"
	     "define void @wide(ptr %p, i64 %i) {\n  %q = getelementptr i200, ptr %p, i64 %i\n"
	     "  %a = load i200, ptr %q, align 16\n  store i200 %a, ptr %p, align 4\n  ret void\n}\n"
	     "define void @most(ptr %p, i120 %a, i127 %b) {\n"
	     "  store i120 %a, ptr %p, align 64\n  store i127 %b, ptr %p, align 16\n  ret void\n}\n"
	     "define void @whole(ptr %p) {\n  %a = load i32, ptr %p, align 16\n"
	     "  store i32 %a, ptr %p, align 2\n  %b = load atomic i32, ptr %p seq_cst, align 4\n"
	     "  store i32 %b, ptr %p, align 1\n  ret void\n}\n"
	     "define void @far(ptr %p) {\n  %q = getelementptr i8, ptr %p, i64 2147483632\n"
	     "  %a = load i256, ptr %q, align 32\n  store i256 %a, ptr %q, align 8\n  ret void\n}\n");
	check_alignments(&f, "odd", " 8 4 4 4 2 2");
	check_alignments(&f, "small", " 8 2 1 1");
	check_alignments(&f, "wide", " 16 8 16 8 4 4 4 4");
	check_alignments(&f, "most", " 64 8 4 2 16");
	check_alignments(&f, "whole", " 16 2 4 1");
	check_alignments(&f, "far", " 32 8 16 8 8 8 8 8");
	unload(&f);
}
END_TEST

START_TEST(code_is_printable)
{
	lower_fixture f;
	char *text;
	size_t length;
	FILE *stream = open_memstream(&text, &length);

	load(&f, matmul);
	hr_code_print(code_of(&f, "mm"), stream);
	fclose(stream);
	ck_assert_ptr_nonnull(strstr(text, "loop:"));
	ck_assert_ptr_nonnull(strstr(text, "fmuladd.f32"));
	ck_assert_ptr_nonnull(strstr(text, "loadx.i32"));
	free(text);
	unload(&f);
}
END_TEST

int main(int argc, char **argv)
{
	Suite *suite = suite_create("lower");
	TCase *tcase = tcase_create("lower");
	SRunner *runner = srunner_create(suite);
	int failed;

	if (argc > 1 && !strcmp(argv[1], "--print-table")) {
		print_table(stdout);
		return 0;
	}
	tcase_set_timeout(tcase, 120);
	tcase_add_test(tcase, table_is_fresh);
	tcase_add_test(tcase, intrinsics_are_found);
	tcase_add_test(tcase, every_intrinsic_has_a_row);
	tcase_add_test(tcase, loop_is_tight);
	tcase_add_test(tcase, pairs_are_one);
	tcase_add_test(tcase, shared_sums_stay);
	tcase_add_test(tcase, shifts_cost_nothing_unless_speculated);
	tcase_add_test(tcase, constants_are_shared);
	tcase_add_test(tcase, large_functions);
	tcase_add_test(tcase, places_point_back);
	tcase_add_test(tcase, parts_are_aligned);
	tcase_add_test(tcase, pieces_are_aligned);
	tcase_add_test(tcase, code_is_printable);
	suite_add_tcase(suite, tcase);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
