/* backends/opencl/translate/values.c -- names, constants, and how a value is written where it is
 * used.
 *
 * Invariant: an expression has no side effect, and is parenthesised where necessary.
 * Owns:      nothing; strings are allocated in the writer's arena.
 * Not here:  expressions of instructions (instructions.c). */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backends/opencl/translate/opencl_translate.h"
#include "src/arith/cfunction.h"

/* --- names ------------------------------------------------------------------------------------ */

static bool is_reserved(const char *name)
{
	static const char *const words[] = {
		"asm",       "auto",      "bool",       "break",      "case",      "char",
		"const",     "constant",  "continue",   "default",    "do",        "double",
		"else",      "enum",      "event_t",    "extern",     "false",     "float",
		"for",       "generic",   "global",     "goto",       "half",      "if",
		"image1d_t", "image2d_t", "image3d_t",  "inline",     "int",       "kernel",
		"linux",     "local",     "long",       "main",       "pipe",      "private",
		"quad",      "read_only", "read_write", "register",   "restrict",  "return",
		"sampler_t", "short",     "signed",     "sizeof",     "static",    "struct",
		"switch",    "true",      "typedef",    "uchar",      "uint",      "uint8_t",
		"ulong",     "union",     "unix",       "unsigned",   "uniform",   "ushort",
		"void",      "volatile",  "while",      "write_only", "vector",    "complex",
		"size_t",    "ptrdiff_t", "intptr_t",   "uintptr_t",  "barrier",   "clamp",
		"min",       "max",       "mix",        "step",       "sign",      "dot",
		"cross",     "length",    "distance",   "select",     "any",       "all",
		"rotate",    "clz",       "ctz",        "popcount",   "abs",       "mad24",
		"mul24",     "upsample",  "printf",     "shuffle",    "mad",       "prefetch",
		"signbit",   "bitselect", "radians",    "degrees",    "normalize", "smoothstep",
		"fract",     "nan",       "remquo",     "rsqrt",      "INFINITY",  "NAN",
		"NULL",      "MAXFLOAT",  "HUGE_VAL",   "HUGE_VALF",
	};
	static const char *const heads[] = {
		"__",      "as_",        "convert_",  "get_",  "atom",   "vload", "vstore", "hpvm_",
		"native_", "half_",      "async_",    "image", "CL_",    "CLK_",  "M_",     "FLT_",
		"DBL_",    "INT_",       "LONG_",     "UINT_", "ULONG_", "CHAR_", "SHRT_",  "_",
		"is",      "work_group", "sub_group", "read_", "write_", "mem_",
	};
	const hr_cfunction *function = hr_cfunction_find(name);

	if (function && function->opencl.how != HR_DEVICE_LACKS)
		return true;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(name, words[i]) == 0)
			return true;
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		if (strncmp(name, heads[i], strlen(heads[i])) == 0)
			return true;
	/* for example float4, uchar16 */
	return strpbrk(name, "0123456789") != NULL &&
	       (strncmp(name, "float", 5) == 0 || strncmp(name, "double", 6) == 0 ||
		strncmp(name, "uint", 4) == 0 || strncmp(name, "int", 3) == 0 ||
		strncmp(name, "ulong", 5) == 0 || strncmp(name, "long", 4) == 0 ||
		strncmp(name, "ushort", 6) == 0 || strncmp(name, "short", 5) == 0 ||
		strncmp(name, "uchar", 5) == 0 || strncmp(name, "char", 4) == 0 ||
		strncmp(name, "half", 4) == 0 || strncmp(name, "exp", 3) == 0 ||
		strncmp(name, "log", 3) == 0);
}

