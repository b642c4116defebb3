/* ir/legacy/test_legacy.c -- bitcode as HPVM 1.0's LLVM 9 wrote it, built here bit by bit.
 *
 * The module has a table of typed pointers, attribute groups with the kinds 65, 66, 67, a leaf, a
 * root that creates it, binds and returns packed named structures, a hint as named metadata, and
 * the places of functions in its symbol table.
 *
 * The numbers of records and operations are those of LLVM's documentation of the format. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>

#include "ir/bitcode/bits.h"
#include "ir/graph/graph.h"
#include "ir/legacy/legacy.h"
#include "ir/load/load.h"
#include "ir/load/read.h"
#include "ir/program/program.h"
#include "src/base/test.h"

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

/* --- blocks and records ----------------------------------------------------------------------- */

enum { WIDTH = 4 }; /* width of abbreviation ids within blocks */

/* Enter a block; return the position of its length. */
static size_t enter(hr_bits_out *out, unsigned around, unsigned id)
{
	hr_bits_put(out, HR_BITS_ENTER_BLOCK, around);
	hr_bits_put_vbr(out, id, 8);
	hr_bits_put_vbr(out, WIDTH, 4);
	hr_bits_put_align(out);
	hr_bits_put(out, 0, 32);
	return out->bytes.count - 4;
}

static void set_word(hr_bits_out *out, size_t at, size_t word)
{
	for (unsigned i = 0; i < 4; i++)
		out->bytes.data[at + i] = (char)(word >> 8 * i);
}

static void leave(hr_bits_out *out, size_t length)
{
	hr_bits_put(out, HR_BITS_END_BLOCK, WIDTH);
	hr_bits_put_align(out);
	set_word(out, length, (out->bytes.count - length - 4) / 4);
}

