/* ir/kernel/amdgcn/lanes.c -- values of any type that move between lanes: the library's functions move 64 bits (library/amdgpu/lanes.c).
 *
 * Clauses:   K4, W2, W4. */
#include <stdio.h>
#include <string.h>

#include "ir/kernel/amdgcn/amdgcn_private.h"

enum { WORD = 64 };

/* Of operands, bit I of VALUES says that operand I is a value of the type that moves. */
static const struct moving {
	const char *name;
	unsigned values;
} moves[] = {{"readfirstlane", 1},       {"readlane", 1},       {"writelane", 1 | 4},
	     {"ds.bpermute", 2},         {"ds.permute", 2},     {"ds.swizzle", 1},
	     {"update.dpp", 1 | 2},      {"mov.dpp8", 1},       {"permlane16.var", 1 | 2},
	     {"permlanex16.var", 1 | 2}, {"permlane16", 1 | 2}, {"permlanex16", 1 | 2},
	     {"permlane64", 1}};

/* Write the library's name for NAME, of LENGTH characters: its points become underscores. */
static void name_in_library(const char *name, size_t length, char *text, size_t size)
{
	snprintf(text, size, "hpvm_lanes_%.*s", (int)length, name);
	for (char *at = text; (at = strchr(at, '.'));)
		*at = '_';
}

/* Return bits FROM to FROM + 63 of VALUE, an integer, as an i64. */
static LLVMValueRef word_of(const hr_amdgcn *a, LLVMValueRef value, unsigned from)
{
	LLVMTypeRef type = LLVMTypeOf(value);

	if (from)
		value = LLVMBuildLShr(a->builder, value, LLVMConstInt(type, from, false), "");
	return LLVMBuildIntCast2(a->builder, value, a->i64, false, "");
}

/* Call FUNCTION for each word of the values among ARGUMENTS, integers of BITS bits. */
static LLVMValueRef move_words(const hr_amdgcn *a, const char *function, unsigned values,
			       const LLVMValueRef *arguments, unsigned count, unsigned bits)
{
	LLVMTypeRef type = LLVMIntTypeInContext(a->context, bits);
	LLVMValueRef words[HR_AMDGCN_OPERANDS], whole = NULL;

	for (unsigned from = 0; from < bits; from += WORD) {
		LLVMValueRef got;

		for (unsigned i = 0; i < count; i++)
			words[i] = values >> i & 1 ? word_of(a, arguments[i], from) : arguments[i];
		got = hr_amdgcn_call(a, function, a->i64, words, count);
		got = LLVMBuildIntCast2(a->builder, got, type, false, "");
		if (from)
			got = LLVMBuildShl(a->builder, got, LLVMConstInt(type, from, false), "");
		whole = whole ? LLVMBuildOr(a->builder, whole, got, "") : got;
	}
	return whole;
}

/* The modes of ds_swizzle behind the first two are not known. */
static bool has_known_mode(const hr_amdgcn *a)
{
	enum { FIRST_OTHER = 0xc000 };
	LLVMValueRef offset = hr_amdgcn_operand(a, 1);

	return LLVMIsAConstantInt(offset) && LLVMConstIntGetZExtValue(offset) < FIRST_OTHER;
}

static LLVMValueRef move(const hr_amdgcn *a, const char *name, unsigned values)
{
	const unsigned count = LLVMGetNumArgOperands(a->call);
	LLVMTypeRef type = LLVMTypeOf(a->call);
	const unsigned bits = hr_amdgcn_bits(a, type);
	LLVMValueRef arguments[HR_AMDGCN_OPERANDS];
	char function[80];

	if (!bits || count > HR_AMDGCN_OPERANDS ||
	    (!strcmp(name, "ds.swizzle") && !has_known_mode(a)))
		return NULL;
	for (unsigned i = 0; i < count; i++) {
		arguments[i] = hr_amdgcn_operand(a, i);
		if (values >> i & 1)
			arguments[i] = hr_amdgcn_as(a, arguments[i],
						    LLVMIntTypeInContext(a->context, bits));
	}
	name_in_library(name, strlen(name), function, sizeof(function));
	return hr_amdgcn_as(a, move_words(a, function, values, arguments, count, bits), type);
}