const char *ocl_name(ocl_writer *self, const char *wanted)
{
	char *name = hr_arena_strndup(&self->arena, wanted, strnlen(wanted, 40));
	const char *free_name = name;

	for (char *at = name; *at; at++)
		if (!isalnum((unsigned char)*at))
			*at = '_';
	if (!*name || isdigit((unsigned char)*name))
		free_name = name = OCL_PRINT(self, "v%s", name);
	if (is_reserved(name))
		free_name = name = OCL_PRINT(self, "v_%s", name);
	for (unsigned i = 2; hr_strmap_get(&self->names, free_name, NULL); i++)
		free_name = OCL_PRINT(self, "%s_%u", name, i);
	hr_strmap_put(&self->names, free_name, 1);
	return free_name;
}

const char *ocl_outer_name(ocl_writer *self, const char *wanted)
{
	const char *name = ocl_name(self, wanted);

	while (self->text && hr_strmap_get(&self->text->names, name, NULL))
		name = ocl_name(self, wanted);
	if (self->text)
		hr_strmap_put(&self->text->names, name, 1);
	return name;
}

bool ocl_is_defined(ocl_writer *self, const char *name)
{
	if (!self->text)
		return false;
	if (hr_strmap_get(&self->text->defined, name, NULL))
		return true;
	hr_strmap_put(&self->text->defined, name, 1);
	return false;
}

const char *ocl_value_name(ocl_writer *self, LLVMValueRef value)
{
	size_t length;
	const char *name = LLVMGetValueName2(value, &length);

	return ocl_name(self, length ? name : "t");
}

void ocl_set(ocl_writer *self, LLVMValueRef value, ocl_value text)
{
	ocl_value *place = HR_ARENA_NEW(&self->arena, ocl_value);

	*place = text;
	hr_map_put(&self->values, hr_map_key(value), (uint64_t)(uintptr_t)place);
}

/* --- integers --------------------------------------------------------------------------------- */

const char *ocl_bare(ocl_writer *self, const char *text)
{
	unsigned depth = 0;
	size_t length = strlen(text);

	if (*text != '(' || text[length - 1] != ')')
		return text;
	for (size_t i = 0; i < length; i++) {
		depth += text[i] == '(';
		depth -= text[i] == ')';
		if (depth == 0 && i + 1 < length)
			return text;
	}
	/* "(float)(x)" also begins and ends with parentheses; it was handled above. "(uint4)" alone
	 * is not an expression. */
	return hr_arena_strndup(&self->arena, text + 1, length - 2);
}

const char *ocl_integer(ocl_writer *self, uint64_t value, unsigned bits)
{
	if (bits == 1)
		return value & 1 ? "true" : "false";
	if (bits < 64)
		value &= (UINT64_C(1) << bits) - 1;
	if (bits <= 16)
		return OCL_PRINT(self, "%llu", (unsigned long long)value);
	if (value > 0xffff && (value & (value + 1) & 0xff) == 0 && value >> (bits - 1) & 1)
		return OCL_PRINT(self, bits <= 32 ? "0x%llxu" : "0x%llxul",
				 (unsigned long long)value);
	return OCL_PRINT(self, bits <= 32 ? "%lluu" : "%lluul", (unsigned long long)value);
}

const char *ocl_as_signed(ocl_writer *self, const char *text, unsigned bits)
{
	unsigned unused = ocl_container(bits) - bits;
	const char *type = ocl_signed(bits);

	if (bits > 64)
		return bits == 128 ? text : OCL_PRINT(self, "hpvm_sext128(%s, %u)", text, bits);
	if (!unused)
		return OCL_PRINT(self, "(%s)%s", type, text);
	return OCL_PRINT(self, "(%s)((%s)(%s << %u) >> %u)", type, type, text, unused, unused);
}

