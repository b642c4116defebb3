/* ir/kernel/ptx/matrix.c -- products of matrices whose elements the lanes of a warp hold (mma), and their loads (ldmatrix).
 *
 * A row of A, and a column of B, is in the registers of the four lanes of a group; each lane takes them from there by
 * shuffles, and sums the products of the results that it holds. A register has as many elements as fit into 32 bits:
 * EACH. With g = lane / 4, t = lane % 4 and a block of 4 * EACH columns of A, and as many rows of B, for each J:
 *
 *	A register 2 J + H      row g + 8 H, columns EACH t to EACH t + EACH - 1 of the block J
 *	B register J            column g, rows EACH t to EACH t + EACH - 1 of the block J
 *	C and D, element 2 H + N  row g + 8 H, column 2 t + N
 *
 * Source:    PTX ISA, "Warp-level matrix instructions".
 * Clauses:   W5. Products are exact and summed in binary64, and the sum is rounded once.
 * Not here:  shuffles (ir/kernel/warp.c). */
#include <stdio.h>
#include <string.h>

#include "ir/kernel/ptx/ptx_private.h"

enum { GROUP = 4, ROWS = 8, ALL_LANES = 31 };

static LLVMValueRef number(const hr_ptx *p, uint64_t value)
{
	return LLVMConstInt(p->i32, value, false);
}

static LLVMValueRef lane_of(const hr_ptx *p)
{
	return hr_ptx_call(p, "llvm.nvvm.read.ptx.sreg.laneid", p->i32, NULL, 0);
}

/* Return VALUE of LANE. */
static LLVMValueRef shuffle(const hr_ptx *p, LLVMValueRef value, LLVMValueRef lane)
{
	LLVMValueRef arguments[] = {number(p, UINT32_MAX), value, lane, number(p, ALL_LANES)};

	return hr_ptx_call(p, "llvm.nvvm.shfl.sync.idx.i32", p->i32, arguments, 4);
}

/* --- mma -------------------------------------------------------------------------------------- */

typedef struct fragment_product {
	const hr_ptx_instruction *i;
	hr_ptx_type a, b;         /* of elements */
	bool integral, saturated; /* the sum of integers is limited, and does not wrap */
	unsigned each, blocks;
	LLVMValueRef lane;
} fragment_product;

/* Return element N of the register WORD as a number that can be multiplied. */
static LLVMValueRef element(const fragment_product *x, hr_ptx_type type, LLVMValueRef word,
			    unsigned n)
{
	const hr_ptx *p = x->i->p;
	LLVMBuilderRef builder = p->builder;
	LLVMTypeRef bits = LLVMIntTypeInContext(p->context, 32 / x->each);
	LLVMValueRef value;

	if (type.kind == 't') { /* the lower 13 bits are ignored */
		value = LLVMBuildAnd(builder, word, number(p, 0xFFFFE000), "");
		return LLVMBuildFPExt(builder, hr_ptx_as(p, value, p->f32), p->f64, "");
	}
	value = LLVMBuildLShr(builder, word, number(p, (uint64_t)n * 32 / x->each), "");
	value = LLVMBuildTrunc(builder, value, bits, "");
	if (x->integral)
		return hr_ptx_extend(p, value, type.kind == 's', p->i32);
	return LLVMBuildFPExt(builder, hr_ptx_as(p, value, type.llvm), p->f64, "");
}

static LLVMValueRef add_product(const fragment_product *x, LLVMValueRef sum, LLVMValueRef a,
				LLVMValueRef b)
{
	LLVMBuilderRef builder = x->i->p->builder;

	if (x->integral) {
		a = LLVMBuildMul(builder, a, b, "");
		return LLVMBuildAdd(builder, sum, hr_ptx_extend(x->i->p, a, true, x->i->p->i64),
				    "");
	}
	return LLVMBuildFAdd(builder, sum, LLVMBuildFMul(builder, a, b, ""), "");
}

/* Add the products of block J to SUMS, of rows g and g + 8 and columns 2 t and 2 t + 1. */
static void add_block(const fragment_product *x, unsigned j, LLVMValueRef sums[4])
{
	const hr_ptx *p = x->i->p;
	LLVMBuilderRef builder = p->builder;
	LLVMValueRef row = LLVMBuildAnd(builder, x->lane, number(p, ~(uint32_t)(GROUP - 1)), "");
	/* the lane 4 (2 t), which has the column 2 t of B */
	LLVMValueRef column =
		LLVMBuildShl(builder, LLVMBuildAnd(builder, x->lane, number(p, GROUP - 1), ""),
			     number(p, 3), "");

	for (unsigned t = 0; t < GROUP; t++) {
		LLVMValueRef a[2], b[2];

		for (unsigned n = 0; n < 2; n++) {
			LLVMValueRef from = LLVMBuildAdd(builder, row, number(p, t), "");

			a[n] = shuffle(p, hr_ptx_as(p, x->i->in[0].values[2 * j + n], p->i32),
				       from);
			from = LLVMBuildAdd(builder, column, number(p, GROUP * n + t), "");
			b[n] = shuffle(p, hr_ptx_as(p, x->i->in[1].values[j], p->i32), from);
		}
		for (unsigned n = 0; n < x->each; n++)
			for (unsigned s = 0; s < 4; s++)
				sums[s] = add_product(x, sums[s], element(x, x->a, a[s / 2], n),
						      element(x, x->b, b[s % 2], n));
	}
}

