/* ir/kernel/amdgcn/matrix.c -- products of matrices whose elements the 64 lanes of a wave hold: MFMA.
 *
 * D = A B + C of B blocks, each M x N with depth K, where M = N. Lane L holds of A row I and of B column I, in block J,
 * and of both the elements K of group G, for L = I + M (J + B G); of C and D column L mod M, and the rows that row_of() says. All follows
 * from the shape in the name and from the types of the operands.
 *
 * Source:    "AMD matrix cores"; "AMD Instinct MI300 Instruction Set Architecture", 7.
 * Clauses:   W5. Products are exact and summed in binary64, and the sum is rounded once; those of doubles are fused.
 * Not here:  other formats, sparse matrices, broadcasts (cbsz, abid, blgp): they stay, and are refused by name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/kernel/amdgcn/amdgcn_private.h"

enum { LANES = 64, MOST = 32, WORD = 64 };

typedef struct matrix_product {
	hr_amdgcn *a;
	LLVMTypeRef element; /* of A and B */
	LLVMTypeRef sum;     /* in which is computed: double, or i32 */
	LLVMTypeRef result;  /* of C and D */
	unsigned m, depth, blocks;
	unsigned groups; /* of the depth, each in other lanes */
	unsigned each;   /* elements of A in a lane */
	unsigned out;    /* elements of D in a lane */
	LLVMValueRef lane;
} matrix_product;

/* --- what the name says ----------------------------------------------------------------------- */

static LLVMTypeRef element_named(const hr_amdgcn *a, const char *name)
{
	if (!strcmp(name, "f32"))
		return LLVMFloatTypeInContext(a->context);
	if (!strcmp(name, "f64"))
		return a->f64;
	if (!strcmp(name, "f16") || !strcmp(name, ".f16"))
		return LLVMHalfTypeInContext(a->context);
	if (!strcmp(name, "bf16") || !strcmp(name, ".bf16") || !strcmp(name, "bf16.1k"))
		return LLVMBFloatTypeInContext(a->context);
	if (!strcmp(name, "i8") || !strcmp(name, ".i8"))
		return LLVMInt8TypeInContext(a->context);
	return NULL;
}

static LLVMTypeRef scalar_of(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

static unsigned count_of(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
}

static bool is_zero(LLVMValueRef value)
{
	return LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value) == 0;
}

/* Read mfma.TYPE.MxNxKTYPE; false: it is another instruction, or has a form that is not known. */
static bool read_name(matrix_product *p)
{
	const hr_amdgcn *a = p->a;
	const char *shape = hr_amdgcn_after(a->name, "mfma");
	LLVMTypeRef type = LLVMTypeOf(a->call);
	unsigned n, bits, width;
	char *end;

	shape = shape && *shape ? strchr(shape + 1, '.') : NULL;
	if (!shape || LLVMGetNumArgOperands(a->call) != 6)
		return false;
	p->m = (unsigned)strtoul(shape + 1, &end, 10);
	n = *end == 'x' ? (unsigned)strtoul(end + 1, &end, 10) : 0;
	p->depth = *end == 'x' ? (unsigned)strtoul(end + 1, &end, 10) : 0;
	p->element = element_named(a, end);
	p->result = scalar_of(type);
	p->out = count_of(type);
	if (!p->element || !p->depth || n != p->m || (n != 4 && n != 16 && n != 32) ||
	    p->out > MOST)
		return false;
	for (unsigned i = 3; i < 6; i++)
		if (!is_zero(hr_amdgcn_operand(a, i)))
			return false;
	width = hr_amdgcn_bits(a, p->element);
	bits = hr_amdgcn_bits(a, LLVMTypeOf(hr_amdgcn_operand(a, 0)));
	p->blocks = p->out * LANES / (p->m * p->m);
	p->groups = p->blocks ? LANES / (p->m * p->blocks) : 0;
	p->each = p->groups ? p->depth / p->groups : 0;
	p->sum = LLVMGetTypeKind(p->element) == LLVMIntegerTypeKind ? a->i32 : a->f64;
	return p->each && p->each * width == bits;
}

