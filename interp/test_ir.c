/* interp/test_ir.c -- what LLVM's instructions and intrinsics mean: the engine against compiled code.
 *
 * Every case is a function `void f(ptr in, ptr out)` in LLVM assembly. It is run in the engine and,
 * compiled by LLVM itself, on this machine, on the same random input bytes; the output bytes must be
 * equal. Cases are generated for every integer operation and width, every floating-point operation
 * and format and every conversion, or stand in interp/tests/ir/ (a file that cannot be compiled here
 * fails). Functions whose names begin with trap_ are only interpreted and must end with the diagnostic
 * that the rest of the name says. */
#define _GNU_SOURCE
#include <check.h>
#include <dirent.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine.h"
#include "host.h"
#include "image.h"

enum { IN_BYTES = 512, OUT_BYTES = 512, TRIALS = 24 };

static uint64_t seed = 88172645463325252u;

static uint64_t next_random(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

/* --- input bytes ------------------------------------------------------------------------------ */

/* 16-byte cells: random, or numbers at which things change. */
static void fill_input(uint8_t *in, int trial)
{
	static const uint64_t edges[] = {0, 1, 2, 7, 8, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0x7fffffff,
					 0x80000000, 0xffffffff, 0x7fffffffffffffff,
					 0x8000000000000000, ~UINT64_C(0)};

	for (size_t i = 0; i < IN_BYTES; i += 8) {
		uint64_t value = next_random();

		if (trial % 3 == 1)
			value = edges[next_random() % 16];
		else if (trial % 3 == 2)
			value >>= next_random() % 64;
		memcpy(in + i, &value, 8);
	}
}

/* The same as doubles, for cases on floating point. */
static void fill_floats(uint8_t *in, int trial)
{
	static const double edges[] = {0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, 1e-310, 65504.0,
				       65520.0, 3.4e38, 1e300, -1e300, __builtin_inf(),
				       -__builtin_inf(), __builtin_nan(""), 6e-8, 127.5, 255.0,
				       2147483647.0, -2147483648.0, 9.2e18, 0.1};

	for (size_t i = 0; i < IN_BYTES; i += 8) {
		double value = (double)(int64_t)next_random() / 1e17;

		if (trial % 3 == 1)
			value = edges[next_random() % (sizeof(edges) / sizeof(*edges))];
		else if (trial % 3 == 2)
			value *= 1e3 * (double)(next_random() % 1000);
		memcpy(in + i, &value, 8);
	}
}

/* --- one module, twice ------------------------------------------------------------------------ */

typedef struct both {
	char path[64];
	FILE *messages;
	char *text;
	size_t length;
	hr_diags *diags;
	hr_program *program;
	hr_run *run;
	hr_thread *thread;
	LLVMOrcLLJITRef jit;
} both;

static void fail_on(LLVMErrorRef error, const char *what)
{
	if (error)
		ck_abort_msg("%s: %s", what, LLVMGetErrorMessage(error));
}

static void compile(both *b, const char *source)
{
	LLVMOrcThreadSafeContextRef context = LLVMOrcCreateNewThreadSafeContext();
	LLVMMemoryBufferRef buffer =
		LLVMCreateMemoryBufferWithMemoryRangeCopy(source, strlen(source), "cases");
	LLVMOrcDefinitionGeneratorRef process;
	LLVMModuleRef module;
	char *message = NULL;
#if LLVM_VERSION_MAJOR >= 21
	LLVMContextRef inner = LLVMContextCreate();

	LLVMOrcDisposeThreadSafeContext(context);
	context = LLVMOrcCreateNewThreadSafeContextFromLLVMContext(inner);
#else
	LLVMContextRef inner = LLVMOrcThreadSafeContextGetContext(context);
#endif
	fail_on(LLVMOrcCreateLLJIT(&b->jit, NULL), "LLJIT");
	fail_on(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
			&process, LLVMOrcLLJITGetGlobalPrefix(b->jit), NULL, NULL), "symbols");
	LLVMOrcJITDylibAddGenerator(LLVMOrcLLJITGetMainJITDylib(b->jit), process);
	if (LLVMParseIRInContext(inner, buffer, &module, &message))
		ck_abort_msg("%s\nin:\n%.3000s", message, source);
	fail_on(LLVMOrcLLJITAddLLVMIRModule(b->jit, LLVMOrcLLJITGetMainJITDylib(b->jit),
					    LLVMOrcCreateNewThreadSafeModule(module, context)),
		"module");
	LLVMOrcDisposeThreadSafeContext(context);
}