/* Read C: four numbers, or two registers with two halves each. */
static void read_sums(const fragment_product *x, bool halves, LLVMValueRef sums[4])
{
	const hr_ptx *p = x->i->p;
	const hr_ptx_operand *c = &x->i->in[2];
	LLVMTypeRef pair = LLVMVectorType(x->i->type.llvm, 2);

	for (unsigned s = 0; s < 4; s++) {
		LLVMValueRef value =
			halves ? LLVMBuildExtractElement(p->builder,
							 hr_ptx_as(p, c->values[s / 2], pair),
							 number(p, s % 2), "")
			       : hr_ptx_as(p, c->values[s], x->i->type.llvm);

		sums[s] = x->integral ? hr_ptx_extend(p, value, true, p->i64)
				      : LLVMBuildFPExt(p->builder, value, p->f64, "");
	}
}

/* Return SUM as a result of TYPE. */
static LLVMValueRef rounded(const fragment_product *x, hr_ptx_type type, LLVMValueRef sum)
{
	const hr_ptx *p = x->i->p;

	if (!x->integral)
		return LLVMBuildFPTrunc(p->builder, sum, type.llvm, "");
	if (x->saturated) {
		sum = hr_ptx_intrinsic(p, "smin", sum, hr_ptx_int(p->i64, INT32_MAX), NULL);
		sum = hr_ptx_intrinsic(p, "smax", sum, hr_ptx_int(p->i64, (uint64_t)INT32_MIN),
				       NULL);
	}
	return LLVMBuildTrunc(p->builder, sum, p->i32, "");
}

static void write_sums(hr_ptx_instruction *i, const fragment_product *x, hr_ptx_type type,
		       LLVMValueRef sums[4])
{
	const hr_ptx *p = i->p;
	LLVMValueRef pair = NULL;

	for (unsigned s = 0; s < 4; s++) {
		LLVMValueRef value = rounded(x, type, sums[s]);

		if (type.bits == 32) {
			i->out[i->out_count++] = value;
			continue;
		}
		if (s % 2 == 0)
			pair = LLVMGetPoison(LLVMVectorType(type.llvm, 2));
		pair = LLVMBuildInsertElement(p->builder, pair, value, number(p, s % 2), "");
		if (s % 2)
			i->out[i->out_count++] = pair;
	}
}

/* Take .mMnNkK; return K of m16n8, or 0. */
static unsigned take_shape(hr_ptx_instruction *i)
{
	static const char *const shapes[] = {"m16n8k4", "m16n8k8", "m16n8k16", "m16n8k32", NULL};
	int found = hr_ptx_take_one(i, shapes);

	return found < 0 ? 0 : 4U << found;
}

/* Return true if elements of A and B may have these types: both of one kind. */
static bool is_pair(hr_ptx_type a, hr_ptx_type b)
{
	bool integral = strchr("su", a.kind) && a.bits == 8;

	if (integral)
		return strchr("su", b.kind) && b.bits == 8;
	return a.kind == b.kind && a.llvm == b.llvm &&
	       (a.kind == 't' || (a.kind == 'f' && a.bits == 16));
}

/* mma.sync.aligned.SHAPE.row.col.D.A.B.C d, a, b, c */
bool hr_ptx_do_mma(hr_ptx_instruction *i)
{
	fragment_product x = {.i = i};
	unsigned depth = take_shape(i);
	hr_ptx_type type;
	LLVMValueRef sums[4];
	bool known = hr_ptx_take(i, "sync") && hr_ptx_take(i, "aligned") && hr_ptx_take(i, "row") &&
		     hr_ptx_take(i, "col");

	type = hr_ptx_take_type(i);
	x.a = hr_ptx_take_type(i);
	x.b = hr_ptx_take_type(i);
	if (!known || !depth || i->in_count != 3 || !type.kind || !x.a.kind || !x.b.kind ||
	    !is_pair(x.a, x.b))
		return false;
	x.integral = x.a.kind == 's' || x.a.kind == 'u';
	x.saturated = x.integral && hr_ptx_take(i, "satfinite");
	x.each = x.a.kind == 't' ? 1 : 32 / x.a.bits;
	x.blocks = depth / (GROUP * x.each);
	if (type.kind != (x.integral ? 's' : 'f') || i->type.kind != type.kind || type.bits < 16 ||
	    type.bits > 32 || i->type.bits != type.bits || !x.blocks || x.blocks > 2 ||
	    i->in[0].count != 2 * x.blocks || i->in[1].count != x.blocks ||
	    i->in[2].count != type.bits / 8)
		return false;
	x.lane = lane_of(i->p);
	read_sums(&x, type.bits == 16, sums);
	for (unsigned j = 0; j < x.blocks; j++)
		add_block(&x, j, sums);
	write_sums(i, &x, type, sums);
	return true;
}

