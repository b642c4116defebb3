/* ir/kernel/ptx/intrinsic.c -- which instruction an llvm.nvvm intrinsic stands for.
 *
 * Most intrinsics are named after an instruction, and have letters for types: f, d, i, ui, ll, ull. Functions of libdevice
 * that round otherwise than to nearest are instructions as well.
 *
 * Not here:  intrinsics by which threads meet, and special registers (ir/kernel/items.c).
 * Source:    llvm/IR/IntrinsicsNVVM.td. */
#include <stdio.h>
#include <string.h>

#include "ir/kernel/ptx/ptx_private.h"

static const struct {
	const char *letters, *type;
} types[] = {{"f", "f32"},     {"d", "f64"},       {"i", "s32"},        {"ui", "u32"},
	     {"ll", "s64"},    {"ull", "u64"},     {"h", "f16"},        {"s", "s16"},
	     {"us", "u16"},    {"f16", "f16"},     {"f32", "f32"},      {"f64", "f64"},
	     {"bf16", "bf16"}, {"f16x2", "f16x2"}, {"bf16x2", "bf16x2"}};

static const char *type_of(const char *letters, size_t length)
{
	for (size_t n = 0; n < sizeof(types) / sizeof(*types); n++)
		if (strlen(types[n].letters) == length &&
		    !strncmp(types[n].letters, letters, length))
			return types[n].type;
	return NULL;
}

/* Names of intrinsics that begin otherwise than those of their instruction. TWICE: a type is that of the operand and of
 * the result. TYPE: the type, if the name has none. */
static const struct {
	const char *name, *opcode;
	bool twice;
	const char *type;
} renamed[] = {{"fabs", "abs", false, "f32"},      {"fmin", "min", false, NULL},
	       {"fmax", "max", false, NULL},       {"mulhi", "mul.hi", false, NULL},
	       {"mul24", "mul24.lo", false, NULL}, {"floor", "cvt.rmi", true, NULL},
	       {"ceil", "cvt.rpi", true, NULL},    {"trunc", "cvt.rzi", true, NULL},
	       {"round", "cvt.rni", true, NULL},   {"saturate", "cvt.sat", true, NULL},
	       {"prmt", "prmt", false, "b32"},     {"div.full", "div.full", false, "f32"},
	       {"add", "add", false, NULL},        {"sub", "sub", false, NULL},
	       {"mul", "mul", false, NULL},        {"div", "div", false, NULL},
	       {"fma", "fma", false, NULL},        {"rcp", "rcp", false, NULL},
	       {"sqrt", "sqrt", false, NULL},      {"rsqrt", "rsqrt", false, NULL},
	       {"sin", "sin", false, NULL},        {"cos", "cos", false, NULL},
	       {"lg2", "lg2", false, NULL},        {"ex2", "ex2", false, NULL},
	       {"tanh", "tanh", false, NULL},      {"sad", "sad", false, NULL},
	       {"neg", "neg", false, NULL},        {"abs", "abs", false, NULL}};

/* Copies whose size is in the name: cp.async.ca.shared.global.16{.s}, commit.group, wait.group, wait.all */
static bool copy_of(const char *name, char *text, size_t size)
{
	if (!strcmp(name, "cp.async.commit.group"))
		snprintf(text, size, "cp.async.commit_group");
	else if (!strcmp(name, "cp.async.wait.group"))
		snprintf(text, size, "cp.async.wait_group");
	else if (!strcmp(name, "cp.async.wait.all"))
		snprintf(text, size, "cp.async.wait_all");
	else
		return false;
	return true;
}

/* {d,f,i,...}2{...}.ROUNDING{.ftz} */
static bool conversion_of(const char *name, char *text, size_t size)
{
	size_t from = strcspn(name, "2"), to = name[from] ? strcspn(name + from + 1, ".") : 0;
	const char *source = type_of(name, from), *result = type_of(name + from + 1, to);
	const char *modes = name[from] ? name + from + 1 + to : "", *integral;

	if (!name[from] || !source || !result || strlen(modes) < 3)
		return false;
	integral = result[0] != 'f' ? "i" : "";
	snprintf(text, size, "cvt.%.2s%s%s.%s.%s", modes + 1, integral, modes + 3, result, source);
	return true;
}

/* ldmatrix.sync.aligned.m8n8.x4{.trans}.b16.p3 */
static bool matrix_of(const char *name, char *text, size_t size)
{
	static const char end[] = ".b16.p3";
	size_t length = strlen(name);

	if (strncmp(name, "ldmatrix.", 9) != 0 || length < strlen(end) ||
	    strcmp(name + length - strlen(end), end) != 0)
		return false;
	snprintf(text, size, "%.*s.shared.b16", (int)(length - strlen(end)), name);
	return true;
}