static void load(both *b, const char *source)
{
	static const hr_options options;
	hr_sem sem;
	FILE *file;
	const char *files[1];
	int fd;

	strcpy(b->path, "/tmp/hr-test-ir-XXXXXX");
	fd = mkstemp(b->path);
	ck_assert_int_ge(fd, 0);
	file = fdopen(fd, "w");
	fputs(source, file);
	fclose(file);
	files[0] = b->path;
	b->messages = open_memstream(&b->text, &b->length);
	b->diags = hr_diags_new(b->messages);
	hr_sem_init(&sem);
	if (hr_program_load(files, 1, &sem, b->diags, &b->program) != HR_OK ||
	    hr_run_new(b->program, &options, b->diags, &b->run) != HR_OK) {
		fflush(b->messages);
		ck_abort_msg("%s", b->text);
	}
	b->thread = hr_thread_self(b->run);
}

static void unload(both *b)
{
	hr_run_free(b->run);
	hr_program_free(b->program);
	hr_diags_free(b->diags);
	fclose(b->messages);
	free(b->text);
	unlink(b->path);
	if (b->jit)
		fail_on(LLVMOrcDisposeLLJIT(b->jit), "dispose");
}

static hr_status interpret(both *b, const char *name, uint8_t *in, uint8_t *out)
{
	hr_function *function = hr_program_function(b->program, name);
	void *image[4] = {in, NULL, out, NULL};

	ck_assert_msg(function != NULL, "no function %s", name);
	return hr_engine_invoke(b->thread, function, (const uint8_t *)image, NULL);
}

static void print_bytes(FILE *stream, const char *what, const uint8_t *bytes)
{
	fprintf(stream, "\n%s", what);
	for (size_t i = 0; i < 64; i++)
		fprintf(stream, "%s%02x", i % 16 ? "" : " ", bytes[i]);
}

static void report(const char *name, const uint8_t *in, const uint8_t *got, const uint8_t *wanted)
{
	size_t at = 0;

	while (got[at] == wanted[at])
		at++;
	at = at / 16 * 16 > OUT_BYTES - 64 ? OUT_BYTES - 64 : at / 16 * 16;
	fprintf(stderr, "%s differs; output from byte %zu on", name, at);
	print_bytes(stderr, "in     ", in);
	print_bytes(stderr, "engine ", got + at);
	print_bytes(stderr, "native ", wanted + at);
	fputc('\n', stderr);
}

static unsigned failures;

static void compare(both *b, const char *name, bool floats)
{
	LLVMOrcExecutorAddress address;
	void (*native)(void *, void *);

	fail_on(LLVMOrcLLJITLookup(b->jit, &address, name), name);
	native = (void (*)(void *, void *))(uintptr_t)address;
	for (int trial = 0; trial < TRIALS; trial++) {
		_Alignas(64) uint8_t in[IN_BYTES], copy[IN_BYTES], got[OUT_BYTES], wanted[OUT_BYTES];

		if (floats)
			fill_floats(in, trial);
		else
			fill_input(in, trial);
		memcpy(copy, in, IN_BYTES);
		memset(got, 0xaa, OUT_BYTES);
		memset(wanted, 0xaa, OUT_BYTES);
		rewind(b->messages);
		if (interpret(b, name, in, got) != HR_OK) {
			fflush(b->messages);
			fprintf(stderr, "%s: %s", name, b->text);
			failures++;
			return;
		}
		memcpy(in, copy, IN_BYTES);
		native(in, wanted);
		if (memcmp(got, wanted, OUT_BYTES)) {
			report(name, copy, got, wanted);
			failures++;
			return;
		}
	}
}

