/* interp/engine/test_x86.c -- the meaning of every intrinsic of x86-64 that has one, compared with
 * this processor.
 *
 * For each name of LLVM's table, functions are made from the intrinsic's type, one for each
 * immediate: they load the operands, call it, and store the result. What this processor does not
 * have is only interpreted; interp/tests/immintrin/avx512.c compares AVX-512 with loops. With
 * X86_ONLY=TEXT in the environment, only intrinsics with TEXT in their names are run.
 *
 * Invariant: every row with a meaning has a name in LLVM's table; every intrinsic with a meaning is
 *            run.
 * Not here:  the same operations as headers of C give them (interp/tests/run-immintrin.sh). */
#define _GNU_SOURCE
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm/Config/llvm-config.h>

#include "interp/engine/test_compiled.h"
#include "ir/lower/intrinsic.h"
#include "ir/x86/x86.h"

/* --- which processors have an intrinsic ------------------------------------------------------- */

enum { IN_BYTES = 512, OUT_BYTES = 4096, TRIALS = 24, VARIANTS = 16 };

typedef struct need {
	const char *begin;    /* of its name, after llvm.x86. */
	const char *end;      /* and its end, or NULL */
	const char *flags;    /* of /proc/cpuinfo */
	const char *features; /* as LLVM names them */
} need;

#define BASE "+avx2,+bmi,+bmi2,+aes,+pclmul,+fma,+f16c,+crc32,+popcnt,+lzcnt"
#define AVX512                                                                                     \
	BASE ",+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512cd,+avx512vbmi,+avx512ifma,"          \
	     "+avx512vnni,+avx512bitalg"
#define AVX512_FLAGS                                                                               \
	"avx512f avx512bw avx512dq avx512vl avx512cd avx512vbmi avx512ifma avx512_vnni "           \
	"avx512_bitalg"

static const need needs[] = {
	{"avx512.", NULL, AVX512_FLAGS, AVX512},
	{"aesni.", ".512", AVX512_FLAGS " vaes", AVX512 ",+vaes"},
	{"aesni.", ".256", "avx2 vaes", BASE ",+vaes"},
	{"pclmulqdq.512", NULL, AVX512_FLAGS " vpclmulqdq", AVX512 ",+vpclmulqdq"},
	{"pclmulqdq.256", NULL, "avx2 vpclmulqdq", BASE ",+vpclmulqdq"},
	{"vgf2p8", ".512", AVX512_FLAGS " gfni", AVX512 ",+gfni"},
	{"vgf2p8", NULL, "avx2 gfni", BASE ",+gfni"},
	{"sha", NULL, "sha_ni", BASE ",+sha"},
	{"tbm.", NULL, "tbm", BASE ",+tbm"},
	{"avx10.", NULL, "avx10_2", BASE ",+avx10.2"},
	{"avx2.vpdpw", NULL, "avx_vnni_int16", BASE ",+avxvnniint16"},
	{"avx2.vpdpb", NULL, "avx_vnni_int8", BASE ",+avxvnniint8"},
	{"clflushopt", NULL, "clflushopt", BASE ",+clflushopt"},
	{"clwb", NULL, "clwb", BASE ",+clwb"},
	{"", NULL, "avx2 bmi2 aes pclmulqdq fma f16c", BASE},
};

static const need *need_of(const char *name)
{
	size_t length = strlen(name);
	const need *n = needs;

	for (;; n++) {
		size_t tail = n->end ? strlen(n->end) : 0;

		if (!strncmp(name, n->begin, strlen(n->begin)) && length >= tail &&
		    (!n->end || !strcmp(name + length - tail, n->end)))
			return n;
	}
}

static bool processor_has(const char *flags)
{
	static char line[8192];
	char word[64];
	int used;

	if (!line[0]) {
		FILE *file = fopen("/proc/cpuinfo", "r");

		while (file && fgets(line, sizeof(line), file) && strncmp(line, "flags", 5))
			;
		if (file)
			fclose(file);
		line[strcspn(line, "\n")] = ' ';
	}
	for (; sscanf(flags, " %62s%n", word + 1, &used) == 1; flags += used) {
		word[0] = ' ';
		strcat(word, " ");
		if (!strstr(line, word))
			return false;
	}
	return true;
}

/* --- input -------------------------------------------------------------------------------------- */

static uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* Random bytes, small bytes, edges of integers, floats and doubles of all kinds. */
static void fill(uint8_t *in, const char *name, unsigned trial)
{
	static const uint64_t edges[] = {0,
					 1,
					 0x7f80ff017fff8000,
					 0x8000000000000000,
					 ~UINT64_C(0),
					 0x7fffffff80000000,
					 0x0101010101010101,
					 0x00ff00ff00ff00ff};
	static const double doubles[] = {0.0,
					 -0.0,
					 1.0,
					 -1.5,
					 2.5,
					 0.5,
					 -0.5,
					 1e-310,
					 3e38,
					 -1e300,
					 2147483647.5,
					 -2147483648.0,
					 9.3e18,
					 4294967295.0,
					 1e-40,
					 __builtin_inf(),
					 -__builtin_inf(),
					 __builtin_nan("")};
	uint64_t state = trial;

	for (; *name; name++)
		state = (state ^ (uint8_t)*name) * UINT64_C(1099511628211);
	for (unsigned i = 0; i < IN_BYTES; i += 8) {
		uint64_t value = next_random(&state), choice = next_random(&state);
		double number = doubles[choice % 18];
		float singles[2];

		switch (trial % 6) {
		case 1: value &= 0x0303030303030303; break;
		case 2: value = edges[choice % 8]; break;
		case 3:
			singles[0] = (float)number;
			singles[1] = (float)doubles[(choice >> 8) % 18];
			memcpy(&value, singles, 8);
			break;
		case 4:
			if (choice & 1 << 20)
				number = (double)(int64_t)value / 1e16;
			memcpy(&value, &number, 8);
			break;
		case 5:
			singles[0] = (float)(int32_t)value / 1e6f;
			singles[1] = (float)(int32_t)(value >> 32) / 3e8f;
			memcpy(&value, singles, 8);
			break;
		default: break;
		}
		memcpy(in + i, &value, 8);
	}
}

/* --- functions -------------------------------------------------------------------------------- */

typedef struct maker {
	FILE *to;
	const char *name;
	LLVMTypeRef signature;
	LLVMValueRef declaration;
	unsigned count; /* number of names used */
	unsigned out;   /* offset of the next result */
} maker;

#define PUT(w, ...) fprintf((w)->to, __VA_ARGS__)

static bool has(const char *name, const char *part)
{
	return strstr(name, part) != NULL;
}

static bool is_immediate(const maker *w, unsigned i)
{
	return LLVMGetEnumAttributeAtIndex(w->declaration, i + 1,
					   LLVMGetEnumAttributeKindForName("immarg", 6)) != NULL;
}

/* An immediate that says how to round is the last parameter. */
static bool is_rounding(const maker *w, unsigned i, unsigned count)
{
	return !strncmp(w->name, "avx512.", 7) && i == count - 1 && !has(w->name, "dbpsad") &&
	       !has(w->name, "fpclass") && !has(w->name, "pternlog") && !has(w->name, "gather") &&
	       !has(w->name, "scatter");
}

/* The immediate in variant V. */
static unsigned immediate(const maker *w, unsigned i, unsigned count, unsigned v)
{
	static const unsigned any[VARIANTS] = {0,    1,    2,    3,    0x12, 0x39, 0x4e, 0x7f,
					       0x8d, 0xb8, 0x60, 0x2c, 0xe9, 0x11, 0x48, 0xff};

	if (is_rounding(w, i, count))
		return 4;
	if (has(w->name, "gather") || has(w->name, "scatter"))
		return 1u << v % 4;
	if (has(w->name, "cmp.ps") || has(w->name, "cmp.pd") || has(w->name, "cmp.s"))
		return w->name[0] == 's' ? v % 8 : (2 * v + v / 8) % 32;
	if (has(w->name, "vcomi"))
		return v % 16;
	if (has(w->name, "vcvtps2ph"))
		return v % 2 ? 4 : 0;
	if (has(w->name, ".round."))
		return v % 12;
	return any[v];
}

static unsigned variants(const maker *w)
{
	unsigned count = LLVMCountParams(w->declaration);

	for (unsigned i = 0; i < count; i++)
		if (is_immediate(w, i) && !is_rounding(w, i, count))
			return has(w->name, "gather") || has(w->name, "scatter") ? 4 : VARIANTS;
	return 1;
}

static const char *text_of(LLVMTypeRef type)
{
	static char text[4][128];
	static unsigned next;
	char *printed = LLVMPrintTypeToString(type);

	next = (next + 1) % 4;
	snprintf(text[next], sizeof(text[next]), "%s", printed);
	LLVMDisposeMessage(printed);
	return text[next];
}

static bool is_bits(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
	       LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind &&
	       LLVMGetIntTypeWidth(LLVMGetElementType(type)) == 1;
}

/* Write %o<I>, an operand; its bytes are at 64 * I of the input. Pointers point to 128 bytes of the
 * input, or, for stores, of the output, and indices stay in them. */