/* mov.dpp is update.dpp without a previous value. */
static LLVMValueRef move_dpp(const hr_amdgcn *a)
{
	LLVMTypeRef type = LLVMTypeOf(a->call);
	const unsigned bits = hr_amdgcn_bits(a, type);
	LLVMTypeRef integer = LLVMIntTypeInContext(a->context, bits ? bits : 1);
	LLVMValueRef arguments[6] = {LLVMGetPoison(integer)};

	if (!bits)
		return NULL;
	for (unsigned i = 0; i < 5; i++)
		arguments[i + 1] = hr_amdgcn_operand(a, i);
	arguments[1] = hr_amdgcn_as(a, arguments[1], integer);
	return hr_amdgcn_as(a, move_words(a, "hpvm_lanes_update_dpp", 1 | 2, arguments, 6, bits),
			    type);
}

/* icmp and fcmp: the lanes for which two operands compare. */
static LLVMValueRef compare(const hr_amdgcn *a, bool is_float)
{
	LLVMValueRef x = hr_amdgcn_operand(a, 0), y = hr_amdgcn_operand(a, 1),
		     how = hr_amdgcn_operand(a, 2), truth;
	const uint64_t predicate =
		LLVMIsAConstantInt(how) ? LLVMConstIntGetZExtValue(how) : UINT64_MAX;

	if (is_float ? predicate > LLVMRealPredicateTrue
		     : predicate < LLVMIntEQ || predicate > LLVMIntSLE)
		return NULL;
	truth = is_float ? LLVMBuildFCmp(a->builder, (LLVMRealPredicate)predicate, x, y, "")
			 : LLVMBuildICmp(a->builder, (LLVMIntPredicate)predicate, x, y, "");
	truth = hr_amdgcn_call(a, "hpvm_amdgcn_ballot_i64", a->i64, &truth, 1);
	return LLVMBuildIntCast2(a->builder, truth, LLVMTypeOf(a->call), false, "");
}

/* wave.reduce.OPERATION(value, strategy), of i32, i64, float or double. */
static LLVMValueRef reduce(const hr_amdgcn *a, const char *operation)
{
	LLVMTypeRef type = LLVMTypeOf(a->call);
	const unsigned bits = hr_amdgcn_bits(a, type);
	const bool is_signed =
		hr_amdgcn_after(operation, "min") || hr_amdgcn_after(operation, "max");
	LLVMValueRef value = hr_amdgcn_operand(a, 0);
	char function[80];

	if ((bits != 32 && bits != 64) || LLVMGetTypeKind(type) == LLVMVectorTypeKind ||
	    hr_amdgcn_after(operation, "sub") || hr_amdgcn_after(operation, "fsub"))
		return NULL;
	value = hr_amdgcn_as(a, value, LLVMIntTypeInContext(a->context, bits));
	value = LLVMBuildIntCast2(a->builder, value, a->i64, is_signed, "");
	name_in_library(a->name, strlen(a->name), function, sizeof(function));
	return hr_amdgcn_as(a, hr_amdgcn_call(a, function, a->i64, &value, 1), type);
}

LLVMValueRef hr_amdgcn_lanes(hr_amdgcn *a)
{
	const char *rest = hr_amdgcn_after(a->name, "wave.reduce");

	if (rest && *rest)
		return reduce(a, rest + 1);
	if (hr_amdgcn_after(a->name, "mov.dpp"))
		return move_dpp(a);
	if (hr_amdgcn_after(a->name, "icmp"))
		return compare(a, false);
	if (hr_amdgcn_after(a->name, "fcmp"))
		return compare(a, true);
	for (size_t i = 0; i < sizeof(moves) / sizeof(*moves); i++)
		if (hr_amdgcn_after(a->name, moves[i].name))
			return move(a, moves[i].name, moves[i].values);
	return NULL;
}