static void expect_trap(both *b, const char *name)
{
	_Alignas(64) uint8_t in[IN_BYTES], out[OUT_BYTES];
	char wanted[64] = "[";
	size_t length = strcspn(name + 5, ".");

	memset(in, 0, IN_BYTES);
	strncat(wanted, name + 5, length < 60 ? length : 60);
	for (char *c = wanted; *c; c++)
		*c = *c == '_' ? '-' : *c;
	strcat(wanted, "]");
	rewind(b->messages);
	fflush(b->messages);
	interpret(b, name, in, out);
	fflush(b->messages);
	if (!strstr(b->text, wanted)) {
		fprintf(stderr, "%s: expected %s, got: %.200s\n", name, wanted, b->text);
		failures++;
	}
}

static void run_module(const char *source, bool floats)
{
	both b = {0};
	bool traps = strstr(source, "define void @trap_") != NULL;

	load(&b, source);
	if (!traps)
		compile(&b, source);
	for (uint32_t i = 0; i < b.program->function_count; i++) {
		const hr_function *f = b.program->functions[i];

		if (!f->defined || f->param_count != 2 || LLVMGetLinkage(f->llvm) != LLVMExternalLinkage)
			continue;
		if (!strncmp(f->name, "trap_", 5))
			expect_trap(&b, f->name);
		else
			compare(&b, f->name, floats);
	}
	unload(&b);
}

/* --- generated: integers ---------------------------------------------------------------------- */

static const unsigned widths[] = {1, 2, 3, 7, 8, 12, 16, 24, 31, 32, 33, 48, 63, 64, 65, 80, 100, 127, 128};
enum { WIDTHS = sizeof(widths) / sizeof(*widths) };

typedef struct text {
	char *data;
	size_t length;
	FILE *stream;
	unsigned count;
} text;

static text *begin_text(text *t)
{
	*t = (text){0};
	t->stream = open_memstream(&t->data, &t->length);
	return t;
}

static void run_text(text *t, bool floats)
{
	fclose(t->stream);
	run_module(t->data, floats);
	free(t->data);
}

/* "i24" or "<3 x i24>", and a splat constant of it. */
static void type_name(char *to, unsigned lanes, const char *element)
{
	if (lanes)
		sprintf(to, "<%u x %s>", lanes, element);
	else
		strcpy(to, element);
}

static void splat(char *to, unsigned lanes, const char *element, const char *value)
{
	size_t used = 0;

	if (!lanes) {
		strcpy(to, value);
		return;
	}
	to[used++] = '<';
	for (unsigned i = 0; i < lanes; i++)
		used += (size_t)sprintf(to + used, "%s%s %s", i ? ", " : "", element, value);
	strcpy(to + used, ">");
}

/* A decimal for 2^n - 1 with n < 128. */
static void ones(char *to, unsigned n)
{
	unsigned __int128 value = n ? ~(unsigned __int128)0 >> (128 - n) : 0;
	char digits[48];
	int at = 47;

	digits[at] = 0;
	do {
		digits[--at] = (char)('0' + (int)(value % 10));
		value /= 10;
	} while (value);
	strcpy(to, digits + at);
}

/* Opens a function with %a %b %c of type T, %n (an amount below the width), %d (no divisor of 0) and
 * %s (a divisor above 0). */
static void int_prologue(text *t, const char *name, unsigned lanes, unsigned bits)
{
	char element[16], type[64], wide[64], width[600], one[600], half[600], number[48];

	sprintf(element, "i%u", bits);
	type_name(type, lanes, element);
	type_name(wide, lanes, lanes ? "i128" : "i256");
	sprintf(number, "%u", bits);
	splat(width, lanes, element, number);
	splat(one, lanes, element, "1");
	ones(number, bits > 2 ? bits - 2 : 0);
	splat(half, lanes, element, number);
	fprintf(t->stream, "define void @%s_%u_%u_%u(ptr %%in, ptr %%out) {\n", name, lanes, bits, t->count++);
	for (unsigned i = 0; i < 3; i++)
		fprintf(t->stream,
			"%%p%u = getelementptr i8, ptr %%in, i64 %u\n%%w%u = load %s, ptr %%p%u, align 1\n"
			"%%%c = %s %s %%w%u %s %s\n", i, i * 160, i, wide, i, 'a' + (int)i,
			lanes && bits == 128 ? "add" : "trunc", wide, i,
			lanes && bits == 128 ? "," : "to",
			lanes && bits == 128 ? "zeroinitializer" : type);
	fprintf(t->stream, "%%n = urem %s %%b, %s\n%%d = or %s %%b, %s\n%%h = and %s %%b, %s\n"
		"%%s = or %s %%h, %s\n", type, width, type, one, type, half, type, one);
}