static void operand(maker *w, unsigned i, LLVMTypeRef type)
{
	bool stores = LLVMGetTypeKind(LLVMGetReturnType(w->signature)) == LLVMVoidTypeKind;
	const char *text = text_of(type);

	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
		PUT(w, "%%o%u = getelementptr i8, ptr %%%s, i64 %u\n", i, stores ? "out" : "in",
		    stores ? 2048 : 320);
		return;
	}
	PUT(w, "%%p%u = getelementptr i8, ptr %%in, i64 %u\n", i, 64 * i);
	if (is_bits(type)) {
		PUT(w, "%%l%u = load i%u, ptr %%p%u\n%%o%u = bitcast i%u %%l%u to %s\n", i,
		    LLVMGetVectorSize(type), i, i, LLVMGetVectorSize(type), i, text);
		return;
	}
	PUT(w, "%%%c%u = load %s, ptr %%p%u, align 1\n",
	    i == 2 && (has(w->name, "gather") || has(w->name, "scatter")) ? 'i' : 'o', i, text, i);
	if (i == 2 && (has(w->name, "gather") || has(w->name, "scatter")))
		PUT(w, "%%o2 = and %s %%i2, splat (%s 7)\n", text,
		    text_of(LLVMGetElementType(type)));
}

/* Store VALUE; all NaNs are stored as the same one. */
static void store(maker *w, const char *value, LLVMTypeRef type)
{
	const char *text = text_of(type);
	unsigned n = w->count++;
	LLVMTypeRef element =
		LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
	bool is_float = LLVMGetTypeKind(element) == LLVMFloatTypeKind ||
			LLVMGetTypeKind(element) == LLVMDoubleTypeKind;

	PUT(w, "%%at%u = getelementptr i8, ptr %%out, i64 %u\n", n, w->out);
	w->out += 64;
	if (is_bits(type)) {
		PUT(w, "%%b%u = bitcast %s %s to i%u\n%%z%u = zext i%u %%b%u to i128\n", n, text,
		    value, LLVMGetVectorSize(type), n, LLVMGetVectorSize(type), n);
		PUT(w, "store i128 %%z%u, ptr %%at%u, align 1\n", n, n);
	} else if (is_float) {
		PUT(w, "%%n%u = fcmp uno %s %s, zeroinitializer\n", n, text, value);
		PUT(w, "%%s%u = select ", n);
		if (element == type)
			PUT(w, "i1 %%n%u, %s 1.0, %s %s\n", n, text, text, value);
		else
			PUT(w, "<%u x i1> %%n%u, %s splat (%s 1.0), %s %s\n",
			    LLVMGetVectorSize(type), n, text, text_of(element), text, value);
		PUT(w, "store %s %%s%u, ptr %%at%u, align 1\n", text, n, n);
	} else {
		PUT(w, "store %s %s, ptr %%at%u, align 1\n", text, value, n);
	}
}

/* What is the same for all results of an approximation: r * x or r * r * x is 1 to 11 bits, or r is
 * infinite, 0 or NaN. */
static void store_approximate(maker *w, LLVMTypeRef type)
{
	const char *text = text_of(type), *x = has(w->name, "14.s") ? "%o1" : "%o0";
	const char *element = text_of(LLVMGetElementType(type));
	unsigned lanes = LLVMGetVectorSize(type);
	LLVMTypeRef bits = LLVMVectorType(LLVMInt1TypeInContext(LLVMGetTypeContext(type)), lanes);

	PUT(w, "%%rx = fmul %s %%r, %s\n", text, x);
	if (has(w->name, "rsqrt"))
		PUT(w, "%%q = fmul %s %%rx, %%r\n", text);
	else
		PUT(w, "%%q = fadd %s %%rx, zeroinitializer\n", text);
	PUT(w, "%%big = fcmp olt %s %%q, splat (%s 1.0009765625)\n", text, element);
	PUT(w, "%%small = fcmp ogt %s %%q, splat (%s 0.9990234375)\n", text, element);
	PUT(w, "%%near = and <%u x i1> %%big, %%small\n", lanes);
	PUT(w, "%%nan = fcmp uno %s %%r, %%r\n", text);
	PUT(w, "%%zero = fcmp oeq %s %%r, zeroinitializer\n", text);
	store(w, "%near", bits);
	store(w, "%nan", bits);
	store(w, "%zero", bits);
}