const char *ocl_cut(ocl_writer *self, const char *text, unsigned bits)
{
	if (bits == 128 || bits == 64 || bits == 32)
		return text;
	if (bits > 64)
		return OCL_PRINT(self, "hpvm_cut128(%s, %u)", text, bits);
	if (bits == 1)
		return OCL_PRINT(self, "(bool)(%s & 1)", text);
	if (bits == 8 || bits == 16)
		return OCL_PRINT(self, "(%s)%s", ocl_unsigned(bits), text);
	return OCL_PRINT(self, "(%s)(%s & 0x%llx%s)", ocl_unsigned(bits), text,
			 (unsigned long long)((UINT64_C(1) << bits) - 1), bits > 32 ? "ul" : "u");
}

/* --- floats ----------------------------------------------------------------------------------- */

const char *ocl_float_of(ocl_writer *self, const char *text, LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(ocl_scalar(type))) {
	case LLVMHalfTypeKind: return OCL_PRINT(self, "hpvm_of_half(%s)", text);
	case LLVMBFloatTypeKind: return OCL_PRINT(self, "hpvm_of_bfloat(%s)", text);
	default: return text;
	}
}

const char *ocl_of_float(ocl_writer *self, const char *text, LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(ocl_scalar(type))) {
	case LLVMHalfTypeKind: return OCL_PRINT(self, "hpvm_half(%s)", ocl_bare(self, text));
	case LLVMBFloatTypeKind: return OCL_PRINT(self, "hpvm_bfloat(%s)", ocl_bare(self, text));
	default: return text;
	}
}

/* Return the shortest decimal that reads back as the same number. */
static const char *decimal(ocl_writer *self, double value, bool single)
{
	char text[40];

	for (int digits = 1; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, value);
		if (single ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value)
			break;
	}
	if (!strpbrk(text, ".e"))
		strcat(text, ".0");
	return OCL_PRINT(self, "%s%s%s%s", *text == '-' ? "(" : "", text, single ? "f" : "",
			 *text == '-' ? ")" : "");
}

static const char *float_constant(ocl_writer *self, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	bool single = LLVMGetTypeKind(type) == LLVMFloatTypeKind;
	uint8_t bytes[16] = {0};
	uint64_t bits = 0;
	double number;

	if (!ocl_constant_bytes(self, value, bytes))
		return "0";
	memcpy(&bits, bytes, 8);
	if (LLVMGetTypeKind(type) != LLVMFloatTypeKind &&
	    LLVMGetTypeKind(type) != LLVMDoubleTypeKind)
		return OCL_PRINT(self, "0x%llx", (unsigned long long)bits);
	if (single) {
		float narrow;

		memcpy(&narrow, bytes, 4);
		number = (double)narrow;
	} else {
		memcpy(&number, bytes, 8);
	}
	if (isnan(number))
		return OCL_PRINT(self, single ? "as_float(0x%llxu)" : "as_double(0x%llxul)",
				 (unsigned long long)bits);
	if (isinf(number))
		return OCL_PRINT(self, single ? "(%sINFINITY)" : "(%s(double)INFINITY)",
				 number < 0 ? "-" : "");
	return decimal(self, number, single);
}

/* --- constants as bytes ----------------------------------------------------------------------- */

static bool integer_bytes(ocl_writer *self, LLVMValueRef constant, uint8_t *bytes)
{
	LLVMTypeRef type = LLVMTypeOf(constant);
	unsigned bits = LLVMGetIntTypeWidth(type);

	for (unsigned at = 0; at < bits; at += 64) {
		LLVMValueRef shifted = constant;
		uint64_t word;

		if (at)
			shifted = LLVMConstInt(type, 0, 0);
		word = bits <= 64 ? LLVMConstIntGetZExtValue(shifted) : 0;
		memcpy(bytes + at / 8, &word, bits - at >= 64 ? 8 : (bits - at + 7) / 8);
	}
	if (bits > 64) { /* the C interface offers no other access to its words */
		char *text = LLVMPrintValueToString(constant), *digits = strchr(text, ' ');
		unsigned __int128 number = 0;
		bool negative;

		digits = digits ? digits + 1 : text;
		negative = *digits == '-';
		for (digits += negative; isdigit((unsigned char)*digits); digits++)
			number = number * 10 + (unsigned)(*digits - '0');
		number = negative ? -number : number;
		if (bits < 128)
			number &= ((unsigned __int128)1 << bits) - 1;
		memcpy(bytes, &number, (bits + 7) / 8);
		LLVMDisposeMessage(text);
	}
	(void)self;
	return true;
}