/* --- elements --------------------------------------------------------------------------------- */

static LLVMValueRef number(const matrix_product *p, uint64_t value)
{
	return LLVMConstInt(p->a->i32, value, false);
}

/* Set WORDS to the values of OPERAND, in LANE, in words of 64 bits; return how many. */
static unsigned words_of_lane(const matrix_product *p, LLVMValueRef operand, LLVMValueRef lane,
			      LLVMValueRef *words)
{
	const hr_amdgcn *a = p->a;
	const unsigned bits = hr_amdgcn_bits(a, LLVMTypeOf(operand));
	LLVMTypeRef type = LLVMIntTypeInContext(a->context, bits);
	LLVMValueRef all = hr_amdgcn_as(a, operand, type);
	unsigned count = 0;

	for (unsigned from = 0; from < bits; from += WORD) {
		LLVMValueRef word = all, arguments[2] = {NULL, lane};

		if (from)
			word = LLVMBuildLShr(a->builder, all, LLVMConstInt(type, from, false), "");
		arguments[0] = LLVMBuildIntCast2(a->builder, word, a->i64, false, "");
		words[count++] = hr_amdgcn_call(a, "hpvm_lanes_of_lane", a->i64, arguments, 2);
	}
	return count;
}

/* Return element I of WORDS in the type of sums. */
static LLVMValueRef element_of(const matrix_product *p, const LLVMValueRef *words, unsigned i)
{
	const hr_amdgcn *a = p->a;
	const unsigned width = hr_amdgcn_bits(a, p->element), at = i * width;
	LLVMTypeRef narrow = LLVMIntTypeInContext(a->context, width);
	LLVMValueRef word = words[at / WORD];

	if (at % WORD)
		word = LLVMBuildLShr(a->builder, word, LLVMConstInt(a->i64, at % WORD, false), "");
	word = LLVMBuildIntCast2(a->builder, word, narrow, false, "");
	if (p->sum == a->i32)
		return LLVMBuildSExt(a->builder, word, a->i32, "");
	word = LLVMBuildBitCast(a->builder, word, p->element, "");
	return p->element == a->f64 ? word : LLVMBuildFPExt(a->builder, word, a->f64, "");
}

/* Return the first lane that has row ROW of A, or column ROW of B, of group GROUP and of BLOCK, an i32. */
static LLVMValueRef lane_of(const matrix_product *p, LLVMValueRef row, LLVMValueRef block,
			    unsigned group)
{
	LLVMBuilderRef b = p->a->builder;
	LLVMValueRef first = LLVMBuildMul(b, block, number(p, p->m), "");

	return LLVMBuildAdd(b, LLVMBuildAdd(b, row, first, ""),
			    number(p, (uint64_t)p->m * p->blocks * group), "");
}

/* --- rows and blocks of D --------------------------------------------------------------------- */

/* Set the row and the block that element I of D is in, for the running lane. */
static void place_of(const matrix_product *p, unsigned i, LLVMValueRef *row, LLVMValueRef *block)
{
	LLVMBuilderRef b = p->a->builder;
	const unsigned quads = LANES / p->m, /* lanes with the same column */
		in_block = p->m * p->m / LANES;
	LLVMValueRef up = LLVMBuildUDiv(b, p->lane, number(p, p->m), "");

	if (p->m == 4 && p->result != p->a->f64) { /* a block in each 4 lanes */
		*row = number(p, i);
		*block = up;
	} else if (p->m == 4) { /* doubles: 4 blocks in each row of 16 lanes */
		*row = LLVMBuildUDiv(b, up, number(p, p->blocks), "");
		*block = LLVMBuildURem(b, up, number(p, p->blocks), "");
	} else if (p->result == p->a->f64) {
		*row = LLVMBuildAdd(b, up, number(p, (uint64_t)quads * i), "");
		*block = number(p, 0);
	} else { /* 4 rows in each part of the lanes */
		const unsigned k = i % in_block;

		*row = LLVMBuildAdd(b, LLVMBuildMul(b, up, number(p, 4), ""),
				    number(p, (uint64_t)k / 4 * 4 * quads + k % 4), "");
		*block = number(p, i / in_block);
	}
}