static void int_binary(text *t, unsigned lanes, unsigned bits, const char *op, const char *b)
{
	char element[16], type[64], name[32];

	sprintf(element, "i%u", bits);
	type_name(type, lanes, element);
	strcpy(name, op);
	int_prologue(t, name, lanes, bits);
	fprintf(t->stream, "%%r = %s %s %%a, %s\nstore %s %%r, ptr %%out\nret void\n}\n", op, type, b,
		type);
}

static void int_compare(text *t, unsigned lanes, unsigned bits, const char *predicate)
{
	char element[16], type[64], result[64], name[32];

	sprintf(element, "i%u", bits);
	type_name(type, lanes, element);
	type_name(result, lanes, "i1");
	sprintf(name, "icmp_%s", predicate);
	int_prologue(t, name, lanes, bits);
	fprintf(t->stream, "%%r = icmp %s %s %%a, %%b\n%%e = icmp %s %s %%a, %%a\n"
		"%%o = getelementptr i8, ptr %%out, i64 16\nstore %s %%r, ptr %%out\n"
		"store %s %%e, ptr %%o\nret void\n}\n", predicate, type, predicate, type, result, result);
}

static void suffix(char *to, unsigned lanes, unsigned bits)
{
	if (lanes)
		sprintf(to, "v%ui%u", lanes, bits);
	else
		sprintf(to, "i%u", bits);
}

/* llvm.NAME.TYPE(a, b, c) with so many operands; FLAG: an i1 follows; PAIR: gives { T, i1 }. */
static void int_intrinsic(text *t, unsigned lanes, unsigned bits, const char *intrinsic,
			  unsigned operands, const char *second, bool flag, bool pair)
{
	char element[16], type[64], mangled[32], name[48], result[160], bit[64];

	sprintf(element, "i%u", bits);
	type_name(type, lanes, element);
	type_name(bit, lanes, "i1");
	suffix(mangled, lanes, bits);
	strcpy(name, intrinsic);
	for (char *c = name; *c; c++)
		*c = *c == '.' ? '_' : *c;
	strcpy(result, type);
	if (pair)
		sprintf(result, "{ %s, %s }", type, bit);
	int_prologue(t, name, lanes, bits);
	fprintf(t->stream, "%%r = call %s @llvm.%s.%s(%s %%a", result, intrinsic, mangled, type);
	for (unsigned i = 1; i < operands; i++)
		fprintf(t->stream, ", %s %s", type, i == 1 && second ? second : i == 1 ? "%b" : "%c");
	fprintf(t->stream, "%s)\n", flag ? ", i1 false" : "");
	if (pair)
		fprintf(t->stream, "%%v = extractvalue %s %%r, 0\n%%o = extractvalue %s %%r, 1\n"
			"store %s %%v, ptr %%out\n%%q = getelementptr i8, ptr %%out, i64 256\n"
			"store %s %%o, ptr %%q\nret void\n}\n", result, result, type, bit);
	else
		fprintf(t->stream, "store %s %%r, ptr %%out\nret void\n}\n", type);
}