static void body(maker *w, unsigned variant)
{
	LLVMTypeRef result = LLVMGetReturnType(w->signature), parameters[8];
	unsigned count = LLVMCountParams(w->declaration);
	bool nothing = LLVMGetTypeKind(result) == LLVMVoidTypeKind;
	char value[32];

	LLVMGetParamTypes(w->signature, parameters);
	for (unsigned i = 0; i < count; i++)
		if (!is_immediate(w, i))
			operand(w, i, parameters[i]);
	PUT(w, "%s call %s @llvm.x86.%s(", nothing ? "" : "%r =", text_of(result),
	    LLVMGetValueName2(w->declaration, &(size_t){0}) + 9);
	for (unsigned i = 0; i < count; i++) {
		PUT(w, "%s%s ", i ? ", " : "", text_of(parameters[i]));
		if (is_immediate(w, i))
			PUT(w, "%u", immediate(w, i, count, variant));
		else
			PUT(w, "%%o%u", i);
	}
	PUT(w, ")\n");
	if (nothing)
		return;
	if (has(w->name, "rcp") || has(w->name, "rsqrt")) {
		store_approximate(w, result);
	} else if (LLVMGetTypeKind(result) == LLVMStructTypeKind) {
		for (unsigned i = 0; i < LLVMCountStructElementTypes(result); i++) {
			PUT(w, "%%e%u = extractvalue %s %%r, %u\n", i, text_of(result), i);
			sprintf(value, "%%e%u", i);
			store(w, value, LLVMStructGetTypeAtIndex(result, i));
		}
	} else {
		store(w, "%r", result);
	}
}

/* The types of intrinsics that have several. */
static unsigned overloads(const char *name, LLVMContextRef context, LLVMTypeRef types[2])
{
	LLVMTypeRef floats = LLVMVectorType(LLVMFloatTypeInContext(context), 8);

	types[0] = floats;
	types[1] = LLVMVectorType(LLVMInt64TypeInContext(context), 8);
	return has(name, "itofp") ? 2 : 1;
}

/* What has no result that could be compared. */
static bool is_skipped(const char *name)
{
	static const char *const skipped[] = {
		"sse.stmxcsr", "sse.ldmxcsr", "sse2.clflush", "clflushopt", "clwb",
		"cldemote",    "prefetchrs",  "serialize",    "rdtscp",     "rdpid"};

	for (size_t i = 0; i < sizeof(skipped) / sizeof(*skipped); i++)
		if (!strcmp(name, skipped[i]))
			return true;
	return false;
}

/* Return the module with the functions of intrinsic ID, NAME without llvm.x86., or NULL. */
static char *module_of(unsigned id, const char *name)
{
	const need *n = need_of(name);
	LLVMContextRef context = LLVMContextCreate();
	LLVMModuleRef module = LLVMModuleCreateWithNameInContext("m", context);
	LLVMTypeRef types[2];
	unsigned count = LLVMIntrinsicIsOverloaded(id) ? overloads(name, context, types) : 0;
	char *text, *declaration;
	size_t length;
	maker w = {.to = open_memstream(&text, &length), .name = name};

	w.declaration = LLVMGetIntrinsicDeclaration(module, id, types, count);
	w.signature = LLVMGlobalGetValueType(w.declaration);
	for (unsigned v = 0; v < variants(&w); v++) {
		w.out = 0;
		PUT(&w, "define void @f.%s.%u(ptr %%in, ptr %%out) \"target-features\"=\"%s\" {\n",
		    name, v, n->features);
		body(&w, v);
		PUT(&w, "ret void\n}\n");
	}
	declaration = LLVMPrintValueToString(w.declaration);
	declaration[strcspn(declaration, "#")] = 0;
	PUT(&w, "%s\n", strstr(declaration, "declare"));
	LLVMDisposeMessage(declaration);
	fclose(w.to);
	LLVMDisposeModule(module);
	LLVMContextDispose(context);
	return text;
}

/* --- running ---------------------------------------------------------------------------------- */

typedef struct tally {
	unsigned native, unchecked, failed;
} tally;

static void differs(const char *name, const uint8_t *in, const uint8_t *got, const uint8_t *wanted)
{
	fprintf(stderr, "%s differs\n", name);
	for (unsigned i = 0; i < 4; i++) {
		fprintf(stderr, "  o%u", i);
		for (unsigned k = 0; k < 64; k++)
			fprintf(stderr, "%s%02x", k % 8 ? "" : " ", in[64 * i + k]);
		fputc('\n', stderr);
	}
	for (unsigned i = 0; i < 2; i++) {
		fprintf(stderr, "  %s", i ? "wanted" : "got   ");
		for (unsigned k = 0; k < 64; k++)
			fprintf(stderr, "%s%02x", k % 8 ? "" : " ", (i ? wanted : got)[k]);
		fputc('\n', stderr);
	}
}