/* --- the product ------------------------------------------------------------------------------ */

static LLVMValueRef element_at(const matrix_product *p, LLVMValueRef vector, unsigned i)
{
	return LLVMGetTypeKind(LLVMTypeOf(vector)) == LLVMVectorTypeKind
		       ? LLVMBuildExtractElement(p->a->builder, vector, number(p, i), "")
		       : vector;
}

/* Return SUM + X Y. */
static LLVMValueRef add_product(const matrix_product *p, LLVMValueRef sum, LLVMValueRef x,
				LLVMValueRef y)
{
	LLVMBuilderRef b = p->a->builder;

	if (p->sum == p->a->i32)
		return LLVMBuildAdd(b, sum, LLVMBuildMul(b, x, y, ""), "");
	if (p->element == p->a->f64)
		return hr_amdgcn_call(p->a, "llvm.fma.f64", p->a->f64, (LLVMValueRef[]){x, y, sum},
				      3);
	return LLVMBuildFAdd(b, sum, LLVMBuildFMul(b, x, y, ""), "");
}

/* The values of one column of B, of one block, in the type of sums. */
typedef struct matrix_column {
	LLVMValueRef block; /* NULL: none */
	LLVMValueRef values[LANES];
} matrix_column;

/* Read the column of B that the running lane has of D. */
static void read_column(const matrix_product *p, LLVMValueRef block, matrix_column *c)
{
	LLVMValueRef own = LLVMBuildURem(p->a->builder, p->lane, number(p, p->m), ""), words[8];

	if (c->block == block)
		return;
	c->block = block;
	for (unsigned g = 0; g < p->groups; g++) {
		words_of_lane(p, hr_amdgcn_operand(p->a, 1), lane_of(p, own, block, g), words);
		for (unsigned k = 0; k < p->each; k++)
			c->values[g * p->each + k] = element_of(p, words, k);
	}
}

static LLVMValueRef element_of_result(const matrix_product *p, unsigned i, matrix_column *c)
{
	const hr_amdgcn *a = p->a;
	LLVMValueRef sum = element_at(p, hr_amdgcn_operand(a, 2), i), row, block, words[8];

	if (p->sum == a->f64 && p->result != a->f64)
		sum = LLVMBuildFPExt(a->builder, sum, a->f64, "");
	place_of(p, i, &row, &block);
	read_column(p, block, c);
	for (unsigned g = 0; g < p->groups; g++) {
		words_of_lane(p, hr_amdgcn_operand(a, 0), lane_of(p, row, block, g), words);
		for (unsigned k = 0; k < p->each; k++)
			sum = add_product(p, sum, element_of(p, words, k),
					  c->values[g * p->each + k]);
	}
	if (p->sum == a->f64 && p->result != a->f64)
		sum = LLVMBuildFPTrunc(a->builder, sum, p->result, "");
	return sum;
}

LLVMValueRef hr_amdgcn_matrix(hr_amdgcn *a)
{
	matrix_product p = {.a = a};
	LLVMValueRef whole = LLVMGetPoison(LLVMTypeOf(a->call));
	matrix_column c = {0};

	if (!read_name(&p))
		return NULL;
	p.lane = hr_amdgcn_call(a, "_Z22get_sub_group_local_idv", a->i32, NULL, 0);
	for (unsigned i = 0; i < p.out; i++) {
		LLVMValueRef element = element_of_result(&p, i, &c);

		whole = LLVMGetTypeKind(LLVMTypeOf(whole)) == LLVMVectorTypeKind
				? LLVMBuildInsertElement(a->builder, whole, element, number(&p, i),
							 "")
				: element;
	}
	return whole;
}
