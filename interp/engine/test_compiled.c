/* interp/engine/test_compiled.c -- runs functions in the engine and, compiled by LLVM, on this
 * machine.
 *
 * Invariant: both get the same input bytes; the output bytes must be equal.
 * Owns:      each module, from loading to unloading.
 * Not here:  the cases (test_ir.c, test_rows.c). */
#define _GNU_SOURCE
#include "interp/engine/test_compiled.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>

#include "interp/engine/engine.h"
#include "interp/host/host.h"
#include "interp/memory/image.h"
#include "interp/run/thread.h"
#include "ir/load/load.h"
#include "src/base/hash.h"

enum { IN_BYTES = 512, OUT_BYTES = 4096, TRIALS = 24 };

static uint64_t seed = 88172645463325252u;

static uint64_t next_random(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

/* --- input bytes ------------------------------------------------------------------------------ */

/* 16-byte cells: random numbers, or edge cases. */
static void fill_input(uint8_t *in, int trial)
{
	static const uint64_t edges[] = {0,
					 1,
					 2,
					 7,
					 8,
					 0x7f,
					 0x80,
					 0xff,
					 0x7fff,
					 0x8000,
					 0x7fffffff,
					 0x80000000,
					 0xffffffff,
					 0x7fffffffffffffff,
					 0x8000000000000000,
					 ~UINT64_C(0)};

	for (size_t i = 0; i < IN_BYTES; i += 8) {
		uint64_t value = next_random();

		if (trial % 3 == 1)
			value = edges[next_random() % 16];
		else if (trial % 3 == 2)
			value >>= next_random() % 64;
		memcpy(in + i, &value, 8);
	}
}

/* The same with doubles, for floating-point cases. */
static void fill_floats(uint8_t *in, int trial)
{
	static const double edges[] = {0.0,
				       -0.0,
				       1.0,
				       -1.0,
				       0.5,
				       -0.5,
				       1.5,
				       2.5,
				       1e-310,
				       65504.0,
				       65520.0,
				       3.4e38,
				       1e300,
				       -1e300,
				       __builtin_inf(),
				       -__builtin_inf(),
				       __builtin_nan(""),
				       6e-8,
				       127.5,
				       255.0,
				       2147483647.0,
				       -2147483648.0,
				       9.2e18,
				       0.1};

	for (size_t i = 0; i < IN_BYTES; i += 8) {
		double value = (double)(int64_t)next_random() / 1e17;

		if (trial % 3 == 1)
			value = edges[next_random() % (sizeof(edges) / sizeof(*edges))];
		else if (trial % 3 == 2)
			value *= 1e3 * (double)(next_random() % 1000);
		memcpy(in + i, &value, 8);
	}
}

/* --- one module, run twice
 * --------------------------------------------------------------------- */

typedef struct hr_both {
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

/* --- conversions that compiled code calls and that not every C runtime library has ----------- */

/* Round once, to nearest even, from a format that is wider than all others. */
static _Float16 to_bfloat(__float128 x)
{
	bool negative = __builtin_signbit(x) != 0;
	uint32_t low = 0, high = 0x7f80, bits;
	__float128 size = negative ? -x : x, below, above;
	_Float16 result;
	uint16_t half;

	while (high - low > 1) { /* low is never above |x|; high always is, or is infinite */
		uint32_t middle = (low + high) / 2, wide = middle << 16;
		float value;

		memcpy(&value, &wide, 4);
		if ((__float128)value <= size)
			low = middle;
		else
			high = middle;
	}
	bits = low << 16;
	below = size - (__float128)*(const float *)memcpy(&(float){0}, &bits, 4);
	bits = high << 16;
	above = high == 0x7f80 ? (__float128)0x1p127 * 2 - size
			       : (__float128)*(const float *)memcpy(&(float){0}, &bits, 4) - size;
	half = (uint16_t)(above < below || (above == below && low & 1) ? high : low);
	if (x != x)
		half = 0x7fc0;
	half |= (uint16_t)(negative ? 0x8000 : 0);
	memcpy(&result, &half, 2);
	return result;
}

static _Float16 from_float(float x)
{
	return to_bfloat((__float128)x);
}
static _Float16 from_double(double x)
{
	return to_bfloat((__float128)x);
}
static _Float16 from_long(long double x)
{
	return to_bfloat((__float128)x);
}
static _Float16 from_quad(__float128 x)
{
	return to_bfloat(x);
}

static void define_conversions(LLVMOrcLLJITRef jit)
{
	static const struct {
		const char *name;
		uintptr_t address;
	} known[] = {
		{"__truncsfbf2", (uintptr_t)from_float},
		{"__truncdfbf2", (uintptr_t)from_double},
		{"__truncxfbf2", (uintptr_t)from_long},
		{"__trunctfbf2", (uintptr_t)from_quad},
	};
	LLVMOrcCSymbolMapPair pairs[4];

	for (size_t i = 0; i < 4; i++)
		pairs[i] = (LLVMOrcCSymbolMapPair){
			LLVMOrcLLJITMangleAndIntern(jit, known[i].name),
			{known[i].address, {LLVMJITSymbolGenericFlagsExported, 0}}};
	if (LLVMOrcJITDylibDefine(LLVMOrcLLJITGetMainJITDylib(jit),
				  LLVMOrcAbsoluteSymbols(pairs, 4)))
		ck_abort_msg("cannot define conversions");
}

static void fail_on(LLVMErrorRef error, const char *what)
{
	if (error)
		ck_abort_msg("%s: %s", what, LLVMGetErrorMessage(error));
}

static void set_attribute(LLVMValueRef function, const char *name, const char *value)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));

	LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMCreateStringAttribute(context, name, (unsigned)strlen(name),
							  value, (unsigned)strlen(value)));
}