#define RECORD(out, ...)                                                                           \
	hr_bits_put_record(out, WIDTH, (const uint64_t[]){__VA_ARGS__},                            \
			   sizeof((uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

static void text_record(hr_bits_out *out, unsigned code, const char *text)
{
	uint64_t values[200] = {code};
	size_t length = strlen(text);

	for (size_t i = 0; i < length; i++)
		values[i + 1] = (unsigned char)text[i];
	hr_bits_put_record(out, WIDTH, values, length + 1);
}

/* --- the module ------------------------------------------------------------------------------- */

static const char names[] = "leaf_clonedroot_clonedllvm.hpvm.createNode1Dllvm.hpvm.bind.input"
			    "llvm.hpvm.bind.output";

static void put_identification(hr_bits_out *out, const char *producer)
{
	size_t block = enter(out, 2, 13);

	text_record(out, 1, producer);
	RECORD(out, 2, 0); /* the epoch */
	leave(out, block);
}

/* Group 1: parameter 1 in; 2: parameter 3 out, nocapture, a string; 3: parameter 3 inout. */
static void put_attributes(hr_bits_out *out)
{
	size_t block = enter(out, WIDTH, 10);

	RECORD(out, 3, 1, 1, 0, 65);
	RECORD(out, 3, 2, 3, 0, 11, 0, 66, 3, 'k', 0, 1, 1, 16);
	RECORD(out, 3, 3, 3, 0, 67);
	leave(out, block);
	block = enter(out, WIDTH, 9);
	RECORD(out, 2, 1, 2); /* list 1: attributes of the leaf */
	RECORD(out, 2, 1, 3); /* list 2: attributes of the root */
	leave(out, block);
}

enum {
	I1,
	I8,
	I32,
	I64,
	P8,
	P32,
	VOID,
	LEAF_OUT,
	LEAF_TYPE,
	ROOT_OUT,
	ROOT_TYPE,
	CREATE_TYPE,
	BIND_TYPE,
	LEAF_POINTER,
	ROOT_POINTER,
	CREATE_POINTER,
	BIND_POINTER,
	META,
	TYPES
};

static void put_types(hr_bits_out *out)
{
	size_t block = enter(out, WIDTH, 17);

	RECORD(out, 1, TYPES);
	RECORD(out, 7, 1);
	RECORD(out, 7, 8);
	RECORD(out, 7, 32);
	RECORD(out, 7, 64);
	RECORD(out, 8, I8, 0); /* a pointer to I8, in address space 0 */
	RECORD(out, 8, I32, 0);
	RECORD(out, 2);
	text_record(out, 19, "struct.out.leaf");
	RECORD(out, 20, 1, P32, I64); /* named, packed */
	RECORD(out, 21, 0, LEAF_OUT, P32, I64, P32, I64);
	text_record(out, 19, "struct.out.root");
	RECORD(out, 20, 1, P32, I64);
	RECORD(out, 21, 0, ROOT_OUT, P32, I64, P32, I64, I64);
	RECORD(out, 21, 0, P8, P8, I64);
	RECORD(out, 21, 0, VOID, P8, I32, I32, I1);
	RECORD(out, 8, LEAF_TYPE, 0);
	RECORD(out, 8, ROOT_TYPE, 0);
	RECORD(out, 8, CREATE_TYPE, 0);
	RECORD(out, 8, BIND_TYPE, 0);
	RECORD(out, 16);
	leave(out, block);
}

/* Values of the module: functions, then constants. */
enum {
	LEAF,
	ROOT,
	CREATE,
	BIND_IN,
	BIND_OUT,
	LEAF_CAST,
	FALSE,
	ZERO,
	ONE,
	TWO,
	THREE,
	UNDEF,
	GLOBALS
};

/* Alignment, section, visibility and so on: none. */
#define REST 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0

/* Names are in the string table: offset, size; the other values are as in LLVM 9. */
static void put_functions(hr_bits_out *out)
{
	RECORD(out, 8, 0, 11, LEAF_TYPE, 0, 0, 0, 1, REST);
	RECORD(out, 8, 11, 11, ROOT_TYPE, 0, 0, 0, 2, REST);
	RECORD(out, 8, 22, 22, CREATE_TYPE, 0, 1, 0, 0, REST);
	RECORD(out, 8, 44, 20, BIND_TYPE, 0, 1, 0, 0, REST);
	RECORD(out, 8, 64, 21, BIND_TYPE, 0, 1, 0, 0, REST);
}

static void put_constants(hr_bits_out *out)
{
	size_t block = enter(out, WIDTH, 11);

	RECORD(out, 1, P8);
	RECORD(out, 11, 11, LEAF_POINTER, LEAF); /* bitcast (the leaf to i8*) */
	RECORD(out, 1, I1);
	RECORD(out, 2);
	RECORD(out, 1, I32);
	RECORD(out, 2);
	RECORD(out, 4, 2); /* numbers are shifted left by one; bit 0 is the sign */
	RECORD(out, 4, 4);
	RECORD(out, 4, 6);
	RECORD(out, 1, ROOT_OUT);
	RECORD(out, 3);
	leave(out, block);
}

/* hpvm_hint_gpu = !{!0}, !0 = !{the leaf} */
static void put_metadata(hr_bits_out *out)
{
	size_t block = enter(out, WIDTH, 15);

	RECORD(out, 2, LEAF_POINTER, LEAF);
	RECORD(out, 3, 1); /* metadata with the previous value */
	text_record(out, 4, "hpvm_hint_gpu");
	RECORD(out, 10, 1);
	leave(out, block);
}

/* Operands are distances back from the next value. Return the place of the block in words. */
static size_t put_leaf(hr_bits_out *out)
{
	size_t block = enter(out, WIDTH, 12), length;
	unsigned next = GLOBALS + 5; /* after the parameters and a constant */

	RECORD(out, 1, 1);
	length = enter(out, WIDTH, 11);
	RECORD(out, 1, LEAF_OUT);
	RECORD(out, 3);
	leave(out, length);
	RECORD(out, 27, 1, 3, 0); /* insertvalue undef, parameter 2, 0 */
	RECORD(out, 27, 1, next + 1 - (GLOBALS + 3), 1);
	RECORD(out, 10, 1); /* ret */
	leave(out, block);
	return block / 4 - 1;
}

/* A call with an explicit function type, as a bit of the calling convention says. */
#define CALL(out, type, ...) RECORD(out, 34, 0, 1u << 15, type, __VA_ARGS__)

static size_t put_root(hr_bits_out *out)
{
	size_t block = enter(out, WIDTH, 12);
	unsigned next = GLOBALS + 5, child = next;

	RECORD(out, 1, 1);
	CALL(out, CREATE_TYPE, next - CREATE, next - LEAF_CAST, next - (GLOBALS + 4));
	next++;
	for (unsigned i = 0; i < 4; i++)
		CALL(out, BIND_TYPE, next - BIND_IN, next - child, next - (ZERO + i),
		     next - (ZERO + i), next - FALSE);
	for (unsigned i = 0; i < 2; i++)
		CALL(out, BIND_TYPE, next - BIND_OUT, next - child, next - (ZERO + i),
		     next - (ZERO + i), next - FALSE);
	RECORD(out, 10, next - UNDEF);
	leave(out, block);
	return block / 4 - 1;
}

/* Write the symbol table, with an abbreviation as in LLVM 9. */
static void put_symbols(hr_bits_out *out, size_t leaf, size_t root)
{
	size_t block = enter(out, WIDTH, 14);

	hr_bits_put(out, HR_BITS_DEFINE, WIDTH);
	hr_bits_put_vbr(out, 3, 5);
	hr_bits_put(out, 1, 1);
	hr_bits_put_vbr(out, 3, 8); /* the code is 3 */
	for (unsigned i = 0; i < 2; i++) {
		hr_bits_put(out, 0, 1);
		hr_bits_put(out, HR_BITS_VBR, 3);
		hr_bits_put_vbr(out, 8, 5);
	}
	hr_bits_put(out, HR_BITS_FIRST, WIDTH);
	hr_bits_put_vbr(out, LEAF, 8);
	hr_bits_put_vbr(out, leaf, 8);
	RECORD(out, 3, ROOT, root);
	leave(out, block);
}

/* Write the place of the symbol table, in a word that is set later. Return the word's bit
 * position. */
static size_t put_symbols_place(hr_bits_out *out)
{
	size_t bit;

	hr_bits_put(out, HR_BITS_DEFINE, WIDTH);
	hr_bits_put_vbr(out, 2, 5);
	hr_bits_put(out, 1, 1);
	hr_bits_put_vbr(out, 13, 8);
	hr_bits_put(out, 0, 1);
	hr_bits_put(out, HR_BITS_FIXED, 3);
	hr_bits_put_vbr(out, 32, 5);
	hr_bits_put(out, HR_BITS_FIRST, WIDTH);
	bit = out->bytes.count * 8 + out->count;
	hr_bits_put(out, 0, 32);
	return bit;
}

static void set_bits(hr_bits_out *out, size_t bit, size_t word)
{
	for (unsigned i = 0; i < 32; i++, bit++)
		if (word >> i & 1)
			out->bytes.data[bit / 8] |= (char)(1 << bit % 8);
}

static void put_names(hr_bits_out *out)
{
	size_t block = enter(out, 2, 23);

	hr_bits_put(out, HR_BITS_DEFINE, WIDTH);
	hr_bits_put_vbr(out, 2, 5);
	hr_bits_put(out, 1, 1);
	hr_bits_put_vbr(out, 1, 8);
	hr_bits_put(out, 0, 1);
	hr_bits_put(out, HR_BITS_BLOB, 3);
	hr_bits_put(out, HR_BITS_FIRST, WIDTH);
	hr_bits_put_vbr(out, sizeof(names) - 1, 6);
	hr_bits_put_align(out);
	for (size_t i = 0; i + 1 < sizeof(names); i++)
		hr_bits_put(out, (unsigned char)names[i], 8);
	hr_bits_put_align(out);
	leave(out, block);
}

static hr_bytes make_module(const char *producer)
{
	hr_bits_out out = {0};
	size_t block, place, leaf, root;

	hr_bits_put(&out, 0xdec04342, 32);
	put_identification(&out, producer);
	block = enter(&out, 2, 8);
	RECORD(&out, 1, 2); /* the version: relative operands, names in a string table */
	put_attributes(&out);
	put_types(&out);
	put_functions(&out);
	place = put_symbols_place(&out);
	put_constants(&out);
	put_metadata(&out);
	leaf = put_leaf(&out);
	root = put_root(&out);
	set_bits(&out, place, out.bytes.count / 4);
	put_symbols(&out, leaf, root);
	leave(&out, block);
	put_names(&out);
	HR_RESERVE(&out.bytes, 1);
	out.bytes.data[out.bytes.count] = 0;
	return out.bytes;
}

/* --- reading ---------------------------------------------------------------------------------- */

static bool has_text(LLVMValueRef function, unsigned index, const char *name)
{
	return LLVMGetStringAttributeAtIndex(function, index, name, (unsigned)strlen(name));
}

static void has_directions(LLVMModuleRef module)
{
	LLVMValueRef leaf = LLVMGetNamedFunction(module, "leaf_cloned");
	LLVMValueRef root = LLVMGetNamedFunction(module, "root_cloned");
	unsigned align = LLVMGetEnumAttributeKindForName("align", 5);

	ck_assert_ptr_nonnull(leaf);
	ck_assert_ptr_nonnull(root);
	ck_assert(has_text(leaf, 1, "in") && has_text(root, 1, "in"));
	ck_assert(!has_text(leaf, 1, "out") && !has_text(leaf, 2, "in"));
	ck_assert(has_text(leaf, 3, "out") && has_text(leaf, 3, "k"));
	ck_assert(LLVMGetEnumAttributeAtIndex(leaf, 3, align));
	ck_assert(has_text(root, 3, "inout") && !has_text(root, 3, "out"));
	ck_assert_uint_eq(LLVMCountBasicBlocks(leaf), 1);
	ck_assert_uint_eq(LLVMCountBasicBlocks(root), 1);
}

static void is_read(const hr_bytes *file)
{
	LLVMContextRef context = LLVMContextCreate();
	void *module = NULL;

	ck_assert_int_eq(hr_read_bytes("data", file->data, file->count, context, diags, &module),
			 HR_OK);
	has_directions(module);
	LLVMDisposeModule(module);
	LLVMContextDispose(context);
}

START_TEST(directions)
{
	hr_bytes release = make_module("LLVM9.0.0"), development = make_module("LLVM9.0.0svn");

	is_read(&release);
	is_read(&development);
	HR_VEC_FREE(&release);
	HR_VEC_FREE(&development);
}
END_TEST

START_TEST(wrapped)
{
	hr_bytes inner = make_module("LLVM9.0.0"), file = {0};
	hr_bits_out out = {0};

	hr_bits_put(&out, 0x0b17c0de, 32);
	hr_bits_put(&out, 0, 32);
	hr_bits_put(&out, 20, 32);
	hr_bits_put(&out, inner.count, 32);
	hr_bits_put(&out, 7, 32);
	file = out.bytes;
	HR_RESERVE(&file, inner.count + 9);
	memcpy(file.data + file.count, inner.data, inner.count);
	memset(file.data + file.count + inner.count, 0, 9); /* padding */
	file.count += inner.count + 8;
	is_read(&file);
	HR_VEC_FREE(&inner);
	HR_VEC_FREE(&file);
}
END_TEST

static bool is_changed(const char *data, size_t size)
{
	hr_bytes out = {0};
	bool changed;

	hr_legacy_bitcode(data, size, &out, &changed);
	ck_assert(changed == (out.count != 0));
	HR_VEC_FREE(&out);
	return changed;
}

START_TEST(other_writers)
{
	static const char *const writers[] = {"LLVM10.0.0",
					      "LLVM90.0.0",
					      "LLVM8.0.1",
					      "LLVM9",
					      "APPLE_1_1001.0.46.4_0",
					      "HPVM9.0.0",
					      ""};

	for (size_t i = 0; i < sizeof(writers) / sizeof(*writers); i++) {
		hr_bytes file = make_module(writers[i]);

		ck_assert_msg(!is_changed(file.data, file.count), "%s", writers[i]);
		HR_VEC_FREE(&file);
	}
}
END_TEST

/* With any byte changed, and of any length: no crash, whatever the result. */
START_TEST(mangled)
{
	hr_bytes file = make_module("LLVM9.0.0");

	for (size_t i = 0; i < file.count; i++) {
		for (unsigned j = 0; j < 8; j++) {
			file.data[i] ^= (char)(1 << j);
			is_changed(file.data, file.count);
			file.data[i] ^= (char)(1 << j);
		}
		is_changed(file.data, i);
	}
	ck_assert(is_changed(file.data, file.count));
	HR_VEC_FREE(&file);
}
END_TEST

/* --- graph ------------------------------------------------------------------------------------ */

START_TEST(graph)
{
	char path[HR_TEST_PATH];
	const char *const files[] = {path};
	hr_bytes file = make_module("LLVM9.0.0");
	hr_program *program = NULL;
	const hr_node *root;
	hr_sem sem;
	FILE *to;

	hr_test_template(path);
	to = fdopen(mkstemp(path), "w");
	fwrite(file.data, 1, file.count, to);
	fclose(to);
	hr_sem_init(&sem);
	ck_assert_int_eq(hr_program_load(files, 1, &sem, diags, &program), HR_OK);
	remove(path);
	ck_assert_uint_eq(program->graph_count, 1);
	root = program->graphs[0]->root;
	ck_assert_str_eq(root->name, "root_cloned");
	ck_assert(root->inputs[0].in && !root->inputs[0].out);
	ck_assert(root->inputs[2].in && root->inputs[2].out);
	ck_assert_uint_eq(root->output_count, 2);
	ck_assert_uint_eq(root->child_count, 1);
	ck_assert_int_eq(root->children[0]->hint, HR_TARGET_GPU);
	hr_program_free(program);
	HR_VEC_FREE(&file);
}
END_TEST

/* --- assembly --------------------------------------------------------------------------------- */

/* Text that begins correctly and ends anywhere, or nests very deeply. */
START_TEST(mangled_text)
{
	static const char text[] =
		"define i32 @f(%t* byval in %p, { i8*, <2 x [3 x i8 addrspace(1)*]> }* %q) {\n"
		"e: ; comment *\n  %c = load i32 (i8*, ...)*, i32 (i8*, ...)** %q\n"
		"  call void asm \"x\", \"=*m,r\"(i32* %c, i8 1)\n"
		"  ret i32 select (i1 icmp eq (i8* @\"g*\", i8* null), i32 mul (i32 1, i32 2), "
		"i32 extractvalue ({ i32 } undef, 0))\n}\n";
	static const char *const nests[] = {
		"{ ", "i8* (", "[1 x ", "<{ ", "icmp eq (i8* ", "select (i1 ", "add (i8 "};
	hr_legacy_refusal refusal;

	for (size_t i = 0; i < sizeof(text); i++) {
		hr_bytes out = {0};
		bool changed = false;

		if (hr_legacy_text(text, i, &out, &changed, &refusal) == HR_OK && changed)
			ck_assert_int_eq(out.data[out.count], 0);
		HR_VEC_FREE(&out);
	}
	for (size_t i = 0; i < sizeof(nests) / sizeof(*nests); i++) {
		hr_bytes in = {0}, out = {0};
		bool changed;

		for (const char *c = "define void @f() { i8* "; *c; c++)
			HR_PUSH(&in, *c);
		for (unsigned j = 0; j < 20000; j++)
			for (const char *c = nests[i]; *c; c++)
				HR_PUSH(&in, *c);
		if (hr_legacy_text(in.data, in.count, &out, &changed, &refusal) != HR_OK)
			ck_assert_str_ne(refusal.why, "");
		HR_VEC_FREE(&in);
		HR_VEC_FREE(&out);
	}
}
END_TEST

/* Modern text is unchanged, also with stars in strings and comments. */
START_TEST(modern_text)
{
	static const char text[] =
		"; i8*\n@a = constant [3 x i8] c\"i8*\"\n@\"b*\" = global i32 0\n"
		"define void @f(ptr %in) {\nin:\n  %x = icmp eq ptr %in, null\n"
		"  ret void\n}\n!out = !{!0}\n!0 = !{!\"in out *\"}\n";
	hr_legacy_refusal refusal;
	hr_bytes out = {0};
	bool changed = true;

	ck_assert_int_eq(hr_legacy_text(text, strlen(text), &out, &changed, &refusal), HR_OK);
	ck_assert(!changed);
	ck_assert_ptr_null(out.data);
}
END_TEST

/* Floating-point constants of LLVM 23: LLVM's reader of the older form gives the bits. */
START_TEST(newer_text)
{
	static const struct {
		const char *type, *newer, *older;
	} rows[] = {
		{"double", "f0x3FF8000000000000", "0x3FF8000000000000"},
		{"float", "f0x3F800000", "0x3FF0000000000000"},
		{"float", "f0x00000001", "0x36A0000000000000"},
		{"float", "f0x80000001", "0xB6A0000000000000"},
		{"float", "f0x7F7FFFFF", "0x47EFFFFFE0000000"},
		{"float", "f0x7F800001", "0x7FF0000020000000"},
		{"half", "f0x3C01", "0xH3C01"},
		{"bfloat", "f0x3F81", "0xR3F81"},
		{"x86_fp80", "f0x3FFF8000000000000001", "0xK3FFF8000000000000001"},
		{"fp128", "f0x3FFF0000000000000000000000000001",
		 "0xL00000000000000013FFF000000000000"},
		{"double", "+inf", "0x7FF0000000000000"},
		{"double", "-inf", "0xFFF0000000000000"},
		{"float", "-inf", "0xFFF0000000000000"},
		{"half", "+inf", "0xH7C00"},
		{"x86_fp80", "-inf", "0xKFFFF8000000000000000"},
		{"fp128", "+inf", "0xL00000000000000007FFF000000000000"},
		{"double", "+qnan", "0x7FF8000000000000"},
		{"double", "-nan(0x5)", "0xFFF8000000000005"},
		{"double", "+snan(0x5)", "0x7FF0000000000005"},
		{"float", "+nan(0x1)", "0x7FF8000020000000"},
		{"bfloat", "-qnan", "0xRFFC0"},
		{"x86_fp80", "+qnan", "0xK7FFFC000000000000000"},
		{"double", "0x1.8p3", "0x4028000000000000"},
		{"float", "-0x1.8p+3", "0xC028000000000000"},
		{"float", "1.000000e-01", "0x3FB99999A0000000"},
		{"half", "1.000000e-01", "0xH2E66"},
		{"half", "6.550400e+04", "6.550400e+04"},
		{"half", "-1.000000e-07", "0xH8002"},
		{"half", "0x1.ffcp15", "0xH7BFF"},
		{"bfloat", "0x1.01p0", "0xR3F80"},
		{"bfloat", "0x1.03p0", "0xR3F82"},
		{"x86_fp80", "1.000000e+00", "0xK3FFF8000000000000000"},
		{"float", "1.500000e+00", "1.500000e+00"},
		{"float", "-1.500000e+00", "-1.500000e+00"},
		{"double", "1.000000e-01", "1.000000e-01"},
		{"float", "0x3FF0000000000000", "0x3FF0000000000000"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char text[200], want[200];
		hr_legacy_refusal refusal;
		hr_bytes out = {0};
		bool changed = false;

		snprintf(text, sizeof(text), "@g = global { i32, %s } { i32 -3, %s %s } ; %s\n",
			 rows[i].type, rows[i].type, rows[i].newer, rows[i].newer);
		snprintf(want, sizeof(want), "@g = global { i32, %s } { i32 -3, %s %s } ; %s\n",
			 rows[i].type, rows[i].type, rows[i].older, rows[i].newer);
		ck_assert_int_eq(hr_legacy_text(text, strlen(text), &out, &changed, &refusal),
				 HR_OK);
		ck_assert_int_eq(changed, strcmp(text, want) != 0);
		if (changed)
			ck_assert_str_eq(out.data, want);
		HR_VEC_FREE(&out);
	}
}
END_TEST

/* Locations of memory() that LLVM 22 lacks go, wherever they stand. */
START_TEST(newer_memory)
{
	static const char text[] =
		"declare void @a() memory(readwrite, target_mem: none)\n"
		"declare void @b() memory(target_mem0: read, argmem: read)\n"
		"declare void @c() memory(none, target_mem1: write, argmem: read)\n"
		"@target_mem = constant float 1.0\n";
	static const char want[] = "declare void @a() memory(readwrite)\n"
				   "declare void @b() memory( argmem: read)\n"
				   "declare void @c() memory(none, argmem: read)\n"
				   "@target_mem = constant float 1.0\n";
	hr_legacy_refusal refusal;
	hr_bytes out = {0};
	bool changed = false;

	ck_assert_int_eq(hr_legacy_text(text, strlen(text), &out, &changed, &refusal), HR_OK);
	ck_assert(changed);
	ck_assert_str_eq(out.data, want);
	HR_VEC_FREE(&out);
}
END_TEST

/* The calling convention of kernels has two names; other texts have neither. */
START_TEST(kernel_convention)
{
	static const char text[] =
		"!1 = !DISubroutineType(cc: DW_CC_LLVM_OpenCLKernel, types: !0)\n"
		"!2 = !DISubroutineType(cc: DW_CC_LLVM_DeviceKernel, types: !0)\n"
		"!3 = !{!\"DW_CC_LLVM_OpenCLKernel\"}\n";
	static const char want[] = "!1 = !DISubroutineType(cc: 199, types: !0)\n"
				   "!2 = !DISubroutineType(cc: 199, types: !0)\n"
				   "!3 = !{!\"DW_CC_LLVM_OpenCLKernel\"}\n";
	hr_legacy_refusal refusal;
	hr_bytes out = {0};
	bool changed = false;

	ck_assert_int_eq(hr_legacy_text(text, strlen(text), &out, &changed, &refusal), HR_OK);
	ck_assert(changed);
	ck_assert_str_eq(out.data, want);
	HR_VEC_FREE(&out);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("legacy");
	TCase *cases = tcase_create("legacy");
	SRunner *runner;
	int failed;

	tcase_add_checked_fixture(cases, setup, teardown);
	tcase_set_timeout(cases, 120);
	tcase_add_test(cases, directions);
	tcase_add_test(cases, wrapped);
	tcase_add_test(cases, other_writers);
	tcase_add_test(cases, mangled);
	tcase_add_test(cases, graph);
	tcase_add_test(cases, mangled_text);
	tcase_add_test(cases, modern_text);
	tcase_add_test(cases, newer_text);
	tcase_add_test(cases, newer_memory);
	tcase_add_test(cases, kernel_convention);
	suite_add_tcase(suite, cases);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