static void int_family(unsigned lanes, unsigned bits)
{
	static const char *const plain[] = {"add", "sub", "mul", "and", "or", "xor"};
	static const char *const predicates[] = {"eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge",
						 "slt", "sle"};
	static const char *const two[] = {"umin", "umax", "smin", "smax", "uadd.sat", "usub.sat",
					  "sadd.sat", "ssub.sat"};
	static const char *const over[] = {"uadd", "usub", "umul", "sadd", "ssub", "smul"};
	text t;

	begin_text(&t);
	for (size_t i = 0; i < 6; i++)
		int_binary(&t, lanes, bits, plain[i], "%b");
	int_binary(&t, lanes, bits, "shl", "%n");
	int_binary(&t, lanes, bits, "lshr", "%n");
	int_binary(&t, lanes, bits, "ashr", "%n");
	int_binary(&t, lanes, bits, "udiv", "%d");
	int_binary(&t, lanes, bits, "urem", "%d");
	if (bits > 1) {
		int_binary(&t, lanes, bits, "sdiv", "%s");
		int_binary(&t, lanes, bits, "srem", "%s");
		int_intrinsic(&t, lanes, bits, "ushl.sat", 2, "%n", false, false);
		int_intrinsic(&t, lanes, bits, "sshl.sat", 2, "%n", false, false);
	}
	for (size_t i = 0; i < 10; i++)
		int_compare(&t, lanes, bits, predicates[i]);
	for (size_t i = 0; i < 8; i++)
		int_intrinsic(&t, lanes, bits, two[i], 2, NULL, false, false);
	for (size_t i = 0; i < 6; i++) {
		char name[32];

		sprintf(name, "%s.with.overflow", over[i]);
		int_intrinsic(&t, lanes, bits, name, 2, NULL, false, true);
	}
	int_intrinsic(&t, lanes, bits, "ctpop", 1, NULL, false, false);
	int_intrinsic(&t, lanes, bits, "ctlz", 1, NULL, true, false);
	int_intrinsic(&t, lanes, bits, "cttz", 1, NULL, true, false);
	int_intrinsic(&t, lanes, bits, "abs", 1, NULL, true, false);
	int_intrinsic(&t, lanes, bits, "bitreverse", 1, NULL, false, false);
	if (bits % 16 == 0)
		int_intrinsic(&t, lanes, bits, "bswap", 1, NULL, false, false);
	int_intrinsic(&t, lanes, bits, "fshl", 3, NULL, false, false);
	int_intrinsic(&t, lanes, bits, "fshr", 3, NULL, false, false);
	run_text(&t, false);
}

START_TEST(integers)
{
	int_family(0, widths[_i]);
	ck_assert_uint_eq(failures, 0);
}
END_TEST

START_TEST(integer_vectors)
{
	int_family(3, widths[_i]);
	ck_assert_uint_eq(failures, 0);
}
END_TEST

START_TEST(integer_casts)
{
	static const char *const casts[] = {"zext", "sext"};
	text t;

	begin_text(&t);
	for (size_t k = 0; k < WIDTHS; k++) {
		unsigned from = widths[_i], to = widths[k];

		for (int c = 0; c < 2 && from != to; c++) {
			int_prologue(&t, "cast", 0, from);
			fprintf(t.stream, "%%r = %s i%u %%a to i%u\nstore i%u %%r, ptr %%out\nret void\n}\n",
				from < to ? casts[c] : "trunc", from, to, to);
		}
	}
	run_text(&t, false);
	ck_assert_uint_eq(failures, 0);
}
END_TEST

/* A value stored and loaded back, alone and in a vector: bytes and padding. */
START_TEST(integer_memory)
{
	static const unsigned lanes[] = {0, 2, 3, 8};
	text t;

	begin_text(&t);
	for (size_t k = 0; k < 3; k++) {
		char element[16], type[64];

		sprintf(element, "i%u", widths[_i]);
		type_name(type, lanes[k], element);
		int_prologue(&t, "memory", lanes[k], widths[_i]);
		fprintf(t.stream, "%%m = alloca %s\nstore %s %%a, ptr %%m\n%%x = load %s, ptr %%m\n"
			"%%y = add %s %%x, %%b\nstore %s %%y, ptr %%out\n%%o = getelementptr %s, ptr %%out, i64 1\n"
			"store %s %%x, ptr %%o\nret void\n}\n", type, type, type, type, type, type, type);
	}
	run_text(&t, false);
	ck_assert_uint_eq(failures, 0);
}
END_TEST

/* --- generated: floating point ---------------------------------------------------------------- */

typedef struct format {
	const char *name, *mangled, *one;
	unsigned bits;
	bool libm;   /* the C library has its functions; the others are rounded from elsewhere */
} format;