/* Compile for the same target everywhere, without hardware support for half and bfloat: that for
 * bfloat treats subnormal numbers as 0, which LLVM permits. A function that names its features
 * keeps them. */
static void make_plain(LLVMModuleRef module)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		if (!LLVMCountBasicBlocks(f) ||
		    LLVMGetStringAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
						  "target-features", 15))
			continue;
		set_attribute(f, "target-cpu", "x86-64-v2");
		set_attribute(f, "target-features", "+cx16");
	}
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
			&process, LLVMOrcLLJITGetGlobalPrefix(b->jit), NULL, NULL),
		"symbols");
	LLVMOrcJITDylibAddGenerator(LLVMOrcLLJITGetMainJITDylib(b->jit), process);
	define_conversions(b->jit);
	if (LLVMParseIRInContext(inner, buffer, &module, &message))
		ck_abort_msg("%s\nin:\n%.3000s", message, source);
	make_plain(module);
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

unsigned hr_compiled_failures;

static void compare(both *b, const char *name, bool floats)
{
	LLVMOrcExecutorAddress address;
	void (*native)(void *, void *);

	fail_on(LLVMOrcLLJITLookup(b->jit, &address, name), name);
	native = (void (*)(void *, void *))(uintptr_t)address;
	for (int trial = 0; trial < TRIALS; trial++) {
		_Alignas(64) uint8_t in[IN_BYTES], copy[IN_BYTES], got[OUT_BYTES],
			wanted[OUT_BYTES];

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
			hr_compiled_failures++;
			return;
		}
		memcpy(in, copy, IN_BYTES);
		native(in, wanted);
		if (memcmp(got, wanted, OUT_BYTES)) {
			report(name, copy, got, wanted);
			hr_compiled_failures++;
			return;
		}
	}
	hr_cover(hr_program_function(b->program, name)->llvm);
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
		hr_compiled_failures++;
	}
}

/* With HPVM_IR_CASES, the modules are written to that folder instead, for other tests of the same
 * cases. The first line of a file says whether the inputs are doubles; its name is a hash of its
 * content. */
static bool write_case(const char *source, bool floats)
{
	const char *folder = getenv("HPVM_IR_CASES");
	const uint64_t sum = hr_hash(HR_HASH_FIRST, source, strlen(source));
	char path[1024];
	FILE *file;

	if (!folder)
		return false;
	snprintf(path, sizeof(path), "%s/%016llx.ll", folder, (unsigned long long)sum);
	file = fopen(path, "w");
	ck_assert_msg(file != NULL, "cannot write %s", path);
	fprintf(file, "; %s\n%s", floats ? "doubles" : "bytes", source);
	fclose(file);
	return true;
}

void hr_compiled_compare(const char *source, const char *plain, bool floats)
{
	both b = {0};
	bool traps = strstr(source, "define void @trap_") != NULL;

	if (write_case(source, floats))
		return;
	load(&b, source);
	if (!traps)
		compile(&b, plain);
	for (uint32_t i = 0; i < b.program->function_count; i++) {
		const hr_function *f = b.program->functions[i];

		if (!f->defined || f->param_count != 2 ||
		    LLVMGetLinkage(f->llvm) != LLVMExternalLinkage)
			continue;
		if (!strncmp(f->name, "trap_", 5))
			expect_trap(&b, f->name);
		else
			compare(&b, f->name, floats);
	}
	unload(&b);
}

void hr_compiled_run(const char *source, bool floats)
{
	hr_compiled_compare(source, source, floats);
}

/* --- for tests with other inputs -------------------------------------------------------------- */

hr_both *hr_both_load(const char *source)
{
	both *b = calloc(1, sizeof(*b));

	load(b, source);
	return b;
}

void hr_both_compile(hr_both *b, const char *source)
{
	compile(b, source);
}

bool hr_both_interpret(hr_both *b, const char *name, uint8_t *in, uint8_t *out)
{
	rewind(b->messages);
	if (interpret(b, name, in, out) == HR_OK)
		return true;
	fflush(b->messages);
	fprintf(stderr, "%s: %s", name, b->text);
	return false;
}

void hr_both_run_compiled(hr_both *b, const char *name, uint8_t *in, uint8_t *out)
{
	LLVMOrcExecutorAddress address;

	fail_on(LLVMOrcLLJITLookup(b->jit, &address, name), name);
	((void (*)(void *, void *))(uintptr_t)address)(in, out);
}

void hr_both_unload(hr_both *b)
{
	unload(b);
	free(b);
}