/* --- ldmatrix --------------------------------------------------------------------------------- */

typedef struct matrix_load {
	const hr_ptx *p;
	LLVMValueRef own; /* the pointer of this lane, and its lower half as a number */
	LLVMValueRef low;
	LLVMValueRef group, place; /* lane / 4, lane % 4 */
} matrix_load;

/* Load an integer of TYPE at OFFSET bytes in the row whose address LANE has. All rows lie in one object, so that the
 * address is made of the own one. */
static LLVMValueRef load_row(const matrix_load *x, LLVMValueRef lane, LLVMValueRef offset,
			     LLVMTypeRef type)
{
	LLVMBuilderRef builder = x->p->builder;
	LLVMValueRef distance = LLVMBuildSub(builder, shuffle(x->p, x->low, lane), x->low, ""),
		     address, loaded;

	distance = LLVMBuildAdd(builder, distance, offset, "");
	distance = LLVMBuildSExt(builder, distance, x->p->i64, "");
	address = LLVMBuildGEP2(builder, x->p->i8, x->own, &distance, 1, "");
	loaded = LLVMBuildLoad2(builder, type, address, "");
	LLVMSetAlignment(loaded, LLVMGetIntTypeWidth(type) / 8);
	return loaded;
}

static LLVMValueRef load_matrix(const matrix_load *x, unsigned n, bool transposed)
{
	const hr_ptx *p = x->p;
	LLVMBuilderRef builder = p->builder;
	LLVMValueRef first = number(p, (uint64_t)ROWS * n), parts[2];

	if (!transposed)
		return load_row(x, LLVMBuildAdd(builder, x->group, first, ""),
				LLVMBuildShl(builder, x->place, number(p, 2), ""), p->i32);
	for (unsigned half = 0; half < 2; half++) {
		LLVMValueRef row = LLVMBuildShl(builder, x->place, number(p, 1), "");

		row = LLVMBuildAdd(builder, row, number(p, (uint64_t)ROWS * n + half), "");
		parts[half] =
			load_row(x, row, LLVMBuildShl(builder, x->group, number(p, 1), ""), p->i16);
		parts[half] = LLVMBuildZExt(builder, parts[half], p->i32, "");
	}
	return LLVMBuildOr(builder, parts[0], LLVMBuildShl(builder, parts[1], number(p, 16), ""),
			   "");
}

/* ldmatrix.sync.aligned.m8n8.xN{.trans}.shared.b16 d, [address]: N matrices of 8 rows of 16 bytes; lane 8 N + R has the
 * address of row R of matrix N. */
bool hr_ptx_do_ldmatrix(hr_ptx_instruction *i)
{
	static const char *const counts[] = {"x1", "x2", "x4", NULL};
	const hr_ptx *p = i->p;
	int count = hr_ptx_take_one(i, counts);
	bool transposed = hr_ptx_take(i, "trans"), known = hr_ptx_take(i, "sync");
	LLVMTypeRef pointer = LLVMPointerTypeInContext(p->context, 3);
	matrix_load x = {.p = p};
	LLVMValueRef lane;

	known &= hr_ptx_take(i, "aligned") && hr_ptx_take(i, "m8n8");
	known &= hr_ptx_take(i, "shared") || hr_ptx_take(i, "shared::cta");
	if (!known || count < 0 || i->in_count != 1 || i->type.bits != 16)
		return false;
	x.own = hr_ptx_as(p, i->in[0].values[0], pointer);
	if (i->in[0].offset) {
		LLVMValueRef offset = LLVMConstInt(p->i64, (uint64_t)i->in[0].offset, true);

		x.own = LLVMBuildGEP2(p->builder, p->i8, x.own, &offset, 1, "");
	}
	x.low = LLVMBuildTrunc(p->builder, LLVMBuildPtrToInt(p->builder, x.own, p->i64, ""), p->i32,
			       "");
	lane = lane_of(p);
	x.group = LLVMBuildLShr(p->builder, lane, number(p, 2), "");
	x.place = LLVMBuildAnd(p->builder, lane, number(p, GROUP - 1), "");
	for (unsigned n = 0; n < 1U << count; n++)
		i->out[i->out_count++] = load_matrix(&x, n, transposed);
	return true;
}