static bool parts_bytes(ocl_writer *self, LLVMValueRef constant, unsigned count, uint8_t *bytes)
{
	LLVMTypeRef type = LLVMTypeOf(constant);
	bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
	uint64_t stride = is_struct ? 0
			  : LLVMGetTypeKind(type) == LLVMVectorTypeKind
				  ? ocl_store_bytes(self, LLVMGetElementType(type))
				  : LLVMABISizeOfType(self->layout, LLVMGetElementType(type));

	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef part = LLVMGetAggregateElement(constant, i);
		uint64_t offset =
			is_struct ? LLVMOffsetOfElement(self->layout, type, i) : i * stride;

		if (!part || !ocl_constant_bytes(self, part, bytes + offset))
			return false;
	}
	return true;
}

bool ocl_constant_bytes(ocl_writer *self, LLVMValueRef constant, uint8_t *bytes)
{
	LLVMTypeRef type = LLVMTypeOf(constant);
	LLVMValueRef integer;

	if (LLVMIsNull(constant) || LLVMIsUndef(constant))
		return true; /* the bytes are zero already */
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		return LLVMIsAConstantInt(constant) && integer_bytes(self, constant, bytes);
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
		integer = LLVMConstBitCast(
			constant, LLVMIntTypeInContext(self->context,
						       8 * (unsigned)ocl_store_bytes(self, type)));
		return LLVMIsAConstantInt(integer) && integer_bytes(self, integer, bytes);
	case LLVMStructTypeKind:
		return parts_bytes(self, constant, LLVMCountStructElementTypes(type), bytes);
	case LLVMArrayTypeKind:
		return parts_bytes(self, constant, (unsigned)LLVMGetArrayLength2(type), bytes);
	case LLVMVectorTypeKind: return parts_bytes(self, constant, LLVMGetVectorSize(type), bytes);
	default: return false;
	}
}

/* --- constants -------------------------------------------------------------------------------- */

static const char *wide_constant(ocl_writer *self, LLVMValueRef value)
{
	uint64_t words[2] = {0};

	(void)ocl_constant_bytes(self, value, (uint8_t *)words);
	return OCL_PRINT(self, "hpvm_make128(0x%llxul, 0x%llxul)", (unsigned long long)words[0],
			 (unsigned long long)words[1]);
}

static const char *scalar_constant(ocl_writer *self, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	unsigned bits = ocl_bits(type);
	bool undefined = LLVMIsUndef(value);

	(void)ocl_type(self, type);
	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
		return LLVMGetTypeKind(type) == LLVMPointerTypeKind ? "0"
		       : undefined                                  ? "0"
								    : float_constant(self, value);
	if (bits > 64)
		return wide_constant(self, value);
	if (!undefined && !LLVMIsAConstantInt(value)) {
		ocl_refuse(self, HR_REFUSES_INSTRUCTION, "an address as a constant");
		return "0";
	}
	return ocl_integer(self, undefined ? 0 : LLVMConstIntGetZExtValue(value), bits);
}

/* Assemble a constant with several parts in a variable. */
static void fill_parts(ocl_writer *self, LLVMValueRef value, const char *name)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	unsigned count = kind == LLVMStructTypeKind  ? LLVMCountStructElementTypes(type)
			 : kind == LLVMArrayTypeKind ? (unsigned)LLVMGetArrayLength2(type)
						     : LLVMGetVectorSize(type);

	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef part = LLVMGetAggregateElement(value, i);
		LLVMTypeKind inner = part ? LLVMGetTypeKind(LLVMTypeOf(part)) : LLVMVoidTypeKind;
		const char *path = OCL_PRINT(self, "%s%s", name, ocl_member(self, type, i));

		if (!part)
			ocl_refuse(self, HR_REFUSES_TYPE, "a constant");
		else if (inner == LLVMStructTypeKind || inner == LLVMArrayTypeKind ||
			 inner == LLVMVectorTypeKind)
			fill_parts(self, part, path);
		else
			ocl_line_of(self, "%s = %s;", path, scalar_constant(self, part));
	}
}