/* Return true if function NAME ends normally on all inputs and, if NATIVE, as compiled. */
static bool run(hr_both *b, const char *name, bool native)
{
	static _Alignas(64) uint8_t in[IN_BYTES], out[OUT_BYTES], wanted[OUT_BYTES];

	for (unsigned trial = 0; trial < TRIALS; trial++) {
		fill(in, name, trial);
		memset(out, 0xaa, OUT_BYTES);
		if (!hr_both_interpret(b, name, in, out))
			return false;
		if (!native)
			continue;
		memset(wanted, 0xaa, OUT_BYTES);
		hr_both_run_compiled(b, name, in, wanted);
		if (memcmp(out, wanted, OUT_BYTES)) {
			differs(name, in, out, wanted);
			return false;
		}
	}
	return true;
}

static void check_module(const char *name, const char *source, tally *t)
{
	bool native = processor_has(need_of(name)->flags);
	hr_both *b = hr_both_load(source);

	if (native)
		hr_both_compile(b, source);
	for (const char *p = source; (p = strstr(p, "define void @f.")); p++) {
		char function[200];

		sscanf(p, "define void @%199[^(]", function);
		t->failed += !run(b, function, native);
		t->native += native;
		t->unchecked += !native;
	}
	hr_both_unload(b);
}

/* Call DO for each intrinsic of x86-64 that has a meaning and is run. */
static void for_each(void (*run_one)(unsigned id, const char *name, void *data), void *data)
{
	for (unsigned id = 1;; id++) {
		size_t length;
		const char *name = LLVMIntrinsicGetName(id, &length);
		const hr_x86_row *row;

		if (!strncmp(name, "llvm.xcore.", 11))
			return;
		if (strncmp(name, "llvm.x86.", 9))
			continue;
		row = hr_x86_find(name + 9);
		if (row->meaning && !is_skipped(name + 9))
			run_one(id, name + 9, data);
	}
}

typedef struct x86_part {
	tally t;
	unsigned number, count;
} x86_part;

static void check_one(unsigned id, const char *name, void *data)
{
	x86_part *p = data;
	char *source;

	if (id % p->count != p->number || (getenv("X86_ONLY") && !has(name, getenv("X86_ONLY"))))
		return;
	source = module_of(id, name);
	check_module(name, source, &p->t);
	free(source);
}

enum { PARTS = 8 };

START_TEST(intrinsics)
{
	x86_part p = {.number = (unsigned)_i, .count = PARTS};

	for_each(check_one, &p);
	printf("functions compared with the processor: %u, only interpreted: %u\n", p.t.native,
	       p.t.unchecked);
	ck_assert_uint_eq(p.t.failed, 0);
}
END_TEST

/* No intrinsic of these families falls under the last row, and each row is used. */
START_TEST(every_intrinsic_has_a_row)
{
	static const char *const families[] = {"sse",    "ssse",   "avx", "bmi",       "aesni",
					       "pclmul", "fma.",   "sha", "addcarry",  "subborrow",
					       "rdrand", "rdseed", "mmx", "vcvtps2ph", "tbm"};
	bool *used = calloc(hr_x86_row_count, sizeof(*used));
	unsigned missing = 0;

	for (unsigned id = 1;; id++) {
		size_t length;
		const char *name = LLVMIntrinsicGetName(id, &length);
		const hr_x86_row *row;

		if (!strncmp(name, "llvm.xcore.", 11))
			break;
		if (strncmp(name, "llvm.x86.", 9))
			continue;
		row = hr_x86_find(name + 9);
		used[row - hr_x86_rows] = true;
		for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++)
			if (!strcmp(row->names, "*") &&
			    !strcmp(hr_intrinsic_find(name)->name, "llvm.x86.*") &&
			    !strncmp(name + 9, families[i], strlen(families[i]))) {
				fprintf(stderr, "no row: %s\n", name);
				missing++;
			}
	}
	for (unsigned i = 0; i < hr_x86_row_count; i++)
		if (!used[i] && LLVM_VERSION_MAJOR >= 22) {
			fprintf(stderr, "no intrinsic: %s\n", hr_x86_rows[i].names);
			missing++;
		}
	ck_assert_uint_eq(missing, 0);
	free(used);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("x86");
	TCase *tcase = tcase_create("x86");
	SRunner *runner;
	int failed;

	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
	LLVMInitializeNativeAsmParser();
	runner = srunner_create(suite);
	tcase_set_timeout(tcase, 300);
	tcase_add_loop_test(tcase, intrinsics, 0, PARTS);
	tcase_add_test(tcase, every_intrinsic_has_a_row);
	suite_add_tcase(suite, tcase);
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