/* Functions of libdevice that round otherwise than to nearest: __nv_fadd_rd, __nv_ll2float_ru, and conversions of halves. */
static bool libdevice_of(const char *name, char *text, size_t size)
{
	static const struct {
		const char *name, *opcode, *types;
	} functions[] = {{"fadd", "add", "f32"},          {"fsub", "sub", "f32"},
			 {"fmul", "mul", "f32"},          {"fdiv", "div", "f32"},
			 {"frcp", "rcp", "f32"},          {"fsqrt", "sqrt", "f32"},
			 {"fmaf", "fma", "f32"},          {"fmaf_ieee", "fma", "f32"},
			 {"dadd", "add", "f64"},          {"dsub", "sub", "f64"},
			 {"dmul", "mul", "f64"},          {"ddiv", "div", "f64"},
			 {"drcp", "rcp", "f64"},          {"dsqrt", "sqrt", "f64"},
			 {"fma", "fma", "f64"},           {"double2float", "cvt", "f32.f64"},
			 {"int2float", "cvt", "f32.s32"}, {"uint2float", "cvt", "f32.u32"},
			 {"ll2float", "cvt", "f32.s64"},  {"ull2float", "cvt", "f32.u64"},
			 {"ll2double", "cvt", "f64.s64"}, {"ull2double", "cvt", "f64.u64"}};
	static const char *const modes[][2] = {{"_rd", "rm"}, {"_ru", "rp"}, {"_rz", "rz"}};
	const size_t length = strlen(name);

	if (!strcmp(name, "half2float") || !strcmp(name, "float2half_rn")) {
		snprintf(text, size, *name == 'h' ? "cvt.f32.f16" : "cvt.rn.f16.f32");
		return true;
	}
	for (size_t m = 0; length > 3 && m < sizeof(modes) / sizeof(*modes); m++)
		for (size_t n = 0; n < sizeof(functions) / sizeof(*functions); n++)
			if (!strcmp(name + length - 3, modes[m][0]) &&
			    strlen(functions[n].name) == length - 3 &&
			    !strncmp(name, functions[n].name, length - 3)) {
				snprintf(text, size, "%s.%s.%s", functions[n].opcode, modes[m][1],
					 functions[n].types);
				return true;
			}
	return false;
}

/* mbarrier.arrive.drop.noComplete.shared and so on; barriers with numbers, in the names of LLVM 19 and before, too */
static bool barrier_of(const char *name, char *text, size_t size)
{
	static const char *const names[][2] = {
		{"mbarrier.init", "mbarrier.init.b64"},
		{"mbarrier.inval", "mbarrier.inval.b64"},
		{"mbarrier.arrive", "mbarrier.arrive.b64"},
		{"mbarrier.arrive.noComplete", "mbarrier.arrive.noComplete.b64"},
		{"mbarrier.arrive.drop", "mbarrier.arrive_drop.b64"},
		{"mbarrier.arrive.drop.noComplete", "mbarrier.arrive_drop.noComplete.b64"},
		{"mbarrier.test.wait", "mbarrier.test_wait.b64"},
		{"mbarrier.pending.count", "mbarrier.pending_count.b64"},
		{"barrier.cta.sync.aligned.count", "bar.sync"},
		{"barrier.cta.sync.count", "barrier.sync"},
		{"barrier.cta.arrive.aligned.count", "bar.arrive"},
		{"barrier.cta.arrive.count", "barrier.arrive"},
		{"barrier.cta.sync.aligned.all", "bar.sync"},
		{"barrier.cta.sync.all", "barrier.sync"},
		{"barrier", "bar.sync"},
		{"barrier.n", "bar.sync"},
		{"bar.sync", "bar.sync"},
		{"barrier.sync", "barrier.sync"},
		{"barrier.sync.cnt", "barrier.sync"},
	};
	const size_t length = strlen(name), shared = strlen(".shared");
	const size_t plain = length > shared && !strcmp(name + length - shared, ".shared")
				     ? length - shared
				     : length;

	for (size_t n = 0; n < sizeof(names) / sizeof(*names); n++)
		if (strlen(names[n][0]) == plain && !strncmp(names[n][0], name, plain)) {
			snprintf(text, size, "%s", names[n][1]);
			return true;
		}
	return false;
}

bool hr_ptx_of_intrinsic(const char *name, char *text, size_t size)
{
	static const char start[] = "llvm.nvvm.", library[] = "__nv_";
	const char *type = NULL, *last;
	size_t length;

	if (!strncmp(name, library, strlen(library)))
		return libdevice_of(name + strlen(library), text, size);
	if (strncmp(name, start, strlen(start)) != 0)
		return false;
	name += strlen(start);
	if (copy_of(name, text, size) || barrier_of(name, text, size) ||
	    matrix_of(name, text, size) || conversion_of(name, text, size))
		return true;
	for (size_t n = 0; n < sizeof(renamed) / sizeof(*renamed); n++) {
		length = strlen(renamed[n].name);
		if (strncmp(name, renamed[n].name, length) != 0 ||
		    (name[length] && name[length] != '.'))
			continue;
		last = strrchr(name, '.');
		if (last && last >= name + length)
			type = type_of(last + 1, strlen(last + 1));
		if (!type)
			last = name + strlen(name);
		if (!type)
			type = renamed[n].type;
		if (!type)
			return false;
		snprintf(text, size, "%s%.*s.%s%s%s", renamed[n].opcode,
			 (int)((size_t)(last - name) - length), name + length, type,
			 renamed[n].twice ? "." : "", renamed[n].twice ? type : "");
		return true;
	}
	return false;
}