static const format formats[] = {
	{"half", "f16", "0xH3C00", 16, false},
	{"float", "f32", "1.0", 32, true},
	{"double", "f64", "1.0", 64, true},
	{"x86_fp80", "f80", "0xK3FFF8000000000000000", 80, true},
	{"fp128", "f128", "0xL00000000000000003FFF000000000000", 128, false},
};
enum { FORMATS = sizeof(formats) / sizeof(*formats) };

static void float_input(text *t, const format *f, char name, unsigned offset)
{
	fprintf(t->stream, "%%p%c = getelementptr i8, ptr %%in, i64 %u\n%%w%c = load double, ptr %%p%c\n",
		name, offset, name, name);
	if (f->bits == 64)
		fprintf(t->stream, "%%%c = fadd double %%w%c, -0.0\n", name, name);
	else
		fprintf(t->stream, "%%%c = %s double %%w%c to %s\n", name,
			f->bits < 64 ? "fptrunc" : "fpext", name, f->name);
}

static void float_prologue(text *t, const char *name, const format *f)
{
	fprintf(t->stream, "define void @f_%s_%s_%u(ptr %%in, ptr %%out) {\n", name, f->mangled,
		t->count++);
	float_input(t, f, 'a', 0);
	float_input(t, f, 'b', 8);
	float_input(t, f, 'c', 16);
}

/* NaNs are all one NaN here: which one an operation gives is not laid down. */
static void float_result(text *t, const format *f, const char *value, unsigned offset)
{
	unsigned n = t->count++;

	fprintf(t->stream, "%%nan%u = fcmp uno %s %s, %s\n%%safe%u = select i1 %%nan%u, %s %s, %s %s\n"
		"%%o%u = getelementptr i8, ptr %%out, i64 %u\nstore %s %%safe%u, ptr %%o%u\n"
		"%%on%u = getelementptr i8, ptr %%out, i64 %u\nstore i1 %%nan%u, ptr %%on%u\n",
		n, f->name, value, value, n, n, f->name, f->one, f->name, value, n, offset, f->name, n, n,
		n, offset + 24, n, n);
}

static void float_arithmetic(text *t, const format *f)
{
	static const char *const binary[] = {"fadd", "fsub", "fmul", "fdiv", "frem"};
	static const char *const unary[] = {"fabs", "sqrt", "floor", "ceil", "trunc", "rint", "nearbyint",
					    "round", "roundeven"};
	static const char *const two[] = {"copysign", "minnum", "maxnum"};

	for (size_t i = 0; i < 5; i++) {
		float_prologue(t, binary[i], f);
		fprintf(t->stream, "%%r = %s %s %%a, %%b\n", binary[i], f->name);
		float_result(t, f, "%r", 0);
		fputs("ret void\n}\n", t->stream);
	}
	for (size_t i = 0; i < 9; i++) {
		float_prologue(t, unary[i], f);
		fprintf(t->stream, "%%r = call %s @llvm.%s.%s(%s %%a)\n%%m = fneg %s %%a\n", f->name,
			unary[i], f->mangled, f->name, f->name);
		float_result(t, f, "%r", 0);
		float_result(t, f, "%m", 32);
		fputs("ret void\n}\n", t->stream);
	}
	/* fmin and fmax of zeros of two signs may give either: the sum with +0 is one */
	for (size_t i = 0; i < 3; i++) {
		float_prologue(t, two[i], f);
		fprintf(t->stream, "%%q = call %s @llvm.%s.%s(%s %%a, %s %%b)\n"
			"%%z = fsub %s %%a, %%a\n%%zz = fcmp oeq %s %%a, %%b\n"
			"%%r = select i1 %%zz, %s %%a, %s %%q\n", f->name, two[i], f->mangled, f->name,
			f->name, f->name, f->name, f->name, f->name);
		float_result(t, f, "%r", 0);
		fputs("ret void\n}\n", t->stream);
	}
	float_prologue(t, "fma", f);
	fprintf(t->stream, "%%r = call %s @llvm.fma.%s(%s %%a, %s %%b, %s %%c)\n", f->name, f->mangled,
		f->name, f->name, f->name);
	float_result(t, f, "%r", 0);
	fputs("ret void\n}\n", t->stream);
}