static const char *vector_constant(ocl_writer *self, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	const char *text = OCL_PRINT(self, "(%s)(", ocl_type(self, type));

	for (unsigned i = 0; i < LLVMGetVectorSize(type); i++)
		text = OCL_PRINT(self, "%s%s%s", text, i ? ", " : "",
				 scalar_constant(self, LLVMGetAggregateElement(value, i)));
	return OCL_PRINT(self, "(%s))", text);
}

static const char *constant(ocl_writer *self, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	const char *name;

	if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind && kind != LLVMVectorTypeKind)
		return scalar_constant(self, value);
	if (ocl_is_native_vector(type))
		return vector_constant(self, value);
	name = ocl_temporary(self, ocl_type(self, type));
	fill_parts(self, value, name);
	return name;
}

/* --- operands --------------------------------------------------------------------------------- */

static const ocl_value *known(const ocl_writer *self, LLVMValueRef value)
{
	uint64_t found;

	return hr_map_get(&self->values, hr_map_key(value), &found)
		       ? (const ocl_value *)(uintptr_t)found
		       : NULL;
}

const char *ocl_pointer_text(ocl_writer *self, ocl_value pointer)
{
	return pointer.index ? OCL_PRINT(self, "(%s + %s)", pointer.text, pointer.index)
			     : pointer.text;
}

ocl_value ocl_pointer(ocl_writer *self, LLVMValueRef value)
{
	const ocl_value *found = known(self, value);

	if (found)
		return *found;
	if (LLVMIsNull(value) || LLVMIsUndef(value))
		return (ocl_value){"0", NULL, "uchar"};
	if (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr)
		return ocl_address(self, value);
	ocl_refuse(self, HR_REFUSES_INSTRUCTION, "an address as a constant");
	return (ocl_value){"0", NULL, "uchar"};
}

const char *ocl_pointer_as(ocl_writer *self, LLVMValueRef value, const char *element)
{
	ocl_value pointer = ocl_pointer(self, value);
	const char *text = ocl_pointer_text(self, pointer);

	if (strcmp(pointer.element, element) == 0 && strcmp(text, "0") != 0)
		return text;
	return OCL_PRINT(self, "((%s%s *)%s)", ocl_space_word(ocl_space_of(self, value)), element,
			 text);
}

const char *ocl_operand(ocl_writer *self, LLVMValueRef value)
{
	const ocl_value *found = known(self, value);

	if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
		return ocl_pointer_text(self, ocl_pointer(self, value));
	if (found)
		return found->text;
	if (LLVMIsAConstant(value))
		return constant(self, value);
	if (self->source->refusal != HR_TAKEN) /* nothing is written after a refusal */
		return "0";
	hr_bug("a value of OpenCL C is used before it is written: %s",
	       LLVMPrintValueToString(value));
}

const char *ocl_lane(ocl_writer *self, LLVMValueRef value, int lane)
{
	LLVMTypeRef type = LLVMTypeOf(value);

	if (lane < 0 || !ocl_lanes(type))
		return ocl_operand(self, value);
	if (LLVMIsAConstant(value)) {
		LLVMValueRef part = LLVMGetAggregateElement(value, (unsigned)lane);

		if (part)
			return scalar_constant(self, part);
	}
	return OCL_PRINT(self, "%s%s", ocl_operand(self, value),
			 ocl_member(self, type, (unsigned)lane));
}