static void float_compare(text *t, const format *f)
{
	static const char *const predicates[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
						 "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"};

	for (size_t i = 0; i < 16; i++) {
		float_prologue(t, predicates[i], f);
		fprintf(t->stream, "%%r = fcmp %s %s %%a, %%b\nstore i1 %%r, ptr %%out\n"
			"%%e = fcmp %s %s %%a, %%a\n%%o = getelementptr i8, ptr %%out, i64 1\n"
			"store i1 %%e, ptr %%o\nbr i1 %%r, label %%y, label %%n\ny:\n"
			"%%oy = getelementptr i8, ptr %%out, i64 2\nstore i8 1, ptr %%oy\nret void\nn:\n"
			"ret void\n}\n", predicates[i], f->name, predicates[i], f->name);
	}
}

static void float_casts(text *t, const format *f)
{
	for (size_t i = 0; i < FORMATS; i++) {
		if (formats[i].bits == f->bits)
			continue;
		float_prologue(t, "fpconv", f);
		fprintf(t->stream, "%%r = %s %s %%a to %s\n", f->bits < formats[i].bits ? "fpext" : "fptrunc",
			f->name, formats[i].name);
		float_result(t, &formats[i], "%r", 0);
		fputs("ret void\n}\n", t->stream);
	}
	for (size_t i = 0; i < WIDTHS; i++) {
		unsigned bits = widths[i];

		float_prologue(t, "toint", f);
		fprintf(t->stream, "%%s = call i%u @llvm.fptosi.sat.i%u.%s(%s %%a)\n"
			"%%u = call i%u @llvm.fptoui.sat.i%u.%s(%s %%a)\nstore i%u %%s, ptr %%out\n"
			"%%o = getelementptr i8, ptr %%out, i64 16\nstore i%u %%u, ptr %%o\nret void\n}\n",
			bits, bits, f->mangled, f->name, bits, bits, f->mangled, f->name, bits, bits);
		float_prologue(t, "fromint", f);
		fprintf(t->stream, "%%i = load i256, ptr %%in\n%%j = trunc i256 %%i to i%u\n"
			"%%s = sitofp i%u %%j to %s\n%%u = uitofp i%u %%j to %s\n", bits, bits, f->name, bits,
			f->name);
		float_result(t, f, "%s", 0);
		float_result(t, f, "%u", 32);
		fputs("ret void\n}\n", t->stream);
	}
}

/* Conversions that trap out of range, on what is in range. */
static void float_truncate(text *t, const format *f)
{
	static const unsigned to[] = {8, 12, 16, 24, 32, 33, 64, 65, 128};

	for (size_t i = 0; i < 9; i++) {
		unsigned bits = to[i];

		float_prologue(t, "fptosi", f);
		fprintf(t->stream, "%%abs = call %s @llvm.fabs.%s(%s %%a)\n%%sixty = uitofp i8 60 to %s\n"
			"%%ok = fcmp olt %s %%abs, %%sixty\n%%v = select i1 %%ok, %s %%a, %s %s\n"
			"%%va = call %s @llvm.fabs.%s(%s %%v)\n%%s = fptosi %s %%v to i%u\n"
			"%%u = fptoui %s %%va to i%u\nstore i%u %%s, ptr %%out\n"
			"%%o = getelementptr i8, ptr %%out, i64 16\nstore i%u %%u, ptr %%o\nret void\n}\n",
			f->name, f->mangled, f->name, f->name, f->name, f->name, f->name, f->one, f->name,
			f->mangled, f->name, f->name, bits, f->name, bits, bits, bits);
	}
}

static void float_library(text *t, const format *f)
{
	static const char *const unary[] = {"sin", "cos", "exp", "exp2", "log", "log2", "log10"};

	for (size_t i = 0; i < 7 && f->libm; i++) {
		float_prologue(t, unary[i], f);
		fprintf(t->stream, "%%r = call %s @llvm.%s.%s(%s %%a)\n", f->name, unary[i], f->mangled,
			f->name);
		float_result(t, f, "%r", 0);
		fputs("ret void\n}\n", t->stream);
	}
	for (unsigned mask = 1; mask < 1024; mask <<= 1) {
		float_prologue(t, "fpclass", f);
		fprintf(t->stream, "%%r = call i1 @llvm.is.fpclass.%s(%s %%a, i32 %u)\nstore i1 %%r, ptr %%out\n"
			"ret void\n}\n", f->mangled, f->name, mask);
	}
	if (!f->libm)
		return;
	float_prologue(t, "pow", f);
	fprintf(t->stream, "%%r = call %s @llvm.pow.%s(%s %%a, %s %%b)\n", f->name, f->mangled, f->name,
		f->name);
	float_result(t, f, "%r", 0);
	fprintf(t->stream, "%%i = load i32, ptr %%in\n%%e = srem i32 %%i, 200\n"
		"%%l = call %s @llvm.ldexp.%s.i32(%s %%a, i32 %%e)\n", f->name, f->mangled, f->name);
	float_result(t, f, "%l", 32);
	fprintf(t->stream, "%%fe = call { %s, i32 } @llvm.frexp.%s.i32(%s %%a)\n"
		"%%fr = extractvalue { %s, i32 } %%fe, 0\n%%ex = extractvalue { %s, i32 } %%fe, 1\n"
		"%%fin = call i1 @llvm.is.fpclass.%s(%s %%a, i32 504)\n%%exs = select i1 %%fin, i32 %%ex, i32 0\n"
		"%%oe = getelementptr i8, ptr %%out, i64 128\nstore i32 %%exs, ptr %%oe\n", f->name, f->mangled,
		f->name, f->name, f->name, f->mangled, f->name);
	float_result(t, f, "%fr", 64);
	fputs("ret void\n}\n", t->stream);
}

START_TEST(floats)
{
	static void (*const families[])(text *, const format *) = {
		float_arithmetic, float_compare, float_casts, float_truncate, float_library};
	text t;

	begin_text(&t);
	families[_i % 5](&t, &formats[_i / 5]);
	run_text(&t, true);
	ck_assert_uint_eq(failures, 0);
}
END_TEST

/* --- from files ------------------------------------------------------------------------------- */

static char *read_whole(const char *path)
{
	FILE *file = fopen(path, "r");
	char *data = calloc(1, 1 << 20);

	ck_assert_msg(file != NULL, "cannot read %s", path);
	ck_assert_uint_lt(fread(data, 1, (1 << 20) - 1, file), (1 << 20) - 1);
	fclose(file);
	return data;
}

START_TEST(files)
{
	const char *source = getenv("srcdir");
	char folder[512], path[1024];
	struct dirent **entries;
	int count;

	snprintf(folder, sizeof(folder), "%s/interp/tests/ir", source ? source : ".");
	count = scandir(folder, &entries, NULL, alphasort);
	ck_assert_msg(count > 2, "no cases in %s", folder);
	for (int i = 0; i < count; i++) {
		const char *end = strrchr(entries[i]->d_name, '.');
		char *data;

		if (end && !strcmp(end, ".ll")) {
			snprintf(path, sizeof(path), "%s/%s", folder, entries[i]->d_name);
			data = read_whole(path);
			run_module(data, strstr(entries[i]->d_name, "float") != NULL);
			free(data);
		}
		free(entries[i]);
	}
	free(entries);
	ck_assert_uint_eq(failures, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ir");
	TCase *tcase = tcase_create("ir");
	SRunner *runner = srunner_create(suite);
	int failed;

	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
	LLVMInitializeNativeAsmParser();
	tcase_set_timeout(tcase, 300);
	tcase_add_loop_test(tcase, integers, 0, WIDTHS);
	tcase_add_loop_test(tcase, integer_vectors, 0, WIDTHS);
	tcase_add_loop_test(tcase, integer_casts, 0, WIDTHS);
	tcase_add_loop_test(tcase, integer_memory, 0, WIDTHS);
	tcase_add_loop_test(tcase, floats, 0, 5 * FORMATS);
	tcase_add_test(tcase, files);
	suite_add_tcase(suite, tcase);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
